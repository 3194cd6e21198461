//! Estimates while the node rejects requests that only complete a response, or requests of a different caller.

use super::App;
use super::estimate::payment;
use super::estimate_pending::{app, max_payment};
use super::fixture::Fixture;
use super::wallet::ADDRESS;
use crate::support::rejected::REPETITIONS;
use crate::support::stub::Reply;
use serde_json::json;

const PATH: &str = "prepare-transaction/estimate/eth";

/// More failures than open the circuit breaker of an upstream.
const FAILURES: usize = 10;

fn failures() -> [Reply; 4] {
    [
        Reply::json(429, "{}"),
        Reply::json(503, "{}").with_header("retry-after: 60"),
        Reply::json(500, "{}"),
        Reply::json(403, "{}"),
    ]
}

#[tokio::test]
async fn failing_searches_of_pending_transactions_affect_no_estimate() {
    for method in ["txpool_contentFrom", "eth_getTransactionBySenderAndNonce"] {
        for failure in failures() {
            let app = app().await;
            app.fixture().failing = Some((method, failure.clone()));
            let mut replacement = payment();
            replacement["nonce"] = 6.into();
            for _ in 0..FAILURES {
                let response = app.post(PATH, &replacement).await;
                assert_eq!(response.data()["nonce"], 6, "{failure:?}");
                let other = app.post(PATH, &payment()).await;
                assert_eq!(other.data()["nonce"], 7, "{failure:?}");
            }
        }
    }
}

#[tokio::test]
async fn failing_code_of_a_recipient_affects_no_estimate() {
    for failure in failures() {
        let app = App::of(Fixture {
            failing: Some(("eth_getCode", failure)),
            ..Fixture::default()
        })
        .await;
        for _ in 0..FAILURES {
            assert_eq!(app.post(PATH, &payment()).await.data()["nonce"], 7);
        }
    }
}

/// Multicall3 reads the fees of the pending transactions; that of the new transaction is a separate call.
#[tokio::test]
async fn failing_fees_of_pending_transactions_affect_no_estimate() {
    for failure in failures() {
        let app = app().await;
        app.fixture().failing = Some(("ca11bde05977b3631167028862be2a173976ca11", failure));
        for chain in ["op", "base"] {
            let path = format!("prepare-transaction/estimate/{chain}");
            for _ in 0..FAILURES {
                let max = app.post(&path, &max_payment()).await;
                max.assert_error(409, "pending_transactions", None);
                assert_eq!(app.post(&path, &payment()).await.data()["nonce"], 7, "{chain}");
            }
        }
    }
}

/// The node rejects the address of a caller.
#[tokio::test]
async fn rejected_requests_do_not_affect_the_estimates_of_others() {
    let error = json!({ "jsonrpc": "2.0", "id": 0, "error": { "code": -32602, "message": "invalid argument 0" } });
    for status in [400, 200] {
        let app = App::new().await;
        let reply = Reply::json(status, error.to_string());
        app.fixture().failing = Some(("0x00000000000000000000000000000000000000aa", reply));
        let mut rejected = payment();
        rejected["address"] = "0x00000000000000000000000000000000000000aa".into();
        for _ in 0..REPETITIONS {
            let response = app.post(PATH, &rejected).await;
            response.assert_error(502, "upstream_error", None);
        }
        assert_eq!(payment()["address"], ADDRESS);
        assert_eq!(app.post(PATH, &payment()).await.data()["nonce"], 7, "{status}");
    }
}
