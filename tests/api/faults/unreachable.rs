//! The circuit breaker: F1 and F2 while they last, and F15.

use super::family::Family;
use super::fixture::{Fixture, IMPATIENT, Read};
use super::payment::Payment;
use super::upstream::Behaviour;
use crate::support::stub::Reply;
use std::sync::Arc;
use tokio::task::JoinSet;
use tokio::time::Instant;

/// The number of consecutive failures that opens the circuit breaker.
const FAILURES_TO_OPEN: usize = 5;

/// Sends concurrent requests until every upstream has failed `FAILURES_TO_OPEN` times.
async fn open_breakers(fixture: &Arc<Fixture>, read: Read) {
    let mut callers = JoinSet::new();
    for _ in 0..FAILURES_TO_OPEN {
        let fixture = Arc::clone(fixture);
        callers.spawn(async move { fixture.read(read).await });
    }
    for response in callers.join_all().await {
        assert!(matches!(response.status.as_u16(), 502..=504), "{}", response.text);
    }
}

#[tokio::test(start_paused = true)]
async fn unreachable_upstreams_return_503_immediately_without_requests() {
    for family in Family::ALL {
        check_both_unreachable(family).await;
    }
}

async fn check_both_unreachable(family: Family) {
    for fault in [
        || Behaviour::Closed,
        || Behaviour::Replies(Reply::Hang),
        || Behaviour::Replies(Reply::ok("garbage")),
    ] {
        let fixture = Arc::new(Fixture::with(family, IMPATIENT, [fault(), fault()]).await);
        // Each service has its own circuit breakers.
        if family == Family::Utxo {
            open_breakers(&fixture, Read::AddressInfo).await;
        }
        open_breakers(&fixture, family.plain_read()).await;
        let requests = fixture.request_count("");
        for read in family.reads().iter().copied() {
            let start = Instant::now();
            let response = fixture.read(read).await;
            response.assert_error(503, "upstream_unavailable", None);
            assert!((1..=10).contains(&response.retry_after()), "{read:?}");
            assert!(
                start.elapsed() < IMPATIENT.limits.attempt,
                "{read:?}: {:?}",
                start.elapsed()
            );
        }
        assert_eq!(fixture.request_count(""), requests);
    }
}

#[tokio::test(start_paused = true)]
async fn open_breaker_adds_no_latency() {
    for family in Family::ALL {
        check_first_hangs(family).await;
    }
}

async fn check_first_hangs(family: Family) {
    let fixture = Fixture::with(family, IMPATIENT, [Behaviour::Replies(Reply::Hang), Behaviour::Healthy]).await;
    for _ in 0..FAILURES_TO_OPEN {
        fixture.read(family.plain_read()).await.data();
    }
    let requests = fixture.first().request_count(family.plain_read().endpoints()[0]);
    let start = Instant::now();
    fixture.read(family.plain_read()).await.data();
    assert!(start.elapsed() < IMPATIENT.limits.attempt, "{:?}", start.elapsed());
    assert_eq!(
        fixture.first().request_count(family.plain_read().endpoints()[0]),
        requests
    );
}

/// A rejection is a valid response and never opens a circuit breaker.
#[tokio::test(start_paused = true)]
async fn rejections_do_not_open_the_breaker() {
    for family in Family::ALL {
        check_rejections(family).await;
    }
}

async fn check_rejections(family: Family) {
    let fixture = Fixture::of(family, [Behaviour::Healthy]).await;
    let payment = Payment::signed(&fixture).await;
    let rejection = family.rejection_reply(family.rejection_messages()[1]);
    fixture
        .first()
        .set_script(move |request| family.submitted_transaction(request).map(|_| rejection.clone()));
    for _ in 0..3 * FAILURES_TO_OPEN {
        payment
            .send(&fixture)
            .await
            .assert_error(422, "transaction_rejected", None);
    }
    fixture.read(family.plain_read()).await.data();
}

#[tokio::test(start_paused = true)]
async fn f15_alternating_failures_of_one_upstream_are_hidden() {
    for family in Family::ALL {
        check_first_flaps(family).await;
    }
}

async fn check_first_flaps(family: Family) {
    const REQUESTS: usize = 100;
    for reply in [
        Reply::Reset,
        Reply::json(500, "{}"),
        Reply::json(503, "{}"),
        Reply::ok("garbage"),
    ] {
        let mut turn = 0;
        let flapping = Behaviour::Scripted(Box::new(move |_| {
            turn += 1;
            (turn % 2 == 0).then(|| reply.clone())
        }));
        let fixture = Fixture::of(family, [flapping, Behaviour::Healthy]).await;
        let mut successes = 0;
        for _ in 0..REQUESTS {
            successes += usize::from(fixture.read(family.plain_read()).await.status == 200);
        }
        assert!(successes * 100 >= REQUESTS * 99, "{successes} of {REQUESTS}");
        let [first, second] = [fixture.first(), fixture.second()]
            .map(|upstream| upstream.request_count(family.plain_read().endpoints()[0]));
        assert!(first < REQUESTS / 2, "the breaker opens: {first}");
        assert!(
            first + second <= REQUESTS + first,
            "no request is sent twice to the same upstream: {first}, {second}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn f15_concurrent_callers_do_not_multiply_a_failure() {
    for family in Family::ALL {
        check_many_callers(family).await;
    }
}

async fn check_many_callers(family: Family) {
    const CALLERS: usize = 50;
    let fixture = Arc::new(Fixture::of(family, [Behaviour::Closed, Behaviour::Replies(Reply::Reset)]).await);
    let mut callers = JoinSet::new();
    for _ in 0..CALLERS {
        let fixture = Arc::clone(&fixture);
        callers.spawn(async move { fixture.read(family.plain_read()).await });
    }
    for response in callers.join_all().await {
        response.assert_error(503, "upstream_unavailable", None);
    }
    // One request each plus the retry budget: one tenth of the traffic plus an initial allowance.
    let requests = fixture.second().request_count(family.plain_read().endpoints()[0]);
    assert!(requests <= CALLERS + CALLERS / 10 + 10, "{requests}");
}
