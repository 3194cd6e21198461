//! Requests that only complete a response: their failures affect no payment.

use super::{HEIGHT, SENDER, Server, eth, hex, params, sender, signed, soon, wei, word};
use serde_json::{Value, json};
use wallet_core::model::Network;
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::ports::EthLikeNode;
use wallet_eth_like::{Inclusion, SenderNonce};
use wallet_test_support::json_rpc::{calls, respond};
use wallet_test_support::stub::{Reply, Request, Stub};

/// Starts a node that fails like this for requests with this method.
async fn node_without(method: &'static str, failure: Reply) -> (Server, Stub) {
    let mut server = Server::start().await;
    server.set_result("eth_getBalance", json!("0x7"));
    let inner = server.script.clone();
    let stub = Stub::start(move |request: &Request| {
        if calls(request).iter().any(|call| call.method == method) {
            return failure.clone();
        }
        let mut script = inner.lock().expect("no panic while held");
        let script = std::sync::Mutex::new(&mut *script);
        respond(request, |call| super::scripted(&script, call))
    })
    .await;
    server.node = super::node(eth(), &[&stub.url]);
    (server, stub)
}

fn failures() -> Vec<Reply> {
    vec![
        Reply::json(429, "{}"),
        Reply::json(429, "{}").with_header("retry-after: 60"),
        Reply::json(503, "{}"),
        Reply::json(500, "{}"),
        Reply::json(403, "{}"),
        Reply::ok("[]"),
        Reply::Reset,
    ]
}

async fn assert_payments_work(server: &Server) {
    let balance = server.node.balance(eth(), sender(), soon()).await;
    assert_eq!(balance, Ok(wei(7)));
}

#[tokio::test(start_paused = true)]
async fn failing_token_metadata_affects_no_payment() {
    for failure in failures() {
        let (server, _stub) = node_without("eth_call", failure.clone()).await;
        for _ in 0..10 {
            let contract = SENDER.parse().expect("an address");
            let metadata = server.node.token_metadata(eth(), contract, soon()).await;
            assert!(metadata.is_err(), "{failure:?}: {metadata:?}");
            assert_payments_work(&server).await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn failing_pool_affects_neither_payments_nor_tokens() {
    for failure in failures() {
        let (server, _stub) = node_without("txpool_contentFrom", failure.clone()).await;
        server.set_result("eth_call", json!("0x"));
        for _ in 0..10 {
            let pending = server.node.pending_transactions(eth(), sender(), 3..5, soon()).await;
            assert_eq!(pending.expect("without the list").unlisted_count(), 2, "{failure:?}");
            assert_payments_work(&server).await;
        }
        let contract = SENDER.parse().expect("an address");
        let metadata = server.node.token_metadata(eth(), contract, soon()).await;
        assert!(
            !matches!(metadata, Err(UpstreamError::Unavailable { .. })),
            "{failure:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn failing_search_for_a_pending_transaction_affects_no_payment() {
    for failure in failures() {
        let (server, _stub) = node_without("txpool_contentFrom", failure.clone()).await;
        for _ in 0..10 {
            let pending = server.node.pending_transaction(eth(), sender(), 3, soon()).await;
            assert_eq!(pending, Ok(None), "{failure:?}");
            assert_payments_work(&server).await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn failing_search_for_a_replacement_affects_no_payment() {
    let signed = signed();
    let stated = SenderNonce {
        sender: signed.sender(),
        nonce: signed.nonce(),
    };
    for failure in failures() {
        let (server, _stub) = node_without("eth_getTransactionBySenderAndNonce", failure.clone()).await;
        server.set_result("eth_getTransactionCount", hex(stated.nonce + 1));
        for method in ["eth_getTransactionByHash", "eth_getTransactionReceipt"] {
            server.set_result(method, json!(null));
        }
        server.set_result("eth_blockNumber", hex(HEIGHT));
        for _ in 0..10 {
            let status = server
                .node
                .transaction_status(eth(), signed.hash(), Some(stated), soon());
            assert!(status.await.is_ok(), "{failure:?}");
            assert_payments_work(&server).await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn failing_code_of_a_recipient_affects_no_payment() {
    for failure in failures() {
        let (server, _stub) = node_without("eth_getCode", failure.clone()).await;
        for _ in 0..10 {
            assert!(!server.node.is_known_contract(eth(), sender(), soon()).await);
            assert_payments_work(&server).await;
        }
    }
    let server = Server::start().await;
    server.set_result("eth_getCode", json!("0x60"));
    assert!(server.node.is_known_contract(eth(), sender(), soon()).await);
}

/// A search for receipts that finds nothing is no success of the node.
#[tokio::test(start_paused = true)]
async fn receipts_close_no_circuit_breaker() {
    let mut server = Server::of(params("op", Network::Livenet)).await;
    server.set_error(
        "eth_getBalance",
        wallet_test_support::json_rpc::error(-32000, "missing trie node"),
    );
    server.set_error(
        "eth_getTransactionReceipt",
        wallet_test_support::json_rpc::error(-32000, "missing trie node"),
    );
    server.recreate_node();
    let transaction = Inclusion {
        txid: signed().hash(),
        block: 5,
    };
    for _ in 0..6 {
        let balance = server.node.balance(server.params, sender(), soon()).await;
        assert!(balance.is_err(), "{balance:?}");
        let paid = server
            .node
            .paid_rollup_fees(server.params, &[transaction], soon())
            .await;
        assert!(paid.is_empty());
    }
    let nonce = server.node.balance(server.params, sender(), soon()).await;
    assert!(matches!(nonce, Err(UpstreamError::Unavailable { .. })), "{nonce:?}");
}

/// Returns a pending transaction of type 4 with this authorisation list.
fn delegating(nonce: u64, authorizations: &Value) -> Value {
    json!({
        "hash": format!("0x{:064x}", nonce), "from": SENDER, "nonce": hex(nonce), "blockNumber": null, "to": SENDER,
        "value": "0x0", "gas": "0x5208", "gasPrice": "0x64", "maxFeePerGas": "0x64", "maxPriorityFeePerGas": "0x5",
        "input": "0x", "type": "0x4", "accessList": [], "authorizationList": authorizations,
    })
}

fn authorization() -> Value {
    json!({ "chainId": "0xa", "address": SENDER, "nonce": "0x1", "yParity": "0x1",
        "r": format!("0x{}", "ab".repeat(32)), "s": format!("0x{}", "7b".repeat(32)) })
}

/// Starts a node of op with these pending transactions of an address, whose contract returns a fee of 1000.
async fn rollup(pool: Value) -> Server {
    let server = Server::of(params("op", Network::Livenet)).await;
    server.set_result("txpool_contentFrom", pool);
    server.set_result("eth_blockNumber", hex(HEIGHT));
    server.set_handler("eth_call", |call| {
        let data = call.params[0]["data"].as_str().unwrap_or_default();
        match data.get(..10) {
            Some("0x49948e0e") => Ok(json!(format!("0x{}", word(1000)))),
            Some("0x275aedd2") => Ok(json!(format!("0x{}", word(7)))),
            // Multicall3 is missing.
            _ => Ok(json!("0x")),
        }
    });
    server
}

#[tokio::test(start_paused = true)]
async fn fees_of_pending_transactions_are_one_batch_of_one_node() {
    let rows: serde_json::Map<_, _> = (3..19)
        .map(|nonce: u64| (nonce.to_string(), delegating(nonce, &Value::Null)))
        .collect();
    let pool = json!({ "pending": rows, "queued": {} });
    let (first, second) = (rollup(pool.clone()).await, rollup(pool).await);
    let node = super::node(first.params, &[&first.stub.url, &second.stub.url]);
    let pending = node.pending_transactions(first.params, sender(), 3..19, soon()).await;
    let pending = pending.expect("pending transactions");
    assert_eq!(pending.check_complete(None), Ok(()));
    // 100 wei per gas, and the fees with their margin of a quarter, rounded up.
    let each = wei(2_100_000 + 1_259);
    let one = pending.listed().next().expect("a transaction");
    assert_eq!(one.max_fee.checked_add(one.l1_fee.expect("a fee")), Some(each));
    let requests_of = |server: &Server| {
        let requests = server.stub.requests();
        requests
            .iter()
            .filter(|request| request.body.contains("eth_call"))
            .count()
    };
    // The call of Multicall3, and the batch in place of it.
    assert_eq!((requests_of(&first), requests_of(&second)), (2, 0));
}

#[tokio::test(start_paused = true)]
async fn failing_fees_of_pending_transactions_affect_no_payment() {
    for failure in failures() {
        let row = delegating(3, &Value::Null);
        let server = rollup(json!({ "pending": { "3": row }, "queued": {} })).await;
        server.set_result("eth_getBalance", json!("0x7"));
        let inner = server.script.clone();
        let failing = failure.clone();
        let stub = Stub::start(move |request: &Request| {
            if request.body.contains("eth_call") {
                return failing.clone();
            }
            let mut script = inner.lock().expect("no panic while held");
            let script = std::sync::Mutex::new(&mut *script);
            respond(request, |call| super::scripted(&script, call))
        })
        .await;
        let node = super::node(server.params, &[&stub.url]);
        for _ in 0..10 {
            let pending = node.pending_transactions(server.params, sender(), 3..4, soon()).await;
            assert!(pending.expect("without fees").check_complete(None).is_err());
            let balance = node.balance(server.params, sender(), soon()).await;
            assert_eq!(balance, Ok(wei(7)), "{failure:?}");
        }
    }
}

/// The L1 fee depends on all bytes of a transaction, also on those of its authorisations.
#[tokio::test(start_paused = true)]
async fn authorisations_count_for_the_l1_fee() {
    let mut lengths = Vec::new();
    for count in [0, 1, 3] {
        let list = Value::from(vec![authorization(); count]);
        let server = rollup(json!({ "pending": { "3": delegating(3, &list) }, "queued": {} })).await;
        let pending = server
            .node
            .pending_transactions(server.params, sender(), 3..4, soon())
            .await;
        assert_eq!(pending.expect("pending transactions").check_complete(None), Ok(()));
        let calls = server.calls_of("eth_call");
        let mut data = calls.iter().filter_map(|call| call.params[0]["data"].as_str());
        let call = data.find(|data| data.starts_with("0x49948e0e")).expect("a call");
        lengths.push(usize::from_str_radix(&call[74..138], 16).expect("a length"));
    }
    // Of RLP: the list, chain id, address, nonce, parity, r and s.
    let one = 2 + 1 + 21 + 1 + 1 + 33 + 32 + 1;
    assert!(lengths[1] >= lengths[0] + one, "{lengths:?}");
    assert!(lengths[2] >= lengths[0] + 3 * one, "{lengths:?}");
    let unreadable = json!([{ "chainId": "0xa" }]);
    let server = rollup(json!({ "pending": { "3": delegating(3, &unreadable) }, "queued": {} })).await;
    let pending = server
        .node
        .pending_transactions(server.params, sender(), 3..4, soon())
        .await;
    assert_eq!(pending.expect("pending transactions").unlisted_count(), 1);
}
