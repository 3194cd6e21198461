//! Tests of `eth_simulateV1`. `tests/nodes` compares the results with anvil.

use super::queries::Client;
use super::*;
use crate::eth_like::evm::contracts::FORWARDER;
use serde_json::{Value, json};

fn simulation(calls: &Value) -> Value {
    json!([{ "blockStateCalls": [{ "calls": calls }], "traceTransfers": true }, "latest"])
}

#[tokio::test]
async fn calls_of_a_block_see_the_effects_of_earlier_calls() {
    let client = Client::of("eth");
    let wallet = TestWallet::funded(client.node(), 1);
    let (from, other) = (wallet.address(), Address::repeat_byte(0x66));
    let calls = json!([
        { "from": from, "to": other, "value": "0x5" },
        { "from": other, "to": TO, "value": "0x5" },
    ]);
    let result = client.result("eth_simulateV1", simulation(&calls)).await;
    let shown = &result[0]["calls"];
    assert_eq!(shown[0]["status"], "0x1");
    assert_eq!(shown[0]["gasUsed"], "0x5208");
    let log = &shown[1]["logs"][0];
    assert_eq!(log["address"], "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee");
    assert_eq!(log["topics"][2], json!(TO.into_word()));
    assert_eq!(balance(client.node(), TO), U256::ZERO, "nothing changes");
}

#[tokio::test]
async fn movements_inside_contracts_are_logs_unless_reverted() {
    let client = Client::of("eth");
    let wallet = TestWallet::funded(client.node(), 1);
    let from = wallet.address();
    let regret = Contract::named("Forwarder").call("regret(address)", &[Argument::Address(TO)]);
    let calls = json!([
        { "from": from, "to": FORWARDER, "value": "0x5", "data": split_data() },
        { "from": from, "to": FORWARDER, "value": "0x5", "data": regret },
    ]);
    let result = client.result("eth_simulateV1", simulation(&calls)).await;
    let shown = &result[0]["calls"];
    assert_eq!(shown[0]["logs"].as_array().map(Vec::len), Some(2));
    assert_eq!(shown[1]["status"], "0x0");
    assert_eq!(shown[1]["logs"], json!([]));
    assert_eq!(shown[1]["error"]["code"], 3);
}

#[tokio::test]
async fn unpayable_value_fails_the_simulation() {
    let client = Client::of("eth");
    let calls = json!([{ "from": TO, "to": TO, "value": "0x5" }]);
    let (code, _) = client.error("eth_simulateV1", simulation(&calls)).await;
    assert_eq!(code, -38014);
}

#[tokio::test]
async fn overrides_replace_balances() {
    let client = Client::of("eth");
    let blocks = json!([{
        "stateOverrides": { TO.to_string(): { "balance": "0x7" } },
        "calls": [{ "from": TO, "to": FORWARDER, "value": "0x7", "data": split_data() }],
    }]);
    let result = client
        .result("eth_simulateV1", json!([{ "blockStateCalls": blocks }, "latest"]))
        .await;
    assert_eq!(result[0]["calls"][0]["status"], "0x1");
}

#[tokio::test]
async fn traced_call_has_the_logs_and_the_changes() {
    let client = Client::of("bsc");
    let wallet = TestWallet::funded(client.node(), 1);
    pay(client.node(), wallet.address(), 50, Some(LISTED_TOKEN));
    mine(client.node());
    let call = json!({ "from": wallet.address(), "to": LISTED_TOKEN, "data": transfer_data(TO, 50) });
    let options = json!({ "tracer": "callTracer", "tracerConfig": { "withLog": true } });
    let trace = client.result("debug_traceCall", json!([call, "latest", options])).await;
    assert_eq!(trace["logs"][0]["topics"][2], json!(TO.into_word()));
    let options = json!({ "tracer": "prestateTracer", "tracerConfig": { "diffMode": true } });
    let diff = client.result("debug_traceCall", json!([call, "latest", options])).await;
    let slots = |part: &str| {
        let account = &diff[part][format!("{LISTED_TOKEN:#x}")];
        account["storage"].as_object().map_or(0, serde_json::Map::len)
    };
    assert_eq!(
        (slots("pre"), slots("post")),
        (1, 1),
        "one balance becomes zero, the second is new"
    );
}
