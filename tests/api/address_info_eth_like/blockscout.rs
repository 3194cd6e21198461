//! The Blockscout dialect.

use super::App;
use super::fixture::{CONTRACT, LISTED, OWN, SHOP};
use super::rows::{id, internal, sent, token, with};
use serde_json::{Value, json};

fn pending(salt: usize, from: &str, to: &str) -> Value {
    json!({ "hash": id(salt), "nonce": salt.to_string(), "from": from.to_lowercase(), "to": to.to_lowercase(), "value": "5",
        "gas": "30000", "gasPrice": "7", "input": "0x", "contractAddress": "", "cumulativeGasUsed": "", "gasUsed": "" })
}

#[tokio::test]
async fn rows_are_parsed() {
    let app = App::with("blockscout").await;
    {
        let index = &mut app.fixture().index;
        // Addresses with checksum, and no function name.
        let mut payment = with(sent(1, 170, "5"), &json!({ "from": OWN, "to": CONTRACT }));
        payment.as_object_mut().expect("an object").remove("functionName");
        index.transactions = vec![payment];
        let mut forwarded = with(
            internal(1, 170, "3"),
            &json!({ "transactionHash": id(1), "index": "2", "callType": "call" }),
        );
        forwarded.as_object_mut().expect("an object").remove("hash");
        // The same contract creation as the transaction.
        index.internal = vec![forwarded];
        index.tokens = vec![with(
            token(1, 170, LISTED, "9"),
            &json!({ "tokenName": null, "tokenDecimal": "", "logIndex": "4" }),
        )];
    }
    let info = app.info().await;
    let amounts: Vec<_> = info["transactions"][0]["actions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|action| action["value"]["amount"].clone())
        .collect();
    assert_eq!(amounts, ["5", "3", "9"]);
    assert!(
        app.requested_paths()
            .iter()
            .all(|path| path.starts_with("/10/api?module=account") && !path.contains("chainid"))
    );
}

#[tokio::test]
async fn duplicate_creation_is_listed_once() {
    let app = App::with("blockscout").await;
    {
        let index = &mut app.fixture().index;
        let creation = json!({ "to": "", "contractAddress": CONTRACT });
        index.transactions = vec![with(sent(1, 170, "5"), &creation)];
        let again = json!({ "type": "create", "from": OWN, "to": "", "contractAddress": CONTRACT });
        index.internal = vec![with(internal(1, 170, "5"), &again)];
    }
    let info = app.info().await;
    let actions = info["transactions"][0]["actions"].as_array().expect("a list");
    assert_eq!((actions.len(), &actions[0]["to"]), (1, &json!(CONTRACT)));
}

#[tokio::test]
async fn pending_transactions_come_first_with_their_first_seen_time() {
    let app = App::with("blockscout").await;
    {
        let index = &mut app.fixture().index;
        index.transactions = vec![sent(1, 170, "5"), sent(3, 169, "5")];
        // The first transaction was confirmed concurrently.
        index.pending = vec![pending(1, OWN, SHOP), pending(4, OWN, SHOP), pending(5, OWN, SHOP)];
    }
    let info = app.info().await;
    let transactions = info["transactions"].as_array().expect("a list");
    let shown: Vec<_> = transactions
        .iter()
        .map(|transaction| json!([transaction["txid"], transaction["status"], transaction["block"]]))
        .collect();
    let expected = [
        json!([id(5), "pending", ""]),
        json!([id(4), "pending", ""]),
        json!([id(1), "confirmed", "170"]),
        json!([id(3), "confirmed", "169"]),
    ];
    assert_eq!(shown, expected);
    // The maximum fee.
    assert_eq!(transactions[0]["fee"]["amount"], "210000");
    assert_eq!(app.info().await["transactions"][0]["date"], transactions[0]["date"]);
    // With a cursor in the chain, pending transactions are not requested.
    let response = app.get(&format!("eth?address={OWN}&limit=3")).await;
    let before = app
        .requested_paths()
        .iter()
        .filter(|path| path.contains("pendingtxlist"))
        .count();
    let cursor = response.data()["nextCursor"].as_str().expect("a cursor").to_owned();
    let rest = app.get(&format!("eth?address={OWN}&cursor={cursor}")).await;
    assert_eq!(rest.data()["transactions"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        app.requested_paths()
            .iter()
            .filter(|path| path.contains("pendingtxlist"))
            .count(),
        before
    );
}

#[tokio::test]
async fn unprocessed_internal_transfers_are_reported_missing() {
    let app = App::with("blockscout").await;
    {
        let index = &mut app.fixture().index;
        index.internal = vec![internal(1, 170, "3")];
        index.internal_status = "2";
    }
    let info = app.info().await;
    assert_eq!(info["source"]["partial"], json!(["internal-transfers"]));
    assert_eq!(info["transactions"].as_array().map(Vec::len), Some(1));
}
