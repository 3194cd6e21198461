//! What can go wrong with a Horizon and with nobody else: its network, its verdicts, its ledgers.

use super::family::Family;
use super::horizon::{self, APPLIED};
use super::payment::Payment;
use super::upstream::Behaviour;
use super::world::{IMPATIENT, PATIENT, Patience, Read, World};
use crate::blockchain_connector_xlm::Wallet;
use crate::support::client::Answer;
use crate::support::stub::{Reply, Request};
use serde_json::{Value, json};
use wallet_core::model::Network;

async fn of(behaviours: impl IntoIterator<Item = Behaviour>) -> World {
    within(PATIENT, behaviours).await
}

async fn within(patience: Patience, behaviours: impl IntoIterator<Item = Behaviour>) -> World {
    World::with(Family::Stellar, patience, behaviours).await
}

fn does(script: impl FnMut(&Request) -> Option<Reply> + Send + 'static) -> Behaviour {
    Behaviour::Does(Box::new(script))
}

/// The answer to whatever is handed in.
fn says_to_transactions(reply: Reply) -> Behaviour {
    does(move |request| horizon::handed(request).map(|_| reply.clone()))
}

fn nothing_was_handed(world: &World) {
    assert!(world.upstreams.iter().all(|upstream| upstream.handed().is_empty()));
}

fn follows_the_testnet() -> Behaviour {
    let root = horizon::root(Network::Testnet).to_string();
    does(move |request| (request.path == "/").then(|| Reply::ok(root.clone())))
}

#[tokio::test]
async fn a_horizon_of_another_network_is_neither_believed_nor_handed_anything() {
    for read in Read::STELLAR {
        let expected = of([Behaviour::Good]).await.read(read).await;
        let world = of([follows_the_testnet(), Behaviour::Good]).await;
        assert_eq!(world.read(read).await.data(), expected.data(), "{read:?}");
        let alone = of([follows_the_testnet(), follows_the_testnet()]).await;
        alone.read(read).await.assert_error(503, "upstream_unavailable", None);
    }
    let world = of([follows_the_testnet(), Behaviour::Good]).await;
    let payment = Payment::signed(&world).await;
    payment.assert_sent(&payment.send(&world).await);
    assert!(world.first().handed().is_empty());
    let world = of([follows_the_testnet(), follows_the_testnet()]).await;
    payment
        .send(&world)
        .await
        .assert_error(503, "upstream_unavailable", None);
    nothing_was_handed(&world);
}

#[tokio::test]
async fn try_again_later_is_told_as_such_unless_another_takes_it() {
    let later = || says_to_transactions(horizon::status(503, "TRY_AGAIN_LATER", APPLIED));
    let world = of([later(), Behaviour::Good]).await;
    let payment = Payment::signed(&world).await;
    payment.assert_sent(&payment.send(&world).await);
    let world = of([later(), later()]).await;
    let answer = payment.send(&world).await;
    answer.assert_error(503, "upstream_unavailable", None);
    assert!(answer.retry_after() > 0);
    assert_eq!(answer.detail("txid"), &payment.txid);
}

/// Taken by the nodes is not yet done: the ledger has the last word.
#[tokio::test]
async fn a_transaction_that_fails_in_its_ledger_is_rejected_with_its_codes() {
    // A fee of 100, txFAILED, and a payment that failed as PAYMENT_UNDERFUNDED.
    const RESULT: &str = "AAAAAAAAAGT/////AAAAAQAAAAAAAAAB/////gAAAAA=";
    let world = of([Behaviour::Good]).await;
    let payment = Payment::signed(&world).await;
    let mut failed = horizon::transaction(&payment.txid);
    failed["successful"] = json!(false);
    failed["result_xdr"] = json!(RESULT);
    let own = format!("/transactions/{}", payment.txid);
    world
        .first()
        .does(move |request| (request.path == own).then(|| Reply::ok(failed.to_string())));
    let answer = payment.send(&world).await;
    answer.assert_error(422, "transaction_rejected", None);
    let codes = json!({ "transaction": "tx_failed", "operations": ["op_underfunded"] });
    assert_eq!(answer.detail("resultCodes"), &codes);
}

#[tokio::test]
async fn a_transaction_that_no_ledger_has_yet_is_a_success() {
    let world = within(IMPATIENT, [Behaviour::Good]).await;
    let payment = Payment::signed(&world).await;
    let pending = horizon::status(201, "PENDING", &payment.txid);
    world
        .first()
        .does(move |request| horizon::handed(request).map(|_| pending.clone()));
    payment.assert_sent(&payment.send(&world).await);
    let status = format!("transaction/status/xlm?txid={}", payment.txid);
    world
        .get("blockchain-connector-xlm", &status)
        .await
        .assert_error(404, "transaction_not_found", None);
}

/// A Horizon without the asynchronous endpoint, which says this to the other.
fn old(reply: Reply) -> Behaviour {
    does(move |request| match request.path.as_str() {
        "/transactions_async" => Some(horizon::problem(404, "not_found")),
        "/transactions" => Some(reply.clone()),
        _ => None,
    })
}

#[tokio::test]
async fn a_horizon_without_the_asynchronous_endpoint_is_asked_at_the_other() {
    let world = of([Behaviour::Good]).await;
    let payment = Payment::signed(&world).await;
    let applied = Reply::ok(horizon::transaction(&payment.txid).to_string());
    let world = within(IMPATIENT, [old(applied)]).await;
    payment.assert_sent(&payment.send(&world).await);
    assert_eq!(world.first().asked("/transactions_async"), 1);

    let world = within(IMPATIENT, [old(horizon::problem(504, "timeout"))]).await;
    let answer = payment.send(&world).await;
    answer.assert_error(504, "upstream_timeout", None);
    assert_eq!(answer.detail("txid"), &payment.txid);
    world.first().learns(&payment.txdata);
    payment.assert_sent(&payment.send(&world).await);

    let world = of([old(horizon::problem(400, "transaction_malformed"))]).await;
    let answer = payment.send(&world).await;
    answer.assert_error(422, "transaction_rejected", None);
}

/// Sends an envelope without saying for which network.
async fn send(world: &World, txdata: &str, network: Option<&str>) -> Answer {
    let body = json!({ "txdata": txdata, "network": network });
    world.post("transaction/send/xlm", &body).await
}

/// The account with another signer.
fn shared_with(wallet: &Wallet) -> Value {
    let mut account = horizon::account();
    let signer = json!({ "weight": 1, "key": wallet.address(), "type": "ed25519_public_key" });
    account["signers"].as_array_mut().expect("a list").push(signer);
    account
}

/// Whose signature it is, only a network can tell, and here only the livenet can be asked.
#[tokio::test]
async fn the_network_of_a_cosigned_transaction_is_asked_for_and_never_guessed() {
    let cosigner = Wallet::new(9);
    let txdata = horizon::signed_by(&cosigner, Network::Livenet);
    let world = of([Behaviour::Good]).await;
    let shared = shared_with(&cosigner).to_string();
    world.first().does(move |request| {
        request
            .path
            .starts_with("/accounts/")
            .then(|| Reply::ok(shared.clone()))
    });
    let answer = send(&world, &txdata, None).await;
    assert_eq!(answer.data(), &json!({ "txid": horizon::txid(&txdata) }));

    // The livenet knows no such signer, and of the testnet nobody tells: it may be the one.
    let world = of([Behaviour::Good]).await;
    let answer = send(&world, &txdata, None).await;
    assert!(matches!(answer.status.as_u16(), 502..=504), "{}", answer.text);
    nothing_was_handed(&world);
    let world = of([Behaviour::Closed]).await;
    let answer = send(&world, &txdata, None).await;
    answer.assert_error(503, "upstream_unavailable", None);

    // Whoever names the network is believed, where no signature says otherwise.
    let world = of([Behaviour::Good]).await;
    let answer = send(&world, &txdata, Some("livenet")).await;
    assert_eq!(answer.data(), &json!({ "txid": horizon::txid(&txdata) }));
}

#[tokio::test]
async fn a_transaction_of_the_testnet_does_not_leave_for_the_livenet() {
    let txdata = horizon::signed_for(Network::Testnet);
    let world = of([Behaviour::Good]).await;
    let answer = send(&world, &txdata, Some("livenet")).await;
    answer.assert_error(400, "invalid_transaction", Some("txdata"));
    // Its signature tells the network, whose Horizons are none here.
    let answer = send(&world, &txdata, None).await;
    answer.assert_error(503, "upstream_unavailable", None);
    nothing_was_handed(&world);
}
