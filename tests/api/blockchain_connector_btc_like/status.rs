//! GET /api/transaction/status/{chain}

use super::fixture::App;
use super::wallet::Wallet;
use crate::support::stub::Reply;
use serde_json::{Value, json};

const TXID: &str = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16";

/// Creates a service with an upstream that returns this data for the transaction.
async fn app(mut response: Value) -> App {
    let app = App::new().await;
    response["txid"] = TXID.into();
    app.fixture()
        .transactions
        .insert(TXID.to_owned(), Reply::ok(response.to_string()));
    app
}

#[tokio::test]
async fn transaction_is_pending_until_mined() {
    let app = app(json!({ "blockHeight": -1, "confirmations": 0, "blockTime": 1_700_000_000 })).await;
    let expected = json!({ "txid": TXID, "status": "pending", "confirmations": 0, "block": "", "date": 1_700_000_000 });
    for txid in [TXID.to_owned(), format!("0x{}", TXID.to_uppercase())] {
        let response = app.get(&format!("transaction/status/btc?txid={txid}")).await;
        assert_eq!(response.data(), &expected);
    }
    assert_eq!(app.requests()[1].path, format!("/api/v2/tx/{TXID}"));
}

#[tokio::test]
async fn mined_transaction_has_height_time_and_confirmations() {
    let app = app(json!({ "blockHeight": 170, "confirmations": 3, "blockTime": 1_231_731_025 })).await;
    let expected =
        json!({ "txid": TXID, "status": "confirmed", "confirmations": 3, "block": "170", "date": 1_231_731_025 });
    for chain in ["btc", "ltc", "bch", "doge"] {
        for network in ["livenet", "testnet"] {
            let path = format!("transaction/status/{chain}?txid={TXID}&network={network}");
            assert_eq!(app.get(&path).await.data(), &expected);
        }
    }
}

#[tokio::test]
async fn unknown_transaction_is_a_retriable_404() {
    let app = App::new().await;
    let response = app.get(&format!("transaction/status/doge?txid={TXID}")).await;
    response.assert_error(404, "transaction_not_found", None);
    assert_eq!(response.json["error"]["retriable"], true);
}

#[tokio::test]
async fn replaced_transaction_is_rejected_by_a_stated_input() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let (parent, mut mined) = (wallet.income(&[5], 1), wallet.income(&[1], 2));
    mined.input[0].previous_output = bitcoin::OutPoint::new(parent.compute_txid(), 0);
    let (parent, by) = (parent.compute_txid().to_string(), mined.compute_txid().to_string());
    let rows = [
        (
            format!("{parent}?spending=true"),
            json!({ "txid": parent, "vout": [{ "spent": true, "spentTxId": by }] }),
        ),
        (
            by.clone(),
            json!({ "txid": by, "hex": bitcoin::consensus::encode::serialize_hex(&mined), "blockHeight": 170,
                "confirmations": 3, "blockTime": 1 }),
        ),
    ];
    for (txid, row) in rows {
        app.fixture().transactions.insert(txid, Reply::ok(row.to_string()));
    }
    let path = format!("transaction/status/btc?txid={TXID}");
    app.get(&path).await.assert_error(404, "transaction_not_found", None);
    let response = app.get(&format!("{path}&inputs={parent}:0")).await;
    let expected =
        json!({ "txid": TXID, "status": "rejected", "replacedBy": by, "confirmations": 0, "block": "", "date": 0 });
    assert_eq!(response.data(), &expected);
    for inputs in [
        "",
        "x",
        TXID,
        &format!("{parent}:x"),
        &vec![format!("{parent}:0"); 6].join(","),
    ] {
        let response = app.get(&format!("{path}&inputs={inputs}")).await;
        response.assert_error(400, "invalid_request", Some("inputs"));
    }
}

#[tokio::test]
async fn unusable_response_is_an_upstream_error() {
    for response in [
        json!({ "blockHeight": -1, "confirmations": 5 }),
        json!({ "blockHeight": 170, "confirmations": 0 }),
        json!({ "blockHeight": "170", "confirmations": 3 }),
        json!({ "blockHeight": 170, "confirmations": -1 }),
    ] {
        let response = app(response)
            .await
            .get(&format!("transaction/status/btc?txid={TXID}"))
            .await;
        response.assert_error(502, "upstream_error", None);
    }
    let app = app(json!({})).await;
    let other = Wallet::btc().income(&[1], 1).compute_txid().to_string();
    let response = app.fixture().transactions[TXID].clone();
    app.fixture().transactions.insert(other.clone(), response);
    let response = app.get(&format!("transaction/status/btc?txid={other}")).await;
    response.assert_error(502, "upstream_error", None);
}
