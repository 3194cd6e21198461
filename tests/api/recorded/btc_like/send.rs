//! POST /api/transaction/send/{chain}

use super::data::{Recorded, by_txid, transactions};
use super::differences::Differences;
use crate::blockchain_connector_btc_like::App;
use crate::support::stub::Reply;
use bitcoin::Transaction;
use serde_json::json;

/// Blocks of doge up to this height contain transactions that nodes of today do not relay: free ones, and fees of
/// 0.0001 coins per 1000 bytes.
const OLD_DOGE: u32 = 1_000_000;

/// Returns the transactions, with those whose outputs they spend, if all of these are recorded.
pub fn with_parents() -> Vec<(&'static Recorded, Vec<&'static Recorded>)> {
    let is_old =
        |recorded: &Recorded| recorded.chain == "doge" && recorded.height.is_none_or(|height| height < OLD_DOGE);
    let relayed = transactions().filter(|recorded| !is_old(recorded));
    let with_parents = relayed.filter_map(|recorded| {
        let known = by_txid(&recorded.chain, &recorded.network);
        let transaction: Transaction = recorded.decode()?;
        let spent = transaction
            .input
            .iter()
            .map(|input| input.previous_output.txid.to_string());
        let parents: Option<Vec<_>> = spent.map(|txid| known.get(txid.as_str()).copied()).collect();
        Some((recorded, parents?))
    });
    with_parents.collect()
}

/// Returns the number of transactions.
pub fn count() -> usize {
    with_parents().len()
}

/// Lets the upstream know the transactions.
pub fn list(app: &App, parents: &[&Recorded]) {
    for parent in parents {
        let reply = Reply::ok(json!({ "txid": parent.txid, "hex": parent.hex }).to_string());
        app.fixture().transactions.insert(parent.txid.clone(), reply);
    }
}

/// Each of the transactions was relayed and mined, so no check before the broadcast may reject it.
#[tokio::test]
async fn mined_transactions_are_sent() {
    let app = App::new().await;
    let mut differences = Differences::default();
    for (recorded, parents) in with_parents() {
        list(&app, &parents);
        app.fixture().submit = Reply::ok(json!({ "result": recorded.txid }).to_string());
        let body = json!({ "txdata": recorded.hex, "network": recorded.network });
        let response = app.post(&format!("transaction/send/{}", recorded.chain), &body).await;
        let place = format!(
            "{} {} of {}: {}",
            recorded.chain, recorded.txid, recorded.source, response.text
        );
        differences.compare(&place, &response.json["data"]["txid"], recorded.txid.as_str());
        if response.status == 200 {
            let sent = app.requests().pop().expect("a request");
            differences.compare(&recorded.txid, sent.body, &recorded.hex);
        }
    }
    differences.assert_none();
}
