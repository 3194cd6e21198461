//! POST /api/transaction/get-hash/{chain} with `psbt`, and POST /api/transaction/attach-psbt/{chain}

use super::App;
use super::wallet::Wallet;
use bitcoin::consensus::encode::serialize_hex;
use serde_json::{Value, json};

const GET_HASH: &str = "transaction/get-hash";
const ATTACH: &str = "transaction/attach-psbt";

fn payment(wallet: &Wallet) -> Value {
    let income = wallet.income(&[100_000_000], 1);
    let mut body = wallet.payment(&[&income], 50_000_000, 1_000_000);
    body["psbt"] = true.into();
    body["parents"] = json!([serialize_hex(&income)]);
    body["keyOrigins"] =
        json!([{ "publicKey": wallet.public_key(), "fingerprint": "d90c6a4f", "path": "m/84'/0'/0'/0/0" }]);
    body
}

#[tokio::test]
async fn psbt_is_returned_with_the_hashes() {
    let app = App::new().await;
    for (chain, kind) in [("btc", "p2wpkh"), ("btc", "p2tr"), ("ltc", "p2pkh"), ("doge", "p2pkh")] {
        let wallet = Wallet::new(chain, "livenet", kind);
        let mut body = payment(&wallet);
        let response = app.post(&format!("{GET_HASH}/{chain}"), &body).await;
        let psbt = response.data()["psbt"].as_str().expect("a PSBT").to_owned();
        assert!(psbt.starts_with("cHNidP8B"), "{psbt}");
        body["psbt"] = psbt.into();
        let unsigned = app.post(&format!("{ATTACH}/{chain}"), &body).await;
        unsigned.assert_error(400, "invalid_signature", Some("psbt"));
        body["psbt"] = false.into();
        let without = app.post(&format!("{GET_HASH}/{chain}"), &body).await;
        assert_eq!(without.data().get("psbt"), None);
        assert_eq!(without.data()["hashes"], response.data()["hashes"]);
    }
    assert_eq!(app.requests(), []);
}

/// A body, and the code and the field of its error.
type Case = (Value, &'static str, &'static str);

async fn all_rejected(app: &App, path: &str, cases: &[Case]) {
    for (body, code, field) in cases {
        app.post(path, body).await.assert_error(400, code, Some(field));
    }
}

/// Returns a payment with another value of a field.
fn changed(wallet: &Wallet, name: &str, value: Value) -> Value {
    let mut body = payment(wallet);
    body[name] = value;
    body
}

#[tokio::test]
async fn first_invalid_field_of_get_hash_is_reported() {
    let app = App::new().await;
    let (btc, legacy) = (Wallet::btc(), Wallet::new("btc", "livenet", "p2pkh"));
    let origin = |name: &str, value: &str| {
        let mut body = payment(&btc);
        body["keyOrigins"][0][name] = value.into();
        body
    };
    let mut utxo = payment(&btc)["utxo"].clone();
    utxo[0]["value"] = "99999999".into();
    let cases: [Case; 8] = [
        (changed(&btc, "psbt", json!("x")), "invalid_request", "psbt"),
        (
            changed(&btc, "parents", json!(["x"])),
            "invalid_transaction",
            "parents[0]",
        ),
        (
            changed(&btc, "parents", json!(["00"])),
            "invalid_transaction",
            "parents[0]",
        ),
        (changed(&legacy, "parents", json!([])), "invalid_request", "parents"),
        (changed(&btc, "utxo", utxo), "invalid_request", "parents"),
        (
            origin("publicKey", "x"),
            "invalid_public_key",
            "keyOrigins[0].publicKey",
        ),
        (
            origin("fingerprint", "x"),
            "invalid_request",
            "keyOrigins[0].fingerprint",
        ),
        (origin("path", "x"), "invalid_request", "keyOrigins[0].path"),
    ];
    all_rejected(&app, "transaction/get-hash/btc", &cases).await;
    let bch = payment(&Wallet::new("bch", "livenet", "p2pkh"));
    let response = app.post(&format!("{GET_HASH}/bch"), &bch).await;
    response.assert_error(400, "invalid_request", Some("psbt"));
}

#[tokio::test]
async fn first_invalid_field_of_attach_psbt_is_reported() {
    let app = App::new().await;
    let btc = Wallet::btc();
    let cases: [Case; 9] = [
        (changed(&btc, "psbt", Value::Null), "invalid_request", "psbt"),
        (changed(&btc, "psbt", json!(true)), "invalid_request", "psbt"),
        (changed(&btc, "psbt", json!("x")), "invalid_transaction", "psbt"),
        (changed(&btc, "fee", json!("1")), "fee_too_low", "fee"),
        (
            changed(&btc, "publicKey", json!("x")),
            "invalid_public_key",
            "publicKey",
        ),
        (changed(&btc, "amount", json!("1.5")), "invalid_amount", "amount"),
        (changed(&btc, "amount", json!("1")), "amount_below_dust", "amount"),
        (changed(&btc, "fee", json!("40000000")), "fee_too_high", "fee"),
        (changed(&btc, "to", json!("x")), "invalid_address", "to"),
    ];
    all_rejected(&app, "transaction/attach-psbt/btc", &cases).await;
    let excessive = changed(&btc, "amount", json!("100000000"));
    let response = app.post(&format!("{ATTACH}/btc"), &excessive).await;
    response.assert_error(400, "insufficient_funds", None);
    // The PSBT of another payment.
    let unsigned = app.post(&format!("{GET_HASH}/btc"), &payment(&btc)).await;
    let mut other = changed(&btc, "psbt", unsigned.data()["psbt"].clone());
    other["amount"] = "50000001".into();
    let response = app.post(&format!("{ATTACH}/btc"), &other).await;
    response.assert_error(400, "invalid_transaction", Some("psbt"));
}
