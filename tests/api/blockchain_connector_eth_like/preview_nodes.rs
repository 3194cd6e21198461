//! Previews over scripted nodes that trace calls, are behind, or report false effects.

use super::App;
use super::fixture::{HEIGHT, quantity};
use super::wallet::ADDRESS;
use crate::support::json_rpc::{self, Call, Outcome};
use crate::support::multicall::{aggregate3, word as word_of};
use crate::support::stub::Stub;
use serde_json::{Value, json};
use wallet_core::model::Network;
use wallet_upstream::config::setting_name;

const PATH: &str = "transaction/preview/eth";
const TO: &str = "0x3535353535353535353535353535353535353535";
const TOKEN: &str = "0x1111111111111111111111111111111111111111";
const CREATED: &str = "0x2222222222222222222222222222222222222222";
/// The address of the logs of movements of the coin (execution-apis, `eth_simulateV1`).
const COIN_LOGS: &str = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
/// `Transfer(address,address,uint256)`.
const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

fn word(address: &str) -> String {
    format!("0x{:0>64}", &address[2..].to_lowercase())
}

fn number_word(number: u64) -> String {
    format!("0x{number:064x}")
}

fn log(contract: &str, amount: u64) -> Value {
    let topics = [TRANSFER.to_owned(), word(ADDRESS), word(TO)];
    json!({ "address": contract, "topics": topics, "data": number_word(amount), "position": "0x0" })
}

/// Returns a transfer of 10 tokens.
fn token_transfer() -> Value {
    let data = format!("0xa9059cbb{}{:064x}", &word(TO)[2..], 10);
    json!({ "from": ADDRESS, "to": TOKEN, "data": data })
}

/// Returns a node at a height with further methods.
async fn node(height: u64, script: impl Fn(&Call) -> Outcome + Send + Sync + 'static) -> Stub {
    Stub::start(move |request| {
        json_rpc::respond(request, |call| match call.method.as_str() {
            "eth_chainId" => Ok(quantity(1)),
            "eth_blockNumber" => Ok(quantity(height)),
            _ => script(call),
        })
    })
    .await
}

async fn app(nodes: &[&Stub]) -> App {
    let urls: Vec<_> = nodes.iter().map(|node| format!("jsonrpc+{}", node.url)).collect();
    App::with_settings(&[(&setting_name("eth", Network::Livenet), &urls.join(","))]).await
}

/// Returns the calls of these methods at a node.
fn calls(node: &Stub, methods: &[&str]) -> Vec<Call> {
    let calls = node.requests().iter().flat_map(json_rpc::calls).collect::<Vec<_>>();
    let of_methods = calls.into_iter().filter(|call| methods.contains(&&*call.method));
    of_methods.collect()
}

/// Returns a node whose simulations move as many wei as the height of the block, and more.
async fn counting(height: u64, more: u64) -> Stub {
    node(height, move |call| {
        if call.method != "eth_simulateV1" {
            return json_rpc::missing(&call.method);
        }
        let tag = call.params[1].as_str().unwrap_or_default();
        let block = tag
            .strip_prefix("0x")
            .map_or(height, |digits| u64::from_str_radix(digits, 16).unwrap_or_default());
        let logs = [log(COIN_LOGS, block + more)];
        let call = json!({ "status": "0x1", "returnData": "0x", "gasUsed": "0x5208", "logs": logs });
        Ok(json!([{ "number": quantity(block + 1), "calls": [call] }]))
    })
    .await
}

#[tokio::test]
async fn nodes_are_compared_on_one_block() {
    for (lag, more, disputed) in [
        (0, 0, false),
        (0, 1, true),
        (3, 0, false),
        (3, 1, true),
        // A node far behind has no state in common.
        (65, 0, false),
    ] {
        let first = counting(HEIGHT, 0).await;
        let second = counting(HEIGHT - lag, more).await;
        let app = app(&[&first, &second]).await;
        let payment = json!({ "from": ADDRESS, "to": TO, "value": "5" });
        let response = app.post(PATH, &payment).await;
        let data = response.data();
        assert_eq!(data["outcome"], "success");
        let shown = data["source"]["block"].as_str().unwrap_or_default().to_owned();
        let number: u64 = shown.parse().expect("a height");
        assert!([HEIGHT, HEIGHT - lag].contains(&number), "{data}");
        let warnings = data["warnings"].to_string();
        assert_eq!(
            warnings.contains("preview_disagreement"),
            disputed,
            "{lag} {more}: {data}"
        );
        let simulations = calls(&first, &["eth_simulateV1"]).len();
        assert_eq!(simulations, if lag == 3 { 2 } else { 1 });
    }
}

/// Returns the balances that a dishonest token reports: 10 leave the sender, 5 reach the recipient.
fn balance(data: &Value, is_after: bool) -> String {
    let is_sender = data.to_string().contains(&ADDRESS[2..].to_lowercase());
    number_word(match (is_after, is_sender) {
        (false, _) => 1000,
        (true, true) => 990,
        (true, false) => 1005,
    })
}

fn assert_dishonest(data: &Value) {
    let amounts: Vec<_> = data["changes"].as_array().into_iter().flatten().collect();
    let amounts: Vec<_> = amounts.iter().map(|change| &change["delta"]["amount"]).collect();
    assert_eq!(amounts, ["-10", "5"], "{data}");
    assert_eq!(data["warnings"][0]["code"], "transfer_mismatch", "{data}");
}

#[tokio::test]
async fn token_that_logs_more_than_it_moves_gets_a_warning() {
    let node = node(HEIGHT, |call| {
        if call.method != "eth_simulateV1" {
            return json_rpc::missing(&call.method);
        }
        let calls = call.params[0]["blockStateCalls"][0]["calls"].as_array();
        let calls = calls.map(Vec::as_slice).unwrap_or_default();
        let transaction = calls.len() / 2;
        let result = |(at, call): (usize, &Value)| {
            let logs = if at == transaction {
                vec![log(TOKEN, 10)]
            } else {
                Vec::new()
            };
            let returned = balance(&call["data"], at > transaction);
            json!({ "status": "0x1", "returnData": returned, "gasUsed": "0x5208", "logs": logs })
        };
        let calls: Vec<_> = calls.iter().enumerate().map(result).collect();
        Ok(json!([{ "number": quantity(HEIGHT + 1), "calls": calls }]))
    })
    .await;
    let app = app(&[&node]).await;
    let response = app.post(PATH, &token_transfer()).await;
    assert_dishonest(response.data());
}

/// Traces in the form of anvil.
fn traced(call: &Call) -> Outcome {
    match (&*call.method, call.params[2]["tracer"].as_str()) {
        ("debug_traceCall", Some("callTracer")) => {
            let inner = |kind: &str, to: &str, error: Option<&str>| {
                let mut frame = json!({ "type": kind, "from": TOKEN, "to": to, "value": "0x7",
                    "gas": "0x1", "gasUsed": "0x1", "input": "0x" });
                if let Some(error) = error {
                    frame["error"] = error.into();
                }
                frame
            };
            let calls = [
                inner("CREATE", CREATED, None),
                inner("CREATE2", TO, Some("execution reverted")),
                inner("DELEGATECALL", TO, None),
                inner("SELFDESTRUCT", TO, None),
            ];
            Ok(
                json!({ "type": "CALL", "from": ADDRESS, "to": TOKEN, "value": "0x0", "gas": "0xf42400",
                "gasUsed": "0x5208", "input": "0x", "logs": [log(TOKEN, 10)], "calls": calls }),
            )
        }
        ("debug_traceCall", Some("prestateTracer")) => {
            let account = |value: &str| json!({ TOKEN: { "storage": { (number_word(1)): value } } });
            Ok(json!({ "pre": account(&number_word(9)), "post": account(&number_word(8)) }))
        }
        ("eth_call", _) => {
            let overrides = &call.params[2];
            let is_after = overrides[TOKEN]["stateDiff"][number_word(1)] == number_word(8);
            Ok(balance(&call.params[0]["data"], is_after).into())
        }
        (other, _) => json_rpc::missing(other),
    }
}

#[tokio::test]
async fn node_without_simulations_traces_the_call_on_one_block() {
    let node = node(HEIGHT, traced).await;
    let app = app(&[&node]).await;
    for _ in 0..2 {
        let response = app.post(PATH, &token_transfer()).await;
        let data = response.data();
        assert_eq!(data["outcome"], "success");
        assert_eq!(data["created"], json!([CREATED]));
        let partial = data["source"]["partial"].to_string();
        assert!(!partial.contains("created"), "{data}");
        let coin = |address: &str, amount: &str| {
            let shown = data["changes"].as_array().into_iter().flatten();
            let mut shown = shown.filter(|change| change["kind"] == "coin");
            shown.any(|change| change["address"] == address && change["delta"]["amount"] == amount)
        };
        assert!(coin(TOKEN, "-14") && coin(CREATED, "7") && coin(TO, "7"), "{data}");
        let tokens = data["changes"].as_array().into_iter().flatten();
        let tokens: Vec<_> = tokens.filter(|change| change["kind"] == "erc20").collect();
        assert_dishonest(&json!({ "changes": tokens, "warnings": data["warnings"] }));
    }
    assert_eq!(calls(&node, &["eth_simulateV1"]).len(), 1, "the absence is remembered");
    let traces = calls(&node, &["debug_traceCall"]);
    assert_eq!(traces.len(), 4);
    assert!(traces.iter().all(|call| call.params[1] == quantity(HEIGHT)));
}

#[tokio::test]
async fn useless_traces_leave_the_outcome_unknown() {
    for trace in [json!([]), json!({ "type": "CALL", "from": "0x" }), json!("0x")] {
        let node = node(HEIGHT, move |call| match call.method.as_str() {
            "debug_traceCall" => Ok(trace.clone()),
            other => json_rpc::missing(other),
        })
        .await;
        let app = app(&[&node]).await;
        let response = app.post(PATH, &token_transfer()).await;
        assert_eq!(response.data()["outcome"], "unknown");
        assert_eq!(response.data()["source"]["partial"], json!(["preview"]));
    }
}

/// Returns an ABI string in hex.
fn text(text: &str) -> String {
    format!(
        "{}{}{:0<64}",
        word_of(32),
        word_of(text.len() as u64),
        hex::encode(text)
    )
}

/// Returns the number of requests to a node that call contracts, of a preview that moves this number of tokens. The
/// contract with the number 3 uses all gas of a common call.
async fn requests_for(tokens: u64) -> (usize, Value) {
    let contract = |index: u64| format!("0x{index:040x}");
    let returned = |data: &str| match &data[..8] {
        "42cbb15c" => Some(word_of(HEIGHT)),
        "06fdde03" => Some(text("Some\u{202e} Token")),
        "95d89b41" => Some(text("SOME")),
        "313ce567" => Some(word_of(6)),
        "18160ddd" | "70a08231" => Some(word_of(1)),
        _ => None,
    };
    let node = node(HEIGHT, move |call| match &*call.method {
        "eth_simulateV1" => {
            let logs: Vec<_> = (1..=tokens).map(|index| log(&contract(index), 7)).collect();
            let call = json!({ "status": "0x1", "returnData": "0x", "gasUsed": "0x5208", "logs": logs });
            Ok(json!([{ "number": quantity(HEIGHT + 1), "calls": [call] }]))
        }
        "eth_call" => {
            let data = call.params[0]["data"].as_str().expect("calldata");
            if call.params[0]["to"]
                .as_str()
                .is_some_and(|to| to.to_lowercase().starts_with("0xca11bde0"))
            {
                let mut has_gas = true;
                return Ok(json!(aggregate3(data, |target, data| {
                    has_gas &= target != contract(3);
                    returned(data).filter(|_| has_gas)
                })));
            }
            Ok(json!(format!("0x{}", returned(&data[2..]).expect("a known function"))))
        }
        "eth_gasPrice" | "eth_maxPriorityFeePerGas" => Ok(quantity(7)),
        method => json_rpc::missing(method),
    })
    .await;
    let app = app(&[&node]).await;
    let response = app
        .post(PATH, &json!({ "from": ADDRESS, "to": TO, "value": "0" }))
        .await;
    let is_read = |call: &Call| call.method == "eth_call";
    let requests = node.requests();
    let reads = requests
        .iter()
        .filter(|request| json_rpc::calls(request).iter().any(is_read));
    println!("{tokens} tokens: {} requests", requests.len());
    (reads.count(), response.data().clone())
}

#[tokio::test]
async fn names_and_decimals_of_tokens_are_read_together() {
    let (count, preview) = requests_for(1).await;
    let change = &preview["changes"][0];
    let shown = json!([change["name"], change["ticker"], change["delta"]]);
    assert_eq!(shown, json!(["Some Token", "SOME", { "amount": "-7", "decimals": 6 }]));
    assert_eq!(count, 1);
    let (count, preview) = requests_for(10).await;
    assert!((9..=12).contains(&count), "{count}");
    let changes = preview["changes"].as_array().expect("a list");
    assert_eq!(changes.len(), 20);
    let hostile = format!("0x{:040x}", 3);
    let mut others = changes.iter().filter(|change| change["contract"] != hostile.as_str());
    assert!(others.all(|change| change["delta"]["decimals"] == 6), "{preview}");
}
