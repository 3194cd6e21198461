//! Errors of single operations, by examples of their requests with one other field.

use super::operations::operations;
use super::requests::{Content, build};
use super::services;
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
const EXCESSIVE: &str = concat!(
    "0xf86d0986ffffffffffff825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd9",
    "39bc2145fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b29",
    "7fb1966a3b6d83",
);

#[tokio::test]
async fn requests_with_one_invalid_field_are_rejected() {
    let xlm = "/blockchain-connector-xlm/v1/api";
    let eth = "/blockchain-connector-eth-like/v1/api";
    let fee = json!({ "fee": "9000000000000000" });
    let key = json!({ "publicKey": "00" });
    let claim = json!({ "fee": fee["fee"], "claimableBalanceId": format!("{:072x}", 1) });
    let set_options = json!([{ "type": "setOptions", "homeDomain": "example.com" }]);
    let operations_fee = json!({ "fee": fee["fee"], "operations": set_options });
    let excessive = json!({ "txdata": EXCESSIVE });
    let signature = json!({ "txdata": INVALID_S });
    let issuer = json!({ "asset": { "code": "USD", "issuer": "x" } });
    let cases: [(String, &Value, &str); 14] = [
        (format!("{xlm}/get-address/{{chain}}"), &key, "invalid_public_key"),
        (
            format!("{xlm}/transaction/attach-signature/{{chain}}"),
            &key,
            "invalid_public_key",
        ),
        (
            format!("{xlm}/transaction/get-hash/{{chain}}/fee-bump"),
            &key,
            "invalid_public_key",
        ),
        (
            format!("{xlm}/transaction/get-hash/{{chain}}/fee-bump"),
            &json!({ "fee": "x", "network": "testnet" }),
            "invalid_amount",
        ),
        (
            format!("{xlm}/transaction/get-hash/{{chain}}/add-trustline"),
            &issuer,
            "invalid_address",
        ),
        (
            format!("{xlm}/transaction/get-hash/{{chain}}/add-trustline"),
            &claim,
            "fee_too_high",
        ),
        (
            format!("{xlm}/transaction/get-hash/{{chain}}/claimable-balance"),
            &fee,
            "fee_too_high",
        ),
        (
            format!("{xlm}/transaction/get-hash/{{chain}}/multi-operations"),
            &operations_fee,
            "fee_too_high",
        ),
        (
            format!("{eth}/transaction/attach-signature/{{chain}}"),
            &json!({ "gasPrice": "0" }),
            "fee_too_low",
        ),
        (
            format!("{eth}/transaction/parse/{{chain}}"),
            &signature,
            "invalid_signature",
        ),
        (
            format!("{eth}/transaction/send/{{chain}}"),
            &signature,
            "invalid_signature",
        ),
        (format!("{eth}/transaction/parse/{{chain}}"), &excessive, "fee_too_high"),
        (format!("{eth}/transaction/send/{{chain}}"), &excessive, "fee_too_high"),
        (
            format!("{eth}/transaction/attach-signature/{{chain}}"),
            &json!({ "gasPrice": "1000000000000000" }),
            "fee_too_high",
        ),
    ];
    let (router, operations, token) = (services().await, operations(), tokens::token(&tokens::ALL));
    let mut others = Vec::new();
    for (template, fields, code) in cases {
        let operation = operations.iter().find(|operation| operation.template == template);
        let operation = operation.expect("a documented operation");
        let mut body = operation.body.clone();
        for (name, value) in fields.as_object().expect("fields") {
            body[name] = value.clone();
        }
        let content = Content::Json(body.to_string());
        let response = call(
            &router,
            build(operation.method.clone(), &operation.path, &token, content),
        )
        .await;
        if response.json["error"]["code"] != code {
            others.push(format!("{template} {code}: {}", response.text));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
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
