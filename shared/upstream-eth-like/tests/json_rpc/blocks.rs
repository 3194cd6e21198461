//! Blocks with their transactions and receipts, transactions by hash, and pending transactions of a sender.

use super::{
    BLOCK_ID, HEIGHT, NOW, SENDER, SIGNED_ID, Server, assert_unusable, eth, hex, node, params, sender, soon, wei,
};
use serde_json::{Value, json};
use wallet_core::model::Network;
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::block::{Block, BlockId, BlockTransaction};
use wallet_eth_like::history::{HistoryPosition, TopLevelCall, Transfer, TransferAsset};
use wallet_eth_like::ports::{EthLikeBlocks, EthLikeNode};
use wallet_eth_like::{Address, Amount, Hash, Params};
use wallet_test_support::json_rpc::{error, missing};

pub const PARENT: &str = "0x00000000000000000000000000000000000000000000000000000000000000aa";
pub const SHOP: &str = "0x3535353535353535353535353535353535353535";
pub const TOKEN: &str = "0x2222222222222222222222222222222222222222";
const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/// The price that the transactions of [`scripted_block`] pay.
const PRICE: u64 = 7;

pub fn address(text: &str) -> Address {
    text.parse().expect("an address")
}

pub fn hash(text: &str) -> Hash {
    text.parse().expect("a hash")
}

/// Returns the hash of the transaction at an index.
pub fn id(index: u64) -> String {
    format!("0x{:064x}", 0x100 + index)
}

pub fn transaction(index: u64, to: Option<&str>, value: u64, input: &str) -> Value {
    json!({
        "hash": id(index), "from": SENDER, "nonce": hex(9 + index), "to": to, "value": hex(value), "input": input,
        "gas": "0x186a0", "gasPrice": "0x64", "blockHash": BLOCK_ID, "blockNumber": hex(HEIGHT),
        "transactionIndex": hex(index), "type": "0x0", "v": "0x25", "r": "0x1", "s": "0x1",
    })
}

pub fn receipt(index: u64, gas: u64) -> Value {
    json!({
        "transactionHash": id(index), "transactionIndex": hex(index), "blockHash": BLOCK_ID, "blockNumber": hex(HEIGHT),
        "from": SENDER, "contractAddress": null, "cumulativeGasUsed": hex(gas), "gasUsed": hex(gas),
        "effectiveGasPrice": hex(PRICE), "status": "0x1", "type": "0x0", "logsBloom": "0x00", "logs": [],
    })
}

fn topic(address: &str) -> String {
    format!("0x{}{}", "0".repeat(24), &address[2..])
}

fn transfer_log(value: u64) -> Value {
    json!({
        "address": TOKEN, "topics": [TRANSFER, topic(SENDER), topic(SHOP)], "data": format!("0x{value:064x}"),
        "logIndex": "0x0", "removed": false,
    })
}

fn contents() -> (Vec<Value>, Vec<Value>) {
    let transactions = vec![
        transaction(0, Some(SHOP), 5, "0x"),
        transaction(1, Some(TOKEN), 0, "0xa9059cbb"),
        transaction(2, None, 0, "0x6001"),
        transaction(3, Some(TOKEN), 4, "0xa9059cbb"),
    ];
    let mut receipts: Vec<_> = [21_000, 50_000, 60_000, 40_000]
        .into_iter()
        .enumerate()
        .map(|(index, gas)| receipt(index as u64, gas))
        .collect();
    receipts[1]["logs"] = json!([transfer_log(8)]);
    receipts[2]["contractAddress"] = json!(TOKEN);
    receipts[3]["status"] = json!("0x0");
    (transactions, receipts)
}

/// Sets the block at [`HEIGHT`].
pub fn set_block(server: &Server, transactions: &[Value], receipts: &[Value]) {
    let block = json!({
        "number": hex(HEIGHT), "timestamp": hex(NOW), "hash": BLOCK_ID, "parentHash": PARENT,
        "transactions": transactions, "withdrawals": [],
    });
    server.set_result("eth_getBlockByHash", block);
    server.set_result("eth_getBlockReceipts", json!(receipts));
}

/// Starts a node with a block: a payment, a token transfer, a new contract and a failed call.
async fn scripted_block() -> Server {
    let server = Server::start().await;
    let (transactions, receipts) = contents();
    set_block(&server, &transactions, &receipts);
    server
}

pub async fn found(server: &Server) -> Result<Option<Block>, UpstreamError> {
    EthLikeBlocks::block(&server.node, server.params, HEIGHT, soon()).await
}

#[tokio::test(start_paused = true)]
async fn block_has_transactions_with_fees_and_transfers() {
    let server = scripted_block().await;
    let block = found(&server).await.expect("a block").expect("known");
    let expected = BlockId {
        height: HEIGHT,
        hash: hash(BLOCK_ID),
    };
    assert_eq!((block.id, block.parent, block.time), (expected, hash(PARENT), NOW));
    assert!(block.lacks_internal, "the node has no traces");
    let outer = |index: usize| block.transactions[index].entry.outer.expect("fields");
    let call = |to: &str, value: u64, succeeded: bool| TopLevelCall {
        from: sender(),
        to: Some(address(to)),
        value: wei(value),
        succeeded,
    };
    let calls = [
        call(SHOP, 5, true),
        call(TOKEN, 0, true),
        call(TOKEN, 0, true),
        call(TOKEN, 4, false),
    ];
    assert_eq!([0, 1, 2, 3].map(outer), calls);
    let token = Transfer {
        asset: TransferAsset::Token {
            contract: address(TOKEN),
            decimals: None,
        },
        from: Some(sender()),
        to: address(SHOP),
        value: wei(8),
    };
    for (index, transaction) in (0..).zip(&block.transactions) {
        let position = HistoryPosition::Mined {
            block: HEIGHT,
            index: Some(index),
            txid: hash(&id(index.into())),
        };
        let entry = &transaction.entry;
        assert_eq!((entry.position, entry.time), (position, NOW));
        assert_eq!(
            (transaction.sender, transaction.nonce),
            (sender(), 9 + u64::from(index))
        );
        let gas = [21_000, 50_000, 60_000, 40_000][index as usize];
        assert_eq!(entry.fee, Some(wei(gas * PRICE)));
        let transfers = if index == 1 { vec![token] } else { Vec::new() };
        assert_eq!(entry.transfers, transfers);
    }
    assert_eq!(server.calls_of("eth_getBlockReceipts")[0].params, json!([BLOCK_ID]));
}

/// Every block is of the requested hash, and every receipt of the transaction and of the block.
#[tokio::test(start_paused = true)]
async fn receipts_of_another_block_or_incomplete_ones_are_unusable() {
    let changes: [fn(&mut Vec<Value>); 9] = [
        |receipts| receipts.clear(),
        |receipts| drop(receipts.pop()),
        |receipts| receipts.push(receipts[3].clone()),
        |receipts| receipts.swap(0, 1),
        |receipts| receipts[2]["blockHash"] = json!(PARENT),
        |receipts| receipts[2]["blockNumber"] = hex(HEIGHT + 1),
        |receipts| receipts[2]["transactionIndex"] = hex(7),
        |receipts| receipts[2]["status"] = hex(2),
        |receipts| receipts[2]["effectiveGasPrice"] = json!(Amount::MAX.to_quantity()),
    ];
    for (index, change) in changes.into_iter().enumerate() {
        let (transactions, mut receipts) = contents();
        change(&mut receipts);
        let server = Server::start().await;
        set_block(&server, &transactions, &receipts);
        assert_unusable(&found(&server).await);
        let whole = scripted_block().await;
        let both = node(eth(), &[&server.stub.url, &whole.stub.url]);
        let block = both.block(eth(), HEIGHT, soon()).await.expect("a block");
        assert_eq!(block.map(|block| block.transactions.len()), Some(4), "{index}");
    }
    for receipts in [json!(null), json!({}), json!("0x"), json!([null, null, null, null])] {
        let server = scripted_block().await;
        server.set_result("eth_getBlockReceipts", receipts);
        assert_unusable(&found(&server).await);
    }
}

#[tokio::test(start_paused = true)]
async fn block_of_another_hash_or_height_is_unusable() {
    for (field, value) in [
        ("hash", json!(PARENT)),
        ("number", hex(HEIGHT + 1)),
        ("parentHash", json!("0x1")),
    ] {
        let server = scripted_block().await;
        let (transactions, _) = contents();
        let mut block = json!({
            "number": hex(HEIGHT), "timestamp": hex(NOW), "hash": BLOCK_ID, "parentHash": PARENT,
            "transactions": transactions,
        });
        block[field] = value;
        server.set_result("eth_getBlockByHash", block);
        assert_unusable(&found(&server).await);
    }
    let without = scripted_block().await;
    without.set_result("eth_getBlockByHash", json!(null));
    let unknown = found(&without).await;
    assert!(matches!(unknown, Err(UpstreamError::Unavailable { .. })), "{unknown:?}");
}

#[tokio::test(start_paused = true)]
async fn node_without_receipts_of_a_block_returns_them_one_by_one() {
    let mut server = scripted_block().await;
    let expected = found(&server).await;
    let (_, receipts) = contents();
    server.set_error("eth_getBlockReceipts", missing("eth_getBlockReceipts"));
    server.set_handler("eth_getTransactionReceipt", move |call| {
        let receipt = receipts
            .iter()
            .find(|receipt| receipt["transactionHash"] == call.params[0]);
        Ok(receipt.cloned().unwrap_or_default())
    });
    let before = server.calls_of("eth_getBlockReceipts").len();
    for _ in 0..2 {
        assert_eq!(found(&server).await, expected);
    }
    assert_eq!(server.calls_of("eth_getBlockReceipts").len(), before + 1);
    server.recreate_node();
    server.set_error("eth_getBlockReceipts", error(-32003, "response too large"));
    assert_eq!(found(&server).await, expected);
    server.set_result("eth_getTransactionReceipt", json!(null));
    assert_unusable(&found(&server).await);
}

/// The limit of usual responses is 1 MB in these tests.
#[tokio::test(start_paused = true)]
async fn block_may_be_longer_than_usual_responses() {
    let server = Server::start().await;
    let input = format!("0x{}", "00".repeat(1_000_000));
    set_block(&server, &[transaction(0, Some(SHOP), 5, &input)], &[receipt(0, 21_000)]);
    let block = found(&server).await.expect("a block").expect("known");
    assert_eq!(block.transactions.len(), 1);
}

/// Blocks use neither the permits nor the circuit breaker of payments.
#[tokio::test(start_paused = true)]
async fn failures_of_blocks_affect_no_payment() {
    let server = scripted_block().await;
    server.set_result("eth_getBalance", hex(5));
    server.set_result("eth_getBlockReceipts", json!([]));
    for _ in 0..20 {
        assert_unusable(&found(&server).await);
    }
    assert_eq!(server.node.balance(eth(), sender(), soon()).await, Ok(wei(5)));
}

/// Transactions 0xb7c9fd48 of eth and 0x24cf6c88 of op, with their receipts, recorded in rotki/test-caching. The
/// receipts lack the logs there.
fn recorded() -> [(Params, Value, Value, u64); 2] {
    let payment = json!({
        "hash": "0xb7c9fd48c675ece788cc992c0896d6a2928df45ac4e79842a15e9838702c22a6", "input": "0x",
        "from": "0x95222290dd7278aa3ddd389cc1e1d165cc4bafe5", "to": "0xadfb8d27671f14f297ee94135e266aaff8752e35",
        "value": "0xd6673c3fa1073c", "nonce": "0xa6cb5", "gas": "0x735a", "gasPrice": "0x9c957d34d",
    });
    let receipt = json!({
        "blockHash": "0x57815a4c31542e3b0b84310dadfe034360bf99e14fd4fe87a3f72cfc43ef13a7", "blockNumber": "0x1252a81",
        "contractAddress": null, "cumulativeGasUsed": "0xbba9c8", "effectiveGasPrice": "0x9c957d34d",
        "from": "0x95222290dd7278aa3ddd389cc1e1d165cc4bafe5", "gasUsed": "0x735a", "status": "0x1",
        "to": "0xadfb8d27671f14f297ee94135e266aaff8752e35", "transactionIndex": "0xba", "type": "0x2", "logs": [],
        "transactionHash": "0xb7c9fd48c675ece788cc992c0896d6a2928df45ac4e79842a15e9838702c22a6",
    });
    let rollup = json!({
        "hash": "0x24cf6c88c9645cb5e92596488206319c39a0a1c4e2829a83c690df8f11cb80b6", "input": "0xac9650d8",
        "from": "0x706a70067be19bdadbea3600db0626859ff25d74", "to": "0xc36442b4a4522e871399cd717abdd847ab11fe88",
        "value": "0x0", "nonce": "0x15", "gas": "0x4018c", "gasPrice": "0x3543b79",
    });
    let rollup_receipt = json!({
        "type": "0x2", "status": "0x1", "cumulativeGasUsed": "0x957741", "transactionIndex": "0x32",
        "transactionHash": "0x24cf6c88c9645cb5e92596488206319c39a0a1c4e2829a83c690df8f11cb80b6",
        "blockHash": "0xea783ab34371ca857614daf1ee413b538aa447421bccd1506f50a94c6513d5d3", "blockNumber": "0x78e2f7e",
        "gasUsed": "0x32baa", "effectiveGasPrice": "0x3543b79", "from": "0x706a70067be19bdadbea3600db0626859ff25d74",
        "to": "0xc36442b4a4522e871399cd717abdd847ab11fe88", "contractAddress": null, "l1GasPrice": "0x28ccdf8b0",
        "l1GasUsed": "0xb66", "l1Fee": "0x26e7fd0b7a", "l1BaseFeeScalar": "0x146b", "logs": [],
    });
    // 29530 × 42032681805, and 207786 × 55851897 + 167100877690.
    [
        (eth(), payment, receipt, 1_241_225_093_701_650),
        (
            params("op", Network::Livenet),
            rollup,
            rollup_receipt,
            11_772_343_147_732,
        ),
    ]
}

async fn of_hash(server: &Server, txid: &str) -> Result<Option<BlockTransaction>, UpstreamError> {
    server.node.transaction(server.params, hash(txid), soon()).await
}

#[tokio::test(start_paused = true)]
async fn recorded_transactions_have_their_whole_fee() {
    for (params, transaction, receipt, fee) in recorded() {
        let server = Server::of(params).await;
        let txid = transaction["hash"].as_str().expect("a hash").to_owned();
        let header = json!({
            "number": receipt["blockNumber"], "hash": receipt["blockHash"], "timestamp": "0x65ca3d67",
        });
        server.set_result("eth_getTransactionByHash", transaction.clone());
        server.set_result("eth_getTransactionReceipt", receipt.clone());
        let number = receipt["blockNumber"].clone();
        server.set_handler("eth_getBlockByNumber", move |call| {
            let is_block = call.params[0] == number;
            Ok(if is_block { header.clone() } else { super::block(HEIGHT) })
        });
        let found = of_hash(&server, &txid).await.expect("a transaction").expect("known");
        assert_eq!(found.entry.fee, Some(wei(fee)));
        assert_eq!((found.entry.time, found.entry.lacks_l1_fee), (0x65ca_3d67, false));
        // A reorganisation between the calls.
        server.set_handler("eth_getBlockByNumber", |_| Ok(super::block(HEIGHT)));
        assert_unusable(&of_hash(&server, &txid).await);
    }
}

#[tokio::test(start_paused = true)]
async fn transaction_is_pending_or_unknown() {
    let server = Server::start().await;
    server.set_result("eth_getTransactionByHash", json!(null));
    server.set_result("eth_getTransactionReceipt", json!(null));
    assert_eq!(of_hash(&server, &id(0)).await, Ok(None));
    let mut pending = transaction(0, Some(SHOP), 5, "0x");
    pending["blockNumber"] = json!(null);
    server.set_result("eth_getTransactionByHash", pending.clone());
    let found = of_hash(&server, &id(0)).await.expect("a transaction").expect("known");
    let position = HistoryPosition::Pending {
        nonce: 9,
        txid: hash(&id(0)),
    };
    assert_eq!(
        (found.entry.position, found.sender, found.nonce),
        (position, sender(), 9)
    );
    assert_eq!((found.entry.fee, found.entry.time), (Some(wei(100_000 * 100)), NOW));
    assert_unusable(&of_hash(&server, SIGNED_ID).await);
    server.set_result("eth_getTransactionReceipt", receipt(1, 21_000));
    assert_unusable(&of_hash(&server, &id(0)).await);
    server.set_error("eth_getTransactionByHash", error(-32000, "not now"));
    assert_unusable(&of_hash(&server, &id(0)).await);
}

#[tokio::test(start_paused = true)]
async fn pending_transactions_are_those_that_a_node_lists() {
    let server = Server::start().await;
    let listed = || server.node.pending(eth(), sender(), soon());
    assert_eq!(listed().await, Ok(Vec::new()), "the node has no such method");
    let with_pool = Server::start().await;
    let mut pending = transaction(0, Some(SHOP), 5, "0x");
    pending["blockNumber"] = json!(null);
    with_pool.set_result(
        "txpool_contentFrom",
        json!({ "pending": { "9": pending }, "queued": {} }),
    );
    let both = node(eth(), &[&server.stub.url, &with_pool.stub.url]);
    let found = both.pending(eth(), sender(), soon()).await.expect("a list");
    let recipients: Vec<_> = found.iter().flat_map(BlockTransaction::addresses).collect();
    assert_eq!(recipients, [sender(), address(SHOP)]);
}
