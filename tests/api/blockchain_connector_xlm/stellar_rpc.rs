//! The service over Stellar RPC alone: the sandbox, without Horizon.

use super::App;
use super::fixture::NOW;
use crate::support::stellar_rpc::RpcNetwork;
use crate::support::xlm_wallet::Wallet;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use stellar_xdr as xdr;
use wallet_core::model::Network;
use wallet_core::ports::system::Timestamp;
use wallet_sandbox::xlm::test_wallet::COIN;
use wallet_test_support::clock::FixedClock;
use wallet_upstream::client::{Deadline, after};
use wallet_xlm::ports::XlmNode;
use wallet_xlm::{AccountQuery, TrustlineAsset};
use xdr::{OperationBody as Body, WriteXdr};

/// Starts a service with Alice and Bob, who are funded, and an issuer of an asset that Bob trusts.
async fn start() -> (App, RpcNetwork) {
    let network = RpcNetwork::start(NOW - 60, 3).await;
    let xdr::Asset::CreditAlphanum4(credit) = RpcNetwork::wallet(3).1.asset("USDX") else {
        unreachable!("a code of four letters")
    };
    let trust = xdr::ChangeTrustOp {
        line: xdr::ChangeTrustAsset::CreditAlphanum4(credit),
        limit: 1000 * COIN,
    };
    RpcNetwork::wallet(2).1.does(&network.node, Body::ChangeTrust(trust));
    (App::over_rpc(&network), network)
}

fn soon() -> Deadline {
    after(std::time::Duration::from_secs(20))
}

/// Returns the asset of the issuer in the form of requests.
fn usdx() -> Value {
    json!({ "kind": "xlm-asset", "chain": "xlm", "code": "USDX", "issuer": issuer() })
}

fn issuer() -> String {
    RpcNetwork::wallet(3).0.address()
}

#[tokio::test(flavor = "multi_thread")]
async fn payment_succeeds_end_to_end() {
    let (app, network) = start().await;
    let message = app.payment().await;
    let signed = app.signed(&message, &app.alice).await;
    let sent = app.post("transaction/send/xlm", &json!({ "txdata": signed })).await;
    let txid = sent.data()["txid"].as_str().expect("an id").to_owned();
    assert_eq!(message["hash"].as_str(), Some(&*txid));
    let status = app
        .get(&format!("transaction/status/xlm?network=testnet&txid={txid}"))
        .await;
    let status = status.data();
    assert_eq!(
        (&status["status"], &status["confirmations"]),
        (&json!("confirmed"), &json!(1)),
        "{status}"
    );
    let bob = RpcNetwork::wallet(2).1.balance(&network.node);
    // The trustline cost Bob the fee.
    assert_eq!(bob, 101 * COIN - 100);
    // The same transaction is in a ledger already, and a transaction with a used sequence number is rejected.
    let again = app.post("transaction/send/xlm", &json!({ "txdata": signed })).await;
    assert_eq!(again.data()["txid"], txid.as_str());
    let stale = json!({ "publicKey": app.alice.public_key(), "network": "testnet", "to": app.bob.address(),
        "amount": "20000000", "fee": "100", "sequence": "1" });
    let stale = app.post("transaction/get-hash/xlm/transfer", &stale).await;
    stale.assert_error(400, "invalid_request", Some("sequence"));
}

/// Builds, signs and sends a transaction, and returns the sequence number.
async fn execute(app: &App, by: &Wallet, path: &str, fields: Value) -> String {
    let mut body = json!({ "publicKey": by.public_key(), "network": "testnet", "fee": "100" });
    for (name, value) in fields.as_object().expect("an object") {
        body[name] = value.clone();
    }
    let response = app.post(&format!("transaction/get-hash/xlm/{path}"), &body).await;
    let message = response.data();
    let signed = app.signed(message, by).await;
    let sent = app.post("transaction/send/xlm", &json!({ "txdata": signed })).await;
    assert_eq!(sent.data()["txid"], message["hash"], "{}", sent.text);
    let parsed = app.parsed(&message["unsignedMessage"]).await;
    parsed["sequence"].as_str().expect("a number").to_owned()
}

async fn operation(app: &App, by: &Wallet, operation: Value) -> String {
    execute(app, by, "multi-operations", json!({ "operations": [operation] })).await
}

/// Returns the id of the claimable balance that the first operation of a transaction creates (CAP-23).
fn claimable_balance(creator: &Wallet, sequence: &str) -> String {
    let preimage = xdr::HashIdPreimage::OpId(xdr::HashIdPreimageOperationId {
        source_account: creator.address().parse().expect("an account"),
        seq_num: xdr::SequenceNumber(sequence.parse().expect("a number")),
        op_num: 0,
    });
    let bytes = preimage.to_xdr(xdr::Limits::none()).expect("valid XDR");
    format!("{:08x}{}", 0, hex::encode(Sha256::digest(bytes)))
}

#[tokio::test(flavor = "multi_thread")]
async fn assets_are_trusted_swapped_and_claimed() {
    let (app, _network) = start().await;
    let (alice, bob, lumen) = (&app.alice, &app.bob, json!({ "kind": "coin", "chain": "xlm" }));
    execute(
        &app,
        alice,
        "add-trustline",
        json!({ "asset": usdx(), "amount": "900000000" }),
    )
    .await;
    let issue = json!({ "to": bob.address(), "amount": "500000000", "asset": usdx() });
    execute(&app, &RpcNetwork::wallet(3).0, "transfer", issue).await;
    let offer =
        json!({ "type": "manageSellOffer", "selling": usdx(), "buying": lumen, "amount": "100000000", "price": "0.5" });
    operation(&app, bob, offer).await;
    let swap = json!({ "type": "pathPaymentStrictSend", "sendAsset": lumen, "sendAmount": "10000000",
        "destination": alice.address(), "destAsset": usdx(), "destMin": "20000000", "path": [] });
    operation(&app, alice, swap).await;
    let created = json!({ "type": "createClaimableBalance", "asset": usdx(), "amount": "30000000",
        "claimants": [{ "destination": alice.address() }] });
    let sequence = operation(&app, bob, created).await;
    let claim = json!({ "claimableBalanceId": claimable_balance(bob, &sequence) });
    execute(&app, alice, "claimable-balance", claim).await;
    let body = json!({ "address": alice.address(), "network": "testnet", "to": bob.address(), "amount": "max", "asset": usdx() });
    let estimate = app.post("prepare-transaction/estimate/xlm", &body).await;
    assert_eq!(estimate.data()["spendable"], "50000000", "{}", estimate.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn rejection_has_the_codes_of_the_network() {
    let (app, _network) = start().await;
    let first = app.payment().await;
    let body = json!({ "publicKey": app.alice.public_key(), "network": "testnet", "to": app.bob.address(),
        "amount": "30000000", "fee": "100" });
    let second = app
        .post("transaction/get-hash/xlm/transfer", &body)
        .await
        .data()
        .clone();
    for (message, status) in [(first, 200), (second, 422)] {
        let signed = app.signed(&message, &app.alice).await;
        let sent = app.post("transaction/send/xlm", &json!({ "txdata": signed })).await;
        assert_eq!(sent.status, status, "{}", sent.text);
        if status == 422 {
            assert_eq!(
                sent.json["error"]["code"].as_str().unwrap_or_default(),
                "transaction_rejected"
            );
            assert_eq!(
                sent.json["error"]["details"]["resultCodes"]["transaction"], "tx_bad_seq",
                "{}",
                sent.text
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn trustlines_of_the_request_are_known() {
    let (app, _network) = start().await;
    let bob = app.bob.address();
    for (code, expected) in [("USDX", true), ("EURX", false)] {
        let body = json!({ "address": bob, "issuer": issuer(), "code": code, "network": "testnet" });
        let found = app.post("utility/check-account-trustline", &body).await;
        assert_eq!(found.json["hasTrustline"], expected, "{}", found.text);
        let path = format!(
            "validate-address/xlm?network=testnet&address={bob}&code={code}&issuer={}",
            issuer()
        );
        assert_eq!(app.get(&path).await.data()["trusts"], expected);
    }
    // The issuer pays its asset to Bob, and not to Alice.
    let issuer = RpcNetwork::wallet(3).0;
    for (to, status) in [(&app.bob, 200), (&app.alice, 400)] {
        let body = json!({ "publicKey": issuer.public_key(), "network": "testnet", "to": to.address(),
            "amount": "30000000", "fee": "100", "asset": usdx() });
        let built = app.post("transaction/get-hash/xlm/transfer", &body).await;
        assert_eq!(built.status, status, "{}", built.text);
        if status == 200 {
            let preview = json!({ "transaction": built.data()["unsignedMessage"], "network": "testnet" });
            let preview = app.post("transaction/preview/xlm", &preview).await;
            let preview = preview.data();
            assert_eq!(
                (&preview["outcome"], &preview["source"]["upstream"]),
                (&json!("success"), &json!("stellar-rpc"))
            );
        }
    }
    let reserve = app
        .post(
            "utility/account-reserve",
            &json!({ "address": bob, "network": "testnet" }),
        )
        .await;
    assert_eq!(reserve.json["partial"], json!(["trustlines"]), "{}", reserve.text);
    assert_eq!(reserve.json["reserved"]["total"], "15000000");
    let alice = json!({ "address": app.alice.address(), "network": "testnet" });
    let reserve = app.post("utility/account-reserve", &alice).await;
    assert_eq!(
        (&reserve.json["partial"], &reserve.json["reserved"]["total"]),
        (&Value::Null, &json!("10000000"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn paths_are_not_configured_and_fees_have_no_capacity() {
    let (app, _network) = start().await;
    let path = format!(
        "prepare-transaction/paths/xlm?network=testnet&from={}&amount=10&sourceAsset=native",
        app.alice.address()
    );
    let paths = app.get(&path).await;
    paths.assert_error(503, "not_configured", None);
    assert_eq!(
        paths.json["error"]["details"]["setting"],
        "WALLET_CLOUD_UPSTREAM_XLM_TESTNET"
    );
    let fees = app.get("prepare-transaction/fee-stat/xlm?network=testnet").await;
    let fees = fees.data();
    assert_eq!(
        (&fees["ledgerCapacityUsage"], &fees["lastLedgerBaseFee"]),
        (&Value::Null, &json!("100")),
        "{fees}"
    );
    let body =
        json!({ "address": app.alice.address(), "network": "testnet", "to": app.bob.address(), "amount": "10000000" });
    let estimate = app.post("prepare-transaction/estimate/xlm", &body).await;
    assert_eq!(estimate.data()["fees"]["slow"], "100", "{}", estimate.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_transaction_has_the_retention() {
    let (app, _network) = start().await;
    let path = format!("transaction/status/xlm?network=testnet&txid={}", "ab".repeat(32));
    let missing = app.get(&path).await;
    missing.assert_error(404, "transaction_not_found", None);
    let retention = &missing.json["error"]["details"]["retention"];
    assert!(retention.is_u64(), "{}", missing.text);
}

/// Compares the accounts of both kinds of upstreams, except for the order of the signers.
#[tokio::test(flavor = "multi_thread")]
async fn accounts_are_those_of_horizon() {
    let (_, network) = start().await;
    let wallet = RpcNetwork::wallet(2).1;
    let data = xdr::ManageDataOp {
        data_name: xdr::String64(b"config.memo_required".as_slice().try_into().expect("a short name")),
        data_value: Some(xdr::DataValue(b"1".to_vec().try_into().expect("a short value"))),
    };
    wallet.does(&network.node, Body::ManageData(data));
    let clock = FixedClock::at(Timestamp::from_secs(NOW));
    let (rpc, horizon) = (network.upstreams(&clock), network.over_horizon(&clock));
    for seed in 1..=4 {
        let id = RpcNetwork::wallet(seed).0.id();
        let query = AccountQuery::from(id);
        let expected = horizon
            .account(Network::Testnet, query.clone(), soon())
            .await
            .expect("a response");
        let lines = expected
            .iter()
            .flat_map(|account| account.lines.iter().map(|line| line.asset));
        let lines: Vec<TrustlineAsset> = lines.collect();
        let found = rpc
            .account(Network::Testnet, AccountQuery { lines, ..query }, soon())
            .await;
        assert_eq!(found, Ok(expected));
    }
    let ledgers = [&rpc, &horizon].map(|node| node.ledger(Network::Testnet, soon()));
    let [rpc, horizon] = ledgers.map(|ledger| async { ledger.await.expect("a ledger").base_reserve });
    assert_eq!(rpc.await, horizon.await);
}
