//! Transaction submission and look-up.

use super::{Server, assert_unusable, node, problem, problem_with, root, soon};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use wallet_core::model::Network::{Livenet, Testnet};
use wallet_core::ports::upstream::UpstreamError;
use wallet_test_support::stub::{Reply, Stub};
use wallet_upstream::client::after;
use wallet_xlm::ports::XlmNode;
use wallet_xlm::{Envelope, ResultCodes, Submission, TransactionLookup};

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
const INTERNAL_ERROR: &str = "AAAAAAAAAGT////1AAAAAA==";
const UNDERFUNDED: &str = "AAAAAAAAAGT/////AAAAAQAAAAAAAAAB/////gAAAAA=";

fn signed() -> Envelope {
    Envelope::parse_signed(SIGNED).expect("an envelope")
}

/// Returns the transaction as found in a ledger.
fn applied(succeeded: bool) -> Value {
    json!({ "id": HASH, "hash": HASH, "ledger": 58_999_998, "created_at": "2026-11-21T19:59:58Z",
        "successful": succeeded, "source_account": super::OWN, "fee_charged": "100",
        "result_xdr": if succeeded { "AAAAAAAAAGQAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAA=" } else { UNDERFUNDED } })
}

fn pending() -> Value {
    json!({ "tx_status": "PENDING", "hash": HASH })
}

/// Starts a Horizon with this response to submissions.
async fn world(status: u16, document: Value) -> Server {
    let server = Server::start().await;
    server.set_handler(ASYNC, move |_| Reply::json(status, document.to_string()));
    server
}

async fn send(server: &Server) -> Result<Submission, UpstreamError> {
    server.node.broadcast(Livenet, &signed(), soon()).await
}

fn rejected(result: &str) -> Submission {
    Submission::Rejected(ResultCodes::read(result).expect("a result"))
}

#[test]
fn hash_depends_on_the_network() {
    assert_eq!(hex::encode(signed().hash(Livenet)), HASH);
    assert_ne!(hex::encode(signed().hash(Testnet)), HASH);
}

#[tokio::test(start_paused = true)]
async fn transaction_is_submitted_as_a_form_and_looked_up() {
    let server = world(201, pending()).await;
    let look_ups = AtomicUsize::new(0);
    server.set_handler(LOOK_UP, move |_| match look_ups.fetch_add(1, Ordering::Relaxed) {
        0 => problem(404, "not_found"),
        _ => Reply::ok(applied(true).to_string()),
    });
    assert_eq!(send(&server).await, Ok(Submission::Applied));
    let submissions = server.requests_for(ASYNC);
    let form = "content-type: application/x-www-form-urlencoded".to_owned();
    assert!(submissions[0].headers.contains(&form), "{:?}", submissions[0].headers);
    let expected = SIGNED.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
    assert_eq!(
        (submissions.len(), &submissions[0].body),
        (1, &format!("tx={expected}"))
    );
    assert!(server.requests_for(SYNC).is_empty());
}

#[tokio::test(start_paused = true)]
async fn transaction_failed_in_a_ledger_is_rejected_with_its_codes() {
    let server = world(201, pending()).await;
    server.set_document(LOOK_UP, applied(false));
    assert_eq!(send(&server).await, Ok(rejected(UNDERFUNDED)));
}

#[tokio::test(start_paused = true)]
async fn transaction_without_a_ledger_in_time_is_pending() {
    let server = world(201, pending()).await;
    // Submission requires a whole attempt; the remaining time suffices for a single look-up.
    let deadline = after(Duration::from_millis(6500));
    let outcome = server.node.broadcast(Livenet, &signed(), deadline).await;
    assert_eq!(outcome, Ok(Submission::Pending));
    assert!(!server.requests_for(LOOK_UP).is_empty());
}

#[tokio::test(start_paused = true)]
async fn duplicate_submission_is_a_success() {
    let server = world(409, json!({ "tx_status": "DUPLICATE", "hash": HASH })).await;
    server.set_document(LOOK_UP, applied(true));
    assert_eq!(send(&server).await, Ok(Submission::Applied));
}

#[tokio::test(start_paused = true)]
async fn rejections_have_the_codes_of_their_result() {
    for field in ["error_result_xdr", "errorResultXdr"] {
        let server = world(400, json!({ "tx_status": "ERROR", "hash": HASH, field: UNDERFUNDED })).await;
        assert_eq!(send(&server).await, Ok(rejected(UNDERFUNDED)));
        assert_eq!(server.requests_for(LOOK_UP).len(), 1);
    }
    let server = Server::start().await;
    server.set_handler(ASYNC, |_| {
        problem_with(400, "transaction_malformed", &json!({ "envelope_xdr": SIGNED }))
    });
    let malformed = ResultCodes::of_transaction("tx_malformed");
    assert_eq!(send(&server).await, Ok(Submission::Rejected(malformed)));
}

#[tokio::test(start_paused = true)]
async fn sequence_number_used_by_the_same_transaction_is_a_success() {
    let rejection = json!({ "tx_status": "ERROR", "hash": HASH, "error_result_xdr": BAD_SEQUENCE });
    let server = world(400, rejection).await;
    assert_eq!(send(&server).await, Ok(rejected(BAD_SEQUENCE)));
    // The Horizon returns the ledger only on the second look-up.
    let look_ups = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&look_ups);
    server.set_handler(LOOK_UP, move |_| match counted.fetch_add(1, Ordering::Relaxed) {
        0 => problem(404, "not_found"),
        _ => Reply::ok(applied(true).to_string()),
    });
    assert_eq!(send(&server).await, Ok(Submission::Applied));
    assert!(look_ups.load(Ordering::Relaxed) >= 2);
}

// The rejection of an already applied transaction depends on the order of the validators' checks.
#[tokio::test(start_paused = true)]
async fn applied_transaction_is_a_success_after_any_rejection() {
    for rejection in [
        TOO_LATE,
        INSUFFICIENT_FEE,
        NO_SOURCE_ACCOUNT,
        INSUFFICIENT_BALANCE,
        UNDERFUNDED,
    ] {
        let rejection = json!({ "tx_status": "ERROR", "hash": HASH, "error_result_xdr": rejection });
        let server = world(400, rejection).await;
        server.set_document(LOOK_UP, applied(true));
        assert_eq!(send(&server).await, Ok(Submission::Applied));
        server.set_document(LOOK_UP, applied(false));
        assert_eq!(send(&server).await, Ok(rejected(UNDERFUNDED)));
    }
}

// The source account of a merge does not exist any more once the ledger is closed.
#[tokio::test(start_paused = true)]
async fn possible_effects_of_the_transaction_itself_are_looked_up_twice() {
    for (rejection, look_ups) in [(NO_SOURCE_ACCOUNT, 2), (INSUFFICIENT_BALANCE, 2), (TOO_LATE, 1)] {
        let document = json!({ "tx_status": "ERROR", "hash": HASH, "error_result_xdr": rejection });
        let server = world(400, document).await;
        assert_eq!(send(&server).await, Ok(rejected(rejection)));
        assert_eq!(server.requests_for(LOOK_UP).len(), look_ups, "{rejection}");
    }
}

#[tokio::test(start_paused = true)]
async fn synchronous_endpoint_replaces_a_missing_asynchronous_one() {
    let server = Server::start().await;
    server.set_handler(SYNC, |_| Reply::ok(applied(true).to_string()));
    server.set_document(LOOK_UP, applied(true));
    for _ in 0..2 {
        assert_eq!(send(&server).await, Ok(Submission::Applied));
    }
    assert_eq!(
        (server.requests_for(ASYNC).len(), server.requests_for(SYNC).len()),
        (1, 2)
    );
    let extras = json!({ "envelope_xdr": SIGNED, "result_xdr": UNDERFUNDED,
        "result_codes": { "transaction": "tx_failed", "operations": ["op_underfunded"] } });
    server.set_handler(SYNC, move |_| problem_with(400, "transaction_failed", &extras));
    server.set_document(LOOK_UP, applied(false));
    assert_eq!(send(&server).await, Ok(rejected(UNDERFUNDED)));
}

#[tokio::test(start_paused = true)]
async fn full_queue_is_not_a_rejection() {
    let server = Server::start().await;
    server.set_handler(ASYNC, |_| {
        Reply::json(503, json!({ "tx_status": "TRY_AGAIN_LATER", "hash": HASH }).to_string())
    });
    let outcome = send(&server).await;
    assert!(matches!(outcome, Err(UpstreamError::Unavailable { .. })), "{outcome:?}");
}

#[tokio::test(start_paused = true)]
async fn reason_of_the_horizon_itself_is_not_a_rejection() {
    for (status, document) in [
        (
            403,
            json!({ "type": "https://stellar.org/horizon-errors/transaction_submission_disabled" }),
        ),
        (
            400,
            json!({ "tx_status": "ERROR", "hash": HASH, "error_result_xdr": INTERNAL_ERROR }),
        ),
    ] {
        let server = world(status, document).await;
        let outcome = send(&server).await;
        assert!(matches!(outcome, Err(UpstreamError::Unavailable { .. })), "{outcome:?}");
        let working = world(201, pending()).await;
        working.set_document(LOOK_UP, applied(true));
        let both = node(&[&server.stub.url, &working.stub.url]);
        let outcome = both.broadcast(Livenet, &signed(), soon()).await;
        assert_eq!(outcome, Ok(Submission::Applied));
    }
}

#[tokio::test(start_paused = true)]
async fn rejection_is_confirmed_by_the_second_horizon() {
    let error = |result| json!({ "tx_status": "ERROR", "hash": HASH, "error_result_xdr": result });
    let first = world(400, error(INSUFFICIENT_FEE)).await;
    let accepting = world(201, pending()).await;
    let both = node(&[&first.stub.url, &accepting.stub.url]);
    let submitted = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&submitted);
    accepting.set_handler(ASYNC, move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        Reply::json(201, pending().to_string())
    });
    accepting.set_handler(LOOK_UP, move |_| match submitted.load(Ordering::Relaxed) {
        0 => problem(404, "not_found"),
        _ => Reply::ok(applied(true).to_string()),
    });
    let outcome = both.broadcast(Livenet, &signed(), soon()).await;
    assert_eq!(outcome, Ok(Submission::Applied));
    let rejecting = world(400, error(TOO_LATE)).await;
    let both = node(&[&first.stub.url, &rejecting.stub.url]);
    let outcome = both.broadcast(Livenet, &signed(), soon()).await;
    assert_eq!(outcome, Ok(rejected(TOO_LATE)), "the codes of the second");
    let stale = Server::start().await;
    stale.set_handler(ASYNC, |_| problem(503, "stale_history"));
    let both = node(&[&first.stub.url, &stale.stub.url]);
    let outcome = both.broadcast(Livenet, &signed(), soon()).await;
    assert_eq!(outcome, Ok(rejected(INSUFFICIENT_FEE)), "the only codes");
}

#[tokio::test(start_paused = true)]
async fn timeout_is_looked_up_and_the_next_horizon_used() {
    let unresponsive = Stub::start(|request| match request.path.as_str() {
        "/" => Reply::ok(root(Livenet).to_string()),
        ASYNC => Reply::Reset,
        _ => problem(404, "not_found"),
    })
    .await;
    let alone = node(&[&unresponsive.url]);
    let deadline = after(Duration::from_millis(6500));
    assert_eq!(
        alone.broadcast(Livenet, &signed(), deadline).await,
        Ok(Submission::Unknown)
    );
    let working = world(201, pending()).await;
    working.set_document(LOOK_UP, applied(true));
    let both = node(&[&unresponsive.url, &working.stub.url]);
    assert_eq!(
        both.broadcast(Livenet, &signed(), soon()).await,
        Ok(Submission::Applied)
    );
}

#[tokio::test(start_paused = true)]
async fn malformed_responses_are_unusable() {
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
    ] {
        assert_unusable(&send(&world(status, document).await).await);
    }
}

#[tokio::test(start_paused = true)]
async fn horizon_of_another_network_gets_no_transaction() {
    let server = world(201, pending()).await;
    server.set_document("/", root(Testnet));
    let outcome = send(&server).await;
    assert!(matches!(outcome, Err(UpstreamError::Unavailable { .. })), "{outcome:?}");
    assert!(server.requests_for(ASYNC).is_empty());
}

#[tokio::test(start_paused = true)]
async fn horizon_of_unknown_network_gets_no_transaction() {
    let server = world(201, pending()).await;
    server.set_handler("/", |_| Reply::Reset);
    let outcome = send(&server).await;
    assert!(matches!(outcome, Err(UpstreamError::Unavailable { .. })), "{outcome:?}");
    assert!(server.requests_for(ASYNC).is_empty());
}

#[tokio::test(start_paused = true)]
async fn status_counts_confirmations_from_its_ledger() {
    let server = Server::start().await;
    let hash = signed().hash(Livenet);
    let missing = server.node.transaction_status(Livenet, hash, soon()).await;
    assert_eq!(missing, Ok(TransactionLookup::Missing(None)));
    server.set_document(LOOK_UP, applied(true));
    let TransactionLookup::Found(status) = server.node.transaction_status(Livenet, hash, soon()).await.unwrap() else {
        panic!("no status")
    };
    assert_eq!(
        (status.succeeded, status.ledger, status.confirmations),
        (true, 58_999_998, 3)
    );
    let mut bumped = applied(true);
    bumped["hash"] = "ab".repeat(32).into();
    server.set_document(LOOK_UP, bumped.clone());
    assert_unusable(&server.node.transaction_status(Livenet, hash, soon()).await);
    bumped["inner_transaction"] = json!({ "hash": HASH, "max_fee": "100", "signatures": [] });
    server.set_document(LOOK_UP, bumped);
    let bumped = server.node.transaction_status(Livenet, hash, soon()).await;
    assert!(matches!(bumped, Ok(TransactionLookup::Found(_))), "{bumped:?}");
}
