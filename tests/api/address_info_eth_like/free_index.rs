//! An index with a limit of calls per second, as in free plans.

use super::App;
use super::fixture::timeouts;
use super::rows::sent;
use futures::future::join_all;
use serde_json::{Value, json};
use wallet_upstream::client::HttpClient;

/// The configured rate, and that of the index: calls may arrive somewhat irregularly.
const CONFIGURED: usize = 20;
const LIMIT: usize = 25;

/// Users who request their history at the same time.
const USERS: usize = 10;

/// Checks users of an index with this addition to the URL in the setting, who may miss these parts of their histories.
async fn check(addition: &str, missing: &Value) {
    let client = HttpClient::new(timeouts().limits).expect("a client");
    let setting = |url: &str| format!("jsonrpc+{url}/rpc,etherscan+{url}/v2/api{addition}");
    let app = App::over(setting, client).await;
    {
        let mut fixture = app.fixture();
        fixture.calls_per_second = Some(LIMIT);
        fixture.index.transactions = vec![sent(1, 170, "5")];
    }
    let paths = (1..=USERS).map(|user| format!("eth?address=0x{user:040x}"));
    let paths: Vec<_> = paths.collect();
    let responses = join_all(paths.iter().map(|path| app.get(path))).await;
    for response in &responses {
        let info = response.data();
        let partial = &info["source"]["partial"];
        assert!(partial.is_null() || partial == missing, "{addition}: {info}");
    }
    assert!(app.requested_paths().len() > LIMIT, "more calls than one second allows");
}

#[tokio::test(start_paused = true)]
async fn simultaneous_users_of_a_configured_rate_get_their_history() {
    check(&format!("#rate={CONFIGURED}"), &Value::Null).await;
}

#[tokio::test(start_paused = true)]
async fn simultaneous_users_of_a_reported_limit_get_their_history() {
    // Lists that only complete a history are not repeated after a rejection.
    check("", &json!(["nft-transfers"])).await;
}
