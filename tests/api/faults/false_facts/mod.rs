//! F13: upstreams with plausible but false facts, alone, as one of two and as one of three
//! (docs/decisions/upstreams.md#facts-from-several-upstreams). Each test lists what the upstreams report and what the
//! caller gets.

mod account_state;
mod prices;

use super::evm_node::reply_with;
use super::family::Family;
use super::fixture::{Fixture, Timeouts};
use super::upstream::Behaviour;
use crate::support::json_rpc::Call;
use crate::support::stub::{Reply, Request};
use serde_json::Value;
use std::time::Duration;
use wallet_upstream::client::Limits;

/// Timeouts with a window of ten seconds after the first response, so that no honest upstream is late on a busy
/// machine.
const GENEROUS: Timeouts = Timeouts {
    limits: Limits {
        connect: Duration::from_secs(20),
        attempt: Duration::from_secs(40),
        body: 200_000,
    },
    request: Duration::from_mins(1),
};

/// Starts services over upstreams with the scripts.
async fn scripted<S>(family: Family, scripts: impl IntoIterator<Item = S>) -> Fixture
where
    S: FnMut(&Request) -> Option<Reply> + Send + 'static,
{
    let behaviours = scripts.into_iter().map(|script| Behaviour::Scripted(Box::new(script)));
    Fixture::with(family, GENEROUS, behaviours).await
}

/// Starts the EVM services over nodes that return these results for a method, each for the call.
async fn evm<T: Copy + Send + 'static>(reported: &[T], method: &'static str, result: fn(T, &Call) -> Value) -> Fixture {
    let script = |reported: T| {
        move |request: &Request| {
            let of_call = |call: &Call| (call.method == method).then(|| result(reported, call));
            Some(reply_with(request, of_call))
        }
    };
    scripted(Family::Evm, reported.iter().map(|reported| script(*reported))).await
}

/// Returns the codes of the warnings of a response.
fn warnings(data: &Value) -> Vec<&str> {
    let warnings = data["warnings"].as_array().map(Vec::as_slice).unwrap_or_default();
    assert!(data["warnings"].is_null() || !warnings.is_empty(), "{data}");
    assert!(warnings.iter().all(|warning| warning["message"].is_string()), "{data}");
    warnings.iter().filter_map(|warning| warning["code"].as_str()).collect()
}

/// Returns the expected warnings.
const fn outlier(is_expected: bool) -> &'static [&'static str] {
    if is_expected { &["fee_outlier"] } else { &[] }
}
