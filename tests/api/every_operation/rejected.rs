//! Errors of single operations, by examples of their requests with one other field.

use super::operations::operations;
use super::requests::{Content, build};
use super::{send, services};
use crate::support::client::call;
use crate::support::tokens;
use serde_json::{Value, json};

/// The signed transaction of the example of EIP-155, with a value of `s` above the order of the curve.
const INVALID_S: &str = concat!(
    "0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd9",
    "39bc2145fe537567866003e1a15d3c71ff63e1590620aa636276a0ffffffffffffffffffffffffffffffffffffffffffffffffff",
    "ffffffffffffff",
);

/// The same transaction with a gas price of 281474 gwei, signed by an unknown key.
const EXCESSIVE_UNSIGNED: &str =
    "0xed0986ffffffffffff825208943535353535353535353535353535353535353535880de0b6b3a764000080018080";
const EXCESSIVE: &str = concat!(
    "0xf86d0986ffffffffffff825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd9",
    "39bc2145fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b29",
    "7fb1966a3b6d83",
);

/// The end of a path, the changed fields of the body (null removes a field), and the code.
type Case = (&'static str, Value, &'static str);

fn xlm_cases() -> [Case; 8] {
    let key = json!({ "publicKey": "00" });
    let fee = "9000000000000000";
    let claimed = format!("{:072x}", 1);
    let issuer = json!({ "asset": { "code": "USD", "issuer": "x" } });
    let operations = json!([{ "type": "setOptions", "homeDomain": "example.com" }]);
    [
        ("get-address/{chain}", key.clone(), "invalid_public_key"),
        (
            "transaction/attach-signature/{chain}",
            key.clone(),
            "invalid_public_key",
        ),
        ("get-hash/{chain}/fee-bump", key, "invalid_public_key"),
        (
            "get-hash/{chain}/fee-bump",
            json!({ "fee": "x", "network": "testnet" }),
            "invalid_amount",
        ),
        ("get-hash/{chain}/add-trustline", issuer, "invalid_address"),
        (
            "add-trustline",
            json!({ "fee": fee, "claimableBalanceId": claimed }),
            "fee_too_high",
        ),
        ("claimable-balance", json!({ "fee": fee }), "fee_too_high"),
        (
            "multi-operations",
            json!({ "fee": fee, "operations": operations }),
            "fee_too_high",
        ),
    ]
}

fn eth_like_cases() -> [Case; 8] {
    let (signature, excessive) = (json!({ "txdata": INVALID_S }), json!({ "txdata": EXCESSIVE }));
    [
        ("transaction/parse/{chain}", signature.clone(), "invalid_signature"),
        ("send/{chain}", signature, "invalid_signature"),
        (
            "transaction/parse/{chain}",
            json!({ "txdata": EXCESSIVE_UNSIGNED }),
            "fee_too_high",
        ),
        ("send/{chain}", excessive, "fee_too_high"),
        ("transaction/preview/{chain}", preview(INVALID_S), "invalid_signature"),
        (
            "transaction/preview/{chain}",
            preview(EXCESSIVE_UNSIGNED),
            "fee_too_high",
        ),
        (
            "transaction/attach-signature/{chain}",
            json!({ "gasPrice": "0" }),
            "fee_too_low",
        ),
        (
            "transaction/attach-signature/{chain}",
            json!({ "gasPrice": "1000000000000000" }),
            "fee_too_high",
        ),
    ]
}

/// Returns the fields of a preview of a finished transaction.
fn preview(txdata: &str) -> Value {
    json!({ "txdata": txdata, "to": null, "value": null, "data": null })
}

async fn are_rejected(service: &str, cases: impl IntoIterator<Item = Case>) {
    let (router, operations, token) = (services().await, operations(), tokens::token(&tokens::ALL));
    let mut others = Vec::new();
    for (path, fields, code) in cases {
        let is_meant = |template: &str| template.starts_with(service) && template.ends_with(path);
        let operation = operations.iter().find(|operation| is_meant(&operation.template));
        let operation = operation.expect("a documented operation");
        let mut body = operation.body.clone();
        for (name, value) in fields.as_object().expect("fields") {
            match value {
                Value::Null => drop(body.as_object_mut().expect("an object").remove(name)),
                value => body[name] = value.clone(),
            }
        }
        let content = Content::Json(body.to_string());
        let response = send(&router, operation, &token, content).await;
        if response.json["error"]["code"] != code {
            others.push(format!("{path} {code}: {}", response.text));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[tokio::test]
async fn requests_with_one_other_field_are_rejected() {
    are_rejected("/blockchain-connector-xlm/", xlm_cases()).await;
    are_rejected("/blockchain-connector-eth-like/", eth_like_cases()).await;
}

#[tokio::test]
async fn invalid_issuer_of_an_asset_is_rejected() {
    let router = services().await;
    let path = "/blockchain-connector-xlm/v1/api/validate-address/xlm?address=x&code=USD&issuer=x";
    let request = build(axum::http::Method::GET, path, &tokens::token(&["read"]), Content::Empty);
    call(&router, request)
        .await
        .assert_error(400, "invalid_address", Some("issuer"));
}
