//! What is left when calls fail halfway: every write of every adapter against every fault.
//!
//! Whatever happens, a write is done wholly or not at all and at most once, its caller is never told that it
//! is done when it is not, and never that somebody else was in the way when it was its own lost try.

mod scene;

use crate::support::proxy::Fate;
use futures::StreamExt;
use futures::stream;
use scene::{Scene, State, Told, Write};

/// How many scenes play at once: most of their time is the SDK waiting before a retry.
const AT_ONCE: usize = 24;

const CONFLICT: Fate = Fate::Refused("TransactionCanceledException:TransactionConflict");
const WRITE_CALL: &str = "transactwriteitems";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_is_lost_once_is_made_again() {
    for_each_call(|scene, call| async move {
        scene
            .proxy
            .follow(move |n, _| if n == call { Fate::Lost } else { Fate::Pass });
        check_done(&scene).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_whose_answer_is_lost_recognises_its_own_work() {
    for_each_call(|scene, call| async move {
        scene
            .proxy
            .follow(move |n, _| if n == call { Fate::AnswerLost } else { Fate::Pass });
        check_done(&scene).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_hangs_is_given_up_and_made_again() {
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
async fn a_throttled_call_is_made_again() {
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
async fn a_process_that_dies_after_any_call_leaves_the_old_or_the_new() {
    for_each_call(|scene, call| async move {
        scene
            .proxy
            .follow(move |n, _| if n < call { Fate::Pass } else { Fate::Lost });
        check_failed(&scene, State::Before).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_dies_before_any_answer_leaves_the_old_or_the_new() {
    for_each_call(|scene, call| async move {
        scene.proxy.follow(move |n, _| match n {
            n if n < call => Fate::Pass,
            n if n == call => Fate::AnswerLost,
            _ => Fate::Lost,
        });
        let told = scene.act().await;
        let state = scene.state().await;
        assert_eq!(told, Told::Failed, "{:?}, call {call}", scene.write);
        check_repetition(&scene, state).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_goes_on_throttling_is_a_failure() {
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
async fn a_conflicting_transaction_is_tried_four_times_in_all() {
    let transactions = Write::ALL
        .into_iter()
        .filter(|write| !matches!(write, Write::Admit | Write::Succeed));
    let plays = transactions.flat_map(|write| (1..=4).map(move |conflicts| (write, conflicts)));
    play(plays.map(|(write, conflicts)| async move {
        let scene = Scene::set(write).await;
        let left = std::sync::Mutex::new(conflicts);
        scene.proxy.follow(move |_, operation| {
            let mut left = left.lock().unwrap();
            if operation != WRITE_CALL || *left == 0 {
                return Fate::Pass;
            }
            *left -= 1;
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
async fn reads_that_fail_are_failures_and_never_a_no() {
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

/// Plays a scene for each call that each write makes when all goes well.
async fn for_each_call<F: Future<Output = ()>>(act: impl Fn(Scene, usize) -> F) {
    let mut plays = Vec::new();
    for write in Write::ALL {
        let rehearsal = Scene::set(write).await;
        check_done(&rehearsal).await;
        let calls = rehearsal.proxy.calls();
        assert!((1..=5).contains(&calls), "{write:?} makes {calls} calls");
        plays.extend((1..=calls).map(|call| (write, call)));
    }
    let act = &act;
    play(
        plays
            .into_iter()
            .map(|(write, call)| async move { act(Scene::set(write).await, call).await }),
    )
    .await;
}

async fn play<F: Future<Output = ()>>(plays: impl Iterator<Item = F>) {
    stream::iter(plays).buffer_unordered(AT_ONCE).collect::<()>().await;
}

/// The caller is told that it is done, and it is.
async fn check_done(scene: &Scene) {
    assert_eq!(scene.state().await, State::Before, "{:?}", scene.write);
    let calls_before = scene.proxy.calls();
    assert_eq!(calls_before, 0);
    assert_eq!(scene.act().await, Told::Done, "{:?}", scene.write);
    assert_eq!(scene.state().await, State::After, "{:?}", scene.write);
}

/// The caller is told that nobody knows, and finds the database in order when it tries again.
async fn check_failed(scene: &Scene, expected: State) {
    assert_eq!(scene.act().await, Told::Failed, "{:?}", scene.write);
    assert_eq!(scene.state().await, expected, "{:?}", scene.write);
    check_repetition(scene, expected).await;
}

/// The same write again, with the fault gone, ends in the new state.
async fn check_repetition(scene: &Scene, state: State) {
    scene.proxy.follow(|_, _| Fate::Pass);
    let told = scene.act().await;
    if state == State::Before {
        assert_eq!(told, Told::Done, "{:?}", scene.write);
    }
    if scene.write != Write::Admit {
        assert_eq!(scene.state().await, State::After, "{:?}", scene.write);
    }
}
