//! Simulations of random calls by the sandbox and by anvil on the same state, compared field by field: the sandbox replays
//! the transactions of anvil.

use super::node::Node;
use super::payment::sepolia;
use super::preview::{Scene, calldata, mined};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use tower::ServiceExt;
use wallet_core::model::ChainName;
use wallet_eth_like::preview::PERMIT2;
use wallet_sandbox::chain::{Payment, SandboxChain};
use wallet_sandbox::clock::Timestamp;
use wallet_sandbox::eth_like::node::Node as SandboxNode;
use wallet_sandbox::eth_like::rules::Rules;
use wallet_tests::support::random::Random;

/// Returns the compared part of a response.
type Part = fn(&Value) -> Value;

/// The number of calls.
const CALLS: usize = 24;
/// The fixed time of the clock of the sandbox, in seconds since the Unix epoch.
const NOW: u64 = 1_800_000_000;

/// A sandbox with the contracts of a node.
struct Sandbox {
    node: Arc<SandboxNode>,
    router: Router,
    /// The height of the node up to which the transactions are replayed.
    height: u64,
}

impl Sandbox {
    fn new(scene: &Scene) -> Self {
        let rules = Rules::named(sepolia().chain.name()).expect("a chain");
        let clock = Arc::new(|| Timestamp::from_secs(NOW));
        let node = SandboxNode::open(rules, &[], clock, None).expect("a chain without a file");
        let node = Arc::new(node);
        let payment = Payment {
            address: scene.sender.clone(),
            amount: "9000000000000000000000".to_owned(),
            token: None,
        };
        SandboxChain::pay(&*node, &payment).expect("the faucet pays");
        node.mine(|_| ()).expect("no file is written");
        Self {
            router: Arc::clone(&node).router(),
            node,
            height: 0,
        }
    }

    /// Mines the transactions of the further blocks of the node.
    async fn replay(&mut self, node: &Node) {
        let head = node.call("eth_blockNumber", json!([])).await;
        let head = u64::from_str_radix(&head.as_str().expect("hex")[2..], 16).expect("a height");
        while self.height < head {
            self.height += 1;
            let tag = format!("{:#x}", self.height);
            let block = node.call("eth_getBlockByNumber", json!([tag, false])).await;
            for hash in block["transactions"].as_array().expect("a list") {
                let raw = node.call("eth_getRawTransactionByHash", json!([hash])).await;
                self.node
                    .submit(raw.as_str().expect("hex"))
                    .expect("a valid transaction");
                self.node.mine(|_| ()).expect("no file is written");
            }
        }
    }

    async fn call(&self, method: &str, params: &Value) -> Value {
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let request = Request::post("/")
            .body(Body::from(body.to_string()))
            .expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("a response");
        let body = to_bytes(response.into_body(), usize::MAX).await.expect("a body");
        serde_json::from_slice::<Value>(&body).expect("JSON")["result"].clone()
    }
}

/// Returns the fields of a value in a comparable form: digits in lower case, without absent and empty values.
fn fields(value: &Value, names: &[&str]) -> Map<String, Value> {
    let shown = names.iter().map(|name| ((*name).to_owned(), lower(&value[*name])));
    shown.filter(|(_, value)| !value.is_null()).collect()
}

fn lower(value: &Value) -> Value {
    match value {
        Value::String(text) if text == "0x" => Value::Null,
        Value::String(text) => text.to_lowercase().into(),
        Value::Array(items) if items.is_empty() => Value::Null,
        Value::Array(items) => items.iter().map(lower).collect(),
        other => other.clone(),
    }
}

fn logs(value: &Value, names: &[&str]) -> Value {
    let logs = value["logs"].as_array().into_iter().flatten();
    logs.map(|log| Value::from(fields(log, names))).collect()
}

/// Returns the fields of the only call of `eth_simulateV1`.
fn simulated(result: &Value) -> Value {
    let call = &result[0]["calls"][0];
    let mut shown = fields(call, &["status", "returnData", "gasUsed"]);
    shown.insert("logs".to_owned(), logs(call, &["address", "topics", "data"]));
    shown.insert("fails".to_owned(), call["error"].is_object().into());
    shown.into()
}

/// Returns the fields of a call of the `callTracer`, and of the calls inside.
fn traced(call: &Value) -> Value {
    let mut shown = fields(call, &["type", "from", "to", "value", "gasUsed", "input", "output"]);
    shown.insert(
        "logs".to_owned(),
        logs(call, &["address", "topics", "data", "position"]),
    );
    shown.insert("fails".to_owned(), call["error"].is_string().into());
    let calls = call["calls"].as_array().into_iter().flatten();
    shown.insert("calls".to_owned(), calls.map(traced).collect());
    shown.into()
}

/// Returns the changed slots of the contracts, before and afterwards.
fn slots(diff: &Value) -> Value {
    let of = |part: &Value| -> Value {
        let accounts = part.as_object().into_iter().flatten();
        let with_slots =
            accounts.filter(|(_, account)| account["storage"].as_object().is_some_and(|slots| !slots.is_empty()));
        let shown = with_slots.map(|(address, account)| (address.to_lowercase(), account["storage"].clone()));
        Value::from(shown.collect::<Map<_, _>>())
    };
    json!({ "pre": of(&diff["pre"]), "post": of(&diff["post"]) })
}

/// Removes the logs that anvil lacks, or has in addition to geth (`internal/ethapi/logtracer.go`): geth logs the payment of a
/// destroyed contract, and no payment of a reverted call.
fn correct_logs(call: &Value, found: &mut Value, expected: &mut Value) {
    let is = |signature| {
        let selector = calldata(signature, &[]);
        call["data"].as_str().is_some_and(|data| data.starts_with(&selector))
    };
    let corrected = match (is("explode(address)"), is("regret(address)")) {
        (true, _) => found,
        (_, true) if call["value"] != "0x0" => expected,
        _ => return,
    };
    let logs = corrected["logs"].as_array_mut().expect("logs");
    logs.pop().expect("the additional payment");
}

#[tokio::test]
async fn simulations_of_the_sandbox_are_those_of_anvil() {
    let Some(scene) = Scene::on_anvil().await else { return };
    let mut sandbox = Sandbox::new(&scene);
    sandbox.replay(&scene.node).await;
    let mut random = Random::new();
    for _ in 0..CALLS {
        let mut call = scene.random_call(&mut random);
        let value: u128 = call["value"].as_str().expect("digits").parse().expect("a number");
        call["value"] = format!("{value:#x}").into();
        call["gas"] = "0x4c4b40".into();
        let tracer = |name: &str, config: Value| json!([call, "latest", { "tracer": name, "tracerConfig": config }]);
        let blocks = json!([{ "calls": [call] }]);
        let simulation = json!([{ "blockStateCalls": blocks, "traceTransfers": true, "validation": false }, "latest"]);
        let requests: [(&str, Value, Part); 3] = [
            ("eth_simulateV1", simulation, simulated),
            (
                "debug_traceCall",
                tracer("callTracer", json!({ "withLog": true })),
                traced,
            ),
            (
                "debug_traceCall",
                tracer("prestateTracer", json!({ "diffMode": true })),
                slots,
            ),
        ];
        for (method, params, shown) in requests {
            let expected = scene.node.call(method, params.clone()).await;
            let found = sandbox.call(method, &params).await;
            let (mut found, mut expected) = (shown(&found), shown(&expected));
            if method == "eth_simulateV1" {
                correct_logs(&call, &mut found, &mut expected);
            }
            if call["to"] == PERMIT2.to_string() && expected["gasUsed"].is_string() {
                // The Permit2 of the sandbox is compiled with the optimizer.
                expected["gasUsed"] = found["gasUsed"].clone();
            }
            assert_eq!(found, expected, "{method} of {call}");
        }
        mined(&scene.node, &call).await;
        sandbox.replay(&scene.node).await;
    }
}
