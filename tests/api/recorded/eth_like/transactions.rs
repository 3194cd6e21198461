//! Signed transactions of real blocks, rebuilt from their fields.
//!
//! The recorded hash proves every byte: get-hash yields the hash that the recorded sender has signed, and
//! attach-signature yields the bytes with the recorded transaction hash.

use super::data::{self, Fact};
use super::numbers::{address_in, decimal, lower, number};
use super::signatures::{parity, request, signer};
use crate::blockchain_connector_eth_like::App;
use serde_json::{Value, json};

/// `transfer(address,uint256)` and `approve(address,uint256)`.
const TOKEN_CALLS: [(&str, &str); 2] = [("0xa9059cbb", "transfer"), ("0x095ea7b3", "approve")];
/// The length of such a call in hex, with `0x`.
const TOKEN_CALL: usize = 138;

/// Rebuilds a transaction from the fields and the signature. Returns the bytes in hex.
async fn rebuilt(app: &App, fact: &Fact) -> String {
    let (chain, transaction) = (fact.text("chain"), fact.get("transaction"));
    let mut body = request(transaction);
    let response = app.post(&format!("transaction/get-hash/{chain}"), &body).await;
    assert!(response.status.is_success(), "{fact}: {}", response.text);
    let hash = response.data()["hash"].as_str().expect("a hash").to_owned();

    body["publicKey"] = signer(&hash, transaction).into();
    let response = app.post(&format!("get-address/{chain}"), &body).await;
    assert_eq!(
        lower(&response.data()["address"]),
        lower(&transaction["from"]),
        "{fact}"
    );

    body["signature"] = json!({ "r": transaction["r"], "s": transaction["s"], "v": number_of(&transaction["v"]) });
    let response = app.post(&format!("transaction/attach-signature/{chain}"), &body).await;
    assert!(response.status.is_success(), "{fact}: {}", response.text);
    let with_v = response.data()["txdata"].as_str().expect("bytes").to_owned();
    body["signature"] = json!({ "r": transaction["r"], "s": transaction["s"], "recovery": parity(&transaction["v"]) });
    let response = app.post(&format!("transaction/attach-signature/{chain}"), &body).await;
    assert_eq!(response.data()["txdata"], with_v, "{fact}");
    if let Some(raw) = fact.get("raw").as_str() {
        assert_eq!(with_v, raw.to_lowercase(), "{fact}");
    }
    with_v
}

fn number_of(value: &Value) -> u64 {
    number(value).try_into().expect("a small number")
}

/// Returns the ERC-20 call of a transaction: from the event that its contract emitted, or else from the data.
fn token_call(fact: &Fact) -> Option<Value> {
    let input = lower(&fact.get("transaction")["input"]);
    let (_, method) = TOKEN_CALLS
        .into_iter()
        .find(|(selector, _)| input.starts_with(selector))?;
    if input.len() != TOKEN_CALL {
        return None;
    }
    let event = &fact.get("logs")[0];
    let (to, amount) = match event["data"].as_str() {
        Some(amount) => (event["topics"][2].as_str().expect("a recipient"), amount.to_owned()),
        None => (&input[10..74], format!("0x{}", &input[74..])),
    };
    Some(json!({ "method": method, "to": address_in(to), "amount": amount }))
}

/// Checks the decoded content of a transaction.
fn check_content(fact: &Fact, data: &Value) {
    let transaction = fact.get("transaction");
    let of = |name: &str| decimal(&transaction[name]);
    assert_eq!(
        (&data["signed"], &data["txid"]),
        (&json!(true), &transaction["hash"]),
        "{fact}"
    );
    for side in ["from", "to"] {
        assert_eq!(lower(&data[side]), lower(&transaction[side]), "{fact}");
    }
    assert_eq!(
        (&data["amount"], &data["gasLimit"]),
        (&of("value"), &of("gas")),
        "{fact}"
    );
    assert_eq!(data["nonce"], number_of(&transaction["nonce"]), "{fact}");
    assert_eq!(data["data"], lower(&transaction["input"]), "{fact}");
    for price in ["gasPrice", "maxFeePerGas", "maxPriorityFeePerGas"] {
        if transaction[price].is_string() {
            assert_eq!(data[price], of(price), "{fact}");
        }
    }
    let Some(token) = token_call(fact) else { return };
    let found = &data["token"];
    assert_eq!(
        (&found["method"], lower(&found["to"])),
        (&token["method"], lower(&token["to"])),
        "{fact}"
    );
    if token["amount"]
        .as_str()
        .is_some_and(|amount| amount[2..].trim_start_matches('0').len() <= 32)
    {
        assert_eq!(found["amount"], decimal(&token["amount"]), "{fact}");
    }
}

#[tokio::test]
async fn transactions_of_real_blocks_are_rebuilt_decoded_and_sent() {
    let app = App::new().await;
    let facts = data::of("transactions");
    let mut sent = Vec::new();
    for fact in &facts {
        let txdata = rebuilt(&app, fact).await;
        let (chain, hash) = (fact.text("chain"), &fact.get("transaction")["hash"]);
        let body = json!({ "txdata": txdata });
        let response = app.post(&format!("transaction/parse/{chain}"), &body).await;
        assert!(response.status.is_success(), "{fact}: {}", response.text);
        check_content(fact, response.data());
        app.fixture().submit = Some(Ok(hash.clone()));
        let response = app.post(&format!("transaction/send/{chain}"), &body).await;
        assert_eq!(response.data(), &json!({ "txid": hash }), "{fact}");
        sent.push(json!([txdata]));
    }
    let calls = app.requests().into_iter();
    let received: Vec<_> = calls
        .filter(|call| call.method == "eth_sendRawTransaction")
        .map(|call| call.params)
        .collect();
    assert_eq!(received, sent);
}

/// Transactions of real blocks that this service neither builds nor sends: blocks of arb contain tips above the price.
#[tokio::test]
async fn mined_transactions_beyond_the_bounds_are_decoded_and_not_sent() {
    let app = App::new().await;
    for fact in &data::of("mined") {
        let chain = fact.text("chain");
        let body = json!({ "txdata": fact.get("raw") });
        let response = app.post(&format!("transaction/parse/{chain}"), &body).await;
        assert!(response.status.is_success(), "{fact}: {}", response.text);
        check_content(fact, response.data());
        let response = app.post(&format!("transaction/send/{chain}"), &body).await;
        response.assert_error(400, "invalid_transaction", Some("txdata"));
    }
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn changed_signatures_and_other_chains_are_rejected() {
    let app = App::new().await;
    for fact in data::of("transactions").iter().step_by(5) {
        let txdata = rebuilt(&app, fact).await;
        let other = if fact.text("chain") == "eth" { "bsc" } else { "eth" };
        let body = json!({ "txdata": txdata });
        for path in ["parse", "send"] {
            let response = app.post(&format!("transaction/{path}/{other}"), &body).await;
            response.assert_error(400, "invalid_transaction", Some("txdata"));
        }
    }
}
