//! `limit=0`: the balance without transactions, and without the requests that only serve the history.

use super::App;
use super::fixture::row;
use crate::address_info_btc_like::esplora;
use crate::support::esplora::Dialect;
use serde_json::{Value, json};

const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const SHOP: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

#[tokio::test]
async fn blockbook_is_not_requested_for_transactions() {
    let app = App::new().await;
    app.fixture().balance = ("100".to_owned(), "-25".to_owned());
    app.fixture().transactions = vec![row(1, 7, &[SHOP], &[(OWN, 100)]), row(2, 6, &[SHOP], &[(OWN, 100)])];
    for cursor in ["", "&cursor=AQAAAKoAAAAB"] {
        let response = app.get(&format!("btc?address={OWN}&limit=0{cursor}")).await;
        let data = response.data();
        assert_eq!(data["balances"][0]["balance"]["amount"], "75");
        assert_eq!((&data["transactions"], &data["nextCursor"]), (&json!([]), &Value::Null));
        assert_eq!(data["source"], json!({ "upstream": "blockbook", "block": "800" }));
    }
    let balance = format!("/api/v2/address/{OWN}?details=tokens");
    let outputs = format!("/api/v2/utxo/{OWN}");
    assert_eq!(
        app.requested_paths(),
        [
            "/api/status".to_owned(),
            balance.clone(),
            balance,
            outputs.clone(),
            outputs
        ]
    );
}

#[tokio::test]
async fn esplora_is_not_requested_for_transactions() {
    let app = esplora::App::new(Dialect::Plain).await;
    let response = app.get(&format!("btc?address={OWN}&limit=0")).await;
    assert_eq!(response.data()["transactions"], json!([]));
    assert_eq!(
        response.data()["source"],
        json!({ "upstream": "esplora", "block": "800" })
    );
    assert_eq!(app.request_count("/txs"), 0);
}
