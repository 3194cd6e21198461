//! POST /api/transaction/send/{chain}

use super::App;
use super::wallet::ADDRESS;
use crate::support::broadcasts::{Behaviour, Records};
use crate::support::client::TestResponse;
use crate::support::json_rpc::error;
use serde_json::{Value, json};
use std::time::Duration;
use wallet_tests::support::chains::evm_chains;

/// The signed example transaction of <https://eips.ethereum.org/EIPS/eip-155>.
const SIGNED: &str = "0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83";
const TXID: &str = "0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788";

/// Sends the example to a node with this outcome of the submission.
async fn send(app: &App, submit: Option<Result<Value, Value>>) -> TestResponse {
    app.fixture().submit = submit;
    let response = app.post("transaction/send/eth", &json!({ "txdata": SIGNED })).await;
    assert!(
        !response.text.contains("evil") && !response.text.contains("127.0.0.1"),
        "{}",
        response.text
    );
    response
}

fn submissions(app: &App) -> usize {
    let methods = app.methods();
    methods
        .iter()
        .filter(|method| *method == "eth_sendRawTransaction")
        .count()
}

/// Makes the transaction known to the node.
fn transaction_is_known(app: &App) {
    let row = json!({ "hash": TXID, "from": ADDRESS, "nonce": "0x9", "blockNumber": null });
    app.fixture().transactions.insert(TXID.to_owned(), (row, Value::Null));
}

#[tokio::test(start_paused = true)]
async fn accepted_transaction_is_sent_once_and_unchanged() {
    let app = App::new().await;
    let response = send(&app, Some(Ok(TXID.into()))).await;
    assert_eq!(response.data(), &json!({ "txid": TXID }));
    let calls = app.requests();
    assert_eq!((calls.len(), &calls[0].params), (1, &json!([SIGNED])), "{calls:?}");
}

#[tokio::test(start_paused = true)]
async fn txid_is_computed_by_the_service() {
    let app = App::new().await;
    let response = send(&app, Some(Ok(format!("0x{}", "00".repeat(32)).into()))).await;
    if response.status.is_success() {
        assert_eq!(response.data(), &json!({ "txid": TXID }));
    } else {
        assert_eq!(response.detail("txid"), TXID, "{}", response.text);
    }
}

#[tokio::test(start_paused = true)]
async fn known_transaction_is_a_success() {
    let app = App::new().await;
    transaction_is_known(&app);
    for text in ["already known", "nonce too low", "ALREADY_EXISTS: already known"] {
        let response = send(&app, Some(error(-32000, text))).await;
        assert_eq!(response.data(), &json!({ "txid": TXID }), "{text}");
    }
}

#[tokio::test(start_paused = true)]
async fn rejection_has_a_listed_reason_without_node_text() {
    let app = App::new().await;
    for (text, reason) in [
        ("nonce too low", "nonce_too_low"),
        ("replacement transaction underpriced", "replacement_underpriced"),
        (
            "insufficient funds for gas * price + value: balance 0, tx cost 5, overshot 5",
            "insufficient_funds",
        ),
        ("intrinsic gas too low", "gas_too_low"),
        ("exceeds block gas limit", "gas_too_high"),
        ("transaction underpriced", "fee_too_low"),
    ] {
        let response = send(&app, Some(error(-32000, text))).await;
        response.assert_error(422, "transaction_rejected", None);
        assert_eq!(response.detail("reason"), reason, "{text}");
    }
}

#[tokio::test(start_paused = true)]
async fn timeout_reports_unknown_outcome_with_txid() {
    let app = App::new().await;
    let response = send(&app, None).await;
    response.assert_error(504, "upstream_timeout", None);
    assert_eq!(response.detail("txid"), TXID);
    assert!(submissions(&app) >= 1);
    transaction_is_known(&app);
    let response = send(&app, None).await;
    assert_eq!(response.data(), &json!({ "txid": TXID }));
}

#[tokio::test(start_paused = true)]
async fn transaction_for_another_chain_or_network_is_not_sent() {
    let app = App::new().await;
    app.fixture().submit = Some(Ok(TXID.into()));
    let networks = ["livenet", "testnet"].map(|network| evm_chains().iter().map(move |chain| (*chain, network)));
    let signed_for = ("eth", "livenet");
    for (chain, network) in networks.into_iter().flatten().filter(|target| *target != signed_for) {
        let body = json!({ "txdata": SIGNED, "network": network });
        let response = app.post(&format!("transaction/send/{chain}"), &body).await;
        response.assert_error(400, "invalid_transaction", Some("txdata"));
    }
    assert_eq!(app.requests(), []);
}

#[tokio::test(start_paused = true)]
async fn only_accepted_transactions_are_recorded() {
    let records = Records::new(Behaviour::Works);
    let app = App::recording(records.log()).await;
    send(&app, Some(error(-32000, "intrinsic gas too low"))).await;
    send(&app, None).await;
    assert_eq!(records.transactions(), [""; 0]);
    send(&app, Some(Ok(TXID.into()))).await;
    transaction_is_known(&app);
    let response = send(&app, Some(error(-32000, "already known"))).await;
    assert_eq!(response.data(), &json!({ "txid": TXID }));
    let record = format!("eth livenet {TXID}");
    assert_eq!(records.transactions(), [record.clone(), record]);
}

#[tokio::test(start_paused = true)]
async fn database_never_fails_and_hardly_delays_a_broadcast() {
    for (behaviour, delay) in [(Behaviour::Fails, 0), (Behaviour::Hangs, 200)] {
        let records = Records::new(behaviour);
        let app = App::recording(records.log()).await;
        let response = send(&app, Some(Ok(TXID.into()))).await;
        assert_eq!(response.data(), &json!({ "txid": TXID }), "{behaviour:?}");
        let elapsed = records.elapsed();
        assert!(
            elapsed <= Duration::from_millis(delay + 1),
            "{behaviour:?}: {elapsed:?}"
        );
    }
}
