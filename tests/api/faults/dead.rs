//! The breaker: F1 and F2 for as long as they last, and F15.

use super::family::Family;
use super::payment::Payment;
use super::upstream::Behaviour;
use super::world::{IMPATIENT, Read, World};
use crate::support::stub::Reply;
use std::sync::Arc;
use std::time::Instant;
use tokio::task::JoinSet;

/// Failures in a row after which an upstream is left alone.
const IN_A_ROW: usize = 5;

/// Asks so often at the same time that every upstream fails as often.
async fn ask_in_vain(world: &Arc<World>, read: Read) {
    let mut callers = JoinSet::new();
    for _ in 0..IN_A_ROW {
        let world = Arc::clone(world);
        callers.spawn(async move { world.read(read).await });
    }
    for answer in callers.join_all().await {
        assert!(matches!(answer.status.as_u16(), 502..=504), "{}", answer.text);
    }
}

#[tokio::test]
async fn with_both_upstreams_dead_the_caller_has_a_503_at_once_and_nobody_is_asked() {
    for family in Family::ALL {
        both_are_dead(family).await;
    }
}

async fn both_are_dead(family: Family) {
    for fault in [
        || Behaviour::Closed,
        || Behaviour::Says(Reply::Hang),
        || Behaviour::Says(Reply::ok("garbage")),
    ] {
        let world = Arc::new(World::with(family, IMPATIENT, [fault(), fault()]).await);
        // Each service has found out for itself.
        if family == Family::Utxo {
            ask_in_vain(&world, Read::AddressInfo).await;
        }
        ask_in_vain(&world, family.plain_read()).await;
        let asked = world.asked("");
        for read in family.reads().iter().copied() {
            let start = Instant::now();
            let answer = world.read(read).await;
            answer.assert_error(503, "upstream_unavailable", None);
            assert!((1..=10).contains(&answer.retry_after()), "{read:?}");
            assert!(
                start.elapsed() < IMPATIENT.limits.attempt,
                "{read:?}: {:?}",
                start.elapsed()
            );
        }
        assert_eq!(world.asked(""), asked);
    }
}

#[tokio::test]
async fn an_upstream_that_is_left_alone_costs_its_callers_no_time() {
    for family in Family::ALL {
        the_first_hangs(family).await;
    }
}

async fn the_first_hangs(family: Family) {
    let world = World::with(family, IMPATIENT, [Behaviour::Says(Reply::Hang), Behaviour::Good]).await;
    for _ in 0..IN_A_ROW {
        world.read(family.plain_read()).await.data();
    }
    let asked = world.first().asked(family.plain_read().asks()[0]);
    let start = Instant::now();
    world.read(family.plain_read()).await.data();
    assert!(start.elapsed() < IMPATIENT.limits.attempt, "{:?}", start.elapsed());
    assert_eq!(world.first().asked(family.plain_read().asks()[0]), asked);
}

/// A verdict about what was asked is an answer: it never opens a breaker.
#[tokio::test]
async fn what_an_upstream_refuses_for_good_reasons_is_no_fault_of_it() {
    for family in Family::ALL {
        it_refuses(family).await;
    }
}

async fn it_refuses(family: Family) {
    let world = World::of(family, [Behaviour::Good]).await;
    let payment = Payment::signed(&world).await;
    let refusal = family.refusal(family.refused()[1]);
    world
        .first()
        .does(move |request| family.handed(request).map(|_| refusal.clone()));
    for _ in 0..3 * IN_A_ROW {
        payment
            .send(&world)
            .await
            .assert_error(422, "transaction_rejected", None);
    }
    world.read(family.plain_read()).await.data();
}

#[tokio::test]
async fn f15_with_one_upstream_failing_every_other_time_callers_notice_nothing() {
    for family in Family::ALL {
        the_first_flaps(family).await;
    }
}

async fn the_first_flaps(family: Family) {
    const REQUESTS: usize = 100;
    for reply in [
        Reply::Reset,
        Reply::json(500, "{}"),
        Reply::json(503, "{}"),
        Reply::ok("garbage"),
    ] {
        let mut turn = 0;
        let flapping = Behaviour::Does(Box::new(move |_| {
            turn += 1;
            (turn % 2 == 0).then(|| reply.clone())
        }));
        let world = World::of(family, [flapping, Behaviour::Good]).await;
        let mut good = 0;
        for _ in 0..REQUESTS {
            good += usize::from(world.read(family.plain_read()).await.status == 200);
        }
        assert!(good * 100 >= REQUESTS * 99, "{good} of {REQUESTS}");
        let [first, second] =
            [world.first(), world.second()].map(|upstream| upstream.asked(family.plain_read().asks()[0]));
        assert!(first < REQUESTS / 2, "the breaker opens: {first}");
        assert!(
            first + second <= REQUESTS + first,
            "no request is asked twice of the same: {first}, {second}"
        );
    }
}

#[tokio::test]
async fn f15_many_callers_at_once_do_not_multiply_a_failure() {
    for family in Family::ALL {
        many_callers(family).await;
    }
}

async fn many_callers(family: Family) {
    const CALLERS: usize = 50;
    let world = Arc::new(World::of(family, [Behaviour::Closed, Behaviour::Says(Reply::Reset)]).await);
    let mut callers = JoinSet::new();
    for _ in 0..CALLERS {
        let world = Arc::clone(&world);
        callers.spawn(async move { world.read(family.plain_read()).await });
    }
    for answer in callers.join_all().await {
        answer.assert_error(503, "upstream_unavailable", None);
    }
    // One each, and what the budget of retries allows: a tenth of the traffic, and a few to begin with.
    let asked = world.second().asked(family.plain_read().asks()[0]);
    assert!(asked <= CALLERS + CALLERS / 10 + 10, "{asked}");
}
