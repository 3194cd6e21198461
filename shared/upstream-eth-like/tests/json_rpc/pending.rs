//! Pending transactions by nonce.

use super::{HEIGHT, SENDER, SIGNED_ID, Server, assert_unusable, block, eth, hex, sender, soon, wei};
use serde_json::{Value, json};
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::PendingTransaction;
use wallet_eth_like::ports::EthLikeNode;

const NONCE: u64 = 9;

fn pending_row() -> Value {
    json!({
        "hash": SIGNED_ID, "from": SENDER, "nonce": hex(NONCE), "blockNumber": null, "gasPrice": "0x64",
        "maxFeePerGas": "0x64", "maxPriorityFeePerGas": "0x5", "type": "0x2",
    })
}

fn legacy() -> Value {
    json!({ "hash": SIGNED_ID, "from": SENDER, "nonce": hex(NONCE), "gasPrice": "0x64", "type": "0x0" })
}

fn expected(tip: u64) -> PendingTransaction {
    PendingTransaction {
        hash: SIGNED_ID.parse().expect("a hash"),
        max_fee_per_gas: wei(100),
        max_priority_fee_per_gas: wei(tip),
    }
}

async fn found(server: &Server) -> Result<Option<PendingTransaction>, UpstreamError> {
    server.node.pending_transaction(eth(), sender(), NONCE, soon()).await
}

#[tokio::test(start_paused = true)]
async fn any_supported_method_finds_the_transaction() {
    let nonce = NONCE.to_string();
    let pools = [
        json!({ "pending": { nonce.as_str(): pending_row() }, "queued": {} }),
        json!({ "pending": {}, "queued": { nonce.as_str(): pending_row() } }),
    ];
    let by_nonce = Server::start().await;
    by_nonce.set_result("eth_getTransactionBySenderAndNonce", pending_row());
    assert_eq!(found(&by_nonce).await, Ok(Some(expected(5))));
    assert_eq!(
        by_nonce.calls_of("eth_getTransactionBySenderAndNonce")[0].params,
        json!([SENDER, "0x9"])
    );
    for pool in pools {
        let server = Server::start().await;
        server.set_result("txpool_contentFrom", pool);
        assert_eq!(found(&server).await, Ok(Some(expected(5))));
    }
    let by_block = Server::start().await;
    by_block.set_handler("eth_getBlockByNumber", |call| {
        let mut next = block(HEIGHT + 1);
        let mut transaction = pending_row();
        transaction["blockNumber"] = hex(HEIGHT + 1);
        if call.params == json!(["pending", true]) {
            next["transactions"] = json!([transaction]);
        }
        Ok(next)
    });
    assert_eq!(found(&by_block).await, Ok(Some(expected(5))));
}

#[tokio::test(start_paused = true)]
async fn whole_gas_price_of_a_legacy_transaction_is_tip() {
    let server = Server::start().await;
    server.set_result("eth_getTransactionBySenderAndNonce", legacy());
    assert_eq!(found(&server).await, Ok(Some(expected(100))));
}

#[tokio::test(start_paused = true)]
async fn mined_or_unrelated_transaction_is_not_returned() {
    for (field, value) in [
        ("blockNumber", hex(HEIGHT)),
        ("nonce", hex(NONCE + 1)),
        ("from", json!("0x1111111111111111111111111111111111111111")),
    ] {
        let mut row = pending_row();
        row[field] = value;
        let server = Server::start().await;
        server.set_result("eth_getTransactionBySenderAndNonce", row);
        assert_eq!(found(&server).await, Ok(None), "{field}");
    }
    let without_methods = Server::start().await;
    assert_eq!(found(&without_methods).await, Ok(None));
}

#[tokio::test(start_paused = true)]
async fn impossible_fees_are_unusable() {
    for (field, value) in [("maxFeePerGas", hex(u64::MAX)), ("maxPriorityFeePerGas", hex(101))] {
        let mut row = pending_row();
        row[field] = value;
        let server = Server::start().await;
        server.set_result("eth_getTransactionBySenderAndNonce", row);
        assert_unusable(&found(&server).await);
    }
}
