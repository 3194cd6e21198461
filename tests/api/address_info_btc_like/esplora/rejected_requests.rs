//! Requests about an address that an Esplora rejects with a status of 4xx: they never affect other callers.

use super::{App, DIALECTS, OWN, SHOP};
use crate::support::rejected::{REPETITIONS, rejections};
use serde_json::Value;

#[tokio::test]
async fn rejected_requests_do_not_affect_other_callers_of_esplora() {
    for dialect in DIALECTS {
        let app = App::new(dialect).await;
        for reply in rejections() {
            let path = format!("address/{SHOP}");
            app.fixture().overrides.insert(path, reply);
            for _ in 0..REPETITIONS {
                let rejected = app.get(&format!("btc?address={SHOP}")).await;
                rejected.assert_error(502, "upstream_error", None);
            }
            let other = app.get(&format!("btc?address={OWN}")).await;
            assert_eq!(other.data()["source"]["partial"], Value::Null, "{other:?}");
        }
    }
}
