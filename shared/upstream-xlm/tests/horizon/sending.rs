//! Handing a transaction in, and looking for it.

use super::{Server, assert_unusable, node, problem, problem_with, root, soon};
use crate::support::{Reply, Stub};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use wallet_core::model::Network::{Livenet, Testnet};
use wallet_core::ports::upstream::UpstreamError;
use wallet_upstream::client::after;
use wallet_xlm::ports::XlmNode;
use wallet_xlm::{Envelope, ResultCodes, Submission};

/// A transaction of livenet: 5c2e4dad596941ef944d72741c8f8f1a4282f8f2f141e81d827f44bf365d626b.
const SIGNED: &str = "AAAAAKgfpXwD1fWpPmZL+GkzWcBmhRQH7ouPsoTN3RoaGCfrAAAAZAAIbkcAAB9WAAAAAAAAAANRBBZE6D1qyGjISUGLY5Ldvp31PwAAAAAAAAAAAAAAAAAAAAEAAAABAAAAAP1qe44j+i4uIT+arbD4QDQBt8ryEeJd7a0jskQ3nwDeAAAAAAAAAADA7RnarSzCwj3OT+M2btCMFpVBdqxJS+Sr00qBjtFv7gAAAABLCs/QAAAAAAAAAAEaGCfrAAAAQG/56Cj2J8W/KCZr+oC4sWND1CTGWfaccHNtuibQH8kZIb+qBSDY94g7hiaAXrlIeg9b7oz/XuP3x9MWYw2jtwM=";
const HASH: &str = "5c2e4dad596941ef944d72741c8f8f1a4282f8f2f141e81d827f44bf365d626b";
const LOOK_UP: &str = "/transactions/5c2e4dad596941ef944d72741c8f8f1a4282f8f2f141e81d827f44bf365d626b";
const ASYNC: &str = "/transactions_async";
const SYNC: &str = "/transactions";

const BAD_SEQUENCE: &str = "AAAAAAAAAGT////7AAAAAA==";
const TOO_LATE: &str = "AAAAAAAAAGT////9AAAAAA==";
const NO_SOURCE_ACCOUNT: &str = "AAAAAAAAAGT////4AAAAAA==";
const INSUFFICIENT_FEE: &str = "AAAAAAAAAGT////3AAAAAA==";
const INSUFFICIENT_BALANCE: &str = "AAAAAAAAAGT////5AAAAAA==";
const UNDERFUNDED: &str = "AAAAAAAAAGT/////AAAAAQAAAAAAAAAB/////gAAAAA=";

fn signed() -> Envelope {
    Envelope::parse_signed(SIGNED).expect("an envelope")
}

/// The transaction in a ledger.
fn applied(succeeded: bool) -> Value {
    json!({ "id": HASH, "hash": HASH, "ledger": 58_999_998, "created_at": "2026-11-21T19:59:58Z",
        "successful": succeeded, "source_account": super::OWN, "fee_charged": "100",
        "result_xdr": if succeeded { "AAAAAAAAAGQAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAA=" } else { UNDERFUNDED } })
}

fn pending() -> Value {
    json!({ "tx_status": "PENDING", "hash": HASH })
}

/// A Horizon that answers submissions with this status and document.
async fn world(status: u16, document: Value) -> Server {
    let server = Server::start().await;
    server.does(ASYNC, move |_| Reply::json(status, document.to_string()));
    server
}

async fn send(server: &Server) -> Result<Submission, UpstreamError> {
    server.node.broadcast(Livenet, &signed(), soon()).await
}

fn rejected(result: &str) -> Submission {
    Submission::Rejected(ResultCodes::read(result).expect("a result"))
}

#[test]
fn the_hash_is_that_of_the_network() {
    assert_eq!(hex::encode(signed().hash(Livenet)), HASH);
    assert_ne!(hex::encode(signed().hash(Testnet)), HASH);
}

#[tokio::test]
async fn a_transaction_is_handed_over_as_a_form_and_looked_for() {
    let server = world(201, pending()).await;
    let looks = AtomicUsize::new(0);
    server.does(LOOK_UP, move |_| match looks.fetch_add(1, Ordering::Relaxed) {
        0 => problem(404, "not_found"),
        _ => Reply::ok(applied(true).to_string()),
    });
    assert_eq!(send(&server).await, Ok(Submission::Applied));
    let asked = server.asked(ASYNC);
    let form = "content-type: application/x-www-form-urlencoded".to_owned();
    assert!(asked[0].headers.contains(&form), "{:?}", asked[0].headers);
    let expected = SIGNED.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
    assert_eq!((asked.len(), &asked[0].body), (1, &format!("tx={expected}")));
    assert!(server.asked(SYNC).is_empty());
}

#[tokio::test]
async fn one_that_fails_in_its_ledger_is_rejected_with_its_codes() {
    let server = world(201, pending()).await;
    server.says(LOOK_UP, applied(false));
    assert_eq!(send(&server).await, Ok(rejected(UNDERFUNDED)));
}

#[tokio::test]
async fn one_that_no_ledger_has_in_time_is_pending() {
    let server = world(201, pending()).await;
    // Handing over wants a whole attempt; one look is made in what is left.
    let deadline = after(Duration::from_millis(6500));
    let answer = server.node.broadcast(Livenet, &signed(), deadline).await;
    assert_eq!(answer, Ok(Submission::Pending));
    assert!(!server.asked(LOOK_UP).is_empty());
}

#[tokio::test]
async fn what_a_horizon_has_already_is_a_success() {
    let server = world(409, json!({ "tx_status": "DUPLICATE", "hash": HASH })).await;
    server.says(LOOK_UP, applied(true));
    assert_eq!(send(&server).await, Ok(Submission::Applied));
}

#[tokio::test]
async fn refusals_have_the_codes_of_their_result() {
    for field in ["error_result_xdr", "errorResultXdr"] {
        let server = world(400, json!({ "tx_status": "ERROR", "hash": HASH, field: UNDERFUNDED })).await;
        assert_eq!(send(&server).await, Ok(rejected(UNDERFUNDED)));
        assert_eq!(server.asked(LOOK_UP).len(), 1);
    }
    let server = Server::start().await;
    server.does(ASYNC, |_| {
        problem_with(400, "transaction_malformed", &json!({ "envelope_xdr": SIGNED }))
    });
    let malformed = ResultCodes::of_transaction("tx_malformed");
    assert_eq!(send(&server).await, Ok(Submission::Rejected(malformed)));
}

#[tokio::test]
async fn a_used_sequence_number_may_have_been_used_by_this_transaction() {
    let refusal = json!({ "tx_status": "ERROR", "hash": HASH, "error_result_xdr": BAD_SEQUENCE });
    let server = world(400, refusal).await;
    assert_eq!(send(&server).await, Ok(rejected(BAD_SEQUENCE)));
    // The Horizon tells of the ledger a moment later.
    let looks = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&looks);
    server.does(LOOK_UP, move |_| match counted.fetch_add(1, Ordering::Relaxed) {
        0 => problem(404, "not_found"),
        _ => Reply::ok(applied(true).to_string()),
    });
    assert_eq!(send(&server).await, Ok(Submission::Applied));
    assert!(looks.load(Ordering::Relaxed) >= 2);
}

// What validators say to a transaction that a ledger has depends on what they look at first.
#[tokio::test]
async fn whatever_it_is_refused_for_a_transaction_that_a_ledger_has_is_a_success() {
    for refusal in [
        TOO_LATE,
        INSUFFICIENT_FEE,
        NO_SOURCE_ACCOUNT,
        INSUFFICIENT_BALANCE,
        UNDERFUNDED,
    ] {
        let refusal = json!({ "tx_status": "ERROR", "hash": HASH, "error_result_xdr": refusal });
        let server = world(400, refusal).await;
        server.says(LOOK_UP, applied(true));
        assert_eq!(send(&server).await, Ok(Submission::Applied));
        server.says(LOOK_UP, applied(false));
        assert_eq!(send(&server).await, Ok(rejected(UNDERFUNDED)));
    }
}

// A merge has no account any more as soon as its ledger is closed.
#[tokio::test]
async fn what_a_transaction_may_have_done_itself_is_looked_up_twice() {
    for (refusal, looks) in [(NO_SOURCE_ACCOUNT, 2), (INSUFFICIENT_BALANCE, 2), (TOO_LATE, 1)] {
        let document = json!({ "tx_status": "ERROR", "hash": HASH, "error_result_xdr": refusal });
        let server = world(400, document).await;
        assert_eq!(send(&server).await, Ok(rejected(refusal)));
        assert_eq!(server.asked(LOOK_UP).len(), looks, "{refusal}");
    }
}

#[tokio::test]
async fn a_horizon_without_the_asynchronous_endpoint_gets_it_the_old_way() {
    let server = Server::start().await;
    server.does(SYNC, |_| Reply::ok(applied(true).to_string()));
    server.says(LOOK_UP, applied(true));
    for _ in 0..2 {
        assert_eq!(send(&server).await, Ok(Submission::Applied));
    }
    assert_eq!((server.asked(ASYNC).len(), server.asked(SYNC).len()), (1, 2));
    let extras = json!({ "envelope_xdr": SIGNED, "result_xdr": UNDERFUNDED,
        "result_codes": { "transaction": "tx_failed", "operations": ["op_underfunded"] } });
    server.does(SYNC, move |_| problem_with(400, "transaction_failed", &extras));
    server.says(LOOK_UP, applied(false));
    assert_eq!(send(&server).await, Ok(rejected(UNDERFUNDED)));
}

#[tokio::test]
async fn a_full_queue_is_told_apart_from_a_refusal() {
    let server = Server::start().await;
    server.does(ASYNC, |_| {
        Reply::json(503, json!({ "tx_status": "TRY_AGAIN_LATER", "hash": HASH }).to_string())
    });
    let answer = send(&server).await;
    assert!(matches!(answer, Err(UpstreamError::Unavailable { .. })), "{answer:?}");
}

#[tokio::test]
async fn after_silence_the_hash_is_looked_up_and_the_next_one_asked() {
    let silent = Stub::start(|request| match request.path.as_str() {
        "/" => Reply::ok(root(Livenet).to_string()),
        ASYNC => Reply::Reset,
        _ => problem(404, "not_found"),
    })
    .await;
    let alone = node(&[&silent.url]);
    let deadline = after(Duration::from_millis(6500));
    assert_eq!(
        alone.broadcast(Livenet, &signed(), deadline).await,
        Ok(Submission::Unknown)
    );
    let good = world(201, pending()).await;
    good.says(LOOK_UP, applied(true));
    let both = node(&[&silent.url, &good.stub.url]);
    assert_eq!(
        both.broadcast(Livenet, &signed(), soon()).await,
        Ok(Submission::Applied)
    );
}

#[tokio::test]
async fn answers_that_are_none_are_refused() {
    for (status, document) in [
        (201, json!({ "tx_status": "PENDING", "hash": "00".repeat(32) })),
        (
            400,
            json!({ "tx_status": "ERROR", "hash": HASH, "error_result_xdr": "evil" }),
        ),
        (400, json!({ "tx_status": "ERROR", "hash": HASH })),
        (200, json!({ "tx_status": "evil", "hash": HASH })),
        (200, json!({ "hash": HASH })),
        (200, json!({})),
        (
            403,
            json!({ "type": "https://stellar.org/horizon-errors/transaction_submission_disabled" }),
        ),
    ] {
        assert_unusable(&send(&world(status, document).await).await);
    }
}

#[tokio::test]
async fn a_horizon_of_another_network_gets_nothing() {
    let server = world(201, pending()).await;
    server.says("/", root(Testnet));
    let answer = send(&server).await;
    assert!(matches!(answer, Err(UpstreamError::Unavailable { .. })), "{answer:?}");
    assert!(server.asked(ASYNC).is_empty());
}

#[tokio::test]
async fn one_that_does_not_tell_its_network_got_nothing_for_sure() {
    let server = world(201, pending()).await;
    server.does("/", |_| Reply::Reset);
    let answer = send(&server).await;
    assert!(matches!(answer, Err(UpstreamError::Unavailable { .. })), "{answer:?}");
    assert!(server.asked(ASYNC).is_empty());
}

#[tokio::test]
async fn the_status_counts_the_ledgers_from_it_on() {
    let server = Server::start().await;
    let hash = signed().hash(Livenet);
    assert_eq!(server.node.transaction_status(Livenet, hash, soon()).await, Ok(None));
    server.says(LOOK_UP, applied(true));
    let status = server
        .node
        .transaction_status(Livenet, hash, soon())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (status.succeeded, status.ledger, status.confirmations),
        (true, 58_999_998, 3)
    );
    let mut bumped = applied(true);
    bumped["hash"] = "ab".repeat(32).into();
    server.says(LOOK_UP, bumped.clone());
    assert_unusable(&server.node.transaction_status(Livenet, hash, soon()).await);
    bumped["inner_transaction"] = json!({ "hash": HASH, "max_fee": "100", "signatures": [] });
    server.says(LOOK_UP, bumped);
    assert!(
        server
            .node
            .transaction_status(Livenet, hash, soon())
            .await
            .unwrap()
            .is_some()
    );
}
