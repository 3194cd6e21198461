//! Submission and look-up of transactions.

use super::{LEDGER, NOW, Server, error, result, soon};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use wallet_core::model::Network::Livenet;
use wallet_core::ports::upstream::UpstreamError;
use wallet_test_support::stub::Reply;
use wallet_upstream::client::after;
use wallet_xlm::ports::XlmNode;
use wallet_xlm::{Envelope, ResultCodes, Submission, TransactionLookup, TransactionStatus};

/// A transaction of livenet: 5c2e4dad596941ef944d72741c8f8f1a4282f8f2f141e81d827f44bf365d626b.
const SIGNED: &str = "AAAAAKgfpXwD1fWpPmZL+GkzWcBmhRQH7ouPsoTN3RoaGCfrAAAAZAAIbkcAAB9WAAAAAAAAAANRBBZE6D1qyGjISUGLY5Ldvp31PwAAAAAAAAAAAAAAAAAAAAEAAAABAAAAAP1qe44j+i4uIT+arbD4QDQBt8ryEeJd7a0jskQ3nwDeAAAAAAAAAADA7RnarSzCwj3OT+M2btCMFpVBdqxJS+Sr00qBjtFv7gAAAABLCs/QAAAAAAAAAAEaGCfrAAAAQG/56Cj2J8W/KCZr+oC4sWND1CTGWfaccHNtuibQH8kZIb+qBSDY94g7hiaAXrlIeg9b7oz/XuP3x9MWYw2jtwM=";
const HASH: &str = "5c2e4dad596941ef944d72741c8f8f1a4282f8f2f141e81d827f44bf365d626b";

const BAD_SEQUENCE: &str = "AAAAAAAAAGT////7AAAAAA==";
const INSUFFICIENT_FEE: &str = "AAAAAAAAAGT////3AAAAAA==";
const INTERNAL_ERROR: &str = "AAAAAAAAAGT////1AAAAAA==";
const UNDERFUNDED: &str = "AAAAAAAAAGT/////AAAAAQAAAAAAAAAB/////gAAAAA=";
const SUCCESS: &str = "AAAAAAAAAGQAAAAAAAAAAQAAAAAAAAABAAAAAAAAAAA=";

pub fn signed() -> Envelope {
    Envelope::parse_signed(SIGNED).expect("an envelope")
}

/// Returns the result of a submission.
fn submitted(status: &str, error: Option<&str>) -> Value {
    let mut reply = json!({ "status": status, "hash": HASH, "latestLedger": LEDGER,
        "latestLedgerCloseTime": NOW.to_string() });
    if let Some(error) = error {
        reply["errorResultXdr"] = error.into();
        reply["diagnosticEventsXdr"] = json!([]);
    }
    reply
}

fn missing() -> Value {
    json!({ "status": "NOT_FOUND", "txHash": HASH, "latestLedger": LEDGER, "latestLedgerCloseTime": NOW.to_string(),
        "oldestLedger": LEDGER - 9, "oldestLedgerCloseTime": "1795290000", "ledger": 0, "createdAt": "0" })
}

fn found(status: &str, codes: &str) -> Value {
    let mut found = missing();
    found["status"] = status.into();
    found["ledger"] = (LEDGER - 4).into();
    found["createdAt"] = "1795291178".into();
    found["envelopeXdr"] = SIGNED.into();
    found["resultXdr"] = codes.into();
    found
}

async fn server(reply: Value, transaction: Value) -> Server {
    let server = Server::start().await;
    server.set_result("sendTransaction", reply);
    server.set_result("getTransaction", transaction);
    server
}

async fn send(server: &Server) -> Result<Submission, UpstreamError> {
    server.node.broadcast(Livenet, &signed(), soon()).await
}

fn rejected(codes: &str) -> Submission {
    Submission::Rejected(ResultCodes::read(codes).expect("a result"))
}

#[tokio::test(start_paused = true)]
async fn pending_transaction_is_looked_up_until_in_a_ledger() {
    let server = server(submitted("PENDING", None), missing()).await;
    let look_ups = AtomicUsize::new(0);
    server.set_handler("getTransaction", move |_| {
        match look_ups.fetch_add(1, Ordering::Relaxed) {
            0 => result(&missing()),
            _ => result(&found("SUCCESS", SUCCESS)),
        }
    });
    assert_eq!(send(&server).await, Ok(Submission::Applied));
    let sent = json!({ "transaction": SIGNED, "xdrFormat": "base64" });
    assert_eq!(server.calls("sendTransaction"), [sent]);
    let look_up = json!({ "hash": HASH, "xdrFormat": "base64" });
    assert_eq!(server.calls("getTransaction"), [look_up.clone(), look_up]);
}

#[tokio::test(start_paused = true)]
async fn transaction_without_a_ledger_in_time_is_pending() {
    let server = server(submitted("PENDING", None), missing()).await;
    let deadline = after(Duration::from_millis(6500));
    let outcome = server.node.broadcast(Livenet, &signed(), deadline).await;
    assert_eq!(outcome, Ok(Submission::Pending));
}

#[tokio::test(start_paused = true)]
async fn transaction_failed_in_a_ledger_is_rejected_with_its_codes() {
    let server = server(submitted("PENDING", None), found("FAILED", UNDERFUNDED)).await;
    assert_eq!(send(&server).await, Ok(rejected(UNDERFUNDED)));
}

#[tokio::test(start_paused = true)]
async fn duplicate_is_a_success() {
    let server = server(submitted("DUPLICATE", None), found("SUCCESS", SUCCESS)).await;
    assert_eq!(send(&server).await, Ok(Submission::Applied));
}

#[tokio::test(start_paused = true)]
async fn errors_have_the_codes_of_their_result() {
    for codes in [UNDERFUNDED, INSUFFICIENT_FEE, BAD_SEQUENCE] {
        let server = server(submitted("ERROR", Some(codes)), missing()).await;
        assert_eq!(send(&server).await, Ok(rejected(codes)));
    }
    // The error is an effect of the same transaction, which a ledger already contains.
    let server = server(submitted("ERROR", Some(BAD_SEQUENCE)), found("SUCCESS", SUCCESS)).await;
    assert_eq!(send(&server).await, Ok(Submission::Applied));
    let unreadable = Server::start().await;
    unreadable.set_handler("sendTransaction", |_| error(-32602, "invalid_xdr"));
    unreadable.set_result("getTransaction", missing());
    let malformed = Submission::Rejected(ResultCodes::of_transaction("tx_malformed"));
    assert_eq!(send(&unreadable).await, Ok(malformed));
}

#[tokio::test(start_paused = true)]
async fn local_reasons_are_no_rejections() {
    for reply in [
        submitted("TRY_AGAIN_LATER", None),
        submitted("ERROR", Some(INTERNAL_ERROR)),
    ] {
        let server = server(reply, missing()).await;
        let outcome = send(&server).await;
        assert!(matches!(outcome, Err(UpstreamError::Unavailable { .. })), "{outcome:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn unusable_replies_lead_to_a_look_up() {
    let mut different = submitted("PENDING", None);
    different["hash"] = "00".repeat(32).into();
    let replies = [
        result(&submitted("ERROR", None)),
        result(&submitted("ERROR", Some("AAAA"))),
        result(&submitted("LATER", None)),
        result(&different),
        error(-32603, "could not submit transaction to stellar-core"),
    ];
    for reply in replies {
        let server = server(submitted("PENDING", None), found("SUCCESS", SUCCESS)).await;
        server.set_handler("sendTransaction", move |_| reply.clone());
        assert_eq!(send(&server).await, Ok(Submission::Applied));
    }
    let hanging = server(submitted("PENDING", None), missing()).await;
    hanging.set_handler("sendTransaction", |_| Reply::Hang);
    assert_eq!(send(&hanging).await, Ok(Submission::Unknown));
}

#[tokio::test(start_paused = true)]
async fn status_has_confirmations_and_requires_the_envelope_of_the_hash() {
    let hash: [u8; 32] = signed().hash(Livenet);
    for (status, succeeded) in [("SUCCESS", true), ("FAILED", false)] {
        let server = server(Value::Null, found(status, SUCCESS)).await;
        let lookup = server.node.transaction_status(Livenet, hash, soon()).await;
        let expected = TransactionStatus {
            succeeded,
            ledger: LEDGER - 4,
            confirmations: 5,
            time: 1_795_291_178,
        };
        assert_eq!(lookup, Ok(TransactionLookup::Found(expected)));
    }
    let broken = |field: &str, value: Value| {
        let mut found = found("SUCCESS", SUCCESS);
        found[field] = value;
        found
    };
    for (document, requested) in [
        (found("SUCCESS", SUCCESS), [7; 32]),
        (broken("envelopeXdr", Value::Null), hash),
        (broken("envelopeXdr", json!("AAAA")), hash),
        (broken("ledger", Value::Null), hash),
        (broken("createdAt", json!([])), hash),
        (broken("status", json!("MAYBE")), hash),
    ] {
        let shown = document.to_string();
        let server = server(Value::Null, document).await;
        let lookup = server.node.transaction_status(Livenet, requested, soon()).await;
        assert!(
            matches!(lookup, Err(UpstreamError::Unusable { .. })),
            "{shown}: {lookup:?}"
        );
    }
}
