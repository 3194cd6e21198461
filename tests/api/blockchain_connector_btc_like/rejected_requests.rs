//! Requests about an address that an upstream rejects with a status of 4xx: they never affect the estimates of further
//! callers.

use super::fixture::{App, estimate};
use super::wallet::{Wallet, listed};
use crate::support::rejected::{REPETITIONS, rejections};
use crate::support::stub::Reply;
use serde_json::json;

#[tokio::test]
async fn rejected_requests_do_not_affect_the_estimates_of_others() {
    let wallet = Wallet::btc();
    let body = json!({
        "address": wallet.address(), "publicKey": wallet.public_key(), "network": "livenet", "type": "p2wpkh",
        "to": wallet.recipient(), "amount": "50000",
    });
    let path = "prepare-transaction/estimate/btc";
    for reply in rejections() {
        let app = App::new().await;
        app.fixture().estimates.insert("6", estimate("0.00005"));
        app.fixture().utxo = reply.clone();
        for _ in 0..REPETITIONS {
            app.post(path, &body).await.assert_error(502, "upstream_error", None);
        }
        let rows = listed(&wallet.income(&[100_000], 1), 6);
        app.fixture().utxo = Reply::ok(json!(rows).to_string());
        let response = app.post(path, &body).await;
        assert!(response.data()["fees"].is_object(), "{reply:?}");
    }
}
