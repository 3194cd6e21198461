//! Transaction submission: outcomes, and no repeated sends.

use super::ledger::{ALICE, Ledger, NOTHING, btc, script, transaction, txid};
use super::server::{Call, Reaction, Server};
use super::{node, soon};
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use wallet_btc_like::SignedTransaction;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_core::ports::upstream::{BroadcastOutcome, RejectReason, UpstreamError};

const BROADCAST: &str = "blockchain.transaction.broadcast";

/// The block 170 transaction, the first payment on btc.
const SIGNED: &str = "0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901ffffffff0200ca9a3b00000000434104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac00286bee0000000043410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac00000000";
const SIGNED_ID: &str = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16";

fn signed() -> SignedTransaction {
    SignedTransaction::parse(btc(), SIGNED).expect("a signed transaction")
}

/// Starts a server with this response to a broadcast, which may know the transaction.
async fn server(reaction: Reaction, knows: bool) -> Server {
    Server::start(move |call| match call.method.as_str() {
        BROADCAST => reaction.clone(),
        "blockchain.transaction.get" if knows => Reaction::Result(json!(SIGNED)),
        _ => Ledger::up_to(1).respond(call),
    })
    .await
}

async fn send(server: &Server) -> Result<BroadcastOutcome, UpstreamError> {
    node(server).broadcast(btc(), &signed(), soon()).await
}

fn broadcasts(server: &Server) -> usize {
    server.calls().iter().filter(|call| call.method == BROADCAST).count()
}

#[tokio::test]
async fn transaction_bytes_are_submitted_unchanged() {
    let server = server(Reaction::Result(json!(SIGNED_ID)), false).await;
    assert_eq!(send(&server).await, Ok(BroadcastOutcome::Accepted));
    let expected = Call {
        connection: 0,
        method: BROADCAST.to_owned(),
        params: json!([SIGNED]),
    };
    assert_eq!(server.calls(), [expected]);
}

#[tokio::test]
async fn rejection_has_the_reason_of_the_node() {
    for (text, expected) in [
        ("dust (code 64)", BroadcastOutcome::Rejected(RejectReason::Dust)),
        (
            "txn-mempool-conflict",
            BroadcastOutcome::Rejected(RejectReason::Conflict),
        ),
        ("bad-txns-vin-empty", BroadcastOutcome::Rejected(RejectReason::Other)),
        (
            "bad-txns-inputs-missingorspent",
            BroadcastOutcome::Rejected(RejectReason::MissingInputs),
        ),
        ("Transaction already in block chain", BroadcastOutcome::Accepted),
    ] {
        let text = format!("the transaction was rejected by network rules.\n\n{text}\n[{SIGNED}]");
        let server = server(Reaction::error(1, &text), false).await;
        assert_eq!(send(&server).await, Ok(expected), "{text}");
        assert_eq!(broadcasts(&server), 1);
    }
}

#[tokio::test]
async fn inputs_spent_by_the_same_transaction_are_accepted() {
    let text = "the transaction was rejected by network rules.\n\nMissing inputs\n[00]";
    let server = server(Reaction::error(1, text), true).await;
    assert_eq!(send(&server).await, Ok(BroadcastOutcome::Accepted));
}

/// A broadcast with an unknown outcome is looked up and never sent again.
#[tokio::test]
async fn transaction_that_may_have_been_sent_is_not_sent_again() {
    for reaction in [
        Reaction::Close(String::new()),
        Reaction::Close("{\"jsonrpc\": \"2.0\", \"resu".to_owned()),
        Reaction::Nothing,
        Reaction::Drip(Duration::from_millis(20)),
        Reaction::Flood,
        Reaction::Lines("<html>\n".to_owned()),
        Reaction::error(-102, "server busy - request timed out"),
        Reaction::error(2, "daemon error"),
        Reaction::Result(json!({ "txid": SIGNED_ID })),
    ] {
        for knows in [true, false] {
            let server = server(reaction.clone(), knows).await;
            let outcome = send(&server).await;
            let accepted = outcome == Ok(BroadcastOutcome::Accepted);
            assert_eq!(accepted, knows, "{reaction:?}: {outcome:?}");
            assert!(
                !matches!(outcome, Ok(BroadcastOutcome::Rejected(_))),
                "{reaction:?}: {outcome:?}"
            );
            assert_eq!(broadcasts(&server), 1, "{reaction:?}");
        }
    }
}

/// The connection of an earlier request has ended and the client knows it: the broadcast uses a new one.
#[tokio::test]
async fn known_closed_connection_is_replaced() {
    let raw = transaction(&[NOTHING], &[(1, script(ALICE))], 0);
    let id = txid(&raw);
    let closed = AtomicUsize::new(0);
    let server = Server::start(move |call| match call.method.as_str() {
        BROADCAST => Reaction::Result(json!(SIGNED_ID)),
        "blockchain.transaction.get" if closed.fetch_add(1, Ordering::Relaxed) == 0 => {
            Reaction::ResultThenClose(json!(hex::encode(&raw)))
        }
        _ => Ledger::up_to(1).respond(call),
    })
    .await;
    let port = node(&server);
    let found = port.raw_transaction(btc(), id.parse().expect("a txid"), soon()).await;
    assert!(matches!(found, Ok(Some(_))), "{found:?}");
    // The end of the connection arrives asynchronously.
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(
        port.broadcast(btc(), &signed(), soon()).await,
        Ok(BroadcastOutcome::Accepted)
    );
    let connections: Vec<_> = server.calls().iter().map(|call| call.connection).collect();
    assert_eq!(connections, [0, 1]);
}

#[tokio::test]
async fn nothing_is_sent_without_a_connection() {
    let server = Server::start(|call| match call.method.as_str() {
        "server.version" => Reaction::error(1, "unsupported protocol version"),
        _ => Reaction::Nothing,
    })
    .await;
    let outcome = send(&server).await;
    assert!(matches!(outcome, Err(UpstreamError::Unavailable { .. })), "{outcome:?}");
    assert_eq!(broadcasts(&server), 0);
}
