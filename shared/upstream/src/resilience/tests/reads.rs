//! Failover, attempts, retries, breakers, and the error after all upstreams have failed.

use super::fixture::{PoolFixture, assert_unavailable, declined, garbage, lost, not_sent, rejected_request, throttled};
use crate::failure::Failure;
use crate::resilience::lane::{Lane, Topic};
use std::time::Duration;
use tokio::time::{Instant, advance};
use wallet_core::ports::upstream::UpstreamError;

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn first_upstream_serves_alone_while_it_works() {
    let fixture = PoolFixture::new(2);
    assert_eq!(fixture.read().await, Ok(0));
    assert_eq!(fixture.requests(), [1, 0]);
}

#[tokio::test(start_paused = true)]
async fn next_upstream_is_queried_immediately_after_any_failure() {
    for failure in [
        not_sent(),
        lost(),
        Failure::TimedOut,
        garbage(),
        declined(),
        throttled(429, Some(7)),
        throttled(503, None),
        Failure::Paused { wait: SECOND },
    ] {
        let fixture = PoolFixture::new(2);
        let reported = failure.clone();
        fixture.servers[0].respond_with(move || Err(reported.clone()));
        let start = Instant::now();
        assert_eq!(fixture.read().await, Ok(1), "{failure}");
        assert_eq!(
            (fixture.requests(), start.elapsed()),
            (vec![1, 1], Duration::ZERO),
            "{failure}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn hanging_upstream_leaves_time_for_the_next() {
    for (time, share) in [(25, 8), (6, 3)] {
        let fixture = PoolFixture::new(2);
        fixture.servers[0].hangs();
        let start = Instant::now();
        assert_eq!(fixture.read_within(SECOND * time).await, Ok(1));
        assert_eq!(start.elapsed().as_secs(), share);
    }
    let fixture = PoolFixture::new(3);
    fixture.servers[0].hangs();
    fixture.servers[1].hangs();
    assert_eq!(fixture.read_within(SECOND * 9).await, Ok(2), "three seconds each");
}

#[tokio::test(start_paused = true)]
async fn at_most_three_attempts_are_made() {
    let fixture = PoolFixture::new(4);
    for server in &fixture.servers {
        server.respond_with(|| Err(not_sent()));
    }
    assert_unavailable(fixture.read().await, None);
    assert_eq!(fixture.requests(), [1, 1, 1, 0]);
    // A request that the concurrency limit blocks does not count as an attempt.
    fixture.servers[1].respond_with(|| Err(Failure::Paused { wait: SECOND }));
    assert_unavailable(fixture.read().await, Some(1));
    assert_eq!(fixture.requests(), [2, 2, 2, 1]);
}

#[tokio::test(start_paused = true)]
async fn only_temporary_failures_are_retried() {
    for (failure, attempts) in [
        (not_sent(), 3),
        (lost(), 3),
        (Failure::TimedOut, 3),
        (throttled(503, None), 3),
        (throttled(503, Some(1)), 1),
        (throttled(429, Some(1)), 1),
        (garbage(), 1),
        (declined(), 1),
    ] {
        let fixture = PoolFixture::new(1);
        let reported = failure.clone();
        fixture.servers[0].respond_with(move || Err(reported.clone()));
        let start = Instant::now();
        assert!(fixture.read().await.is_err());
        assert_eq!(fixture.requests(), [attempts], "{failure}");
        assert!(start.elapsed() < Duration::from_millis(300), "100 and 200 ms at most");
    }
}

#[tokio::test(start_paused = true)]
async fn retries_stay_within_their_budget() {
    let fixture = PoolFixture::new(1);
    let mut call = 0;
    // Too few failures to open the breaker.
    fixture.servers[0].respond_with(move || {
        call += 1;
        if call % 3 == 0 { Err(lost()) } else { Ok(0) }
    });
    let mut failed = 0;
    for _ in 0..300 {
        failed += u32::from(fixture.read().await.is_err());
    }
    let retries = fixture.requests()[0] - 300;
    assert!(
        (35..=41).contains(&retries),
        "ten, and one for every ten requests: {retries}"
    );
    assert!(failed > 50, "without a budget none would fail");
}

#[tokio::test(start_paused = true)]
async fn unreachable_upstream_is_retried_every_ten_seconds() {
    let fixture = PoolFixture::new(2);
    fixture.servers[0].respond_with(|| Err(not_sent()));
    for _ in 0..50 {
        assert_eq!(fixture.read().await, Ok(1));
    }
    assert_eq!(fixture.requests(), [5, 50]);
    advance(SECOND * 10).await;
    for _ in 0..50 {
        assert_eq!(fixture.read().await, Ok(1));
    }
    assert_eq!(fixture.requests(), [6, 100]);
    fixture.servers[0].respond_with(|| Ok(7));
    advance(SECOND * 10).await;
    assert_eq!(
        (fixture.read().await, fixture.read().await),
        (Ok(7), Ok(7)),
        "it has recovered"
    );
}

#[tokio::test(start_paused = true)]
async fn upstream_that_fails_half_the_time_does_not_fail_a_request() {
    let fixture = PoolFixture::new(2);
    let mut call = 0;
    fixture.servers[0].respond_with(move || {
        call += 1;
        if call % 2 == 0 { Err(lost()) } else { Ok(0) }
    });
    for _ in 0..100 {
        assert!(fixture.read().await.is_ok());
    }
    assert_eq!(fixture.requests()[0], 20, "then its breaker opened");
}

#[tokio::test(start_paused = true)]
async fn request_fails_immediately_while_every_breaker_is_open() {
    let fixture = PoolFixture::new(2);
    for server in &fixture.servers {
        server.respond_with(|| Err(lost()));
    }
    for _ in 0..5 {
        assert!(fixture.read().await.is_err());
    }
    let (requests, start) = (fixture.requests(), Instant::now());
    let response = fixture.read().await;
    assert_eq!((fixture.requests(), start.elapsed()), (requests, Duration::ZERO));
    let Err(UpstreamError::Unavailable { retry_after, .. }) = response else {
        panic!("{response:?}");
    };
    let wait = retry_after.expect("time until the first trial call");
    assert!(wait > SECOND * 9 && wait <= SECOND * 10, "{wait:?}");
}

#[tokio::test(start_paused = true)]
async fn declined_and_rate_limited_requests_open_no_breaker() {
    for failure in [declined(), rejected_request(), throttled(429, Some(0))] {
        let fixture = PoolFixture::new(2);
        let reported = failure.clone();
        fixture.servers[0].respond_with(move || Err(reported.clone()));
        for _ in 0..50 {
            assert_eq!(fixture.read().await, Ok(1));
        }
        assert_eq!(fixture.requests(), [50, 50], "{failure}");
    }
}

#[tokio::test(start_paused = true)]
async fn timeout_of_a_short_request_does_not_count_against_the_upstream() {
    let fixture = PoolFixture::new(1);
    fixture.servers[0].hangs();
    for _ in 0..20 {
        assert_eq!(fixture.read_within(SECOND).await, Err(UpstreamError::Timeout));
    }
    assert_eq!(fixture.requests(), [20]);
}

/// A deadline of half an attempt or more leaves the upstream enough time.
#[tokio::test(start_paused = true)]
async fn timeout_after_half_an_attempt_counts_against_the_upstream() {
    let fixture = PoolFixture::new(1);
    fixture.servers[0].hangs();
    for _ in 0..5 {
        assert_eq!(fixture.read_within(SECOND * 4).await, Err(UpstreamError::Timeout));
    }
    assert_unavailable(fixture.read_within(SECOND * 4).await, Some(10));
}

#[tokio::test(start_paused = true)]
async fn no_request_is_sent_without_time_left() {
    let fixture = PoolFixture::new(1);
    assert_eq!(fixture.read_within(Duration::ZERO).await, Err(UpstreamError::Timeout));
    assert_eq!(fixture.requests(), [0]);
}

/// Returns the status code that follows from the failures.
async fn outcome(failures: [Failure; 2]) -> u16 {
    let fixture = PoolFixture::new(2);
    for (server, failure) in fixture.servers.iter().zip(failures) {
        server.respond_with(move || Err(failure.clone()));
    }
    match fixture.read().await.expect_err("all fail") {
        UpstreamError::Unusable { .. } => 502,
        UpstreamError::Unavailable { .. } => 503,
        UpstreamError::Timeout => 504,
        other @ UpstreamError::NotConfigured { .. } => panic!("{other}"),
    }
}

#[tokio::test(start_paused = true)]
async fn unusable_response_outranks_timeout_and_timeout_outranks_unavailability() {
    let paused = || Failure::Paused { wait: SECOND };
    for (failures, code) in [
        ([garbage(), Failure::TimedOut], 502),
        ([not_sent(), garbage()], 502),
        ([declined(), declined()], 502),
        ([declined(), paused()], 502),
        ([Failure::TimedOut, not_sent()], 504),
        ([paused(), Failure::TimedOut], 504),
        ([lost(), not_sent()], 503),
        ([throttled(503, None), paused()], 503),
    ] {
        let [first, second] = failures.clone();
        assert_eq!(outcome(failures).await, code, "{first}, {second}");
        assert_eq!(outcome([second, first]).await, code, "in the other order");
    }
}

/// Requests that only complete a response neither open a breaker nor take the trial call.
#[tokio::test(start_paused = true)]
async fn optional_requests_do_not_affect_the_breaker() {
    let fixture = PoolFixture::new(1);
    let optional = || {
        let end = crate::client::after(SECOND * 25);
        fixture.pool.read_in(Lane::Optional(Topic::Pool), end, |server, _| {
            let response = server.request();
            Box::pin(async move { Ok(response.await?.expect("something")) })
        })
    };
    for failure in [lost(), throttled(503, None), garbage()] {
        fixture.servers[0].respond_with(move || Err(failure.clone()));
        for _ in 0..30 {
            assert!(optional().await.is_err());
        }
    }
    fixture.servers[0].respond_with(|| Ok(7));
    assert_eq!(fixture.read().await, Ok(7));
    fixture.servers[0].respond_with(|| Err(garbage()));
    for _ in 0..5 {
        assert!(fixture.read().await.is_err());
    }
    fixture.servers[0].respond_with(|| Ok(7));
    advance(SECOND * 10).await;
    assert!(optional().await.is_err(), "the breaker is open");
    assert_eq!(fixture.read().await, Ok(7), "the trial call");
}

#[tokio::test(start_paused = true)]
async fn shortest_retry_after_is_passed_on() {
    let fixture = PoolFixture::new(3);
    fixture.servers[0].respond_with(|| Err(throttled(429, Some(30))));
    fixture.servers[1].respond_with(|| Err(Failure::Paused { wait: SECOND * 4 }));
    fixture.servers[2].respond_with(|| Err(throttled(503, Some(20))));
    assert_unavailable(fixture.read().await, Some(4));
}

/// Makes a request for which only responses below 10 are complete.
async fn read_complete(fixture: &PoolFixture) -> Result<u8, UpstreamError> {
    let response = fixture.pool.read_most_complete(
        Lane::Required,
        crate::client::after(SECOND * 25),
        |server, _| {
            let response = server.request();
            Box::pin(async move { Ok(response.await?.expect("something")) })
        },
        |response| u64::from(*response >= 10),
    );
    response.await
}

#[tokio::test(start_paused = true)]
async fn complete_response_is_preferred_and_an_incomplete_one_is_no_failure() {
    let fixture = PoolFixture::new(3);
    for server in [0, 1] {
        fixture.servers[server].respond_with(|| Ok(10));
    }
    for _ in 0..7 {
        assert_eq!(read_complete(&fixture).await, Ok(2));
    }
    assert_eq!(fixture.requests(), [7, 7, 7]);
    // Without a complete response, the first response is returned, without retries.
    fixture.servers[0].respond_with(|| Ok(11));
    fixture.servers[2].respond_with(|| Err(not_sent()));
    assert_eq!(read_complete(&fixture).await, Ok(11));
    assert_eq!(fixture.requests(), [8, 8, 8]);
    for server in [0, 1] {
        fixture.servers[server].respond_with(|| Err(garbage()));
    }
    assert!(read_complete(&fixture).await.is_err());
}
