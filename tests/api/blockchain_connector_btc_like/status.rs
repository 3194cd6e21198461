//! GET /api/transaction/status/{chain}

use super::wallet::Wallet;
use super::world::App;
use crate::support::stub::Reply;
use serde_json::{Value, json};

/// A txid that stands for any.
const TXID: &str = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16";

/// A service whose upstream says this about the transaction.
async fn app(mut answer: Value) -> App {
    let app = App::new().await;
    answer["txid"] = TXID.into();
    app.world()
        .transactions
        .insert(TXID.to_owned(), Reply::ok(answer.to_string()));
    app
}

#[tokio::test]
async fn a_transaction_is_pending_until_it_is_in_a_block() {
    let app = app(json!({ "blockHeight": -1, "confirmations": 0, "blockTime": 1_700_000_000 })).await;
    let expected = json!({ "txid": TXID, "status": "pending", "confirmations": 0, "block": "", "date": 1_700_000_000 });
    for txid in [TXID.to_owned(), format!("0x{}", TXID.to_uppercase())] {
        let answer = app.get(&format!("transaction/status/btc?txid={txid}")).await;
        assert_eq!(answer.data(), &expected);
    }
    assert_eq!(app.asked()[1].path, format!("/api/v2/tx/{TXID}"));
}

#[tokio::test]
async fn a_block_gives_it_height_time_and_confirmations() {
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
async fn a_transaction_that_nobody_knows_is_404_and_may_come() {
    let app = App::new().await;
    let answer = app.get(&format!("transaction/status/doge?txid={TXID}")).await;
    answer.assert_error(404, "transaction_not_found", None);
    assert_eq!(answer.json["error"]["retriable"], true);
}

#[tokio::test]
async fn nothing_is_made_of_an_unusable_answer() {
    for answer in [
        json!({ "blockHeight": -1, "confirmations": 5 }),
        json!({ "blockHeight": 170, "confirmations": 0 }),
        json!({ "blockHeight": "170", "confirmations": 3 }),
        json!({ "blockHeight": 170, "confirmations": -1 }),
    ] {
        let answer = app(answer)
            .await
            .get(&format!("transaction/status/btc?txid={TXID}"))
            .await;
        answer.assert_error(502, "upstream_error", None);
    }
    let app = app(json!({})).await;
    let other = Wallet::btc().income(&[1], 1).compute_txid().to_string();
    let answer = app.world().transactions[TXID].clone();
    app.world().transactions.insert(other.clone(), answer);
    let answer = app.get(&format!("transaction/status/btc?txid={other}")).await;
    answer.assert_error(502, "upstream_error", None);
}
