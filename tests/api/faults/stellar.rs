//! Faults that only a Horizon can have: its network, its result codes, its ledgers.

use super::family::Family;
use super::fixture::{Fixture, IMPATIENT, PATIENT, Read, Timeouts};
use super::horizon::{self, APPLIED};
use super::payment::Payment;
use super::upstream::Behaviour;
use crate::support::client::TestResponse;
use crate::support::stub::{Reply, Request};
use crate::support::xlm_wallet::Wallet;
use serde_json::{Value, json};
use wallet_core::model::Network;

async fn of(behaviours: impl IntoIterator<Item = Behaviour>) -> Fixture {
    within(PATIENT, behaviours).await
}

async fn within(timeouts: Timeouts, behaviours: impl IntoIterator<Item = Behaviour>) -> Fixture {
    Fixture::with(Family::Stellar, timeouts, behaviours).await
}

fn scripted(script: impl FnMut(&Request) -> Option<Reply> + Send + 'static) -> Behaviour {
    Behaviour::Scripted(Box::new(script))
}

/// Returns an upstream with this response to submissions.
fn reply_to_submissions(reply: Reply) -> Behaviour {
    scripted(move |request| horizon::submitted_transaction(request).map(|_| reply.clone()))
}

fn assert_nothing_submitted(fixture: &Fixture) {
    assert!(
        fixture
            .upstreams
            .iter()
            .all(|upstream| upstream.submitted_transactions().is_empty())
    );
}

fn testnet_horizon() -> Behaviour {
    let root = horizon::root(Network::Testnet).to_string();
    scripted(move |request| (request.path == "/").then(|| Reply::ok(root.clone())))
}

#[tokio::test(start_paused = true)]
async fn horizon_of_another_network_is_not_used() {
    for read in Read::STELLAR {
        let expected = of([Behaviour::Healthy]).await.read(read).await;
        let fixture = of([testnet_horizon(), Behaviour::Healthy]).await;
        assert_eq!(fixture.read(read).await.data(), expected.data(), "{read:?}");
        let alone = of([testnet_horizon(), testnet_horizon()]).await;
        alone.read(read).await.assert_error(503, "upstream_unavailable", None);
    }
    let fixture = of([testnet_horizon(), Behaviour::Healthy]).await;
    let payment = Payment::signed(&fixture).await;
    payment.assert_sent(&payment.send(&fixture).await);
    assert!(fixture.first().submitted_transactions().is_empty());
    let fixture = of([testnet_horizon(), testnet_horizon()]).await;
    payment
        .send(&fixture)
        .await
        .assert_error(503, "upstream_unavailable", None);
    assert_nothing_submitted(&fixture);
}

#[tokio::test(start_paused = true)]
async fn try_again_later_is_returned_unless_another_accepts() {
    let later = || reply_to_submissions(horizon::status(503, "TRY_AGAIN_LATER", APPLIED));
    let fixture = of([later(), Behaviour::Healthy]).await;
    let payment = Payment::signed(&fixture).await;
    payment.assert_sent(&payment.send(&fixture).await);
    let fixture = of([later(), later()]).await;
    let response = payment.send(&fixture).await;
    response.assert_error(503, "upstream_unavailable", None);
    assert!(response.retry_after() > 0);
    assert_eq!(response.detail("txid"), &payment.txid);
}

/// Acceptance by the nodes is not final: the ledger decides.
#[tokio::test(start_paused = true)]
async fn transaction_failed_in_its_ledger_is_rejected_with_its_codes() {
    // A fee of 100, txFAILED, and a payment that failed with PAYMENT_UNDERFUNDED.
    const RESULT: &str = "AAAAAAAAAGT/////AAAAAQAAAAAAAAAB/////gAAAAA=";
    let fixture = of([Behaviour::Healthy]).await;
    let payment = Payment::signed(&fixture).await;
    let mut failed = horizon::transaction(&payment.txid);
    failed["successful"] = json!(false);
    failed["result_xdr"] = json!(RESULT);
    let own = format!("/transactions/{}", payment.txid);
    fixture
        .first()
        .set_script(move |request| (request.path == own).then(|| Reply::ok(failed.to_string())));
    let response = payment.send(&fixture).await;
    response.assert_error(422, "transaction_rejected", None);
    let codes = json!({ "transaction": "tx_failed", "operations": ["op_underfunded"] });
    assert_eq!(response.detail("resultCodes"), &codes);
}

#[tokio::test(start_paused = true)]
async fn pending_transaction_is_a_success() {
    let fixture = within(IMPATIENT, [Behaviour::Healthy]).await;
    let payment = Payment::signed(&fixture).await;
    let pending = horizon::status(201, "PENDING", &payment.txid);
    fixture
        .first()
        .set_script(move |request| horizon::submitted_transaction(request).map(|_| pending.clone()));
    payment.assert_sent(&payment.send(&fixture).await);
    let status = format!("transaction/status/xlm?txid={}", payment.txid);
    fixture
        .get("blockchain-connector-xlm", &status)
        .await
        .assert_error(404, "transaction_not_found", None);
}

/// Returns a Horizon without the asynchronous endpoint, and with this response at the synchronous one.
fn old(reply: Reply) -> Behaviour {
    scripted(move |request| match request.path.as_str() {
        "/transactions_async" => Some(horizon::problem(404, "not_found")),
        "/transactions" => Some(reply.clone()),
        _ => None,
    })
}

#[tokio::test(start_paused = true)]
async fn missing_asynchronous_endpoint_falls_back_to_the_synchronous() {
    let fixture = of([Behaviour::Healthy]).await;
    let payment = Payment::signed(&fixture).await;
    let applied = Reply::ok(horizon::transaction(&payment.txid).to_string());
    let fixture = within(IMPATIENT, [old(applied)]).await;
    payment.assert_sent(&payment.send(&fixture).await);
    assert_eq!(fixture.first().request_count("/transactions_async"), 1);

    let fixture = within(IMPATIENT, [old(horizon::problem(504, "timeout"))]).await;
    let response = payment.send(&fixture).await;
    response.assert_error(504, "upstream_timeout", None);
    assert_eq!(response.detail("txid"), &payment.txid);
    fixture.first().add_transaction(&payment.txdata);
    payment.assert_sent(&payment.send(&fixture).await);

    let fixture = of([old(horizon::problem(400, "transaction_malformed"))]).await;
    let response = payment.send(&fixture).await;
    response.assert_error(422, "transaction_rejected", None);
}

/// Submits an envelope, optionally without naming the network.
async fn send(fixture: &Fixture, txdata: &str, network: Option<&str>) -> TestResponse {
    let body = json!({ "txdata": txdata, "network": network });
    fixture.post("transaction/send/xlm", &body).await
}

/// Returns the account with an additional signer.
fn account_with_signer(wallet: &Wallet) -> Value {
    let mut account = horizon::account();
    let signer = json!({ "weight": 1, "key": wallet.address(), "type": "ed25519_public_key" });
    account["signers"].as_array_mut().expect("a list").push(signer);
    account
}

/// Only the networks know the account's signers, and this test configures only the livenet.
#[tokio::test(start_paused = true)]
async fn network_of_a_cosigned_transaction_is_verified() {
    let cosigner = Wallet::new(9);
    let txdata = horizon::signed_by(&cosigner, Network::Livenet);
    let fixture = of([Behaviour::Healthy]).await;
    let shared = account_with_signer(&cosigner).to_string();
    fixture.first().set_script(move |request| {
        request
            .path
            .starts_with("/accounts/")
            .then(|| Reply::ok(shared.clone()))
    });
    let response = send(&fixture, &txdata, None).await;
    assert_eq!(response.data(), &json!({ "txid": horizon::txid(&txdata) }));

    // The livenet account does not have this signer, and no testnet is configured: the transaction may belong
    // to it.
    let fixture = of([Behaviour::Healthy]).await;
    let response = send(&fixture, &txdata, None).await;
    assert!(matches!(response.status.as_u16(), 502..=504), "{}", response.text);
    assert_nothing_submitted(&fixture);
    let fixture = of([Behaviour::Closed]).await;
    let response = send(&fixture, &txdata, None).await;
    response.assert_error(503, "upstream_unavailable", None);

    // An explicit network is accepted unless a signature contradicts it.
    let fixture = of([Behaviour::Healthy]).await;
    let response = send(&fixture, &txdata, Some("livenet")).await;
    assert_eq!(response.data(), &json!({ "txid": horizon::txid(&txdata) }));
}

#[tokio::test(start_paused = true)]
async fn testnet_transaction_is_not_submitted_to_the_livenet() {
    let txdata = horizon::signed_for(Network::Testnet);
    let fixture = of([Behaviour::Healthy]).await;
    let response = send(&fixture, &txdata, Some("livenet")).await;
    response.assert_error(400, "invalid_transaction", Some("txdata"));
    // Its signature determines the network, which has no Horizon here.
    let response = send(&fixture, &txdata, None).await;
    response.assert_error(503, "upstream_unavailable", None);
    assert_nothing_submitted(&fixture);
}
