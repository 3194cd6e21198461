//! POST /api/prepare-transaction/size/{chain}

use super::{App, Wallet};
use serde_json::json;

async fn size(wallet: &Wallet, values: &[u64], amount: u64) -> u64 {
    let app = App::new().await;
    let body = wallet.payment(&[&wallet.income(values, 1)], amount, 0);
    let response = app
        .post(&format!("prepare-transaction/size/{}", wallet.chain), &body)
        .await;
    assert_eq!(app.requests(), []);
    response.data()["size"].as_u64().expect("size is a number")
}

#[tokio::test]
async fn size_is_in_vbytes_with_worst_case_signatures() {
    // A p2wpkh input has 68 vbytes, a p2pkh input 148. The outputs have 31 and 34 vbytes, the remaining fields 10.5 and
    // 10.
    let segwit = Wallet::btc();
    assert_eq!(size(&segwit, &[100_000], 50_000).await, 144);
    assert_eq!(size(&segwit, &[50_000, 50_000], 50_000).await, 212);
    let legacy = Wallet::new("doge", "livenet", "p2pkh");
    assert_eq!(size(&legacy, &[500_000_000], 100_000_000).await, 226);
}

#[tokio::test]
async fn change_counts_from_the_dust_limit_upwards() {
    let wallet = Wallet::btc();
    // With change, 144 vbytes at 0.1 per vbyte; the dust limit of p2wpkh change is 294.
    assert_eq!(size(&wallet, &[50_000 + 15 + 294], 50_000).await, 144);
    assert_eq!(size(&wallet, &[50_000 + 15 + 293], 50_000).await, 113);
    assert_eq!(size(&wallet, &[50_000], 50_000).await, 113);
}

#[tokio::test]
async fn size_requires_no_fee() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let mut body = wallet.payment(&[&wallet.income(&[100_000], 1)], 50_000, 0);
    body["fee"] = json!(["ignored"]);
    assert_eq!(
        app.post("prepare-transaction/size/btc", &body).await.data(),
        &json!({ "size": 144 })
    );
}
