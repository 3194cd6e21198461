//! Tests of the public APIs of the chain.

use super::*;
use crate::chain::SandboxChain;
use crate::eth_like::evm::rollup::ARB_SYS;
use axum::body::{Body, to_bytes};
use axum::http;
use serde_json::{Value, json};
use tower::ServiceExt;

pub struct Client(Arc<Node>);

impl Client {
    pub fn of(chain: &str) -> Self {
        Self(Arc::new(node(chain)))
    }

    pub fn node(&self) -> &Node {
        &self.0
    }

    async fn exchange(&self, request: http::Request<Body>) -> Value {
        let response = Arc::clone(&self.0).router().oneshot(request).await.unwrap();
        assert_eq!(response.status(), 200);
        serde_json::from_slice(&to_bytes(response.into_body(), usize::MAX).await.unwrap()).unwrap()
    }

    async fn body(&self, body: Value) -> Value {
        self.exchange(http::Request::post("/").body(Body::from(body.to_string())).unwrap())
            .await
    }

    async fn rpc(&self, method: &str, params: Value) -> Value {
        self.body(json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }))
            .await
    }

    pub async fn result(&self, method: &str, params: Value) -> Value {
        let response = self.rpc(method, params).await;
        assert!(response.get("error").is_none(), "{method}: {response}");
        response["result"].clone()
    }

    pub async fn error(&self, method: &str, params: Value) -> (i64, String) {
        let response = self.rpc(method, params).await;
        let error = &response["error"];
        (
            error["code"].as_i64().unwrap(),
            error["message"].as_str().unwrap().to_owned(),
        )
    }

    pub async fn explorer(&self, query: &str) -> Value {
        self.explorer_of("account", query).await
    }

    pub async fn explorer_of(&self, module: &str, query: &str) -> Value {
        let chain_id = self.node().rules().chain_id;
        let url = format!("/api?chainid={chain_id}&module={module}&{query}");
        self.exchange(http::Request::get(url).body(Body::empty()).unwrap())
            .await
    }
}

#[tokio::test]
async fn batch_requests_are_supported() {
    let client = Client::of("eth");
    let response = client
        .body(json!([
            { "jsonrpc": "2.0", "id": 7, "method": "eth_chainId" },
            { "jsonrpc": "2.0", "id": "x", "method": "eth_unknown", "params": [] },
            { "jsonrpc": "2.0", "id": 8 },
        ]))
        .await;
    assert_eq!(response[0], json!({ "jsonrpc": "2.0", "id": 7, "result": "0xaa36a7" }));
    assert_eq!(
        (&response[1]["id"], &response[1]["error"]["code"]),
        (&json!("x"), &json!(-32601))
    );
    assert_eq!(response[2]["error"]["code"], -32600);
    assert_eq!(client.body(json!([])).await["error"]["code"], -32600);
    let broken = http::Request::post("/").body(Body::from("{")).unwrap();
    assert_eq!(client.exchange(broken).await["error"]["code"], -32700);
}

#[tokio::test]
async fn malformed_arguments_are_rejected() {
    let client = Client::of("eth");
    for (method, params) in [
        ("eth_getBalance", json!([])),
        ("eth_getBalance", json!(["0x12"])),
        ("eth_getBalance", json!({ "address": TO })),
        ("eth_getBalance", json!([TO, "newest"])),
        ("eth_call", json!([7])),
        ("eth_sendRawTransaction", json!([])),
        ("eth_getTransactionByHash", json!(["0x1"])),
    ] {
        assert_eq!(
            client.error(method, params.clone()).await.0,
            -32602,
            "{method} {params}"
        );
    }
    let later = client.error("eth_getBalance", json!([TO, "0x1"])).await;
    assert_eq!(later, (-32000, "header not found".to_owned()));
}

#[tokio::test]
async fn revert_returns_reason_and_data() {
    let client = Client::of("eth");
    let call = json!([{ "to": contracts::REFUSING_TOKEN, "data": transfer_data(TO, 1) }]);
    for method in ["eth_call", "eth_estimateGas"] {
        let response = client.rpc(method, call.clone()).await;
        let error = &response["error"];
        assert_eq!(
            (error["code"].as_i64(), error["message"].as_str()),
            (Some(3), Some("execution reverted: this token cannot be sent"))
        );
        assert!(error["data"].as_str().unwrap().starts_with("0x08c379a0"));
    }
    let poor = client
        .error("eth_estimateGas", json!([{ "from": TO, "to": TO, "value": "0x1" }]))
        .await;
    assert!(
        poor.1.starts_with("insufficient funds for gas * price + value"),
        "{poor:?}"
    );
}

#[tokio::test]
async fn estimate_is_sufficient_and_tight() {
    let client = Client::of("eth");
    let node = client.node();
    let wallet = TestWallet::funded(node, 1);
    let plain = client
        .result(
            "eth_estimateGas",
            json!([{ "from": wallet.address(), "to": TO, "value": "0x1" }]),
        )
        .await;
    assert_eq!(plain, "0x5208");
    pay(node, wallet.address(), 500, Some(contracts::SILENT_TOKEN));
    mine(node);
    let data = transfer_data(TO, 200);
    let request = json!([{ "from": wallet.address(), "to": contracts::SILENT_TOKEN, "data": data }]);
    let estimate = client.result("eth_estimateGas", request).await;
    let estimate = u64::from_str_radix(&estimate.as_str().unwrap()[2..], 16).unwrap();
    let hash = node
        .submit(&wallet.sign(TxEip1559 {
            gas_limit: estimate,
            ..call(node, 0, contracts::SILENT_TOKEN, data)
        }))
        .unwrap();
    mine(node);
    let receipt = client.result("eth_getTransactionReceipt", json!([hash])).await;
    let used = u64::from_str_radix(&receipt["gasUsed"].as_str().unwrap()[2..], 16).unwrap();
    assert_eq!(receipt["status"], "0x1");
    assert!(used <= estimate && estimate <= used + used / 50, "{used} {estimate}");
}

#[tokio::test]
async fn pending_transactions_are_visible() {
    let client = Client::of("eth");
    let node = client.node();
    let wallet = TestWallet::funded(node, 1);
    let address = wallet.address();
    let pending = node.submit(&wallet.sign(payment(node, 0))).unwrap();
    let queued = node.submit(&wallet.sign(payment(node, 5))).unwrap();
    assert_eq!(
        client
            .result("eth_getTransactionCount", json!([address, "pending"]))
            .await,
        "0x1"
    );
    assert_eq!(
        client
            .result("eth_getTransactionCount", json!([address, "latest"]))
            .await,
        "0x0"
    );
    let content = client.result("txpool_contentFrom", json!([address])).await;
    assert_eq!(
        (&content["pending"]["0"]["hash"], &content["queued"]["5"]["hash"]),
        (&json!(pending), &json!(queued))
    );
    let block = client.result("eth_getBlockByNumber", json!(["pending", true])).await;
    assert_eq!(
        (&block["hash"], &block["transactions"][0]["hash"]),
        (&Value::Null, &json!(pending))
    );
    assert_eq!(client.result("eth_getBalance", json!([TO, "pending"])).await, "0x1");
    assert_eq!(client.result("eth_getBalance", json!([TO, "latest"])).await, "0x0");
    assert_eq!(
        client.result("eth_getTransactionReceipt", json!([pending])).await,
        Value::Null
    );
}

#[tokio::test]
async fn transaction_is_found_by_sender_and_nonce() {
    let client = Client::of("eth");
    let node = client.node();
    let wallet = TestWallet::funded(node, 1);
    let by_nonce = async |nonce: &str| {
        client
            .result("eth_getTransactionBySenderAndNonce", json!([wallet.address(), nonce]))
            .await
    };
    assert_eq!(by_nonce("0x0").await, Value::Null);
    let sent = node.submit(&wallet.sign(payment(node, 0))).unwrap();
    let pending = by_nonce("0x0").await;
    assert_eq!(
        (&pending["hash"], &pending["blockNumber"]),
        (&json!(sent), &Value::Null)
    );
    mine(node);
    let mined = by_nonce("0x0").await;
    assert_eq!(mined, client.result("eth_getTransactionByHash", json!([sent])).await);
    assert!(mined["blockNumber"].is_string(), "{mined}");
    assert_eq!(by_nonce("0x1").await, Value::Null);
}

/// The fields of a pending EIP-1559 and of a legacy transaction in `txpool_content` of geth 1.10.23, recorded in
/// `crates/rpc-types-txpool/src/txpool.rs` of alloy-rs/alloy (Apache-2.0 or MIT).
#[tokio::test]
async fn pool_transactions_have_the_fields_of_geth() {
    const LEGACY: [&str; 16] = [
        "blockHash",
        "blockNumber",
        "from",
        "gas",
        "gasPrice",
        "hash",
        "input",
        "nonce",
        "to",
        "transactionIndex",
        "value",
        "type",
        "chainId",
        "v",
        "r",
        "s",
    ];
    const FEE_MARKET: [&str; 3] = ["maxFeePerGas", "maxPriorityFeePerGas", "accessList"];
    let client = Client::of("eth");
    let node = client.node();
    let wallet = TestWallet::funded(node, 1);
    let fields = payment(node, 1);
    node.submit(&wallet.sign(payment(node, 0))).unwrap();
    let legacy = TxLegacy {
        chain_id: Some(fields.chain_id),
        nonce: 1,
        gas_price: fields.max_fee_per_gas,
        gas_limit: fields.gas_limit,
        to: fields.to,
        value: fields.value,
        input: Bytes::new(),
    };
    node.submit(&wallet.sign_legacy(legacy)).unwrap();
    let content = client.result("txpool_contentFrom", json!([wallet.address()])).await;
    let (market, legacy) = (&content["pending"]["0"], &content["pending"]["1"]);
    assert_eq!((&market["type"], &legacy["type"]), (&json!("0x2"), &json!("0x0")));
    for field in LEGACY {
        for row in [market, legacy] {
            assert!(row.get(field).is_some(), "{field}: {row}");
            let is_open = ["blockHash", "blockNumber", "transactionIndex"].contains(&field);
            assert_eq!(row[field].is_null(), is_open, "{field}: {row}");
        }
    }
    for field in FEE_MARKET {
        assert!(
            market.get(field).is_some() && legacy.get(field).is_none(),
            "{field}: {content}"
        );
    }
}

#[tokio::test]
async fn states_of_recent_blocks_are_available() {
    let client = Client::of("eth");
    let node = client.node();
    pay(node, TO, 5, None);
    for _ in 0..130 {
        mine(node);
    }
    let at = |number: u64| json!([TO, format!("{number:#x}")]);
    assert_eq!(client.result("eth_getBalance", at(130)).await, "0x5");
    assert_eq!(client.error("eth_getBalance", at(1)).await.0, -32000);
}

#[tokio::test]
async fn fee_history_reports_paid_tips() {
    let client = Client::of("eth");
    let node = client.node();
    let wallet = TestWallet::funded(node, 1);
    node.submit(&wallet.sign(payment(node, 0))).unwrap();
    mine(node);
    mine(node);
    let history = client
        .result("eth_feeHistory", json!(["0x3", "latest", [20, 50.0, 90]]))
        .await;
    assert_eq!(history["oldestBlock"], "0x1");
    assert_eq!(history["baseFeePerGas"].as_array().unwrap().len(), 4);
    let tip = format!("{:#x}", 40 * GWEI);
    assert_eq!(history["reward"][1], json!([tip, tip, tip]));
    assert_eq!(history["reward"][2], json!(["0x0", "0x0", "0x0"]), "an empty block");
    assert_eq!(
        client
            .error("eth_feeHistory", json!(["0x1", "latest", [50, 20]]))
            .await
            .0,
        -32000
    );
    assert_eq!(
        Client::of("etc")
            .error("eth_feeHistory", json!(["0x1", "latest", []]))
            .await
            .0,
        -32601
    );
}

/// The estimate covers the longest transaction with this call, and a rise of the L1 price; the receipt has the part for
/// L1.
#[tokio::test]
async fn estimate_on_arbitrum_covers_the_l1_gas() {
    let client = Client::of("arb");
    let wallet = TestWallet::funded(client.node(), 1);
    let request = json!([{ "from": wallet.address(), "to": TO, "value": "0x1" }]);
    let estimate = client.result("eth_estimateGas", request).await;
    let estimate = u64::from_str_radix(&estimate.as_str().unwrap()[2..], 16).unwrap();
    let raw = wallet.sign(TxEip1559 {
        gas_limit: estimate,
        ..payment(client.node(), 0)
    });
    let hash = client.node().submit(&raw).unwrap();
    mine(client.node());
    let receipt = client.result("eth_getTransactionReceipt", json!([hash])).await;
    let number = |field: &str| u64::from_str_radix(&receipt[field].as_str().unwrap()[2..], 16).unwrap();
    let bytes = (raw.len() - 2) as u64 / 2;
    assert_eq!(number("gasUsedForL1"), 160 * bytes);
    assert_eq!(number("gasUsed"), 21_000 + 160 * bytes);
    assert!(estimate > number("gasUsed") + number("gasUsedForL1") / 10, "{estimate}");
    assert_eq!(number("effectiveGasPrice"), 20_000_000);
    assert_eq!(client.result("eth_maxPriorityFeePerGas", json!([])).await, "0x0");
    assert_eq!(client.result("eth_gasPrice", json!([])).await, "0x1312d00");
}

/// Contracts read the height of L1; `ArbSys` has the own.
#[tokio::test]
async fn height_in_contracts_on_arbitrum_is_that_of_l1() {
    let client = Client::of("arb");
    mine(client.node());
    mine(client.node());
    let height = async |to: Address, data: &str| {
        let word = client
            .result("eth_call", json!([{ "to": to, "data": data }, "latest"]))
            .await;
        word.as_str().unwrap().trim_start_matches(['0', 'x']).to_owned()
    };
    let own = ARB_SYS;
    assert_eq!(height(own, "0xa3b1b31d").await, "2");
    let l1 = height(contracts::MULTICALL3, "0x42cbb15c").await;
    assert_eq!(u64::from_str_radix(&l1, 16).unwrap(), (1_800_000_000 + 1) / 12);
}
