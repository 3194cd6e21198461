//! How the outside sees the chain.

use super::*;
use crate::chain::SandboxChain;
use crate::eth_like::served::Served;
use axum::body::{Body, to_bytes};
use axum::http;
use serde_json::{Value, json};
use tower::ServiceExt;

struct Outside(Served);

impl Outside {
    fn of(chain: &str) -> Self {
        Self(Served(Arc::new(node(chain))))
    }

    fn node(&self) -> &Node {
        &self.0.0
    }

    async fn exchange(&self, request: http::Request<Body>) -> Value {
        let response = self.0.router().oneshot(request).await.unwrap();
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

    async fn result(&self, method: &str, params: Value) -> Value {
        let answer = self.rpc(method, params).await;
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    async fn error(&self, method: &str, params: Value) -> (i64, String) {
        let answer = self.rpc(method, params).await;
        let error = &answer["error"];
        (
            error["code"].as_i64().unwrap(),
            error["message"].as_str().unwrap().to_owned(),
        )
    }

    async fn explorer(&self, query: &str) -> Value {
        let chain_id = self.node().rules().params.chain_id();
        let url = format!("/api?chainid={chain_id}&module=account&{query}");
        self.exchange(http::Request::get(url).body(Body::empty()).unwrap())
            .await
    }
}

#[tokio::test]
async fn many_requests_come_in_one_array() {
    let outside = Outside::of("eth");
    let answer = outside
        .body(json!([
            { "jsonrpc": "2.0", "id": 7, "method": "eth_chainId" },
            { "jsonrpc": "2.0", "id": "x", "method": "eth_unknown", "params": [] },
            { "jsonrpc": "2.0", "id": 8 },
        ]))
        .await;
    assert_eq!(answer[0], json!({ "jsonrpc": "2.0", "id": 7, "result": "0xaa36a7" }));
    assert_eq!(
        (&answer[1]["id"], &answer[1]["error"]["code"]),
        (&json!("x"), &json!(-32601))
    );
    assert_eq!(answer[2]["error"]["code"], -32600);
    assert_eq!(outside.body(json!([])).await["error"]["code"], -32600);
    let broken = http::Request::post("/").body(Body::from("{")).unwrap();
    assert_eq!(outside.exchange(broken).await["error"]["code"], -32700);
}

#[tokio::test]
async fn arguments_of_the_wrong_form_are_named() {
    let outside = Outside::of("eth");
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
            outside.error(method, params.clone()).await.0,
            -32602,
            "{method} {params}"
        );
    }
    let later = outside.error("eth_getBalance", json!([TO, "0x1"])).await;
    assert_eq!(later, (-32000, "header not found".to_owned()));
}

#[tokio::test]
async fn a_revert_tells_its_reason_and_its_data() {
    let outside = Outside::of("eth");
    let question = json!([{ "to": contracts::REFUSING_TOKEN, "data": transfer_data(TO, 1) }]);
    for method in ["eth_call", "eth_estimateGas"] {
        let answer = outside.rpc(method, question.clone()).await;
        let error = &answer["error"];
        assert_eq!(
            (error["code"].as_i64(), error["message"].as_str()),
            (Some(3), Some("execution reverted: this token cannot be sent"))
        );
        assert!(error["data"].as_str().unwrap().starts_with("0x08c379a0"));
    }
    let poor = outside
        .error("eth_estimateGas", json!([{ "from": TO, "to": TO, "value": "0x1" }]))
        .await;
    assert!(
        poor.1.starts_with("insufficient funds for gas * price + value"),
        "{poor:?}"
    );
}

#[tokio::test]
async fn an_estimate_is_enough_and_hardly_more() {
    let outside = Outside::of("eth");
    let node = outside.node();
    let purse = Purse::funded(node, 1);
    let plain = outside
        .result(
            "eth_estimateGas",
            json!([{ "from": purse.address(), "to": TO, "value": "0x1" }]),
        )
        .await;
    assert_eq!(plain, "0x5208");
    pay(node, purse.address(), 500, Some(contracts::SILENT_TOKEN));
    mine(node);
    let data = transfer_data(TO, 200);
    let question = json!([{ "from": purse.address(), "to": contracts::SILENT_TOKEN, "data": data }]);
    let estimate = outside.result("eth_estimateGas", question).await;
    let estimate = u64::from_str_radix(&estimate.as_str().unwrap()[2..], 16).unwrap();
    let hash = node
        .submit(&purse.sign(TxEip1559 {
            gas_limit: estimate,
            ..call(node, 0, contracts::SILENT_TOKEN, data)
        }))
        .unwrap();
    mine(node);
    let receipt = outside.result("eth_getTransactionReceipt", json!([hash])).await;
    let used = u64::from_str_radix(&receipt["gasUsed"].as_str().unwrap()[2..], 16).unwrap();
    assert_eq!(receipt["status"], "0x1");
    assert!(used <= estimate && estimate <= used + used / 50, "{used} {estimate}");
}

#[tokio::test]
async fn what_waits_is_seen_as_pending() {
    let outside = Outside::of("eth");
    let node = outside.node();
    let purse = Purse::funded(node, 1);
    let own = purse.address();
    let waiting = node.submit(&purse.sign(payment(node, 0))).unwrap();
    let queued = node.submit(&purse.sign(payment(node, 5))).unwrap();
    assert_eq!(
        outside.result("eth_getTransactionCount", json!([own, "pending"])).await,
        "0x1"
    );
    assert_eq!(
        outside.result("eth_getTransactionCount", json!([own, "latest"])).await,
        "0x0"
    );
    let content = outside.result("txpool_contentFrom", json!([own])).await;
    assert_eq!(
        (&content["pending"]["0"]["hash"], &content["queued"]["5"]["hash"]),
        (&json!(waiting), &json!(queued))
    );
    let block = outside.result("eth_getBlockByNumber", json!(["pending", true])).await;
    assert_eq!(
        (&block["hash"], &block["transactions"][0]["hash"]),
        (&Value::Null, &json!(waiting))
    );
    assert_eq!(outside.result("eth_getBalance", json!([TO, "pending"])).await, "0x1");
    assert_eq!(outside.result("eth_getBalance", json!([TO, "latest"])).await, "0x0");
    assert_eq!(
        outside.result("eth_getTransactionReceipt", json!([waiting])).await,
        Value::Null
    );
}

#[tokio::test]
async fn a_state_is_known_after_any_of_the_last_blocks() {
    let outside = Outside::of("eth");
    let node = outside.node();
    pay(node, TO, 5, None);
    for _ in 0..130 {
        mine(node);
    }
    let at = |number: u64| json!([TO, format!("{number:#x}")]);
    assert_eq!(outside.result("eth_getBalance", at(130)).await, "0x5");
    assert_eq!(outside.error("eth_getBalance", at(1)).await.0, -32000);
}

#[tokio::test]
async fn the_fee_history_tells_what_was_paid() {
    let outside = Outside::of("eth");
    let node = outside.node();
    let purse = Purse::funded(node, 1);
    node.submit(&purse.sign(payment(node, 0))).unwrap();
    mine(node);
    mine(node);
    let history = outside
        .result("eth_feeHistory", json!(["0x3", "latest", [20, 50.0, 90]]))
        .await;
    assert_eq!(history["oldestBlock"], "0x1");
    assert_eq!(history["baseFeePerGas"].as_array().unwrap().len(), 4);
    let tip = format!("{:#x}", 40 * GWEI);
    assert_eq!(history["reward"][1], json!([tip, tip, tip]));
    assert_eq!(history["reward"][2], json!(["0x0", "0x0", "0x0"]), "an empty block");
    assert_eq!(
        outside
            .error("eth_feeHistory", json!(["0x1", "latest", [50, 20]]))
            .await
            .0,
        -32000
    );
    assert_eq!(
        Outside::of("etc")
            .error("eth_feeHistory", json!(["0x1", "latest", []]))
            .await
            .0,
        -32601
    );
}

#[tokio::test]
async fn the_explorer_lists_transactions_transfers_and_internal_payments() {
    let outside = Outside::of("eth");
    let node = outside.node();
    let purse = Purse::funded(node, 1);
    let own = purse.address();
    pay(node, own, 500, Some(contracts::SILENT_TOKEN));
    mine(node);
    node.submit(&purse.sign(call(node, 0, contracts::SILENT_TOKEN, transfer_data(TO, 200))))
        .unwrap();
    node.submit(&purse.sign(call(node, 1, contracts::REFUSING_TOKEN, transfer_data(TO, 1))))
        .unwrap();
    // split([TO]), by the contract ABI.
    let mut data = hex::decode(Contract::named("Forwarder").call("split(address[])", &[]).to_string()).unwrap();
    for word in [U256::from(32), U256::from(1), U256::from_be_slice(TO.as_slice())] {
        data.extend(word.to_be_bytes::<32>());
    }
    let split = TxEip1559 {
        value: U256::from(9),
        ..call(node, 2, contracts::FORWARDER, data.into())
    };
    node.submit(&purse.sign(split)).unwrap();
    mine(node);

    let list = outside
        .explorer(&format!("action=txlist&address={own}&sort=desc"))
        .await;
    let rows = list["result"].as_array().unwrap();
    let told: Vec<_> = rows
        .iter()
        .map(|row| (row["nonce"].as_str().unwrap(), row["isError"].as_str().unwrap()))
        .collect();
    assert_eq!(told, [("2", "0"), ("1", "1"), ("0", "0"), ("0", "0")]);
    let second = outside
        .explorer(&format!("action=txlist&address={own}&sort=desc&page=2&offset=1"))
        .await;
    assert_eq!(second["result"], json!([rows[1]]));

    let tokens = outside
        .explorer(&format!("action=tokentx&address={own}&sort=asc"))
        .await;
    let told: Vec<_> = tokens["result"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["value"].as_str().unwrap(), row["tokenSymbol"].as_str().unwrap()))
        .collect();
    assert_eq!(told, [("500", "HUSH"), ("200", "HUSH")]);

    let internal = outside.explorer(&format!("action=txlistinternal&address={TO}")).await;
    let row = &internal["result"][0];
    assert_eq!(
        (row["value"].as_str(), row["from"].as_str()),
        (
            Some("9"),
            Some(contracts::FORWARDER.to_string().to_lowercase().as_str())
        )
    );
}

#[tokio::test]
async fn the_explorer_says_nothing_and_no_as_explorers_do() {
    let outside = Outside::of("eth");
    let empty = outside.explorer(&format!("action=txlist&address={TO}")).await;
    assert_eq!(
        empty,
        json!({ "status": "0", "message": "No transactions found", "result": [] })
    );
    for query in [
        "action=txlist&address=0x12".to_owned(),
        format!("action=nothing&address={TO}"),
        format!("action=txlist&address={TO}&page=11&offset=1000"),
        format!("action=txlist&address={TO}&startblock=x"),
    ] {
        let answer = outside.explorer(&query).await;
        assert_eq!(
            (&answer["status"], &answer["message"]),
            (&json!("0"), &json!("NOTOK")),
            "{query}"
        );
        assert!(answer["result"].is_string());
    }
}
