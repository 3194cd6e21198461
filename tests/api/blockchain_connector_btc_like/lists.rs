//! Recipients on a list of the operator, in estimate and get-hash.

use super::{App, Wallet};
use crate::support::client::TestResponse;
use crate::support::lists::{operator_lists, unreadable_lists};
use serde_json::{Value, json};
use wallet_btc_like::{Address, Chain, Params};
use wallet_core::lists::{Listable, RecipientDigest};
use wallet_core::model::Network;

/// An address of bch in both forms, from the specification of CashAddr.
const LEGACY: &str = "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu";
const CASHADDR: &str = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";

const CHANGE: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

fn digest(chain: Chain, address: &str) -> RecipientDigest {
    let params = Params::of(chain, Network::Livenet).expect("a chain");
    Address::parse(params, address).expect("an address").digest()
}

#[track_caller]
fn assert_listed(response: &TestResponse, address: &str) {
    response.assert_error(403, "recipient_refused", None);
    assert_eq!(
        (response.detail("list"), response.detail("address")),
        (&json!("sanctions"), &json!(address))
    );
}

/// Returns the requests of an estimate and of get-hash.
fn requests(wallet: &Wallet) -> [(&'static str, Value); 2] {
    let payment = wallet.payment(&[&wallet.income(&[200_000], 1)], 50_000, 5_000);
    let mut estimate = payment.clone();
    estimate["address"] = wallet.address().into();
    estimate.as_object_mut().expect("an object").remove("fee");
    [
        ("prepare-transaction/estimate", estimate),
        ("transaction/get-hash", payment),
    ]
}

#[tokio::test]
async fn every_output_to_a_listed_address_is_rejected_before_any_request() {
    let (wallet, listed) = (Wallet::btc(), digest(Chain::Btc, CHANGE));
    let app = App::with_lists(operator_lists(&[], &[listed])).await;
    for (path, body) in requests(&wallet) {
        let path = format!("{path}/btc");
        let mut pays = body.clone();
        pays["to"] = CHANGE.into();
        let mut change = body.clone();
        change["changeAddress"] = CHANGE.to_uppercase().into();
        let mut outputs = body.clone();
        outputs["outputs"] =
            json!([{ "to": wallet.recipient(), "amount": "1000" }, { "to": CHANGE, "amount": "1000" }]);
        outputs
            .as_object_mut()
            .expect("an object")
            .retain(|name, _| name != "to" && name != "amount");
        for listed in [pays, change, outputs] {
            assert_listed(&app.post(&path, &listed).await, CHANGE);
        }
    }
    let mut all = requests(&wallet)[0].1.clone();
    all["to"] = CHANGE.into();
    all["amount"] = "max".into();
    assert_listed(&app.post("prepare-transaction/estimate/btc", &all).await, CHANGE);
    assert_eq!(app.requests(), []);
    // The other recipients are paid, and the change of the sender is no recipient.
    let [_, (path, body)] = requests(&wallet);
    assert!(app.post(&format!("{path}/btc"), &body).await.data()["hashes"].is_array());
    let own = App::with_lists(operator_lists(&[], &[digest(Chain::Btc, &wallet.address())])).await;
    assert!(own.post(&format!("{path}/btc"), &body).await.data()["hashes"].is_array());
}

#[tokio::test]
async fn both_spellings_of_an_address_are_listed_on_the_chain_of_the_list_only() {
    let app = App::with_lists(operator_lists(&[], &[digest(Chain::Bch, LEGACY)])).await;
    let wallet = Wallet::new("bch", "livenet", "p2pkh");
    let [_, (path, mut body)] = requests(&wallet);
    for form in [LEGACY, CASHADDR, &CASHADDR[12..]] {
        body["to"] = form.into();
        assert_listed(&app.post(&format!("{path}/bch"), &body).await, CASHADDR);
    }
    let [_, (path, mut body)] = requests(&Wallet::btc());
    body["to"] = LEGACY.into();
    assert!(app.post(&format!("{path}/btc"), &body).await.data()["hashes"].is_array());
}

#[tokio::test]
async fn list_that_warns_rejects_nothing_and_an_unreadable_one_everything() {
    let [_, (path, mut body)] = requests(&Wallet::btc());
    body["to"] = CHANGE.into();
    let path = format!("{path}/btc");
    let app = App::with_lists(operator_lists(&[digest(Chain::Btc, CHANGE)], &[])).await;
    assert!(app.post(&path, &body).await.data()["hashes"].is_array());
    let away = App::with_lists(unreadable_lists()).await;
    for (path, body) in requests(&Wallet::btc()) {
        let response = away.post(&format!("{path}/btc"), &body).await;
        response.assert_error(503, "service_unavailable", None);
    }
    assert_eq!(away.requests(), []);
    // An invalid request is rejected as such.
    body["amount"] = "x".into();
    away.post(&path, &body)
        .await
        .assert_error(400, "invalid_amount", Some("amount"));
}
