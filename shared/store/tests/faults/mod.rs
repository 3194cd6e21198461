//! State after calls that fail halfway: every write of every adapter against every fault.
//!
//! In all cases a write is atomic and applied at most once. The caller never gets success for a write that was not
//! applied, nor a conflict with a concurrent client for a lost attempt.

mod deliveries;
mod fixture;

use crate::support::proxy::CallFault;
use fixture::{ClientResult, State, Write, WriteFixture};
use futures::StreamExt;
use futures::stream;
use wallet_core::ports::throttle::Admission;

/// The number of concurrent writes; most of their time is the SDK's delay before a retry.
const CONCURRENT_WRITES: usize = 24;

const CONFLICT: CallFault = CallFault::Rejected("TransactionCanceledException:TransactionConflict");
const WRITE_CALL: &str = "transactwriteitems";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lost_call_is_retried() {
    for_each_call(|fixture, call| async move {
        fixture
            .proxy
            .follow(move |n, _| if n == call { CallFault::Lost } else { CallFault::Pass });
        check_done(&fixture).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn call_with_a_lost_response_detects_its_own_write() {
    for_each_call(|fixture, call| async move {
        fixture.proxy.follow(move |n, _| {
            if n == call {
                CallFault::ResponseLost
            } else {
                CallFault::Pass
            }
        });
        check_done(&fixture).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hanging_call_times_out_and_is_retried() {
    for_each_call(|fixture, call| async move {
        let fault = if call % 2 == 0 {
            CallFault::Hangs
        } else {
            CallFault::ResponseHangs
        };
        fixture
            .proxy
            .follow(move |n, _| if n == call { fault } else { CallFault::Pass });
        check_done(&fixture).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn throttled_call_is_retried() {
    for_each_call(|fixture, call| async move {
        let throttled = CallFault::Rejected("ProvisionedThroughputExceededException");
        fixture
            .proxy
            .follow(move |n, _| if n == call { throttled } else { CallFault::Pass });
        check_done(&fixture).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn crash_after_any_call_leaves_the_old_or_the_new_state() {
    for_each_call(|fixture, call| async move {
        fixture
            .proxy
            .follow(move |n, _| if n < call { CallFault::Pass } else { CallFault::Lost });
        check_failed(&fixture, State::Before).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn crash_before_any_response_leaves_the_old_or_the_new_state() {
    for_each_call(|fixture, call| async move {
        fixture.proxy.follow(move |n, _| match n {
            n if n < call => CallFault::Pass,
            n if n == call => CallFault::ResponseLost,
            _ => CallFault::Lost,
        });
        let result = fixture.act().await;
        let state = fixture.state().await;
        assert_eq!(result, ClientResult::Failed, "{:?}, call {call}", fixture.write);
        check_repetition(&fixture, state).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn continuous_throttling_is_a_failure() {
    for_each_call(|fixture, call| async move {
        let throttled = CallFault::Rejected("ThrottlingException");
        fixture
            .proxy
            .follow(move |n, _| if n < call { CallFault::Pass } else { throttled });
        check_failed(&fixture, State::Before).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn throttled_count_differs_from_one_with_a_wait() {
    let fixture = WriteFixture::set(Write::Admit).await;
    fixture
        .proxy
        .follow(|_, _| CallFault::Rejected("ProvisionedThroughputExceededException"));
    assert_eq!(fixture.admission().await, Admission::Throttled);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn conflicting_transaction_is_attempted_four_times() {
    let transactions = Write::ALL
        .into_iter()
        .filter(|write| !matches!(write, Write::Admit | Write::Succeed));
    let runs = transactions.flat_map(|write| (1..=4).map(move |conflicts| (write, conflicts)));
    run_all(runs.map(|(write, conflicts)| async move {
        let fixture = WriteFixture::set(write).await;
        let remaining = std::sync::Mutex::new(conflicts);
        fixture.proxy.follow(move |_, operation| {
            let mut remaining = remaining.lock().unwrap();
            if operation != WRITE_CALL || *remaining == 0 {
                return CallFault::Pass;
            }
            *remaining -= 1;
            CONFLICT
        });
        if conflicts <= 3 {
            check_done(&fixture).await;
        } else {
            check_failed(&fixture, State::Before).await;
        }
    }))
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failed_reads_are_errors_and_never_not_found() {
    use crate::support::records::name;
    use wallet_core::ports::accounts::Accounts;
    for fault in [
        CallFault::Lost,
        CallFault::Rejected("ThrottlingException"),
        CallFault::Rejected("InternalServerError"),
    ] {
        let fixture = WriteFixture::set(Write::Rehash).await;
        fixture.proxy.follow(move |_, _| fault);
        let accounts = fixture.proxied.accounts();
        assert!(accounts.find_by_username(&name("alice")).await.is_err());
        assert!(accounts.find(fixture.alice.id).await.is_err());
    }
}

/// Runs a fixture for each call that each write makes without faults.
async fn for_each_call<F: Future<Output = ()>>(act: impl Fn(WriteFixture, usize) -> F) {
    let mut runs = Vec::new();
    for write in Write::ALL {
        let faultless = WriteFixture::set(write).await;
        check_done(&faultless).await;
        let calls = faultless.proxy.calls();
        assert!((1..=5).contains(&calls), "{write:?} makes {calls} calls");
        runs.extend((1..=calls).map(|call| (write, call)));
    }
    let act = &act;
    run_all(
        runs.into_iter()
            .map(|(write, call)| async move { act(WriteFixture::set(write).await, call).await }),
    )
    .await;
}

async fn run_all<F: Future<Output = ()>>(runs: impl Iterator<Item = F>) {
    stream::iter(runs)
        .buffer_unordered(CONCURRENT_WRITES)
        .collect::<()>()
        .await;
}

/// Checks that the write succeeds and takes effect.
async fn check_done(fixture: &WriteFixture) {
    assert_eq!(fixture.state().await, State::Before, "{:?}", fixture.write);
    let calls_before = fixture.proxy.calls();
    assert_eq!(calls_before, 0);
    assert_eq!(fixture.act().await, ClientResult::Done, "{:?}", fixture.write);
    assert_eq!(fixture.state().await, State::After, "{:?}", fixture.write);
}

/// Checks that the write fails with an unknown outcome, leaves the database in a valid state, and succeeds when
/// repeated.
async fn check_failed(fixture: &WriteFixture, expected: State) {
    assert_eq!(fixture.act().await, ClientResult::Failed, "{:?}", fixture.write);
    assert_eq!(fixture.state().await, expected, "{:?}", fixture.write);
    check_repetition(fixture, expected).await;
}

/// Repeats the write without the fault, which must end in the new state.
async fn check_repetition(fixture: &WriteFixture, state: State) {
    fixture.proxy.follow(|_, _| CallFault::Pass);
    let result = fixture.act().await;
    if state == State::Before {
        assert_eq!(result, ClientResult::Done, "{:?}", fixture.write);
    }
    if fixture.write != Write::Admit {
        assert_eq!(fixture.state().await, State::After, "{:?}", fixture.write);
    }
}
