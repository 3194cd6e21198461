//! State after calls that fail halfway: every write of every adapter against every fault.
//!
//! In all cases a write is atomic and applied at most once. The caller never gets success for a write that was not
//! applied,
//! nor a conflict with another client for its own lost attempt.

mod scene;

use crate::support::proxy::Fate;
use futures::StreamExt;
use futures::stream;
use scene::{Scene, State, Told, Write};

/// The number of concurrent scenes; most of their time is the SDK's delay before a retry.
const CONCURRENT_SCENES: usize = 24;

const CONFLICT: Fate = Fate::Refused("TransactionCanceledException:TransactionConflict");
const WRITE_CALL: &str = "transactwriteitems";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lost_call_is_retried() {
    for_each_call(|scene, call| async move {
        scene
            .proxy
            .follow(move |n, _| if n == call { Fate::Lost } else { Fate::Pass });
        check_done(&scene).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn call_with_a_lost_response_detects_its_own_write() {
    for_each_call(|scene, call| async move {
        scene
            .proxy
            .follow(move |n, _| if n == call { Fate::AnswerLost } else { Fate::Pass });
        check_done(&scene).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hanging_call_times_out_and_is_retried() {
    for_each_call(|scene, call| async move {
        let fate = if call % 2 == 0 { Fate::Hangs } else { Fate::AnswerHangs };
        scene
            .proxy
            .follow(move |n, _| if n == call { fate } else { Fate::Pass });
        check_done(&scene).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn throttled_call_is_retried() {
    for_each_call(|scene, call| async move {
        let throttled = Fate::Refused("ProvisionedThroughputExceededException");
        scene
            .proxy
            .follow(move |n, _| if n == call { throttled } else { Fate::Pass });
        check_done(&scene).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn crash_after_any_call_leaves_the_old_or_the_new_state() {
    for_each_call(|scene, call| async move {
        scene
            .proxy
            .follow(move |n, _| if n < call { Fate::Pass } else { Fate::Lost });
        check_failed(&scene, State::Before).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn crash_before_any_response_leaves_the_old_or_the_new_state() {
    for_each_call(|scene, call| async move {
        scene.proxy.follow(move |n, _| match n {
            n if n < call => Fate::Pass,
            n if n == call => Fate::AnswerLost,
            _ => Fate::Lost,
        });
        let result = scene.act().await;
        let state = scene.state().await;
        assert_eq!(result, Told::Failed, "{:?}, call {call}", scene.write);
        check_repetition(&scene, state).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn continuous_throttling_is_a_failure() {
    for_each_call(|scene, call| async move {
        let throttled = Fate::Refused("ThrottlingException");
        scene
            .proxy
            .follow(move |n, _| if n < call { Fate::Pass } else { throttled });
        check_failed(&scene, State::Before).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn conflicting_transaction_is_attempted_four_times() {
    let transactions = Write::ALL
        .into_iter()
        .filter(|write| !matches!(write, Write::Admit | Write::Succeed));
    let runs = transactions.flat_map(|write| (1..=4).map(move |conflicts| (write, conflicts)));
    run_all(runs.map(|(write, conflicts)| async move {
        let scene = Scene::set(write).await;
        let remaining = std::sync::Mutex::new(conflicts);
        scene.proxy.follow(move |_, operation| {
            let mut remaining = remaining.lock().unwrap();
            if operation != WRITE_CALL || *remaining == 0 {
                return Fate::Pass;
            }
            *remaining -= 1;
            CONFLICT
        });
        if conflicts <= 3 {
            check_done(&scene).await;
        } else {
            check_failed(&scene, State::Before).await;
        }
    }))
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failed_reads_are_errors_and_never_not_found() {
    use crate::support::records::name;
    use wallet_core::ports::accounts::Accounts;
    for fate in [
        Fate::Lost,
        Fate::Refused("ThrottlingException"),
        Fate::Refused("InternalServerError"),
    ] {
        let scene = Scene::set(Write::Rehash).await;
        scene.proxy.follow(move |_, _| fate);
        let accounts = scene.proxied.accounts();
        assert!(accounts.find_by_username(&name("alice")).await.is_err());
        assert!(accounts.find(scene.alice.id).await.is_err());
    }
}

/// Runs a scene for each call that each write makes without faults.
async fn for_each_call<F: Future<Output = ()>>(act: impl Fn(Scene, usize) -> F) {
    let mut runs = Vec::new();
    for write in Write::ALL {
        let faultless = Scene::set(write).await;
        check_done(&faultless).await;
        let calls = faultless.proxy.calls();
        assert!((1..=5).contains(&calls), "{write:?} makes {calls} calls");
        runs.extend((1..=calls).map(|call| (write, call)));
    }
    let act = &act;
    run_all(
        runs.into_iter()
            .map(|(write, call)| async move { act(Scene::set(write).await, call).await }),
    )
    .await;
}

async fn run_all<F: Future<Output = ()>>(runs: impl Iterator<Item = F>) {
    stream::iter(runs)
        .buffer_unordered(CONCURRENT_SCENES)
        .collect::<()>()
        .await;
}

/// Checks that the write succeeds and takes effect.
async fn check_done(scene: &Scene) {
    assert_eq!(scene.state().await, State::Before, "{:?}", scene.write);
    let calls_before = scene.proxy.calls();
    assert_eq!(calls_before, 0);
    assert_eq!(scene.act().await, Told::Done, "{:?}", scene.write);
    assert_eq!(scene.state().await, State::After, "{:?}", scene.write);
}

/// Checks that the write fails with an unknown outcome, leaves the database in a valid state, and succeeds when
/// repeated.
async fn check_failed(scene: &Scene, expected: State) {
    assert_eq!(scene.act().await, Told::Failed, "{:?}", scene.write);
    assert_eq!(scene.state().await, expected, "{:?}", scene.write);
    check_repetition(scene, expected).await;
}

/// Repeats the write without the fault, which must end in the new state.
async fn check_repetition(scene: &Scene, state: State) {
    scene.proxy.follow(|_, _| Fate::Pass);
    let result = scene.act().await;
    if state == State::Before {
        assert_eq!(result, Told::Done, "{:?}", scene.write);
    }
    if scene.write != Write::Admit {
        assert_eq!(scene.state().await, State::After, "{:?}", scene.write);
    }
}
