//! A database that throttles: 503 without partial changes, whichever operation of a request is the first that is
//! throttled.
//!
//! A throttled counter of attempts is 429: the attempts on a name or network exceed what a table can count.

use super::faults::{Call, Scene, assert_unavailable};
use super::fixture::{request, router};
use crate::support::client::call;
use crate::support::fault_proxy::{FaultProxy, connect};
use authorization::Services;
use futures::future::join_all;
use std::sync::Arc;
use wallet_store::dynamodb::{DynamoAccounts, DynamoSessions, DynamoThrottle};

/// The requests that read or write the tables.
const AFFECTED: [&str; 11] = [
    "issue-by-key",
    "issue-by-factors",
    "refresh",
    "login",
    "prove",
    "register",
    "change",
    "delete",
    "enrol",
    "sessions",
    "end-session",
];

/// More operations than any request needs.
const MAX_OPERATIONS: usize = 16;

/// Sends a request while the database executes this number of operations only. Returns false if they suffice, whatever
/// the result.
async fn is_throttled(name: &str, admitted: usize) -> bool {
    let scene = Scene::new().await;
    let proxy = FaultProxy::before(scene.fixture.address).await;
    let (database, tables) = (connect(proxy.address), &scene.fixture.tables);
    let services = Services {
        accounts: Arc::new(DynamoAccounts::new(database.clone(), tables.clone())),
        sessions: Arc::new(DynamoSessions::new(database.clone(), tables.clone())),
        throttle: Arc::new(DynamoThrottle::new(database, tables.clone())),
        ..scene.fixture.services.clone()
    };
    proxy.throttle_after(admitted);
    let requests = scene.requests();
    let Call {
        method,
        path,
        token,
        body,
        ..
    } = requests.into_iter().find(|call| call.name == name).unwrap();
    let request = request(method, path, token.as_deref(), &body.to_string());
    let response = call(&router(services), request).await;
    match response.status.as_u16() {
        503 => assert_unavailable(&format!("{name} after {admitted} operations"), &response),
        429 => assert!(response.headers.contains_key("retry-after"), "{}", response.text),
        _ => return false,
    }
    proxy.throttle_after(usize::MAX);
    scene.assert_untouched().await;
    true
}

/// Returns the number of operations of a request that fail the request when throttled.
async fn throttled_operations(name: &str) -> usize {
    for admitted in 0..MAX_OPERATIONS {
        if !is_throttled(name, admitted).await {
            return admitted;
        }
    }
    panic!("{name} has more than {MAX_OPERATIONS} operations");
}

#[tokio::test(flavor = "multi_thread")]
async fn throttled_requests_get_503_and_change_nothing() {
    let counts = join_all(AFFECTED.map(throttled_operations)).await;
    let counts: Vec<_> = AFFECTED.into_iter().zip(counts).collect();
    println!("{counts:?}");
    assert!(counts.iter().all(|(_, count)| *count > 0), "{counts:?}");
}
