//! The check that the document of a service describes each response, with responses that it must accept or find.

use crate::support::contract::check;
use axum::http::{HeaderMap, StatusCode};
use serde_json::{Value, json};

const ADDRESS: &str = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";

/// Checks a response of `POST /api/get-address/btc`.
fn check_address(status: u16, body: &Value) {
    let path = "/blockchain-connector-btc-like/v1/api/get-address/btc/";
    let status = StatusCode::from_u16(status).expect("a status");
    let id = "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a";
    let mut body = body.clone();
    body["requestId"] = id.into();
    let headers = [("content-type", "application/json"), ("request-id", id)];
    let headers = headers.map(|(name, value)| (name.parse().expect("a name"), value.parse().expect("a value")));
    check(
        &axum::http::Method::POST,
        path,
        status,
        &HeaderMap::from_iter(headers),
        body.to_string().as_bytes(),
    );
}

fn error(code: &str, details: &Value) -> Value {
    json!({ "error": { "code": code, "message": "Use x.", "retriable": false, "details": details } })
}

#[test]
fn described_responses_are_accepted() {
    check_address(200, &json!({ "data": { "address": ADDRESS } }));
    check_address(404, &error("chain_not_supported", &json!({ "supported": ["btc"] })));
}

fn is_found(status: u16, body: &Value, expected: &str) {
    let body = body.clone();
    let panic = std::panic::catch_unwind(move || check_address(status, &body)).expect_err("a deviation");
    let text = panic.downcast_ref::<String>().expect("a message");
    assert!(text.contains(expected), "{text}");
}

#[test]
fn responses_that_are_not_described_are_found() {
    let supported = json!({ "supported": ["btc"] });
    for (status, body, expected) in [
        (
            200,
            json!({ "data": { "address": ADDRESS, "other": 1 } }),
            "'other' was unexpected",
        ),
        (
            200,
            json!({ "data": { "address": ADDRESS }, "other": 1 }),
            "'other' was unexpected",
        ),
        (200, json!({ "data": {} }), "is a required property"),
        (200, json!({ "data": { "address": 5 } }), "not of type"),
        (418, json!({ "data": {} }), "the status 418 is not documented"),
        (
            400,
            error("fee_too_low", &json!({})),
            "the code fee_too_low is not documented",
        ),
        (404, error("chain_not_supported", &json!({})), "Body"),
        (
            404,
            error("chain_not_supported", &json!({ "supported": "btc" })),
            "Body",
        ),
        (400, error("invalid_request", &json!({ "hint": "x" })), "Body"),
        (
            404,
            error("invalid_request", &supported),
            "the code invalid_request is not documented",
        ),
    ] {
        is_found(status, &body, expected);
    }
}
