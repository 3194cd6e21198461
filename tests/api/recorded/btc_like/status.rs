//! GET /api/transaction/status/{chain}

use super::data::transactions;
use crate::blockchain_connector_btc_like::App;
use crate::support::stub::Reply;
use serde_json::json;

#[tokio::test]
async fn block_and_time_are_those_of_the_recorded_transaction() {
    let app = App::new().await;
    for recorded in transactions() {
        let (Some(height), Some(time)) = (recorded.height, recorded.time) else {
            continue;
        };
        let reply = json!({ "txid": recorded.txid, "blockHeight": height, "confirmations": 3, "blockTime": time });
        app.fixture()
            .transactions
            .insert(recorded.txid.clone(), Reply::ok(reply.to_string()));
        let path = format!(
            "transaction/status/{}?txid={}&network={}",
            recorded.chain, recorded.txid, recorded.network
        );
        let expected = json!({
            "txid": recorded.txid, "status": "confirmed", "confirmations": 3, "block": height.to_string(), "date": time,
        });
        assert_eq!(app.get(&path).await.data(), &expected, "{}", recorded.source);
    }
}
