//! Operations whose upstreams fail.

use super::operations::operations;
use super::requests::Content;
use super::send;
use super::services::{self, Upstreams};
use crate::support::stub::{Reply, Stub, closed_port};
use crate::support::tokens;

/// Checks that every operation that lists the code returns it for the example of its request.
async fn all_return(code: &str, upstreams: &Upstreams) {
    let router = services::all(tokens::authorizer(), upstreams).await;
    let token = tokens::token(&tokens::ALL);
    let (mut count, mut others) = (0, Vec::new());
    for operation in operations().iter().filter(|operation| operation.lists(code)) {
        let content = if operation.has_body {
            Content::Json(operation.body.to_string())
        } else {
            Content::Empty
        };
        let response = send(&router, operation, &token, content).await;
        if response.json["error"]["code"] != code {
            others.push(format!("{} {}: {}", operation.method, operation.path, response.text));
        }
        count += 1;
    }
    assert!(
        others.is_empty() && count > 20,
        "{code}, {} of {count}:\n{}",
        others.len(),
        others.join("\n")
    );
}

#[tokio::test]
async fn missing_upstream_is_not_configured() {
    all_return("not_configured", &Upstreams::default()).await;
}

#[tokio::test]
async fn unreachable_upstream_is_unavailable() {
    all_return(
        "upstream_unavailable",
        &Upstreams {
            url: Some(closed_port()),
        },
    )
    .await;
}

#[tokio::test]
async fn unreadable_response_is_an_upstream_error() {
    let stub = Stub::start(|_| Reply::ok("[[]]")).await;
    all_return(
        "upstream_error",
        &Upstreams {
            url: Some(stub.url.clone()),
        },
    )
    .await;
}

#[tokio::test]
async fn upstream_without_response_times_out() {
    let stub = Stub::start(|_| Reply::Hang).await;
    all_return(
        "upstream_timeout",
        &Upstreams {
            url: Some(stub.url.clone()),
        },
    )
    .await;
}
