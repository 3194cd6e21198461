//! Recipients on a list of the operator, in estimate, bump and get-hash of transactions and messages.

use super::App;
use super::wallet::{ADDRESS, RECIPIENT, example};
use crate::support::client::TestResponse;
use crate::support::lists::{operator_lists, unreadable_lists};
use serde_json::{Value, json};
use wallet_core::lists::{Listable, RecipientDigest};
use wallet_eth_like::Address;
use wallet_tests::support::chains::evm_chains;

const HASH: &str = "transaction/get-hash/eth";
const ESTIMATE: &str = "prepare-transaction/estimate/eth";

/// An address of the SDN list.
const LISTED: &str = "0x098B716B8Aaf21512996dC57EB0615e2383E2f96";

/// The contract of USDC, and Multicall3.
const TOKEN: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const MULTICALL: &str = "0xcA11bde05977b3631167028862bE2a173976CA11";

fn digest(address: &str) -> RecipientDigest {
    address.parse::<Address>().expect("an address").digest()
}

async fn app() -> App {
    App::with_lists(operator_lists(&[], &[digest(LISTED)])).await
}

#[track_caller]
fn assert_listed(response: &TestResponse) {
    response.assert_error(403, "recipient_refused", None);
    assert_eq!(
        (response.detail("list"), response.detail("address")),
        (&json!("sanctions"), &json!(LISTED))
    );
}

fn word(address: &str) -> String {
    format!("{:0>64}", address[2..].to_lowercase())
}

fn number(value: u64) -> String {
    format!("{value:064x}")
}

/// Returns a call of the token by Multicall3, `aggregate3([(target, true, data)])`.
fn aggregated(data: &str) -> String {
    let bytes = data.len() / 2;
    let padding = "0".repeat((64 - data.len() % 64) % 64);
    let head = ["20", "1", "20"].map(|hex| format!("{hex:0>64}")).concat();
    let call = [word(TOKEN), number(1), number(96), format!("{bytes:064x}")].concat();
    format!("0x82ad56cb{head}{call}{data}{padding}")
}

/// Returns the requests of an estimate and of get-hash with the recipient and the calldata.
fn requests(to: &str, data: &str) -> [(&'static str, Value); 2] {
    let mut hash = example();
    (hash["to"], hash["data"]) = (to.into(), data.into());
    (hash["gasLimit"], hash["fee"]) = ("1000000".into(), "20000000000000000".into());
    let estimate = json!({ "address": ADDRESS, "to": to, "amount": "0", "data": data });
    [(ESTIMATE, estimate), (HASH, hash)]
}

#[tokio::test]
async fn every_recipient_of_a_call_is_rejected_before_any_request() {
    let app = app().await;
    let (listed, other) = (word(LISTED), word(RECIPIENT));
    let transfer = format!("a9059cbb{listed}{}", number(5));
    for (to, data) in [
        (LISTED.to_lowercase().as_str(), String::new()),
        (LISTED, "0xdeadbeef".to_owned()),
        (TOKEN, format!("0x{transfer}")),
        (TOKEN, format!("0x23b872dd{other}{listed}{}", number(5))),
        (TOKEN, format!("0x095ea7b3{listed}{}", number(1))),
        (TOKEN, format!("0xa22cb465{listed}{}", number(1))),
        (TOKEN, format!("0x42842e0e{other}{listed}{}", number(7))),
        (
            TOKEN,
            format!(
                "0xf242432a{other}{listed}{}{}{}{}",
                number(7),
                number(1),
                number(160),
                number(0)
            ),
        ),
        (MULTICALL, aggregated(&transfer)),
    ] {
        for (path, body) in requests(to, &data) {
            assert_listed(&app.post(path, &body).await);
        }
    }
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn revoked_approvals_and_other_recipients_are_hashed() {
    let app = app().await;
    let (listed, other) = (word(LISTED), word(RECIPIENT));
    for (to, data) in [
        (RECIPIENT, String::new()),
        (TOKEN, format!("0xa9059cbb{other}{}", number(5))),
        (TOKEN, format!("0x23b872dd{listed}{other}{}", number(5))),
        (TOKEN, format!("0x095ea7b3{listed}{}", number(0))),
        (TOKEN, format!("0xa22cb465{listed}{}", number(0))),
    ] {
        let [_, (path, body)] = requests(to, &data);
        assert!(app.post(path, &body).await.data()["hash"].is_string(), "{data}");
    }
    let mut deployment = requests(RECIPIENT, "0x00")[1].1.clone();
    deployment["to"] = Value::Null;
    assert!(app.post(HASH, &deployment).await.data()["hash"].is_string());
}

#[tokio::test]
async fn address_is_listed_on_all_evm_chains() {
    let app = app().await;
    for chain in evm_chains() {
        let [(_, estimate), (_, hash)] = requests(LISTED, "");
        for (path, body) in [
            ("prepare-transaction/estimate", estimate),
            ("transaction/get-hash", hash),
        ] {
            let response = app.post(&format!("{path}/{chain}"), &body).await;
            if response.status != 400 {
                assert_listed(&response);
            }
        }
    }
}

#[tokio::test]
async fn permits_of_a_listed_spender_are_not_hashed() {
    let app = app().await;
    let permit = |spender: &str, value: &str| {
        let fields = [
            ("owner", "address"),
            ("spender", "address"),
            ("value", "uint256"),
            ("nonce", "uint256"),
            ("deadline", "uint256"),
        ];
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, kind)| json!({ "name": name, "type": kind }))
            .collect();
        let message = json!({
            "types": { "EIP712Domain": [{ "name": "verifyingContract", "type": "address" }], "Permit": fields },
            "primaryType": "Permit", "domain": { "verifyingContract": TOKEN },
            "message": { "owner": ADDRESS, "spender": spender, "value": value, "nonce": "0", "deadline": "1" },
        });
        json!({ "type": "typed-data", "message": message })
    };
    assert_listed(&app.post("message/get-hash/eth", &permit(LISTED, "5")).await);
    for (spender, value) in [(LISTED, "0"), (RECIPIENT, "5")] {
        let response = app.post("message/get-hash/eth", &permit(spender, value)).await;
        assert!(response.data()["summary"].is_object(), "{spender} {value}");
    }
}

#[tokio::test]
async fn list_that_warns_rejects_nothing_and_an_unreadable_one_everything() {
    let [_, (path, body)] = requests(LISTED, "");
    let app = App::with_lists(operator_lists(&[digest(LISTED)], &[])).await;
    assert!(app.post(path, &body).await.data()["hash"].is_string());
    let away = App::with_lists(unreadable_lists()).await;
    for (path, body) in requests(RECIPIENT, "") {
        away.post(path, &body)
            .await
            .assert_error(503, "service_unavailable", None);
    }
    assert_eq!(away.requests(), []);
    let mut invalid = body.clone();
    invalid["to"] = "0x".into();
    away.post(path, &invalid)
        .await
        .assert_error(400, "invalid_address", Some("to"));
}
