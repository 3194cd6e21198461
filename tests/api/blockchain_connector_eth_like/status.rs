//! GET /api/transaction/status/{chain}

use super::App;
use super::fixture::{HEIGHT, quantity};
use super::wallet::ADDRESS;
use crate::support::json_rpc::missing;
use serde_json::{Value, json};

const TXID: &str = "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060";

/// Creates a service with a node that returns this block and receipt of the transaction.
async fn app(block: &Value, receipt: Value) -> App {
    let app = App::new().await;
    let transaction = json!({ "hash": TXID, "from": ADDRESS, "nonce": "0x9", "blockNumber": block });
    app.fixture()
        .transactions
        .insert(TXID.to_owned(), (transaction, receipt));
    app
}

fn receipt(status: &str) -> Value {
    let block = quantity(HEIGHT - 5);
    json!({ "transactionHash": TXID, "blockNumber": block, "blockHash": format!("0x{}", "ab".repeat(32)), "status": status })
}

#[tokio::test]
async fn transaction_is_pending_until_mined() {
    let app = app(&Value::Null, Value::Null).await;
    let expected = json!({ "txid": TXID, "status": "pending", "confirmations": 0, "block": "", "date": 0 });
    for txid in [TXID.to_owned(), TXID[2..].to_uppercase()] {
        let response = app.get(&format!("transaction/status/eth?txid={txid}")).await;
        assert_eq!(response.data(), &expected);
    }
}

#[tokio::test]
async fn mined_transaction_is_confirmed_or_failed() {
    for (status, name) in [("0x1", "confirmed"), ("0x0", "rejected")] {
        let app = app(&quantity(HEIGHT - 5), receipt(status)).await;
        let response = app
            .get(&format!("transaction/status/matic?txid={TXID}&network=testnet"))
            .await;
        let data = response.data();
        assert_eq!(
            (&data["status"], &data["confirmations"], &data["block"]),
            (&json!(name), &json!(6), &json!("19999995"))
        );
        assert!(data["date"].as_u64() > Some(1_700_000_000), "{data}");
    }
}

#[tokio::test]
async fn unknown_transaction_is_a_retriable_404() {
    let app = App::new().await;
    let response = app.get(&format!("transaction/status/eth?txid={TXID}")).await;
    response.assert_error(404, "transaction_not_found", None);
}

/// The pool of a node still has the transaction, and a second one of the sender is in a block with the nonce.
#[tokio::test]
async fn replaced_transaction_is_rejected_with_its_replacement() {
    let other = format!("0x{}", "22".repeat(32));
    let mined = json!({ "hash": other, "from": ADDRESS, "nonce": "0x9", "blockNumber": quantity(HEIGHT - 1) });
    let replaced = json!({ "txid": TXID, "status": "rejected", "replacedBy": other, "confirmations": 0, "block": "",
        "date": 0 });
    let mut own = mined.clone();
    own["hash"] = json!(TXID);
    let mut pending = mined.clone();
    pending["blockNumber"] = Value::Null;
    let mut of_another = mined.clone();
    of_another["nonce"] = json!("0xa");
    for (row, nonce, is_replaced) in [
        (mined.clone(), 10, true),
        (mined, 9, false),
        (own, 10, false),
        (pending, 10, false),
        (of_another, 10, false),
        (Value::Null, 10, false),
    ] {
        let app = app(&Value::Null, Value::Null).await;
        app.fixture().nonce = nonce;
        app.fixture().pending = Some(row.clone());
        let response = app.get(&format!("transaction/status/eth?txid={TXID}")).await;
        let data = response.data();
        if is_replaced {
            assert_eq!(data, &replaced);
        } else {
            assert_eq!(
                (&data["status"], &data["replacedBy"]),
                (&json!("pending"), &Value::Null),
                "{nonce} {row}"
            );
        }
    }
}

/// No node knows the transaction any more; the client states the sender and nonce.
#[tokio::test]
async fn forgotten_transaction_is_rejected_by_its_sender_and_nonce() {
    let other = format!("0x{}", "22".repeat(32));
    let mined = json!({ "hash": other, "from": ADDRESS, "nonce": "0x9", "blockNumber": quantity(HEIGHT - 1) });
    let app = App::new().await;
    app.fixture().nonce = 10;
    app.fixture().pending = Some(mined);
    let path = format!("transaction/status/eth?txid={TXID}");
    app.get(&path).await.assert_error(404, "transaction_not_found", None);
    let response = app.get(&format!("{path}&address={ADDRESS}&nonce=9")).await;
    let data = response.data();
    assert_eq!(
        (&data["status"], &data["replacedBy"]),
        (&json!("rejected"), &json!(other))
    );
    for (query, code, field) in [
        (format!("address={ADDRESS}"), "invalid_request", "nonce"),
        ("nonce=9".to_owned(), "invalid_request", "address"),
        (format!("address={ADDRESS}&nonce=-1"), "invalid_request", "nonce"),
        (format!("address={ADDRESS}&nonce=%2B9"), "invalid_request", "nonce"),
        (
            format!("address={ADDRESS}&nonce=9007199254740992"),
            "invalid_request",
            "nonce",
        ),
        ("address=0x12&nonce=9".to_owned(), "invalid_address", "address"),
    ] {
        let response = app.get(&format!("{path}&{query}")).await;
        response.assert_error(400, code, Some(field));
    }
}

/// geth reports no transaction by the nonce: the used nonce alone shows the replacement.
#[tokio::test]
async fn forgotten_transaction_is_rejected_by_its_used_nonce() {
    let app = App::new().await;
    app.fixture().instead_of.insert(
        "eth_getTransactionBySenderAndNonce",
        missing("eth_getTransactionBySenderAndNonce"),
    );
    app.fixture().nonce = 10;
    let path = format!("transaction/status/eth?txid={TXID}");
    let response = app.get(&format!("{path}&address={ADDRESS}&nonce=9")).await;
    let expected = json!({ "txid": TXID, "status": "rejected", "confirmations": 0, "block": "", "date": 0 });
    assert_eq!(response.data(), &expected);
    for query in ["", &*format!("&address={ADDRESS}&nonce=10")] {
        let response = app.get(&format!("{path}{query}")).await;
        response.assert_error(404, "transaction_not_found", None);
    }
}
