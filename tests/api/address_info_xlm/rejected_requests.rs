//! Requests about an account that a Horizon rejects with a status of 4xx: they never affect other callers.

use super::App;
use super::fixture::{OTHER, OWN};
use super::records::account;
use crate::support::rejected::{REPETITIONS, rejections};
use serde_json::Value;

#[tokio::test]
async fn rejected_requests_do_not_affect_other_callers_of_horizon() {
    let app = App::new().await;
    app.ledger().put(account(OWN, "100.0000000"));
    for reply in rejections() {
        app.ledger().rejected = Some((OTHER, reply));
        for _ in 0..REPETITIONS {
            let rejected = app.get(&format!("xlm/?address={OTHER}")).await;
            rejected.assert_error(502, "upstream_error", None);
        }
        let other = app.get(&format!("xlm/?address={OWN}")).await;
        assert_eq!(other.data()["source"]["partial"], Value::Null, "{other:?}");
    }
}
