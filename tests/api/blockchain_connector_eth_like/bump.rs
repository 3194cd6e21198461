//! POST /api/prepare-transaction/bump/{chain}

use super::App;
use super::fixture::{Fixture, GWEI, quantity};
use super::wallet::{ADDRESS, RECIPIENT, public_key, sign};
use crate::support::json_rpc::{error, reverted};
use crate::support::lists::operator_lists;
use serde_json::{Value, json};
use wallet_core::lists::Listable;
use wallet_eth_like::Address;

const PATH: &str = "prepare-transaction/bump/eth";

/// A transaction of the key of the tests, and the row that a node reports.
struct Pending {
    txid: String,
    row: Value,
}

/// Signs a transaction with the fields, with a nonce of 6.
async fn pending(app: &App, prices: &[(&str, u64)], rest: &Value) -> Pending {
    let price = prices
        .iter()
        .filter(|(name, _)| *name != "maxPriorityFeePerGas")
        .map(|(_, price)| *price);
    let gas = rest["gasLimit"]
        .as_str()
        .expect("a string")
        .parse::<u64>()
        .expect("a number");
    let mut body = rest.clone();
    body["publicKey"] = public_key().into();
    body["fee"] = (gas * price.sum::<u64>()).to_string().into();
    body["nonce"] = 6.into();
    for (name, price) in prices {
        body[*name] = price.to_string().into();
    }
    let response = app.post("transaction/get-hash/eth", &body).await;
    let signature = sign(response.data()["hash"].as_str().expect("a string"));
    body["signature"] = signature.clone();
    let response = app.post("transaction/attach-signature/eth", &body).await;
    let txdata = response.data()["txdata"].clone();
    let response = app.post("transaction/parse/eth", &json!({ "txdata": txdata })).await;
    let txid = response.data()["txid"].as_str().expect("a string").to_owned();
    let hex = |name: &str| {
        format!(
            "0x{}",
            signature[name].as_str().expect("a string").trim_start_matches('0')
        )
    };
    let parity = signature["recovery"].as_u64().expect("a number");
    let is_legacy = prices.len() == 1;
    let value: u128 = body["amount"].as_str().expect("a string").parse().expect("a number");
    let mut row = json!({
        "hash": txid, "from": ADDRESS, "nonce": "0x6", "blockHash": null, "blockNumber": null, "to": body["to"],
        "value": format!("{value:#x}"), "gas": quantity(gas), "input": response.data()["data"],
        "type": if is_legacy { "0x0" } else { "0x2" }, "r": hex("r"), "s": hex("s"),
        "v": quantity(if is_legacy { 37 + parity } else { parity }),
    });
    for (name, price) in prices {
        row[*name] = quantity(*price);
    }
    Pending { txid, row }
}

fn payment() -> Value {
    json!({ "to": RECIPIENT, "amount": "1000", "gasLimit": "21000", "data": "" })
}

fn fee_market(price: u64, tip: u64) -> [(&'static str, u64); 2] {
    [("maxFeePerGas", price), ("maxPriorityFeePerGas", tip)]
}

/// Returns a service whose node has this transaction in the pool.
async fn app_with(prices: &[(&str, u64)], rest: &Value) -> (App, String) {
    let app = App::of(Fixture {
        confirmed: Some(6),
        ..Fixture::default()
    })
    .await;
    let Pending { txid, row } = pending(&app, prices, rest).await;
    app.fixture().transactions.insert(txid.clone(), (row, Value::Null));
    (app, txid)
}

fn body(txid: &str, mode: &str) -> Value {
    json!({ "txid": txid, "mode": mode })
}

#[tokio::test]
async fn speed_up_is_the_same_call_at_a_tenth_more() {
    let (app, txid) = app_with(&fee_market(50 * GWEI + 1, 5 * GWEI), &payment()).await;
    let response = app.post(PATH, &body(&txid, "speed-up")).await;
    let max_fee = 55 * GWEI + 2;
    assert_eq!(
        response.data(),
        &json!({
            "from": ADDRESS, "to": RECIPIENT, "amount": "1000", "fee": (21_000 * max_fee).to_string(), "gasLimit": "21000",
            "maxFeePerGas": max_fee.to_string(), "maxPriorityFeePerGas": (55 * GWEI / 10).to_string(), "nonce": 6,
            "data": "0x",
            "warnings": [{ "code": "fee_share", "message": "The fee exceeds a fifth of the amount." }],
        })
    );
}

#[tokio::test]
async fn replacement_is_accepted_by_get_hash() {
    let (app, txid) = app_with(&fee_market(50 * GWEI, 5 * GWEI), &payment()).await;
    for mode in ["speed-up", "cancel"] {
        let response = app.post(PATH, &body(&txid, mode)).await;
        let mut request = response.data().clone();
        request["publicKey"] = public_key().into();
        assert!(app.post("transaction/get-hash/eth", &request).await.data()["hash"].is_string());
    }
}

#[tokio::test]
async fn prices_are_at_least_the_current_ones() {
    let (app, txid) = app_with(&fee_market(GWEI, 1), &payment()).await;
    let prices = app.get("prepare-transaction/gas-price/eth").await;
    let response = app.post(PATH, &body(&txid, "speed-up")).await;
    let data = response.data();
    assert_eq!(data["maxFeePerGas"], prices.data()["maxFees"]["normal"]);
    assert_eq!(data["maxPriorityFeePerGas"], prices.data()["priorityFees"]["normal"]);
}

#[tokio::test]
async fn cancellation_pays_nothing_to_the_sender() {
    let call = json!({ "to": RECIPIENT, "amount": "5", "gasLimit": "90000", "data": "0x01020304" });
    let (app, txid) = app_with(&[("gasPrice", 30 * GWEI)], &call).await;
    let response = app.post(PATH, &body(&txid, "cancel")).await;
    let price = 33 * GWEI;
    assert_eq!(
        response.data(),
        &json!({
            "from": ADDRESS, "to": ADDRESS, "amount": "0", "fee": (21_000 * price).to_string(), "gasLimit": "21000",
            "gasPrice": price.to_string(), "nonce": 6, "data": "0x",
        })
    );
    let response = app.post(PATH, &body(&txid, "speed-up")).await;
    assert_eq!(
        (&response.data()["data"], &response.data()["gasLimit"]),
        (&json!("0x01020304"), &json!("90000"))
    );
}

#[tokio::test]
async fn high_price_of_the_pending_transaction_is_a_warning() {
    let (app, txid) = app_with(&fee_market(900 * GWEI, 900 * GWEI), &payment()).await;
    let response = app.post(PATH, &body(&txid, "speed-up")).await;
    assert_eq!(response.data()["warnings"][0]["code"], "fee_outlier");
}

#[tokio::test]
async fn other_states_are_precise_errors() {
    let (app, txid) = app_with(&fee_market(50 * GWEI, 5 * GWEI), &payment()).await;
    let unknown = format!("0x{}", "77".repeat(32));
    app.post(PATH, &body(&unknown, "cancel"))
        .await
        .assert_error(404, "transaction_not_found", None);
    let row = app.fixture().transactions[&txid].0.clone();
    let report = |row: Value| {
        app.fixture().transactions.insert(txid.clone(), (row, Value::Null));
    };
    let mut blob = row.clone();
    blob["type"] = "0x3".into();
    report(blob);
    app.post(PATH, &body(&txid, "speed-up"))
        .await
        .assert_error(400, "invalid_transaction", Some("txid"));
    let mut mined = row.clone();
    mined["blockNumber"] = "0x5".into();
    report(mined);
    app.post(PATH, &body(&txid, "speed-up"))
        .await
        .assert_error(400, "invalid_transaction", Some("txid"));
    // A node cannot change the recipient: the hash would differ.
    let mut altered = row.clone();
    altered["to"] = ADDRESS.into();
    report(altered);
    app.post(PATH, &body(&txid, "speed-up"))
        .await
        .assert_error(502, "upstream_error", None);
}

/// An account that delegates to a contract (EIP-7702) executes code for a payment.
#[tokio::test]
async fn cancellation_of_an_account_with_code_is_simulated() {
    let (app, txid) = app_with(&fee_market(50 * GWEI, 5 * GWEI), &payment()).await;
    app.fixture().code.insert(ADDRESS.to_lowercase(), "0xef01");
    app.fixture().gas = |_| Ok(quantity(30_000));
    let response = app.post(PATH, &body(&txid, "cancel")).await;
    assert_eq!(response.data()["gasLimit"], "36000");
    app.fixture().gas = |_| reverted("0x");
    app.post(PATH, &body(&txid, "cancel"))
        .await
        .assert_error(400, "execution_reverted", None);
    app.fixture().gas = |_| error(-32000, "insufficient funds for transfer");
    app.post(PATH, &body(&txid, "cancel"))
        .await
        .assert_error(502, "upstream_error", None);
}

#[tokio::test]
async fn price_above_the_cap_is_rejected() {
    // A tenth more of 0.99 coins for 21,000 gas is above the cap of 1 coin.
    let price = 990_000_000_000_000_000 / 21_000;
    let (app, txid) = app_with(&[("gasPrice", price)], &payment()).await;
    app.post(PATH, &body(&txid, "speed-up"))
        .await
        .assert_error(400, "fee_too_high", None);
}

#[tokio::test]
async fn invalid_requests_are_rejected() {
    let app = App::new().await;
    let txid = format!("0x{}", "77".repeat(32));
    for (name, value, field) in [
        ("txid", json!(null), "txid"),
        ("txid", json!("0x12"), "txid"),
        ("txid", json!(1), "txid"),
        ("mode", json!(null), "mode"),
        ("mode", json!("faster"), "mode"),
        ("mode", json!(1), "mode"),
        ("network", json!("mainnet"), "network"),
    ] {
        let mut body = body(&txid, "cancel");
        body[name] = value;
        app.post(PATH, &body)
            .await
            .assert_error(400, "invalid_request", Some(field));
    }
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn content_of_the_replacement_has_its_warnings() {
    let approval = format!("0x095ea7b3{:0>64}{}", &RECIPIENT[2..].to_lowercase(), "f".repeat(64));
    let approve = json!({ "to": RECIPIENT, "amount": "0", "gasLimit": "60000", "data": approval });
    for (rest, mode, expected) in [
        (approve.clone(), "speed-up", vec!["unlimited_approval"]),
        (approve, "cancel", vec![]),
        (payment(), "speed-up", vec!["fee_share"]),
    ] {
        let (app, txid) = app_with(&fee_market(50 * GWEI, 5 * GWEI), &rest).await;
        let response = app.post(PATH, &body(&txid, mode)).await;
        let warnings = response.data()["warnings"].as_array().cloned().unwrap_or_default();
        let codes: Vec<_> = warnings.iter().map(|warning| &warning["code"]).collect();
        assert_eq!(json!(codes), json!(expected), "{mode}");
    }
}

#[tokio::test]
async fn payment_to_a_listed_address_is_cancelled_but_not_replaced() {
    let (unlisted, txid) = app_with(&fee_market(50 * GWEI, 5 * GWEI), &payment()).await;
    let listed = RECIPIENT.parse::<Address>().expect("an address").digest();
    let app = App::with_lists(operator_lists(&[], &[listed])).await;
    {
        let mut fixture = app.fixture();
        fixture.confirmed = Some(6);
        fixture.transactions = unlisted.fixture().transactions.clone();
    }
    let response = app.post(PATH, &body(&txid, "speed-up")).await;
    response.assert_error(403, "recipient_refused", None);
    let response = app.post(PATH, &body(&txid, "cancel")).await;
    assert_eq!(response.data()["to"], ADDRESS);
}
