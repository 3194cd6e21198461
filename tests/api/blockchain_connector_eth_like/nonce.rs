//! GET /api/prepare-transaction/nonce/{chain}

use super::App;
use super::fixture::all_params;
use super::wallet::ADDRESS;
use serde_json::json;
use wallet_core::model::ChainName;

#[tokio::test]
async fn nonce_is_a_number_and_includes_pending_transactions() {
    let app = App::new().await;
    for params in all_params() {
        let (chain, network) = (params.chain.name(), params.network.name());
        let path = format!("prepare-transaction/nonce/{chain}?address={ADDRESS}&network={network}");
        assert_eq!(app.get(&path).await.data(), &json!({ "nonce": 7, "confirmed": 7 }));
        app.fixture().confirmed = Some(5);
        assert_eq!(app.get(&path).await.data(), &json!({ "nonce": 7, "confirmed": 5 }));
        app.fixture().confirmed = None;
    }
    let calls = app.requests();
    assert!(calls.iter().all(|call| call.method == "eth_getTransactionCount"));
    assert!(calls.iter().any(|call| call.params[1] == "pending"), "{calls:?}");
}

#[tokio::test]
async fn nonce_is_not_cached() {
    let app = App::new().await;
    let path = format!("prepare-transaction/nonce/eth?address={ADDRESS}");
    for nonce in [7, 8, 0] {
        app.fixture().nonce = nonce;
        assert_eq!(app.get(&path).await.data()["nonce"], nonce);
    }
}
