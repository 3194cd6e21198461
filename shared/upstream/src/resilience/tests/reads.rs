//! Failover, attempts, retries, breakers and what all failures come to.

use super::world::{World, assert_unavailable, declined, garbage, lost, not_sent, refused};
use crate::failure::Failure;
use std::time::Duration;
use tokio::time::{Instant, advance};
use wallet_core::ports::upstream::UpstreamError;

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn the_first_answers_alone_while_it_can() {
    let world = World::new(2);
    assert_eq!(world.read().await, Ok(0));
    assert_eq!(world.asked(), [1, 0]);
}

#[tokio::test(start_paused = true)]
async fn after_any_failure_the_next_one_is_asked_at_once() {
    for failure in [
        not_sent(),
        lost(),
        Failure::TimedOut,
        garbage(),
        declined(),
        refused(429, Some(7)),
        refused(503, None),
        Failure::Paused { wait: SECOND },
    ] {
        let world = World::new(2);
        let told = failure.clone();
        world.servers[0].answers(move || Err(told.clone()));
        let start = Instant::now();
        assert_eq!(world.read().await, Ok(1), "{failure}");
        assert_eq!(
            (world.asked(), start.elapsed()),
            (vec![1, 1], Duration::ZERO),
            "{failure}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn one_that_hangs_leaves_time_for_the_next() {
    for (time, share) in [(25, 8), (6, 3)] {
        let world = World::new(2);
        world.servers[0].hangs();
        let start = Instant::now();
        assert_eq!(world.read_within(SECOND * time).await, Ok(1));
        assert_eq!(start.elapsed().as_secs(), share);
    }
    let world = World::new(3);
    world.servers[0].hangs();
    world.servers[1].hangs();
    assert_eq!(world.read_within(SECOND * 9).await, Ok(2), "three seconds each");
}

#[tokio::test(start_paused = true)]
async fn three_attempts_are_made_at_most() {
    let world = World::new(4);
    for server in &world.servers {
        server.answers(|| Err(not_sent()));
    }
    assert_unavailable(world.read().await, None);
    assert_eq!(world.asked(), [1, 1, 1, 0]);
    // To be turned away at the gate is none.
    world.servers[1].answers(|| Err(Failure::Paused { wait: SECOND }));
    assert_unavailable(world.read().await, Some(1));
    assert_eq!(world.asked(), [2, 2, 2, 1]);
}

#[tokio::test(start_paused = true)]
async fn what_may_be_over_soon_is_asked_again_and_nothing_else() {
    for (failure, attempts) in [
        (not_sent(), 3),
        (lost(), 3),
        (Failure::TimedOut, 3),
        (refused(503, None), 3),
        (refused(503, Some(1)), 1),
        (refused(429, Some(1)), 1),
        (garbage(), 1),
        (declined(), 1),
    ] {
        let world = World::new(1);
        let told = failure.clone();
        world.servers[0].answers(move || Err(told.clone()));
        let start = Instant::now();
        assert!(world.read().await.is_err());
        assert_eq!(world.asked(), [attempts], "{failure}");
        assert!(start.elapsed() < Duration::from_millis(300), "100 and 200 ms at most");
    }
}

#[tokio::test(start_paused = true)]
async fn retries_keep_to_their_budget() {
    let world = World::new(1);
    let mut call = 0;
    // Too few failures for the breaker.
    world.servers[0].answers(move || {
        call += 1;
        if call % 3 == 0 { Err(lost()) } else { Ok(0) }
    });
    let mut failed = 0;
    for _ in 0..300 {
        failed += u32::from(world.read().await.is_err());
    }
    let retries = world.asked()[0] - 300;
    assert!(
        (35..=41).contains(&retries),
        "ten, and one for each ten questions: {retries}"
    );
    assert!(failed > 50, "without a budget none would fail");
}

#[tokio::test(start_paused = true)]
async fn a_dead_upstream_is_left_alone_and_tried_every_ten_seconds() {
    let world = World::new(2);
    world.servers[0].answers(|| Err(not_sent()));
    for _ in 0..50 {
        assert_eq!(world.read().await, Ok(1));
    }
    assert_eq!(world.asked(), [5, 50]);
    advance(SECOND * 10).await;
    for _ in 0..50 {
        assert_eq!(world.read().await, Ok(1));
    }
    assert_eq!(world.asked(), [6, 100]);
    world.servers[0].answers(|| Ok(7));
    advance(SECOND * 10).await;
    assert_eq!((world.read().await, world.read().await), (Ok(7), Ok(7)), "it is back");
}

#[tokio::test(start_paused = true)]
async fn one_that_fails_every_other_time_costs_nobody_an_answer() {
    let world = World::new(2);
    let mut call = 0;
    world.servers[0].answers(move || {
        call += 1;
        if call % 2 == 0 { Err(lost()) } else { Ok(0) }
    });
    for _ in 0..100 {
        assert!(world.read().await.is_ok());
    }
    assert_eq!(world.asked()[0], 20, "then its breaker opened");
}

#[tokio::test(start_paused = true)]
async fn with_every_breaker_open_the_answer_is_there_at_once() {
    let world = World::new(2);
    for server in &world.servers {
        server.answers(|| Err(lost()));
    }
    for _ in 0..5 {
        assert!(world.read().await.is_err());
    }
    let (asked, start) = (world.asked(), Instant::now());
    let answer = world.read().await;
    assert_eq!((world.asked(), start.elapsed()), (asked, Duration::ZERO));
    let Err(UpstreamError::Unavailable { retry_after, .. }) = answer else {
        panic!("{answer:?}");
    };
    let wait = retry_after.expect("the time until the first is tried");
    assert!(wait > SECOND * 9 && wait <= SECOND * 10, "{wait:?}");
}

#[tokio::test(start_paused = true)]
async fn what_only_our_limits_decline_or_a_429_says_opens_no_breaker() {
    for failure in [declined(), refused(429, Some(0))] {
        let world = World::new(2);
        let told = failure.clone();
        world.servers[0].answers(move || Err(told.clone()));
        for _ in 0..50 {
            assert_eq!(world.read().await, Ok(1));
        }
        assert_eq!(world.asked(), [50, 50], "{failure}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_question_with_little_time_tells_nothing_of_an_upstream() {
    let world = World::new(1);
    world.servers[0].hangs();
    for _ in 0..20 {
        assert_eq!(world.read_within(SECOND).await, Err(UpstreamError::Timeout));
    }
    assert_eq!(world.asked(), [20]);
}

#[tokio::test(start_paused = true)]
async fn without_any_time_nobody_is_asked() {
    let world = World::new(1);
    assert_eq!(world.read_within(Duration::ZERO).await, Err(UpstreamError::Timeout));
    assert_eq!(world.asked(), [0]);
}

/// The code of what several failures come to.
async fn outcome(failures: [Failure; 2]) -> u16 {
    let world = World::new(2);
    for (server, failure) in world.servers.iter().zip(failures) {
        server.answers(move || Err(failure.clone()));
    }
    match world.read().await.expect_err("all fail") {
        UpstreamError::Unusable { .. } => 502,
        UpstreamError::Unavailable { .. } => 503,
        UpstreamError::Timeout => 504,
        other @ UpstreamError::NotConfigured { .. } => panic!("{other}"),
    }
}

#[tokio::test(start_paused = true)]
async fn an_unusable_answer_says_more_than_silence_and_silence_more_than_a_closed_door() {
    let paused = || Failure::Paused { wait: SECOND };
    for (failures, code) in [
        ([garbage(), Failure::TimedOut], 502),
        ([not_sent(), garbage()], 502),
        ([declined(), declined()], 502),
        ([declined(), paused()], 502),
        ([Failure::TimedOut, not_sent()], 504),
        ([paused(), Failure::TimedOut], 504),
        ([lost(), not_sent()], 503),
        ([refused(503, None), paused()], 503),
    ] {
        let [first, second] = failures.clone();
        assert_eq!(outcome(failures).await, code, "{first}, {second}");
        assert_eq!(outcome([second, first]).await, code, "in the other order");
    }
}

#[tokio::test(start_paused = true)]
async fn the_shortest_wait_is_passed_on() {
    let world = World::new(3);
    world.servers[0].answers(|| Err(refused(429, Some(30))));
    world.servers[1].answers(|| Err(Failure::Paused { wait: SECOND * 4 }));
    world.servers[2].answers(|| Err(refused(503, Some(20))));
    assert_unavailable(world.read().await, Some(4));
}
