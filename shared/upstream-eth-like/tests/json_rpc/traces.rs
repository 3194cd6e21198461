//! Movements of the coin inside contracts.

use super::blocks::{SHOP, TOKEN, address, found, id, receipt, set_block, transaction};
use super::{HEIGHT, SENDER, Server, eth, node, sender, soon, wei};
use serde_json::{Value, json};
use wallet_eth_like::block::Block;
use wallet_eth_like::history::{Transfer, TransferAsset};
use wallet_eth_like::ports::EthLikeBlocks;
use wallet_test_support::json_rpc::{error, missing};

fn frame(kind: &str, from: &str, to: &str, value: &str, calls: &[Value]) -> Value {
    json!({ "type": kind, "from": from, "to": to, "value": value, "gas": "0x0", "gasUsed": "0x0", "calls": calls })
}

/// Starts a node with a block of two calls of a contract.
async fn calls() -> Server {
    let server = Server::start().await;
    let transactions = [0, 1].map(|index| transaction(index, Some(TOKEN), 9, "0xd0e30db0"));
    set_block(&server, &transactions, &[receipt(0, 60_000), receipt(1, 60_000)]);
    server
}

/// Returns the calls of a transaction that pays three times, once inside a call that fails.
fn outermost() -> Value {
    let mut reverted = frame("CALL", TOKEN, SHOP, "0x4", &[frame("CALL", SHOP, SENDER, "0x3", &[])]);
    reverted["error"] = json!("execution reverted");
    let delegated = frame(
        "DELEGATECALL",
        TOKEN,
        SHOP,
        "0x9",
        &[frame("CALL", TOKEN, SENDER, "0x2", &[])],
    );
    let mut quiet = frame("STATICCALL", TOKEN, SHOP, "0x0", &[]);
    quiet.as_object_mut().expect("an object").remove("value");
    let inside = [
        reverted,
        delegated,
        quiet,
        frame("CALL", TOKEN, SHOP, "0x0", &[]),
        frame("CREATE2", TOKEN, SHOP, "0x5", &[]),
        frame("SELFDESTRUCT", SHOP, SENDER, "0x5", &[]),
    ];
    frame("CALL", SENDER, TOKEN, "0x9", &inside)
}

fn traces() -> Value {
    let idle = frame("CALL", SENDER, TOKEN, "0x9", &[]);
    json!([{ "txHash": id(0), "result": outermost() }, { "txHash": id(1), "result": idle }])
}

fn moved(asset: TransferAsset, from: &str, to: &str, value: u64) -> Transfer {
    Transfer {
        asset,
        from: Some(address(from)),
        to: address(to),
        value: wei(value),
    }
}

fn expected() -> [Transfer; 3] {
    [
        moved(TransferAsset::Coin, TOKEN, SENDER, 2),
        moved(TransferAsset::Endowment, TOKEN, SHOP, 5),
        moved(TransferAsset::Coin, SHOP, SENDER, 5),
    ]
}

async fn block(server: &Server) -> Block {
    found(server).await.expect("a block").expect("known")
}

#[tokio::test(start_paused = true)]
async fn successful_calls_with_value_below_the_outermost_move_coins() {
    let server = calls().await;
    let mut nameless = traces();
    for row in nameless.as_array_mut().expect("a list") {
        row.as_object_mut().expect("an object").remove("txHash");
    }
    for traces in [traces(), nameless] {
        server.set_result("debug_traceBlockByHash", traces);
        let block = block(&server).await;
        assert!(!block.lacks_internal);
        assert_eq!(block.transactions[0].entry.transfers, expected());
        assert_eq!(block.transactions[1].entry.transfers, []);
    }
    let mut failed = traces();
    failed[0]["result"]["error"] = json!("out of gas");
    server.set_result("debug_traceBlockByHash", failed);
    assert_eq!(block(&server).await.transactions[0].entry.transfers, []);
}

#[tokio::test(start_paused = true)]
async fn node_without_traces_is_queried_once_and_a_second_node_has_them() {
    let without = calls().await;
    without.set_error("debug_traceBlockByHash", missing("debug_traceBlockByHash"));
    for _ in 0..3 {
        assert!(block(&without).await.lacks_internal);
    }
    assert_eq!(without.calls_of("debug_traceBlockByHash").len(), 1);
    let with = calls().await;
    with.set_result("debug_traceBlockByHash", traces());
    let both = node(eth(), &[&without.stub.url, &with.stub.url]);
    let block = both
        .block(eth(), HEIGHT, soon())
        .await
        .expect("a block")
        .expect("known");
    assert_eq!(block.transactions[0].entry.transfers, expected());
    assert!(!block.lacks_internal);
}

#[tokio::test(start_paused = true)]
async fn unreadable_traces_never_fail_the_block() {
    let mut deep = frame("CALL", TOKEN, SHOP, "0x1", &[]);
    for _ in 0..500 {
        deep = frame("CALL", TOKEN, SHOP, "0x1", &[deep]);
    }
    let without_recipient = json!({ "type": "CALL", "from": TOKEN, "value": "0x1" });
    let without_recipient = frame("CALL", SENDER, TOKEN, "0x0", &[without_recipient]);
    for traces in [
        json!(null),
        json!([]),
        json!({ "txHash": id(0) }),
        json!([{ "txHash": id(0), "error": "the calls are too large" }, { "txHash": id(1), "result": outermost() }]),
        json!([{ "txHash": id(0), "result": 5 }, { "txHash": id(1), "result": outermost() }]),
        json!([{ "txHash": id(0), "result": deep }, { "txHash": id(1), "result": outermost() }]),
        json!([{ "txHash": id(0), "result": without_recipient }, { "txHash": id(1), "result": outermost() }]),
        json!([{ "txHash": id(7), "result": outermost() }, { "txHash": id(1), "result": outermost() }]),
        json!([{ "result": outermost() }]),
    ] {
        let server = calls().await;
        server.set_result("debug_traceBlockByHash", traces.clone());
        let block = block(&server).await;
        assert!(block.lacks_internal, "{traces}");
        assert_eq!(
            (block.transactions.len(), &*block.transactions[0].entry.transfers),
            (2, &[][..])
        );
    }
    let failing = calls().await;
    failing.set_error(
        "debug_traceBlockByHash",
        error(-32000, "required historical state unavailable"),
    );
    assert!(block(&failing).await.lacks_internal);
}

#[tokio::test(start_paused = true)]
async fn payments_without_data_need_no_traces() {
    let server = Server::start().await;
    server.set_result("debug_traceBlockByHash", json!([]));
    set_block(&server, &[transaction(0, Some(SHOP), 9, "0x")], &[receipt(0, 21_000)]);
    let plain = block(&server).await;
    assert!(!plain.lacks_internal && server.calls_of("debug_traceBlockByHash").is_empty());
    // A contract without data uses more gas, and may pay further addresses.
    set_block(&server, &[transaction(0, Some(SHOP), 9, "0x")], &[receipt(0, 21_055)]);
    let inside = frame("CALL", SENDER, SHOP, "0x9", &[frame("CALL", SHOP, TOKEN, "0x4", &[])]);
    server.set_result("debug_traceBlockByHash", json!([{ "txHash": id(0), "result": inside }]));
    let block = block(&server).await;
    assert_eq!(
        block.transactions[0].entry.transfers,
        [moved(TransferAsset::Coin, SHOP, TOKEN, 4)]
    );
    assert_eq!(block.transactions[0].sender, sender());
}
