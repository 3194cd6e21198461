//! Requests about an address that an upstream rejects with a status of 4xx: they never affect other callers.

use super::App;
use super::fixture::{OWN, SHOP};
use super::index::error_reply;
use crate::support::rejected::{REPETITIONS, rejections};
use serde_json::{Value, json};

#[tokio::test]
async fn rejected_requests_do_not_affect_other_callers() {
    for kind in ["etherscan", "blockscout", "blockbook"] {
        let app = App::with(kind).await;
        for reply in rejections() {
            app.fixture().rejected = Some((SHOP, reply));
            for _ in 0..REPETITIONS {
                let rejected = app.get(&format!("eth/?address={SHOP}")).await;
                rejected.assert_error(502, "upstream_error", None);
            }
            let other = app.get(&format!("eth/?address={OWN}")).await;
            assert_eq!(other.data()["source"]["partial"], Value::Null, "{kind}: {other:?}");
        }
    }
}

/// Etherscan and Blockscout report invalid parameters with status 200.
#[tokio::test]
async fn texts_of_rejected_requests_do_not_affect_other_callers() {
    for kind in ["etherscan", "blockscout"] {
        let app = App::with(kind).await;
        for text in [
            "Error! Invalid address format",
            "Invalid address hash",
            "Invalid parameter(s)",
        ] {
            app.fixture().instead = Some(error_reply(text));
            for _ in 0..REPETITIONS {
                let rejected = app.get(&format!("eth/?address={SHOP}")).await;
                assert_eq!(rejected.data()["source"]["partial"], json!(["history"]), "{text}");
            }
            app.fixture().instead = None;
            let other = app.get(&format!("eth/?address={OWN}")).await;
            assert_eq!(other.data()["source"]["partial"], Value::Null, "{kind}: {other:?}");
        }
    }
}
