//! Checks that the document of a service describes every response that a test receives from one of its operations.

use super::provoked;
use axum::http::{HeaderMap, StatusCode};
use serde_json::Value;
use std::sync::LazyLock;
use wallet_client::{Method, Request, Response};
use wallet_cloud::check::{Contract, Document};

/// The documents of all services.
static CONTRACT: LazyLock<Contract> = LazyLock::new(|| {
    let parse = |(name, text): (&str, &str)| Document::parse(name, 200, text.as_bytes()).expect("a document");
    Contract::new(TEXTS.into_iter().map(parse).collect())
});

macro_rules! texts {
    ($($service:literal)*) => {
        [$(($service, include_str!(concat!("../../../functions/", $service, "/openapi.json"))),)*]
    };
}

const TEXTS: [(&str, &str); 9] = texts! {
    "address-info-btc-like"
    "address-info-eth-like"
    "address-info-xlm"
    "asset-info"
    "authorization"
    "blockchain-connector-btc-like"
    "blockchain-connector-eth-like"
    "blockchain-connector-xlm"
    "notifications"
};

/// Checks that the document lists the status of a response and the code of an error, and that its headers and its body,
/// which has no other fields, match their schemas. A request that matches no operation is not checked.
#[track_caller]
pub fn check(method: &axum::http::Method, path: &str, status: StatusCode, headers: &HeaderMap, body: &[u8]) {
    let Some(method) = known(method) else { return };
    let path = path.trim_end_matches('/');
    let document = CONTRACT.document(path);
    let operations: Vec<_> = document
        .into_iter()
        .flat_map(|document| document.at_path(path))
        .collect();
    if operations.is_empty() {
        return;
    }
    let headers = headers.iter().map(|(name, value)| {
        let value = value.to_str().expect("a header of visible characters");
        (name.as_str().to_owned(), value.to_owned())
    });
    let request = Request::builder()
        .method(method)
        .url(path.to_owned())
        .headers(Vec::new())
        .build();
    let response = Response::builder()
        .status(status.as_u16())
        .headers(headers.collect())
        .body(body.to_vec())
        .build();
    let (operation, problems) = CONTRACT.compare(path, &request, &response);
    // Tests of defects expect a 500, which a deployment must not return.
    let problems: Vec<_> = problems
        .into_iter()
        .filter(|(_, text)| text != "an internal error")
        .collect();
    let body = String::from_utf8_lossy(body);
    assert!(
        problems.is_empty(),
        "{operation}: {problems:?}: {path}: {status} {body}"
    );
    // This error is one of a path, not of a method.
    let of_path = operations
        .iter()
        .filter(|it| it.name == operation || response.status == 405);
    of_path.for_each(|operation| provoked::record(&operation.name, &response));
}

/// The schema of the bodies of webhooks.
static WEBHOOK: LazyLock<Value> = LazyLock::new(|| {
    let text = TEXTS.into_iter().find(|(name, _)| *name == "notifications");
    let document: Value = serde_json::from_str(text.expect("a document").1).expect("JSON");
    document["webhooks"]["event"]["post"]["requestBody"]["content"]["application/json"]["schema"].clone()
});

/// Checks that the body of a webhook, which has no other fields, matches the schema.
#[track_caller]
pub fn check_webhook(body: &Value) {
    let document = CONTRACT.document("/notifications/v1").expect("a document");
    let violations = document.violations(&WEBHOOK, body).expect("a valid schema");
    assert!(violations.is_empty(), "{violations:?}: {body}");
}

fn known(method: &axum::http::Method) -> Option<Method> {
    match method.as_str() {
        "GET" => Some(Method::Get),
        "POST" => Some(Method::Post),
        "PUT" => Some(Method::Put),
        "DELETE" => Some(Method::Delete),
        _ => None,
    }
}
