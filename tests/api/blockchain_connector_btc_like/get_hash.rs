//! POST /api/transaction/get-hash/{chain}

use super::{App, Wallet};
use serde_json::json;

#[tokio::test]
async fn one_hash_per_input_in_order() {
    let app = App::new().await;
    for (chain, kind) in [
        ("btc", "p2wpkh"),
        ("btc", "p2pkh"),
        ("ltc", "p2wpkh"),
        ("bch", "p2pkh"),
        ("doge", "p2pkh"),
    ] {
        let wallet = Wallet::new(chain, "testnet", kind);
        let body = wallet.payment(
            &[&wallet.income(&[200_000_000, 300_000_000], 1)],
            400_000_000,
            1_000_000,
        );
        let path = format!("transaction/get-hash/{chain}");
        let response = app.post(&path, &body).await;
        let hashes = response.data()["hashes"].as_array().expect("an array").clone();
        assert_eq!(hashes.len(), 2);
        for (index, entry) in hashes.iter().enumerate() {
            let hash = entry["hash"].as_str().expect("a string");
            assert!(
                hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()),
                "{hash}"
            );
            assert_eq!(entry["inputIndex"], index);
        }
        assert_ne!(hashes[0]["hash"], hashes[1]["hash"]);
        assert_eq!(
            app.post(&path, &body).await.data(),
            response.data(),
            "equal requests yield equal hashes"
        );
    }
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn fee_is_between_relay_minimum_and_cap() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let income = wallet.income(&[10_000_000], 1);
    for (fee, rejected) in [
        (14, Some(("fee_too_low", "minimum", "15"))),
        (15, None),
        (1_440_000, None),
        (1_440_001, Some(("fee_too_high", "maximum", "1440000"))),
    ] {
        let response = app
            .post("transaction/get-hash/btc", &wallet.payment(&[&income], 50_000, fee))
            .await;
        match rejected {
            None => assert!(response.data()["hashes"].is_array()),
            Some((code, name, bound)) => {
                response.assert_error(400, code, Some("fee"));
                assert_eq!(response.detail(name), bound);
            }
        }
    }
}

#[tokio::test]
async fn dust_change_counts_towards_the_fee() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    // 113 vbytes without change; a fee of 1 becomes sufficient with the dust of 293.
    let body = wallet.payment(&[&wallet.income(&[50_000 + 294], 1)], 50_000, 1);
    app.post("transaction/get-hash/btc", &body).await.data();
    let body = wallet.payment(&[&wallet.income(&[50_000 + 10], 1)], 50_000, 1);
    app.post("transaction/get-hash/btc", &body)
        .await
        .assert_error(400, "fee_too_low", Some("fee"));
}

#[tokio::test]
async fn inputs_below_amount_and_fee_are_insufficient_funds() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let body = wallet.payment(&[&wallet.income(&[50_499], 1)], 50_000, 500);
    let response = app.post("transaction/get-hash/btc", &body).await;
    response.assert_error(400, "insufficient_funds", None);
    assert_eq!(
        (response.detail("available"), response.detail("required")),
        (&json!("50499"), &json!("50500"))
    );
}
