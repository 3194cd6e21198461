//! The local server from its users' point of view, started in this process or as a program.

mod check;
mod client;
mod demo;
mod guides;
mod health;
#[cfg(target_os = "linux")]
mod logins;
mod program;
mod races;
mod readme;
mod register_token;
mod restart;
mod snippets;
mod stellar;
mod upstream_keys;

use serde_json::Value;
use wallet_cloud::demo::api::{Api, CallError};
use wallet_cloud::serve::{Options, Running, start};

async fn ephemeral() -> Running {
    start(Options::ephemeral()).await.unwrap()
}

/// Returns a permission token of the server's merchant.
async fn merchant_token(running: &Running, permission: &str) -> String {
    let api = Api::new(&running.base_url).unwrap();
    let body = serde_json::json!({
        "tokenId": uuid::Uuid::new_v4(),
        "permissions": [permission],
        "merchantKey": running.merchant_key,
    });
    let pair: Value = api
        .post("/authorization/v1/api/permission/issue-by-key", &body)
        .await
        .unwrap();
    pair["permissionToken"]["permissionToken"].as_str().unwrap().to_owned()
}

#[track_caller]
fn code(result: Result<Value, CallError>) -> String {
    match result {
        Err(CallError::ErrorResponse { status, code, .. }) => format!("{status} {code}"),
        other => panic!("not rejected: {other:?}"),
    }
}
