//! POST /api/transaction/attach-signature/{chain}

use super::{App, Wallet};
use serde_json::{Value, json};

/// Returns a payment with two inputs and their signatures.
async fn signed(app: &App, wallet: &Wallet) -> Value {
    let mut body = wallet.payment(&[&wallet.income(&[30_000, 40_000], 1)], 50_000, 500);
    let response = app.post("transaction/get-hash/btc", &body).await;
    body["signatures"] = wallet.sign(&response.data()["hashes"]);
    body
}

#[tokio::test]
async fn signatures_are_accepted_in_any_order_and_form() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let mut body = signed(&app, &wallet).await;
    let expected = app.post("transaction/attach-signature/btc", &body).await.data().clone();
    body["signatures"].as_array_mut().expect("an array").reverse();
    for entry in body["signatures"].as_array_mut().expect("an array") {
        let signature = &mut entry["signature"];
        signature["r"] = format!("0x{}", signature["r"].as_str().expect("a string").to_uppercase()).into();
        signature["recovery"] = Value::Null;
    }
    assert_eq!(
        app.post("transaction/attach-signature/btc", &body).await.data(),
        &expected
    );
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn high_s_is_normalised() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let mut body = signed(&app, &wallet).await;
    let expected = app.post("transaction/attach-signature/btc", &body).await.data().clone();
    let s = &mut body["signatures"][0]["signature"]["s"];
    let low = bitcoin::secp256k1::SecretKey::from_slice(&hex::decode(s.as_str().expect("a string")).expect("hex"));
    *s = hex::encode(low.expect("a number below the order").negate().secret_bytes()).into();
    assert_eq!(
        app.post("transaction/attach-signature/btc", &body).await.data(),
        &expected
    );
}

#[tokio::test]
async fn first_invalid_signature_is_reported() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let valid = signed(&app, &wallet).await;
    let (first, second) = (valid["signatures"][0].clone(), valid["signatures"][1].clone());
    let crossed = json!({ "inputIndex": 1, "signature": first["signature"] });
    let far = json!({ "inputIndex": 2, "signature": first["signature"] });
    for (signatures, code, field) in [
        (json!([first, crossed]), "invalid_signature", "signatures[1]"),
        (json!([crossed, first]), "invalid_signature", "signatures[0]"),
        (json!([first]), "invalid_request", "signatures"),
        (json!([]), "invalid_request", "signatures"),
        (
            json!([first, second, far]),
            "invalid_request",
            "signatures[2].inputIndex",
        ),
        (
            json!([first, first, second]),
            "invalid_request",
            "signatures[1].inputIndex",
        ),
    ] {
        let mut body = valid.clone();
        body["signatures"] = signatures;
        app.post("transaction/attach-signature/btc", &body)
            .await
            .assert_error(400, code, Some(field));
    }
}

#[tokio::test]
async fn signatures_of_another_payment_are_rejected() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let valid = signed(&app, &wallet).await;
    for (field, value) in [
        ("amount", json!("50001")),
        ("fee", json!("501")),
        ("to", json!(wallet.address())),
        ("network", json!("livenet")),
    ] {
        let mut body = valid.clone();
        body[field] = value;
        let response = app.post("transaction/attach-signature/btc", &body).await;
        if field == "network" {
            response.data();
        } else {
            response.assert_error(400, "invalid_signature", Some("signatures[0]"));
        }
    }
    // A segwit signature commits to the value.
    let mut body = valid.clone();
    body["utxo"][0]["value"] = "30001".into();
    let response = app.post("transaction/attach-signature/btc", &body).await;
    response.assert_error(400, "invalid_signature", Some("signatures[0]"));
}
