//! Tests of the methods that read a whole block: transactions, receipts, logs and calls.

use super::queries::Client;
use super::*;
use alloy_consensus::Transaction as _;
use serde_json::{Value, json};

fn hash_at(client: &Client, number: u64) -> B256 {
    client.node().read(|ledger| ledger.block(number).unwrap().hash)
}

#[tokio::test]
async fn receipts_of_a_block_equal_the_receipts_of_its_transactions() {
    for chain in ["eth", "op", "arb"] {
        let client = Client::of(chain);
        pay(client.node(), TO, 1, None);
        pay(client.node(), TO, 5, Some(contracts::SILENT_TOKEN));
        mine(client.node());
        let hash = hash_at(&client, 1);
        let block = client.result("eth_getBlockByHash", json!([hash, true])).await;
        let by_number = client.result("eth_getBlockByNumber", json!(["0x1", true])).await;
        assert_eq!(block, by_number);
        let mut expected = Vec::new();
        for transaction in block["transactions"].as_array().unwrap() {
            assert_eq!(transaction["blockHash"], json!(hash));
            let id = &transaction["hash"];
            assert_eq!(
                client.result("eth_getTransactionByHash", json!([id])).await,
                *transaction
            );
            expected.push(client.result("eth_getTransactionReceipt", json!([id])).await);
        }
        assert_eq!(expected.len(), 2);
        for id in [
            json!(hash),
            json!("0x1"),
            json!("latest"),
            json!({ "blockHash": hash }),
            json!({ "blockNumber": "0x1" }),
        ] {
            let receipts = client.result("eth_getBlockReceipts", json!([id])).await;
            assert_eq!(receipts, json!(expected), "{chain} {id}");
        }
    }
}

#[tokio::test]
async fn receipts_of_unknown_blocks_are_null() {
    let client = Client::of("eth");
    assert_eq!(
        client.result("eth_getBlockReceipts", json!(["earliest"])).await,
        json!([])
    );
    for id in [json!("0x1"), json!(B256::repeat_byte(7))] {
        assert_eq!(
            client.result("eth_getBlockReceipts", json!([id])).await,
            Value::Null,
            "{id}"
        );
    }
    for params in [
        json!([]),
        json!(["0xzz"]),
        json!(["0x"]),
        json!([format!("0x{}", "zz".repeat(32))]),
    ] {
        assert_eq!(client.error("eth_getBlockReceipts", params).await.0, -32602);
    }
}

#[tokio::test]
async fn logs_of_a_block_are_found_by_its_hash() {
    let client = Client::of("eth");
    pay(client.node(), TO, 5, Some(contracts::SILENT_TOKEN));
    mine(client.node());
    pay(client.node(), TO, 6, Some(contracts::SILENT_TOKEN));
    mine(client.node());
    let hash = hash_at(&client, 1);
    let logs = client.result("eth_getLogs", json!([{ "blockHash": hash }])).await;
    let by_number = client
        .result("eth_getLogs", json!([{ "fromBlock": "0x1", "toBlock": "0x1" }]))
        .await;
    assert_eq!(
        (logs.as_array().unwrap().len(), &logs[0]["blockHash"]),
        (1, &json!(hash))
    );
    assert_eq!(logs, by_number);
    let none = json!([{ "blockHash": hash, "address": TO }]);
    assert_eq!(client.result("eth_getLogs", none).await, json!([]));
    let unknown = json!([{ "blockHash": B256::repeat_byte(7) }]);
    assert_eq!(
        client.error("eth_getLogs", unknown).await,
        (-32000, "unknown block".to_owned())
    );
    let both = json!([{ "blockHash": hash, "fromBlock": "0x1" }]);
    assert_eq!(client.error("eth_getLogs", both).await.0, -32602);
    client.node().reorganise(2).unwrap();
    let abandoned = json!([{ "blockHash": hash }]);
    assert_eq!(client.error("eth_getLogs", abandoned).await.1, "unknown block");
}

#[tokio::test]
async fn finalized_lags_by_the_confirmations_of_the_chain() {
    for (chain, confirmations) in [("eth", 64), ("ftm", 1), ("bsc", 15)] {
        let client = Client::of(chain);
        let number =
            async |tag: &str| client.result("eth_getBlockByNumber", json!([tag, false])).await["number"].clone();
        assert_eq!(number("finalized").await, "0x0", "{chain}");
        for _ in 0..confirmations {
            mine(client.node());
        }
        assert_eq!(number("finalized").await, "0x0", "{chain}");
        mine(client.node());
        mine(client.node());
        assert_eq!(
            (number("finalized").await, number("safe").await),
            (json!("0x2"), json!("0x2")),
            "{chain}"
        );
    }
}

async fn trace(client: &Client, hash: B256) -> Value {
    let params = json!([hash, { "tracer": "callTracer" }]);
    client.result("debug_traceBlockByHash", params).await
}

fn check_forwarding(forwarding: &Value, forwarded: &TxEip1559) {
    assert_eq!(
        (&forwarding["value"], &forwarding["input"]),
        (&json!("0x9"), &json!(forwarded.input()))
    );
    let inner = &forwarding["calls"][0];
    let shown = [
        &inner["type"],
        &inner["from"],
        &inner["to"],
        &inner["value"],
        &inner["input"],
    ];
    let expected = [
        json!("CALL"),
        json!(contracts::FORWARDER),
        json!(TO),
        json!("0x9"),
        json!("0x"),
    ];
    assert_eq!(shown, expected.each_ref());
    assert_eq!((inner.get("calls"), inner.get("error")), (None, None));
}

fn check_regret(reverted: &Value) {
    let reason = (&reverted["error"], &reverted["revertReason"]);
    assert_eq!(reason, (&json!("execution reverted"), &json!("regretted")));
    assert!(reverted["output"].as_str().unwrap().starts_with("0x08c379a0"));
    assert_eq!(
        (&reverted["calls"][0]["value"], reverted["calls"][0].get("error")),
        (&json!("0x8"), None)
    );
}

#[tokio::test]
async fn calls_of_a_block_are_traced() {
    for chain in ["eth", "op", "arb"] {
        let client = Client::of(chain);
        let node = client.node();
        let wallet = TestWallet::funded(node, 1);
        let regret = Contract::named("Forwarder").call("regret(address)", &[Argument::Address(TO)]);
        let plain = TxEip1559 {
            gas_limit: 60_000,
            ..payment(node, 0)
        };
        let paying = |nonce, value, data| TxEip1559 {
            value: U256::from(value),
            ..call(node, nonce, contracts::FORWARDER, data)
        };
        let forwarded = paying(1, 9, split_data());
        let regretted = paying(2, 8, regret);
        let unsigned = [plain, forwarded.clone(), regretted];
        let sent = unsigned.map(|unsigned| node.submit(&wallet.sign(unsigned)).unwrap());
        assert_eq!(mine(node), sent);
        let hash = hash_at(&client, 2);
        let traces = trace(&client, hash).await;
        let receipts = client.result("eth_getBlockReceipts", json!([hash])).await;
        for (index, txid) in sent.iter().enumerate() {
            assert_eq!(traces[index]["txHash"], json!(txid));
            assert_eq!(
                traces[index]["result"]["gasUsed"], receipts[index]["gasUsed"],
                "{chain}"
            );
        }
        let top = json!({
            "type": "CALL", "from": wallet.address(), "to": TO, "value": "0x1", "gas": "0xea60",
            "gasUsed": receipts[0]["gasUsed"], "input": "0x",
        });
        assert_eq!(traces[0]["result"], top);
        check_forwarding(&traces[1]["result"], &forwarded);
        check_regret(&traces[2]["result"]);
    }
}

/// Returns code that creates a contract without code for 3 wei, calls the token by DELEGATECALL and STATICCALL, and
/// destroys itself in favour of [`TO`].
fn busy_code() -> Vec<u8> {
    let token = hex::encode(contracts::SILENT_TOKEN);
    let code = [
        "5f5f6003f050",
        &format!("5f5f5f5f73{token}5af450"),
        &format!("5f5f5f5f73{token}5afa50"),
        &format!("73{}ff", hex::encode(TO)),
    ];
    hex::decode(code.concat()).unwrap()
}

#[tokio::test]
async fn every_kind_of_call_is_traced() {
    let client = Client::of("eth");
    let node = client.node();
    let wallet = TestWallet::funded(node, 1);
    let creation = TxEip1559 {
        to: TxKind::Create,
        value: U256::from(10),
        gas_limit: 500_000,
        input: busy_code().into(),
        ..payment(node, 0)
    };
    node.submit(&wallet.sign(creation)).unwrap();
    // INVALID as initcode.
    let failing = TxEip1559 {
        to: TxKind::Create,
        gas_limit: 100_000,
        input: Bytes::from_static(&[0xfe]),
        ..payment(node, 1)
    };
    node.submit(&wallet.sign(failing)).unwrap();
    mine(node);
    let traces = trace(&client, hash_at(&client, 2)).await;
    let created = wallet.address().create(0);
    let top = &traces[0]["result"];
    assert_eq!(
        (&top["type"], &top["to"], &top["value"]),
        (&json!("CREATE"), &json!(created), &json!("0xa"))
    );
    assert_eq!(top["input"], hex::encode_prefixed(busy_code()));
    let calls: Vec<_> = top["calls"]
        .as_array()
        .unwrap()
        .iter()
        .map(|call| {
            assert_eq!(call["from"], json!(created));
            (call["type"].clone(), call["to"].clone(), call["value"].clone())
        })
        .collect();
    let token = json!(contracts::SILENT_TOKEN);
    let expected = [
        (json!("CREATE"), json!(created.create(1)), json!("0x3")),
        (json!("DELEGATECALL"), token.clone(), json!("0xa")),
        (json!("STATICCALL"), token, Value::Null),
        (json!("SELFDESTRUCT"), json!(TO), json!("0x7")),
    ];
    assert_eq!(calls, expected);
    let failed = &traces[1]["result"];
    assert_eq!(
        (failed.get("to"), &failed["error"], failed.get("output")),
        (None, &json!("invalid opcode"), None)
    );
    assert_eq!(failed["gasUsed"], failed["gas"]);
}

#[tokio::test]
async fn options_of_traces_are_checked() {
    let client = Client::of("eth");
    let wallet = TestWallet::funded(client.node(), 1);
    let unsigned = call(client.node(), 0, contracts::FORWARDER, split_data());
    client.node().submit(&wallet.sign(unsigned)).unwrap();
    mine(client.node());
    let hash = hash_at(&client, 2);
    let top_only = json!([hash, { "tracer": "callTracer", "tracerConfig": { "onlyTopCall": true } }]);
    let traces = client.result("debug_traceBlockByHash", top_only).await;
    assert_eq!(traces[0]["result"].get("calls"), None);
    assert!(trace(&client, hash).await[0]["result"]["calls"].is_array());
    for (params, code, message) in [
        (json!([]), -32602, "missing value for required argument 0".to_owned()),
        (
            json!([hash]),
            -32000,
            "the sandbox has only the callTracer without logs".to_owned(),
        ),
        (
            json!([hash, { "tracer": "prestateTracer" }]),
            -32000,
            "the sandbox has only the callTracer without logs".to_owned(),
        ),
        (json!([TO]), -32602, String::new()),
        (
            json!([hash_at(&client, 0), { "tracer": "callTracer" }]),
            -32000,
            "genesis is not traceable".to_owned(),
        ),
        (
            json!([TO.into_word(), { "tracer": "callTracer" }]),
            -32000,
            format!("block {} not found", TO.into_word()),
        ),
    ] {
        let error = client.error("debug_traceBlockByHash", params.clone()).await;
        assert_eq!(error.0, code, "{params}");
        assert!(error.1.starts_with(&message), "{error:?}");
    }
    for _ in 0..130 {
        mine(client.node());
    }
    let params = json!([hash, { "tracer": "callTracer" }]);
    let error = client.error("debug_traceBlockByHash", params).await;
    assert_eq!(error.1, "missing trie node: state is not available");
}
