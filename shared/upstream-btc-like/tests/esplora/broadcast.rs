//! Transaction submission.

use super::{SIGNED, SIGNED_ID, Server, assert_unusable};
use serde_json::json;
use wallet_core::ports::upstream::{BroadcastOutcome, RejectReason, UpstreamError};
use wallet_test_support::esplora::{Dialect, id, text};
use wallet_test_support::stub::Reply;

#[tokio::test(start_paused = true)]
async fn accepted_transaction_is_confirmed_by_its_txid_in_plain_text() {
    let server = Server::start(Dialect::Plain).await;
    for body in [SIGNED_ID.to_owned(), format!("{}\n", SIGNED_ID.to_uppercase())] {
        assert_eq!(server.broadcast(text(200, &body)).await, Ok(BroadcastOutcome::Accepted));
    }
    let sent = server.stub.requests();
    let posts = sent.iter().filter(|request| request.method == "POST");
    assert!(
        posts
            .into_iter()
            .all(|request| request.path == "/api/tx" && request.body == SIGNED)
    );
    for body in [id(7), String::new(), "ok".to_owned(), SIGNED_ID[1..].to_owned()] {
        assert_unusable(&server.broadcast(text(200, &body)).await);
    }
    assert_unusable(
        &server
            .broadcast(Reply::ok(json!({ "txid": SIGNED_ID }).to_string()))
            .await,
    );
}

#[tokio::test(start_paused = true)]
async fn both_rejection_formats_are_parsed() {
    let server = Server::start(Dialect::Plain).await;
    for (reason, outcome) in [
        (
            (-26, "min relay fee not met, 100 < 141"),
            BroadcastOutcome::Rejected(RejectReason::FeeTooLow),
        ),
        (
            (-26, "txn-mempool-conflict"),
            BroadcastOutcome::Rejected(RejectReason::Conflict),
        ),
        ((-26, "something new"), BroadcastOutcome::Rejected(RejectReason::Other)),
        (
            (-25, "bad-txns-inputs-missingorspent"),
            BroadcastOutcome::Rejected(RejectReason::MissingInputs),
        ),
        ((-27, "Transaction already in block chain"), BroadcastOutcome::Accepted),
    ] {
        let (code, message) = reason;
        let old = format!(
            "sendrawtransaction RPC error: {}",
            json!({ "code": code, "message": message })
        );
        let new = format!("sendrawtransaction RPC error {code}: {message}");
        for message in [old, new] {
            assert_eq!(server.broadcast(text(400, &message)).await, Ok(outcome), "{message}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn responses_without_a_rejection_are_distinguished() {
    let server = Server::start(Dialect::Plain).await;
    for message in ["secret words", ""] {
        assert_unusable(&server.broadcast(text(400, message)).await);
    }
    assert_unusable(
        &server
            .broadcast(Reply::text(400, "text/html", "<html>-26: dust</html>"))
            .await,
    );
    assert_unusable(&server.broadcast(text(500, "-26: dust")).await);
    for reply in [
        text(503, "the daemon is busy"),
        text(400, "sendrawtransaction RPC error -28: Loading block index..."),
    ] {
        let busy = server.broadcast(reply).await;
        assert!(matches!(busy, Err(UpstreamError::Unavailable { .. })), "{busy:?}");
    }
    let lost = server.broadcast(text(504, "the daemon did not respond")).await;
    assert_eq!(lost, Ok(BroadcastOutcome::Unknown));
    server.state().hex.insert(SIGNED_ID.to_owned(), SIGNED.to_owned());
    assert_eq!(
        server.broadcast(text(504, "")).await,
        Ok(BroadcastOutcome::Accepted),
        "found by its id"
    );
}
