//! POST /api/transaction/send/{chain}

use super::App;
use super::fixture::{let_sign, unavailable};
use super::wallet::Wallet;
use crate::support::client::TestResponse;
use serde_json::{Value, json};
use wallet_core::model::Network;
use wallet_core::ports::upstream::UpstreamError;
use wallet_xlm::{ResultCodes, Submission};

async fn send(app: &App, txdata: &Value) -> TestResponse {
    let response = app.post("transaction/send/xlm", &json!({ "txdata": txdata })).await;
    assert!(!response.text.contains("evil"), "{}", response.text);
    response
}

fn networks(app: &App) -> Vec<Network> {
    app.fixture().sent.iter().map(|(network, _)| *network).collect()
}

#[tokio::test]
async fn source_account_signature_identifies_the_network_without_requests() {
    let app = App::new();
    let payment = app.payment().await;
    let signed = app.signed(&payment, &app.alice).await;
    app.requests();
    let response = send(&app, &signed).await;
    assert_eq!(response.data(), &json!({ "txid": payment["hash"] }));
    assert_eq!(app.requests(), ["broadcast"]);
    let sent = app.fixture().sent.clone();
    assert_eq!(
        sent,
        [(Network::Testnet, signed.as_str().expect("a string").to_owned())]
    );
}

#[tokio::test]
async fn account_signers_identify_the_network() {
    let app = App::new();
    let cosigner = Wallet::new(7);
    let signed = app.signed(&app.payment().await, &cosigner).await;
    let response = send(&app, &signed).await;
    response.assert_error(400, "invalid_signature", Some("network"));
    let mut alice = app.alice.account(100);
    let_sign(&mut alice, &cosigner);
    app.fixture().put_on(Network::Livenet, alice.clone());
    let response = send(&app, &signed).await;
    response.assert_error(400, "invalid_signature", Some("network"));
    app.fixture().put_on(Network::Testnet, alice);
    app.fixture().failing = Some((Network::Livenet, unavailable()));
    send(&app, &signed).await.data();
    assert_eq!(networks(&app), [Network::Testnet]);
}

#[tokio::test]
async fn unreachable_network_prevents_sending() {
    let app = App::new();
    let signed = app.signed(&app.payment().await, &Wallet::new(7)).await;
    app.fixture().failing = Some((Network::Testnet, unavailable()));
    let response = send(&app, &signed).await;
    response.assert_error(503, "upstream_unavailable", None);
    assert_eq!(networks(&app), []);
}

#[tokio::test]
async fn unconfigured_network_is_excluded() {
    let app = App::new();
    let signed = app.signed(&app.payment().await, &Wallet::new(7)).await;
    let setting = "WALLET_CLOUD_UPSTREAM_XLM_TESTNET".to_owned();
    app.fixture().failing = Some((Network::Testnet, UpstreamError::NotConfigured { setting }));
    let response = send(&app, &signed).await;
    response.assert_error(400, "invalid_signature", Some("network"));
}

#[tokio::test]
async fn requested_network_applies_unless_a_signature_contradicts() {
    let app = App::new();
    let payment = app.payment().await;
    let cosigned = app.signed(&payment, &Wallet::new(7)).await;
    let body = json!({ "txdata": cosigned, "network": "testnet" });
    let response = app.post("transaction/send/xlm", &body).await;
    assert_eq!(response.data(), &json!({ "txid": payment["hash"] }));
    let signed = app.signed(&payment, &app.alice).await;
    let body = json!({ "txdata": signed, "network": "livenet" });
    let response = app.post("transaction/send/xlm", &body).await;
    response.assert_error(400, "invalid_transaction", Some("txdata"));
    assert_eq!(networks(&app), [Network::Testnet]);
}

#[tokio::test]
async fn pending_submission_is_a_success() {
    let app = App::new();
    let payment = app.payment().await;
    let signed = app.signed(&payment, &app.alice).await;
    app.fixture().submit = Ok(Submission::Pending);
    assert_eq!(send(&app, &signed).await.data(), &json!({ "txid": payment["hash"] }));
}

#[tokio::test]
async fn rejection_has_a_reason_and_the_network_result_codes() {
    let app = App::new();
    let signed = app.signed(&app.payment().await, &app.alice).await;
    for (transaction, inner, operations, reason) in [
        ("tx_bad_seq", None, vec![], "bad_sequence"),
        ("tx_failed", None, vec!["op_underfunded".to_owned()], "operation_failed"),
        (
            "tx_fee_bump_inner_failed",
            Some("tx_too_late".to_owned()),
            vec![],
            "outside_time_bounds",
        ),
    ] {
        let mut codes = json!({ "transaction": transaction, "operations": operations });
        if let Some(inner) = &inner {
            codes["innerTransaction"] = json!(inner);
        }
        app.fixture().submit = Ok(Submission::Rejected(ResultCodes {
            transaction: transaction.to_owned(),
            inner_transaction: inner,
            operations,
        }));
        let response = send(&app, &signed).await;
        response.assert_error(422, "transaction_rejected", None);
        assert_eq!(
            (response.detail("reason"), response.detail("resultCodes")),
            (&json!(reason), &codes)
        );
    }
}

#[tokio::test]
async fn unknown_outcome_reports_the_txid() {
    let app = App::new();
    let payment = app.payment().await;
    let signed = app.signed(&payment, &app.alice).await;
    for (submit, status, code) in [
        (Ok(Submission::Unknown), 504, "upstream_timeout"),
        (Err(UpstreamError::Timeout), 504, "upstream_timeout"),
        (Err(unavailable()), 503, "upstream_unavailable"),
    ] {
        app.fixture().submit = submit;
        let response = send(&app, &signed).await;
        response.assert_error(status, code, None);
        assert_eq!(response.detail("txid"), &payment["hash"]);
    }
}

#[tokio::test]
async fn unsigned_or_invalid_envelopes_are_not_sent() {
    let app = App::new();
    let payment = app.payment().await;
    let unsigned = &payment["unsignedMessage"];
    let cut = json!(unsigned.as_str().expect("a string")[..40]);
    for (txdata, code) in [
        (&Value::Null, "invalid_request"),
        (&json!(7), "invalid_request"),
        (&json!(""), "invalid_transaction"),
        (&cut, "invalid_transaction"),
        (unsigned, "invalid_signature"),
    ] {
        send(&app, txdata).await.assert_error(400, code, Some("txdata"));
    }
    let body = json!({ "txdata": app.signed(&payment, &app.alice).await, "network": "mainnet" });
    let response = app.post("transaction/send/xlm", &body).await;
    response.assert_error(400, "invalid_request", Some("network"));
    assert_eq!(networks(&app), []);
}

/// An account can authorize a transaction by the hash (a signer of type `preAuthTx`), so that it needs no signature.
#[tokio::test]
async fn network_decides_about_an_unsigned_envelope_with_a_requested_network() {
    let app = App::new();
    let payment = app.payment().await;
    let unsigned = &payment["unsignedMessage"];
    app.requests();
    let body = json!({ "txdata": unsigned, "network": "testnet" });
    let response = app.post("transaction/send/xlm", &body).await;
    assert_eq!(response.data(), &json!({ "txid": payment["hash"] }));
    assert_eq!(app.requests(), ["broadcast"]);
    let sent = app.fixture().sent.clone();
    let expected = unsigned.as_str().expect("a string").to_owned();
    assert_eq!(sent, [(Network::Testnet, expected)]);
    app.fixture().submit = Ok(Submission::Rejected(ResultCodes {
        transaction: "tx_bad_auth".to_owned(),
        inner_transaction: None,
        operations: Vec::new(),
    }));
    let response = app.post("transaction/send/xlm", &body).await;
    response.assert_error(422, "transaction_rejected", None);
    assert_eq!(response.detail("reason"), "bad_signatures");
    // The network of an unsigned envelope cannot be detected.
    for absent in [
        json!({ "txdata": unsigned }),
        json!({ "txdata": unsigned, "network": null }),
    ] {
        let response = app.post("transaction/send/xlm", &absent).await;
        response.assert_error(400, "invalid_signature", Some("txdata"));
    }
}
