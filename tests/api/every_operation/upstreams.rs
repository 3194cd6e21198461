//! Operations whose upstreams fail.

use super::operations::{Operation, operations};
use super::requests::Content;
use super::send;
use super::services::{self, Stores, Upstreams};
use crate::support::stub::{Reply, Stub, closed_port};
use crate::support::tokens;
use serde_json::{Value, json};
use std::time::Duration;

/// Operations whose upstream must confirm its chain first, so that it is unavailable if it cannot. `faults::sends`
/// provokes their other errors.
const SENDS: [&str; 2] = [
    "/blockchain-connector-eth-like/v1/api/transaction/send/{chain}",
    "/blockchain-connector-xlm/v1/api/transaction/send/{chain}",
];

/// Only Stellar RPC upstreams simulate calls.
const SIMULATED: [&str; 2] = ["/contract-call", "/token-transfer"];

/// Requires one of two fields.
const CHANGE_ADDRESSES: &str = "/notifications/v1/api/subscription/{id}/addresses";

/// The account 0 of the vector of BIP 84.
const KEY: &str =
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";

/// SEP-7, the example of a signature: the key of the domain is requested.
const SIGNED_REQUEST: &str = concat!(
    "web+stellar:pay?destination=GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO",
    "&amount=120.1234567&memo=skdjfasf&msg=pay%20me%20with%20lumens&origin_domain=someDomain.com",
    "&signature=JTlGMGzxUv90P2SWxUY9xo%2BLlbXaDloend6gkpyylY8X4bUNf6%2F9mFTMJs7JKqSDPRtejlK1kQvrsJfRZSJeAQ%3D%3D",
);

/// Checks that every operation that lists the code, except some, returns it for the example of the request.
async fn all_return(code: &str, upstreams: &Upstreams, except: &[&str]) {
    let stores = Stores::new().await;
    let token = tokens::token(&tokens::ALL);
    let operations = operations().into_iter();
    let listing = operations.filter(|operation| operation.lists(code) && !except.contains(&&*operation.template));
    let calls = listing.map(async |operation| {
        // An upstream that has failed is not called again, so each operation has its own.
        let is_call = SIMULATED.iter().any(|end| operation.template.ends_with(end));
        let upstreams = if is_call {
            &upstreams.with_stellar_rpc()
        } else {
            upstreams
        };
        let router = services::all(&stores, &tokens::authorizer(), upstreams);
        let response = send(&router, &operation, &token, content(&operation)).await;
        let is_expected = response.json["error"]["code"] == code;
        (!is_expected).then(|| format!("{} {}: {}", operation.method, operation.path, response.text))
    });
    let results = futures::future::join_all(calls).await;
    let count = results.len();
    let others: Vec<_> = results.into_iter().flatten().collect();
    let list = others.join("\n");
    assert!(
        others.is_empty() && count > 20,
        "{code}, {} of {count}:\n{list}",
        others.len()
    );
}

/// Returns the content of the example of a request.
pub fn content(operation: &Operation) -> Content {
    if operation.has_body {
        Content::Json(body(operation).to_string())
    } else {
        Content::Empty
    }
}

/// Returns the example of the body, with values for fields of which the document cannot require one.
fn body(operation: &Operation) -> Value {
    let mut body = operation.body.clone();
    if operation.template == "/blockchain-connector-btc-like/v1/api/prepare-transaction/estimate/{chain}" {
        body["to"] = body["address"].clone();
        body["amount"] = "100000".into();
    }
    if operation.template == "/notifications/v1/api/subscription" {
        body["addresses"] = json!(["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"]);
    }
    if operation.template == "/asset-info/v1/api/price/history" {
        body["items"] = json!([{ "asset": "btc", "at": 1_780_000_000 }]);
    }
    if operation.template == "/address-info-btc-like/v1/api/{chain}/recipient" {
        body["key"] = KEY.into();
    }
    if operation.template == "/blockchain-connector-eth-like/v1/api/transaction/preview/{chain}" {
        body["from"] = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".into();
        body["to"] = body["from"].clone();
    }
    if operation.template == "/blockchain-connector-xlm/v1/api/transaction/preview/{chain}" {
        body["network"] = "testnet".into();
    }
    if operation.template.ends_with("/statement") {
        body["from"] = 1_780_000_000.into();
    }
    let is_own_history = ["/statement", "/balance-history"]
        .iter()
        .any(|end| operation.template.ends_with(end));
    if is_own_history && operation.template.starts_with("/address-info-btc-like/") {
        body["address"] = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4".into();
    }
    if operation.template == "/blockchain-connector-xlm/v1/api/payment-request/parse/{chain}" {
        body["uri"] = SIGNED_REQUEST.into();
    }
    if operation.template == CHANGE_ADDRESSES {
        body["add"] = json!(["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"]);
    }
    if operation.template.ends_with("/add-trustline") {
        body["claimableBalanceId"] = format!("{:072x}", 1).into();
    }
    if operation.template.ends_with("/multi-operations") {
        body["operations"] = json!([{ "type": "setOptions", "homeDomain": "example.com" }]);
    }
    body
}

/// Has no upstream: its setting is the key of the second factor. `authorization::account::otp` provokes the error.
const ENROLMENT: &str = "/authorization/v1/api/account/otp";

#[tokio::test]
async fn missing_upstream_is_not_configured() {
    all_return("not_configured", &Upstreams::none(), &[ENROLMENT]).await;
}

#[tokio::test]
async fn unreachable_upstream_is_unavailable() {
    all_return("upstream_unavailable", &Upstreams::at(closed_port()), &[]).await;
}

#[tokio::test]
async fn unreadable_response_is_an_upstream_error() {
    let stub = Stub::start(|_| Reply::ok("[[]]")).await;
    all_return("upstream_error", &Upstreams::at(stub.url.clone()), &SENDS).await;
}

#[tokio::test]
async fn upstream_without_response_times_out() {
    let stub = Stub::start(|_| Reply::Hang).await;
    let upstreams = Upstreams::at(stub.url.clone()).within(Duration::from_secs(1));
    all_return("upstream_timeout", &upstreams, &SENDS).await;
}
