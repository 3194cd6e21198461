//! Rejected inputs of the POST endpoints: status, code and field. None of them is a 500 or causes an upstream request.

use super::App;
use super::bad_inputs::{self, Row};
use super::wallet::{ADDRESS, example, fee_market};
use crate::support::client::call;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use wallet_tests::support::chains::evm_chains;

/// Returns a valid body for every POST endpoint but send and parse.
fn valid_body() -> Value {
    let mut body = example();
    body["address"] = ADDRESS.into();
    body["prefix"] = false.into();
    body["signature"] = json!({ "r": "01", "s": "01", "recovery": 0 });
    body
}

/// Applies each row to the valid body and checks the rejection without an upstream request.
async fn check(path: &str, rows: impl IntoIterator<Item = Row>) {
    let app = App::new().await;
    for row in rows {
        let response = app.post(path, &row.apply_to(valid_body())).await;
        let error = &response.json["error"];
        let found = (
            response.status.as_u16(),
            error["code"].as_str(),
            error["field"].as_str(),
        );
        let shown: String = response.text.chars().take(300).collect();
        assert_eq!(
            found,
            (400, Some(row.code), Some(row.field)),
            "{path} {}: {shown}",
            row.field
        );
        response.assert_error(400, row.code, Some(row.field));
    }
    assert_eq!(app.requests(), [], "{path}");
}

#[tokio::test]
async fn get_hash_rejects_invalid_fields() {
    check("transaction/get-hash/eth", bad_inputs::of_transactions()).await;
}

#[tokio::test]
async fn attach_signature_rejects_the_same() {
    check("transaction/attach-signature/eth", bad_inputs::of_transactions()).await;
}

#[tokio::test]
async fn get_address_rejects_invalid_keys_networks_and_prefixes() {
    check("get-address/eth", bad_inputs::of_keys()).await;
    check("get-address/eth", bad_inputs::of_networks()).await;
    for prefix in [json!("true"), json!(1), json!([])] {
        let row = Row {
            field: "prefix",
            value: prefix,
            code: "invalid_request",
        };
        check("get-address/eth", [row]).await;
    }
}

#[tokio::test]
async fn gas_limit_rejects_invalid_fields() {
    let path = "prepare-transaction/gas-limit/eth";
    check(path, bad_inputs::of_recipients()).await;
    check(path, bad_inputs::of_amounts()).await;
    check(path, bad_inputs::of_data()).await;
    check(path, bad_inputs::of_nonces()).await;
    check(path, bad_inputs::of_networks()).await;
    check(path, bad_inputs::of_senders()).await;
}

#[tokio::test]
async fn estimate_rejects_invalid_fields() {
    let path = "prepare-transaction/estimate/eth";
    let missing = Row {
        field: "address",
        value: Value::Null,
        code: "invalid_request",
    };
    check(path, [missing]).await;
    check(path, bad_inputs::of_senders()).await;
    check(path, bad_inputs::of_networks()).await;
    check(path, bad_inputs::of_recipients()).await;
    check(path, bad_inputs::of_amounts()).await;
    check(path, bad_inputs::of_given_data()).await;
    check(path, bad_inputs::of_given_nonces()).await;
}

#[tokio::test]
async fn contract_creation_without_code_is_rejected_everywhere() {
    let app = App::new().await;
    for path in [
        "prepare-transaction/gas-limit/eth",
        "prepare-transaction/estimate/eth",
        "transaction/get-hash/eth",
        "transaction/attach-signature/eth",
    ] {
        for data in ["", "0x"] {
            let mut body = valid_body();
            body["to"] = Value::Null;
            body["data"] = data.into();
            app.post(path, &body)
                .await
                .assert_error(400, "invalid_request", Some("data"));
        }
    }
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn eip_1559_prices_are_required_together_and_tip_is_at_most_max_fee() {
    let app = App::new().await;
    for (field, value, code) in [
        ("maxFeePerGas", Value::Null, "invalid_request"),
        ("maxPriorityFeePerGas", Value::Null, "invalid_request"),
        ("maxFeePerGas", json!("x"), "invalid_amount"),
        ("maxPriorityFeePerGas", json!("-1"), "invalid_amount"),
        ("maxPriorityFeePerGas", json!("20000000001"), "invalid_request"),
    ] {
        let mut body = fee_market();
        body[field] = value;
        let response = app.post("transaction/get-hash/eth", &body).await;
        response.assert_error(400, code, Some(field));
    }
}

#[tokio::test]
async fn price_of_zero_requires_a_chain_whose_base_fee_is_zero() {
    let app = App::new().await;
    let mut legacy = example();
    legacy["gasPrice"] = json!("0");
    legacy["fee"] = json!("0");
    let mut typed = fee_market();
    typed["maxFeePerGas"] = json!("0");
    typed["maxPriorityFeePerGas"] = json!("0");
    typed["fee"] = json!("0");
    for chain in evm_chains().iter().filter(|chain| **chain != "bsc") {
        let path = format!("transaction/get-hash/{chain}");
        let response = app.post(&path, &legacy).await;
        response.assert_error(400, "fee_too_low", Some("gasPrice"));
        if *chain != "etc" {
            let response = app.post(&path, &typed).await;
            response.assert_error(400, "fee_too_low", Some("maxFeePerGas"));
        }
    }
    for body in [legacy, typed] {
        let response = app.post("transaction/get-hash/bsc", &body).await;
        assert!(response.data()["hash"].is_string());
    }
}

#[tokio::test]
async fn first_invalid_field_in_specification_order_is_reported() {
    let app = App::new().await;
    let wrong = [
        ("signature", json!(7)),
        ("data", json!("zz")),
        ("nonce", json!("7")),
        ("gasPrice", json!("x")),
        ("gasLimit", json!("x")),
        ("fee", json!(-1)),
        ("amount", json!(1.5)),
        ("to", json!("nobody")),
    ];
    for (path, first_two) in [
        ("transaction/attach-signature/eth", ["network", "publicKey"]),
        ("transaction/get-hash/eth", ["publicKey", "network"]),
    ] {
        let mut body = valid_body();
        let last = first_two.map(|field| (field, json!("net")));
        for (field, value) in wrong.iter().cloned().chain(last) {
            if field == "signature" && path.contains("get-hash") {
                continue;
            }
            body[field] = value;
            let response = app.post(path, &body).await;
            assert_eq!(response.json["error"]["field"], field, "{path}: {}", response.text);
        }
    }
    for (path, fields) in [
        (
            "prepare-transaction/estimate/eth",
            ["nonce", "data", "amount", "to", "network", "address"],
        ),
        (
            "prepare-transaction/gas-limit/eth",
            ["address", "network", "nonce", "data", "amount", "to"],
        ),
    ] {
        let mut body = valid_body();
        for field in fields {
            body[field] = "wrong".into();
            let response = app.post(path, &body).await;
            assert_eq!(response.json["error"]["field"], field, "{path}: {}", response.text);
        }
    }
    for (txdata, network, code, field) in [
        ("0x0", "net", "invalid_transaction", "txdata"),
        ("nothing", "testnet", "invalid_transaction", "txdata"),
        ("00", "net", "invalid_request", "network"),
    ] {
        let body = json!({ "network": network, "txdata": txdata });
        let response = app.post("transaction/send/eth", &body).await;
        response.assert_error(400, code, Some(field));
    }
}

#[tokio::test]
async fn send_rejects_invalid_transactions() {
    let app = App::new().await;
    let signed = "f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83";
    let unsigned = "ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080";
    for (txdata, code) in [
        (Value::Null, "invalid_request"),
        (json!(7), "invalid_request"),
        (json!(""), "invalid_transaction"),
        (json!("0x"), "invalid_transaction"),
        (json!("nonsense"), "invalid_transaction"),
        (json!(signed[..100]), "invalid_transaction"),
        (json!(signed[1..]), "invalid_transaction"),
        (json!(format!("{signed}00")), "invalid_transaction"),
        (json!(unsigned), "invalid_transaction"),
        // Without a chain id, as before EIP-155.
        (json!(signed.replacen("8025a0", "801ba0", 1)), "invalid_transaction"),
        // Unsupported types: access lists, blobs and delegations.
        (json!("01c0"), "invalid_transaction"),
        (json!("03c0"), "invalid_transaction"),
        (json!("04c0"), "invalid_transaction"),
        (json!("02c0"), "invalid_transaction"),
        (json!("00".repeat(120_000)), "invalid_transaction"),
    ] {
        let response = app.post("transaction/send/eth", &json!({ "txdata": txdata })).await;
        response.assert_error(400, code, Some("txdata"));
    }
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn bodies_other_than_json_objects_are_rejected() {
    let app = App::new().await;
    let post = async |content_type: &str, body: Vec<u8>| {
        let request = Request::post("/blockchain-connector-eth-like/v1/api/transaction/get-hash/eth")
            .header("authorization", format!("Bearer {}", app.token()))
            .header("content-type", content_type)
            .body(Body::from(body));
        call(&app.router, request.expect("a request")).await
    };
    for body in ["", "null", "[]", "7", "{", "{}x", "{\"nonce\":}"] {
        post("application/json", body.into())
            .await
            .assert_error(400, "invalid_request", None);
    }
    post("text/plain", "{}".into())
        .await
        .assert_error(415, "unsupported_media_type", None);
    post("application/json", vec![b' '; 256 * 1024 + 1])
        .await
        .assert_error(413, "payload_too_large", None);
}
