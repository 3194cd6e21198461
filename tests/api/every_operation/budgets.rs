//! Operations with access to upstreams, after the caller has used the budget.

use super::operations::{Operation, operations};
use super::requests::Content;
use super::send;
use super::services::{self, Stores, Upstreams};
use super::upstreams::content;
use crate::support::tokens;
use serde_json::json;
use wallet_http::UpstreamRequests;

/// The budget of the caller: no request is repeated more often.
const BUDGET: u32 = UpstreamRequests::MIN;

/// The service without upstreams, with further limits on logins and registrations.
const AUTHORIZATION: &str = "/authorization/";

/// Limits the number of waiting requests. `notifications::events` provokes the error.
const EVENTS: &str = "/notifications/v1/api/event";

/// Returns the example of a request, with a single valid entry for a batch.
fn body(operation: &Operation) -> Content {
    let entry = match operation.template.strip_suffix("/v1/api/batch") {
        Some("/address-info-btc-like") => json!({ "chain": "btc", "address": "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa" }),
        Some("/address-info-eth-like") => {
            json!({ "chain": "eth", "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" })
        }
        Some("/address-info-xlm") => {
            let address = "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";
            json!({ "chain": "xlm", "address": address })
        }
        _ => return content(operation),
    };
    Content::Json(json!({ "requests": [entry] }).to_string())
}

#[tokio::test]
async fn every_operation_with_upstreams_is_limited() {
    let upstreams = Upstreams::none().with_budget(UpstreamRequests::per_minute(BUDGET));
    let (caller, other) = (tokens::token_of(1, &["read", "notify"]), tokens::token_of(2, &["read"]));
    let authorizer = tokens::authorizer_with_stopped_clock();
    let router = services::all(&Stores::new().await, &authorizer, &upstreams);
    let is_limited =
        |template: &str| (!template.starts_with(AUTHORIZATION) && template != EVENTS) || template.ends_with("/health");
    let (mut count, mut unlimited) = (0, Vec::new());
    for operation in operations() {
        let calls_upstreams = operation.lists("upstream_unavailable") || operation.template.ends_with("/health");
        let lists = operation.lists("too_many_requests") && is_limited(&operation.template);
        if calls_upstreams && !lists {
            unlimited.push(format!("{} {}", operation.method, operation.path));
        }
        if !lists {
            continue;
        }
        let mut rejected = None;
        for _ in 0..=BUDGET {
            let response = send(&router, &operation, &caller, body(&operation)).await;
            if response.status == 429 {
                rejected = Some(response);
                break;
            }
        }
        let rejected = rejected.unwrap_or_else(|| panic!("{} {} is not limited", operation.method, operation.path));
        rejected.assert_error(429, "too_many_requests", None);
        assert_eq!(rejected.detail("retryAfter"), rejected.retry_after());
        let name = if operation.template.contains("/send/") {
            "sends"
        } else {
            "upstream-requests"
        };
        let policy = rejected.headers.get("ratelimit-policy").expect("a policy");
        assert!(
            policy
                .to_str()
                .expect("text")
                .contains(&format!("\"{name}\";q={BUDGET};w=60")),
            "{policy:?}"
        );
        count += 1;
    }
    assert_eq!(unlimited, [""; 0]);
    assert!(count > 30, "{count}");
    let status = "/blockchain-connector-eth-like/v1/api/transaction/status/{chain}";
    let status = operations().into_iter().find(|operation| operation.template == status);
    let response = send(&router, &status.expect("an operation"), &other, Content::Empty).await;
    assert_eq!(response.json["error"]["code"], "not_configured", "{}", response.text);
}
