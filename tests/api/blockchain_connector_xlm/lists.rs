//! Recipients on a list of the operator, in estimate and get-hash.

use super::App;
use super::wallet::Wallet;
use crate::support::client::TestResponse;
use crate::support::lists::{operator_lists, unreadable_lists};
use serde_json::{Value, json};
use wallet_core::lists::Listable;
use wallet_xlm::MuxedAccount;

const ESTIMATE: &str = "prepare-transaction/estimate/xlm";
const TRANSFER: &str = "transaction/get-hash/xlm/transfer";
const OPERATIONS: &str = "transaction/get-hash/xlm/multi-operations";

/// Returns the listed account, which the services of the tests know as well.
fn listed() -> Wallet {
    Wallet::new(3)
}

fn app() -> App {
    let app = App::with_lists(operator_lists(&[], &[listed().id().digest()]));
    app.fixture().put(&listed().account(10));
    app
}

#[track_caller]
fn assert_listed(response: &TestResponse) {
    response.assert_error(403, "recipient_refused", None);
    let address = listed().address();
    assert_eq!(
        (response.detail("list"), response.detail("address")),
        (&json!("sanctions"), &json!(address))
    );
}

fn transfer(app: &App, to: &str) -> Value {
    json!({ "publicKey": app.alice.public_key(), "network": "testnet", "to": to, "amount": "10000000", "fee": "100" })
}

fn operations(app: &App, operations: &Value) -> Value {
    json!({ "publicKey": app.alice.public_key(), "network": "testnet", "operations": operations, "fee": "10000" })
}

/// Returns the transfer of a token to the account: as such, and as a contract call.
fn token_transfers(app: &App, to: &str) -> [(&'static str, Value); 2] {
    let contract = "CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC";
    let address = |text: &str| json!({ "type": "address", "value": text });
    let arguments = json!([address(&app.alice.address()), address(to), { "type": "i128", "value": "5" }]);
    let body = json!({ "address": app.alice.address(), "network": "testnet", "contract": contract, "to": to,
        "amount": "5", "function": "transfer", "arguments": arguments });
    let fields = |names: &[&str]| {
        let fields = names.iter().map(|name| ((*name).to_owned(), body[*name].clone()));
        Value::Object(fields.collect())
    };
    let common = ["address", "network", "contract"];
    [
        (
            "transaction/get-hash/xlm/token-transfer",
            fields(&[&common[..], &["to", "amount"]].concat()),
        ),
        (
            "transaction/get-hash/xlm/contract-call",
            fields(&[&common[..], &["function", "arguments"]].concat()),
        ),
    ]
}

/// Returns operations that pay the account.
fn paying(to: &str) -> [Value; 5] {
    let coin = json!({ "kind": "coin", "chain": "xlm" });
    [
        json!({ "type": "payment", "destination": to, "asset": coin, "amount": "1" }),
        json!({ "type": "createAccount", "destination": to, "startingBalance": "2" }),
        json!({ "type": "accountMerge", "destination": to }),
        json!({ "type": "createClaimableBalance", "asset": coin, "amount": "8", "claimants": [{ "destination": to }] }),
        json!({ "type": "pathPaymentStrictSend", "sendAsset": coin, "sendAmount": "3", "destination": to,
            "destAsset": coin, "destMin": "3", "path": [] }),
    ]
}

#[tokio::test]
async fn every_payment_to_a_listed_account_is_rejected_before_any_request() {
    let app = app();
    let muxed = MuxedAccount {
        account: listed().id(),
        id: Some(7),
    };
    for to in [listed().address(), muxed.to_string()] {
        assert_listed(&app.post(TRANSFER, &transfer(&app, &to)).await);
        for (path, body) in token_transfers(&app, &to) {
            assert_listed(&app.post(path, &body).await);
        }
        let estimate = json!({ "address": app.alice.address(), "network": "testnet", "to": to });
        assert_listed(&app.post(ESTIMATE, &estimate).await);
    }
    let bumped = json!({ "type": "bumpSequence", "bumpTo": "9" });
    for paying in paying(&listed().address()) {
        let body = operations(&app, &json!([bumped, paying]));
        assert_listed(&app.post(OPERATIONS, &body).await);
    }
    assert_eq!(app.requests(), [""; 0]);
    for paying in &paying(&app.bob.address())[..1] {
        let body = operations(&app, &json!([bumped, paying]));
        assert!(app.post(OPERATIONS, &body).await.data()["hash"].is_string());
    }
    assert!(app.payment().await["hash"].is_string());
}

#[tokio::test]
async fn fee_of_a_payment_to_a_listed_account_is_not_raised() {
    let (unlisted, listing) = (App::new(), app());
    unlisted.fixture().put(&listed().account(10));
    for (to, is_listed) in [(listed().address(), true), (unlisted.bob.address(), false)] {
        let payment = unlisted.post(TRANSFER, &transfer(&unlisted, &to)).await;
        let inner = unlisted.signed(payment.data(), &unlisted.alice).await;
        let body =
            json!({ "publicKey": listing.bob.public_key(), "network": "testnet", "txdata": inner, "fee": "200" });
        let response = listing.post("transaction/get-hash/xlm/fee-bump", &body).await;
        if is_listed {
            assert_listed(&response);
        } else {
            assert!(response.data()["hash"].is_string());
        }
    }
}

#[tokio::test]
async fn list_that_warns_rejects_nothing_and_an_unreadable_one_everything() {
    let app = App::with_lists(operator_lists(&[Wallet::new(2).id().digest()], &[]));
    assert!(app.payment().await["hash"].is_string());
    let away = App::with_lists(unreadable_lists());
    let to = away.bob.address();
    let estimate = json!({ "address": away.alice.address(), "network": "testnet", "to": to });
    let pays = operations(&away, &json!([paying(&to)[0]]));
    for (path, body) in [
        (TRANSFER, transfer(&away, &to)),
        (ESTIMATE, estimate),
        (OPERATIONS, pays),
    ] {
        away.post(path, &body)
            .await
            .assert_error(503, "service_unavailable", None);
    }
    assert_eq!(away.requests(), [""; 0]);
    away.post(TRANSFER, &transfer(&away, "G"))
        .await
        .assert_error(400, "invalid_address", Some("to"));
}
