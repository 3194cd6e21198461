//! Payments to several recipients from several keys: `outputs`, owners of `utxo` entries, `changeAddress`,
//! `minConfirmations`, `version`, `locktime` and `sequence`.

use super::fixture::{App, estimate};
use super::wallet::{Wallet, listed, utxo_of};
use crate::support::stub::Reply;
use serde_json::{Value, json};
use wallet_client::signers::KeyForm;

/// The point 2G: no wallet of the tests owns an address of that key.
const OTHER_KEY: &str = "02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5";
const CHANGE: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

/// Returns a payment of 300 000 to two recipients.
fn body() -> Value {
    let wallet = Wallet::btc();
    let mut body = wallet.payment(&[&wallet.income(&[100_000, 200_000], 1)], 0, 5000);
    let fields = body.as_object_mut().expect("an object");
    fields.remove("to");
    fields.remove("amount");
    body["outputs"] = json!([{ "to": wallet.recipient(), "amount": "50000" }, { "to": CHANGE, "amount": "60000" }]);
    body
}

fn with(mut body: Value, pointer: &str, value: Value) -> Value {
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
    match body.pointer_mut(parent).expect("a parent") {
        Value::Array(items) => items[name.parse::<usize>().expect("an index")] = value,
        fields => fields[name] = value,
    }
    body
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a table")]
async fn invalid_fields_are_rejected() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let output = json!({ "to": CHANGE, "amount": "1000" });
    let foreign = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
    let anchor = "bc1pfeessrawgf";
    for (pointer, value, code, field) in [
        ("/to", json!(CHANGE), "invalid_request", Some("outputs")),
        ("/amount", json!("5000"), "invalid_request", Some("outputs")),
        ("/outputs", json!([]), "invalid_request", Some("outputs")),
        ("/outputs", json!({}), "invalid_request", Some("outputs")),
        ("/outputs", Value::Null, "invalid_request", Some("to")),
        (
            "/outputs",
            json!(vec![&output; 101]),
            "invalid_request",
            Some("outputs"),
        ),
        (
            "/outputs/1",
            json!([CHANGE, "1000"]),
            "invalid_request",
            Some("outputs[1]"),
        ),
        ("/outputs/1/to", Value::Null, "invalid_request", Some("outputs[1].to")),
        (
            "/outputs/1/to",
            json!(foreign),
            "invalid_address",
            Some("outputs[1].to"),
        ),
        (
            "/outputs/0/amount",
            json!(5000),
            "invalid_request",
            Some("outputs[0].amount"),
        ),
        (
            "/outputs/0/amount",
            json!("max"),
            "invalid_amount",
            Some("outputs[0].amount"),
        ),
        (
            "/outputs/0/amount",
            json!("545"),
            "amount_below_dust",
            Some("outputs[0].amount"),
        ),
        (
            "/outputs/0/amount",
            json!("2100000000000000"),
            "invalid_amount",
            Some("outputs"),
        ),
        ("/outputs/0/amount", json!("240001"), "insufficient_funds", None),
        ("/changeAddress", json!(7), "invalid_request", Some("changeAddress")),
        ("/changeAddress", json!("x"), "invalid_address", Some("changeAddress")),
        (
            "/changeAddress",
            json!(foreign),
            "invalid_address",
            Some("changeAddress"),
        ),
        (
            "/changeAddress",
            json!(anchor),
            "invalid_address",
            Some("changeAddress"),
        ),
        ("/version", json!("2"), "invalid_request", Some("version")),
        ("/version", json!(0), "invalid_request", Some("version")),
        ("/version", json!(3), "invalid_request", Some("version")),
        ("/locktime", json!(-1), "invalid_request", Some("locktime")),
        ("/locktime", json!("5"), "invalid_request", Some("locktime")),
        (
            "/sequence",
            json!(4_294_967_296_u64),
            "invalid_request",
            Some("sequence"),
        ),
        (
            "/utxo/1/publicKey",
            json!("02"),
            "invalid_public_key",
            Some("utxo[1].publicKey"),
        ),
        (
            "/utxo/1/publicKey",
            json!(7),
            "invalid_request",
            Some("utxo[1].publicKey"),
        ),
        ("/utxo/1/type", json!("p2wsh"), "invalid_request", Some("utxo[1].type")),
        (
            "/utxo/1/publicKey",
            json!(wallet.uncompressed_public_key()),
            "invalid_public_key",
            Some("utxo[1].publicKey"),
        ),
        (
            "/utxo/1/sequence",
            json!(4_294_967_296_u64),
            "invalid_request",
            Some("utxo[1].sequence"),
        ),
        (
            "/utxo/1/sequence",
            json!("0"),
            "invalid_request",
            Some("utxo[1].sequence"),
        ),
    ] {
        let body = with(body(), pointer, value);
        for path in [
            "transaction/get-hash/btc",
            "prepare-transaction/size/btc",
            "transaction/attach-signature/btc",
        ] {
            let response = app.post(path, &body).await;
            response.assert_error(400, code, field);
        }
    }
    let body = with(with(body(), "/locktime", json!(1)), "/sequence", json!(u32::MAX));
    let response = app.post("transaction/get-hash/btc", &body).await;
    response.assert_error(400, "invalid_request", Some("sequence"));
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn every_type_has_its_size() {
    let app = App::new().await;
    for (address_type, size) in [
        ("p2pkh", 10 + 148),
        ("p2sh-p2wpkh", 11 + 91),
        ("p2wpkh", 11 + 68),
        ("p2tr", 68),
    ] {
        let wallet = Wallet::btc();
        let mut body = wallet.payment(&[&wallet.income(&[50_000], 1)], 50_000, 0);
        body["utxo"][0]["type"] = address_type.into();
        let response = app.post("prepare-transaction/size/btc", &body).await;
        assert_eq!(response.data()["size"], size + 34, "{address_type}");
    }
}

#[tokio::test]
async fn signature_of_each_input_is_verified_with_its_key() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let mut body = with(body(), "/utxo/1/publicKey", json!(OTHER_KEY));
    let hashes = app.post("transaction/get-hash/btc", &body).await.data()["hashes"].clone();
    body["signatures"] = wallet.sign(&hashes);
    let response = app.post("transaction/attach-signature/btc", &body).await;
    response.assert_error(400, "invalid_signature", Some("signatures[1]"));
    let mut body = with(body, "/utxo/1/type", json!("p2tr"));
    body["utxo"][1]["publicKey"] = wallet.public_key().into();
    let hashes = app.post("transaction/get-hash/btc", &body).await.data()["hashes"].clone();
    // ECDSA is no signature of a taproot input.
    body["signatures"] = wallet.sign(&hashes);
    let response = app.post("transaction/attach-signature/btc", &body).await;
    response.assert_error(400, "invalid_signature", Some("signatures[1]"));
}

#[tokio::test]
async fn warnings_name_a_high_fee_and_a_reused_address() {
    let app = App::new().await;
    let codes = async |body: &Value| -> Vec<Value> {
        let response = app.post("transaction/get-hash/btc", body).await;
        let warnings = response.data()["warnings"].as_array().cloned().unwrap_or_default();
        warnings.iter().map(|warning| warning["code"].clone()).collect()
    };
    assert_eq!(codes(&body()).await, [""; 0]);
    assert_eq!(codes(&with(body(), "/fee", json!("22000"))).await, [""; 0]);
    assert_eq!(codes(&with(body(), "/fee", json!("22001"))).await, ["fee_share"]);
    let own = json!(Wallet::btc().address());
    assert_eq!(
        codes(&with(body(), "/changeAddress", own.clone())).await,
        ["address_reuse"]
    );
    assert_eq!(codes(&with(body(), "/outputs/1/to", own)).await, ["address_reuse"]);
    assert_eq!(codes(&with(body(), "/changeAddress", json!(CHANGE))).await, [""; 0]);
}

/// Returns a service whose upstream lists the rows for every address, at 2, 5 and 10 per vbyte.
async fn listing(rows: &[Value]) -> App {
    let app = App::new().await;
    app.fixture().utxo = Reply::ok(json!(rows).to_string());
    app.fixture().estimates.extend([
        ("24", estimate("0.00002")),
        ("6", estimate("0.00005")),
        ("2", estimate("0.0001")),
    ]);
    app
}

fn estimate_body(wallet: &Wallet) -> Value {
    json!({
        "address": wallet.address(), "publicKey": wallet.public_key(), "type": wallet.kind,
        "outputs": [{ "to": wallet.recipient(), "amount": "50000" }, { "to": CHANGE, "amount": "10000" }],
    })
}

#[tokio::test]
async fn estimate_selects_among_the_given_outputs_with_their_owners() {
    let wallet = Wallet::btc();
    let income = wallet.income(&[500_000, 40_000, 50_000], 1);
    let app = listing(&listed(&income, 6)).await;
    let path = "prepare-transaction/estimate/btc";
    let mut body = estimate_body(&wallet);
    assert_eq!(app.post(path, &body).await.data()["utxo"], json!([utxo_of(&income)[0]]));

    let mut utxo = utxo_of(&income)[1..].to_vec();
    utxo[1]["type"] = "p2tr".into();
    utxo[1]["publicKey"] = OTHER_KEY.into();
    utxo[0]["sequence"] = 5.into();
    body["utxo"] = json!(utxo);
    let response = app.post(path, &body).await;
    assert_eq!(response.data()["utxo"], json!([utxo[1], utxo[0]]));
    // 10.5 of frame, inputs of 68 and 57.5, outputs of 34, 31 and 31 vbytes.
    assert_eq!(response.data()["size"], 232);
    assert_eq!(response.data()["fees"]["normal"], "1160");

    body["utxo"][0]["vout"] = 9.into();
    app.post(path, &body)
        .await
        .assert_error(400, "invalid_request", Some("utxo[0]"));
    body["utxo"] = json!([]);
    app.post(path, &body)
        .await
        .assert_error(400, "invalid_request", Some("utxo"));
}

#[tokio::test]
async fn outputs_of_an_estimate_belong_to_at_most_50_addresses() {
    let wallet = Wallet::btc();
    let app = listing(&[]).await;
    let mut random = wallet_tests::support::random::Random::new();
    let mut body = estimate_body(&wallet);
    let key = |random: &mut _| wallet_tests::support::signer::Signer::random(random, KeyForm::Compressed).public_key();
    let entry = |index: usize, key: String| json!({ "txid": format!("{:064x}", index + 1), "vout": 0, "value": "1000", "publicKey": key });
    body["utxo"] = (0..51).map(|index| entry(index, key(&mut random))).collect();
    let response = app.post("prepare-transaction/estimate/btc", &body).await;
    response.assert_error(400, "invalid_request", Some("utxo"));
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn unconfirmed_outputs_cause_a_warning_or_are_excluded() {
    let wallet = Wallet::btc();
    let (old, new) = (wallet.income(&[40_000], 1), wallet.income(&[50_000], 2));
    let rows = [listed(&old, 3), listed(&new, 0)].concat();
    let app = listing(&rows).await;
    let path = "prepare-transaction/estimate/btc";
    let mut body = estimate_body(&wallet);
    let response = app.post(path, &body).await;
    assert_eq!(response.data()["warnings"][0]["code"], "unconfirmed_inputs");
    body["minConfirmations"] = 1.into();
    app.post(path, &body)
        .await
        .assert_error(400, "insufficient_funds", None);
    body["outputs"] = json!([{ "to": CHANGE, "amount": "10000" }]);
    let response = app.post(path, &body).await;
    assert_eq!(response.data()["utxo"], json!(utxo_of(&old)));
    assert_eq!(response.data().get("warnings"), None);
    body["minConfirmations"] = 4.into();
    app.post(path, &body)
        .await
        .assert_error(400, "insufficient_funds", None);
    for invalid in [json!("1"), json!(-1), json!(1.5)] {
        body["minConfirmations"] = invalid;
        let response = app.post(path, &body).await;
        response.assert_error(400, "invalid_request", Some("minConfirmations"));
    }
}

#[tokio::test]
async fn high_share_of_the_fee_is_a_warning_of_the_estimate() {
    let wallet = Wallet::btc();
    let income = wallet.income(&[500_000], 1);
    let app = listing(&listed(&income, 6)).await;
    let mut body = estimate_body(&wallet);
    // With change, 141 vbytes at 5 per vbyte.
    for (amount, expected) in [("3525", Value::Null), ("3524", json!("fee_share"))] {
        body["outputs"] = json!([{ "to": CHANGE, "amount": amount }]);
        let response = app.post("prepare-transaction/estimate/btc", &body).await;
        assert_eq!(response.data()["fees"]["normal"], "705");
        assert_eq!(response.data()["warnings"][0]["code"], expected, "{amount}");
    }
    // Data alone has no amount to compare the fee with: 10.5 of frame, 68, 31, and 9 + 22 vbytes.
    body["outputs"] = json!([{ "data": "ab".repeat(20) }]);
    let response = app.post("prepare-transaction/estimate/btc", &body).await;
    assert_eq!(response.data()["size"], 141);
    assert_eq!(response.data().get("warnings"), None);
}
