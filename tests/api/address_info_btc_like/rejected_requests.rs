//! Requests about an address that an upstream rejects with a status of 4xx: they never affect other callers.

use super::fixture::App;
use crate::support::rejected::{REPETITIONS, rejections};
use serde_json::Value;

const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const REJECTED: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

#[tokio::test]
async fn rejected_requests_do_not_affect_other_callers_of_blockbook() {
    let app = App::new().await;
    for reply in rejections() {
        app.fixture().rejected = Some((REJECTED, reply));
        for _ in 0..REPETITIONS {
            let rejected = app.get(&format!("btc?address={REJECTED}")).await;
            rejected.assert_error(502, "upstream_error", None);
        }
        let other = app.get(&format!("btc?address={OWN}")).await;
        assert_eq!(other.data()["source"]["partial"], Value::Null, "{other:?}");
    }
}
