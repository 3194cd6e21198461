//! Rejected inputs of the endpoints: status, code and field. None of them is a 500 or causes an upstream request.

use super::bad_inputs::{self, Row};
use super::{App, Wallet};
use crate::support::client::call;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

/// Returns a valid body for every POST endpoint but send: a payment on btc with all fields.
fn valid_body() -> Value {
    let wallet = Wallet::btc();
    let mut body = wallet.payment(&[&wallet.income(&[100_000, 200_000], 1)], 50_000, 5000);
    body["address"] = wallet.address().into();
    body["prefix"] = false.into();
    body["signatures"] = json!([
        { "inputIndex": 0, "signature": { "s": "01", "r": "01", "recovery": 0 } },
        { "inputIndex": 1, "signature": { "s": "01", "r": "01", "recovery": 0 } },
    ]);
    body
}

/// Applies each row to the valid body and checks the rejection without an upstream request.
async fn check(path: &str, rows: impl IntoIterator<Item = Row>) {
    let app = App::new().await;
    for row in rows {
        let response = app.post(path, &row.apply_to(valid_body())).await;
        let code = response.json["error"]["code"].as_str().unwrap_or_default();
        assert_eq!(
            (response.status.as_u16(), code),
            (400, row.code),
            "{path} {row:?}: {}",
            response.text
        );
        response.assert_error(400, row.code, row.field);
    }
    assert_eq!(app.requests(), [], "{path}");
}

/// Returns the rows of the fields.
fn about(fields: &[&str], rows: Vec<Row>) -> impl Iterator<Item = Row> {
    rows.into_iter().filter(move |row| fields.contains(&row.top()))
}

#[tokio::test]
async fn get_hash_rejects_invalid_fields() {
    check("transaction/get-hash/btc", bad_inputs::of_payments()).await;
}

#[tokio::test]
async fn attach_signature_rejects_the_same_and_invalid_signatures() {
    check("transaction/attach-signature/btc", bad_inputs::of_payments()).await;
    check("transaction/attach-signature/btc", bad_inputs::of_signatures()).await;
}

#[tokio::test]
async fn size_rejects_the_same_except_fee() {
    let fields = ["publicKey", "network", "type", "utxo", "to", "amount"];
    check(
        "prepare-transaction/size/btc",
        about(&fields, bad_inputs::of_payments()),
    )
    .await;
}

#[tokio::test]
async fn estimate_rejects_the_same_except_utxo_and_fee() {
    let fields = ["publicKey", "network", "type", "to", "amount"];
    let rows = about(&fields, bad_inputs::of_payments());
    // Only the network knows the available funds.
    let rows = rows.filter(|row| row.code != "insufficient_funds");
    // Here the amount may be `max`.
    let rows = rows.filter(|row| row.value != "max");
    check("prepare-transaction/estimate/btc", rows).await;
    check("prepare-transaction/estimate/btc", bad_inputs::of_addresses()).await;
}

#[tokio::test]
async fn get_address_rejects_invalid_keys_networks_types_and_prefixes() {
    check("get-address/btc", bad_inputs::of_senders()).await;
    check("get-address/btc", bad_inputs::of_prefixes()).await;
}

#[tokio::test]
async fn send_rejects_invalid_transactions() {
    let app = App::new().await;
    let signed = "0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901ffffffff0200ca9a3b00000000434104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac00286bee0000000043410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac00000000";
    let coinbase = signed.replacen(
        "c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd370400000000",
        &format!("{}ffffffff", "00".repeat(32)),
        1,
    );
    let rich = signed.replacen("00ca9a3b00000000", "ffffffffffffff7f", 1);
    for (body, code, field) in [
        (json!({}), "invalid_request", "txdata"),
        (json!({ "txdata": null }), "invalid_request", "txdata"),
        (json!({ "txdata": 7 }), "invalid_request", "txdata"),
        (json!({ "txdata": "" }), "invalid_transaction", "txdata"),
        (json!({ "txdata": "0x" }), "invalid_transaction", "txdata"),
        (json!({ "txdata": "nonsense" }), "invalid_transaction", "txdata"),
        (json!({ "txdata": signed[..100] }), "invalid_transaction", "txdata"),
        (
            json!({ "txdata": format!("{signed}00") }),
            "invalid_transaction",
            "txdata",
        ),
        (json!({ "txdata": signed[1..] }), "invalid_transaction", "txdata"),
        (json!({ "txdata": coinbase }), "invalid_transaction", "txdata"),
        (json!({ "txdata": rich }), "invalid_transaction", "txdata"),
        (
            json!({ "txdata": format!("01000000{}", "ff".repeat(9)) }),
            "invalid_transaction",
            "txdata",
        ),
        (
            json!({ "txdata": "01000000000000000000" }),
            "invalid_transaction",
            "txdata",
        ),
        (
            json!({ "txdata": signed, "network": "mainnet" }),
            "invalid_request",
            "network",
        ),
        (json!({ "txdata": signed, "network": 7 }), "invalid_request", "network"),
    ] {
        let response = app.post("transaction/send/btc", &body).await;
        response.assert_error(400, code, Some(field));
    }
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn first_invalid_field_in_specification_order_is_reported() {
    let app = App::new().await;
    let mut body = json!({});
    for (field, wrong) in [
        ("signatures", json!([7])),
        ("fee", json!(-1)),
        ("amount", json!(1.5)),
        ("to", json!("nobody")),
        ("utxo", json!([{}])),
        ("type", json!("p2sh")),
        ("network", json!("net")),
        ("publicKey", json!("00")),
    ] {
        let mut request = valid_body();
        body[field] = wrong;
        for (name, value) in body.as_object().expect("an object") {
            request[name] = value.clone();
        }
        let response = app.post("transaction/attach-signature/btc", &request).await;
        let named = response.json["error"]["field"].as_str().expect("a field");
        assert!(named.starts_with(field), "{named} before {field}");
    }
    let response = app
        .post(
            "prepare-transaction/estimate/btc",
            &json!({ "address": "x", "publicKey": "x" }),
        )
        .await;
    response.assert_error(400, "invalid_address", Some("address"));
    for (txdata, network, code, field) in [
        ("0x0", "net", "invalid_transaction", "txdata"),
        ("nothing", "testnet", "invalid_transaction", "txdata"),
        ("00", "net", "invalid_request", "network"),
    ] {
        let body = json!({ "network": network, "txdata": txdata });
        let response = app.post("transaction/send/btc", &body).await;
        response.assert_error(400, code, Some(field));
    }
}

#[tokio::test]
async fn address_of_another_network_is_identified() {
    let app = App::new().await;
    for (to, looks_like) in [
        ("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "btc testnet"),
        ("ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9", "ltc livenet"),
        ("DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE", "doge livenet"),
        ("bitcoincash:qp63uahgrxged4z5jswyt5dn5v3lzsem6cy4spdc2h", "bch livenet"),
    ] {
        let mut body = valid_body();
        body["to"] = to.into();
        let response = app.post("transaction/get-hash/btc", &body).await;
        response.assert_error(400, "invalid_address", Some("to"));
        assert!(response.text.contains(looks_like), "{}", response.text);
    }
}

#[tokio::test]
async fn inputs_are_limited_to_500() {
    let app = App::new().await;
    let entry = |vout: usize| json!({ "txid": "00".repeat(31) + "01", "vout": vout, "value": "1000" });
    let mut body = valid_body();
    body["utxo"] = (0..501).map(entry).collect();
    app.post("transaction/get-hash/btc", &body)
        .await
        .assert_error(400, "invalid_request", Some("utxo"));
    body["utxo"] = (0..500).map(entry).collect();
    let response = app.post("transaction/get-hash/btc", &body).await;
    assert_eq!(response.data()["hashes"].as_array().map(Vec::len), Some(500));
}

#[tokio::test]
async fn bodies_other_than_json_objects_are_rejected() {
    let app = App::new().await;
    let post = async |content_type: &str, body: Vec<u8>| {
        let request = Request::post("/blockchain-connector-btc-like/v1/api/transaction/get-hash/btc")
            .header("authorization", format!("Bearer {}", app.token()))
            .header("content-type", content_type)
            .body(Body::from(body));
        call(&app.router, request.expect("a request")).await
    };
    for body in ["", "null", "[]", "7", "{", "{}x", "\"x\"", "{\"fee\":}"] {
        post("application/json", body.into())
            .await
            .assert_error(400, "invalid_request", None);
    }
    post("application/json", vec![b'{', 0xff, b'}'])
        .await
        .assert_error(400, "invalid_request", None);
    post("application/json", "{\"a\":".repeat(1000).into())
        .await
        .assert_error(400, "invalid_request", None);
    post("text/plain", "{}".into())
        .await
        .assert_error(415, "unsupported_media_type", None);
    post("application/json", vec![b' '; 256 * 1024 + 1])
        .await
        .assert_error(413, "payload_too_large", None);
}
