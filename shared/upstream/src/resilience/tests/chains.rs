//! Verification of the chain of an upstream.

use super::fixture::{PoolFixture, assert_unavailable, garbage, lost};
use crate::resilience::Search;
use futures::future::join_all;
use std::time::Duration;
use tokio::time::{Instant, advance};
use wallet_core::ports::upstream_health::UpstreamState;

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn upstream_is_verified_once_and_concurrently_with_the_first_requests() {
    let fixture = PoolFixture::new(2);
    fixture.servers[0].script(|| (SECOND, Ok(Some(0))));
    fixture.servers[0].set_chain(SECOND, Ok(true));
    let start = Instant::now();
    let responses = join_all((0..5).map(|_| fixture.read())).await;
    assert!(responses.iter().all(|response| *response == Ok(0)), "{responses:?}");
    assert_eq!(start.elapsed(), SECOND);
    advance(Duration::from_hours(24)).await;
    assert_eq!(fixture.read().await, Ok(0));
    assert_eq!(fixture.servers[0].chain_requests(), 1);
    assert_eq!(fixture.servers[1].chain_requests(), 0, "it is not in use");
}

#[tokio::test(start_paused = true)]
async fn first_response_is_held_back_until_the_chain_is_known() {
    let fixture = PoolFixture::new(2);
    fixture.servers[0].set_chain(SECOND, Ok(false));
    let start = Instant::now();
    assert_eq!(fixture.read().await, Ok(1));
    assert_eq!(start.elapsed(), SECOND);
    let search = PoolFixture::new(2);
    search.servers[0].script(|| (Duration::ZERO, Ok(None)));
    search.servers[0].set_chain(SECOND, Ok(false));
    assert_eq!(search.find().await, Ok(Search::Found(1)));
}

#[tokio::test(start_paused = true)]
async fn upstream_of_another_chain_is_excluded_and_verified_again_after_five_minutes() {
    let fixture = PoolFixture::new(2);
    fixture.servers[0].set_chain(Duration::ZERO, Ok(false));
    for _ in 0..3 {
        assert_eq!(fixture.read().await, Ok(1));
        advance(SECOND * 99).await;
    }
    assert_eq!(fixture.requests(), [1, 3]);
    assert_eq!(fixture.servers[0].chain_requests(), 1);
    let hosts: Vec<_> = fixture.pool.broadcast_order();
    assert_eq!(hosts.len(), 1);
    assert_eq!(hosts[0].host, "1.example");
    advance(SECOND * 3).await;
    assert_eq!(fixture.read().await, Ok(1));
    assert_eq!(fixture.servers[0].chain_requests(), 2);
    fixture.servers[0].set_chain(Duration::ZERO, Ok(true));
    advance(Duration::from_mins(5)).await;
    assert_eq!(fixture.read().await, Ok(0));
}

#[tokio::test(start_paused = true)]
async fn another_chain_alone_is_503() {
    let fixture = PoolFixture::new(1);
    fixture.servers[0].set_chain(Duration::ZERO, Ok(false));
    for _ in 0..2 {
        assert_unavailable(fixture.read().await, None);
    }
    assert_eq!(fixture.requests(), [1]);
}

#[tokio::test(start_paused = true)]
async fn head_of_another_chain_is_no_reference() {
    let fixture = PoolFixture::new(3);
    fixture.wall.set(10_000);
    fixture.servers[0].is_at_since(3_000_000, 10_000);
    fixture.servers[0].set_chain(Duration::ZERO, Ok(false));
    fixture.servers[1].is_at_since(100, 9_000);
    fixture.servers[2].set_head(Duration::MAX, Err(lost()));
    assert_eq!(fixture.read().await, Ok(1));
    let reports = fixture.pool.report(crate::client::after(SECOND)).await;
    assert_eq!(reports[0].state, UpstreamState::Behind);
    assert_eq!((reports[1].state, reports[1].lag), (UpstreamState::Up, Some(0)));
}

#[tokio::test(start_paused = true)]
async fn unverified_upstream_is_not_used_and_verified_with_the_next_request() {
    for failure in [garbage(), lost()] {
        let fixture = PoolFixture::new(2);
        fixture.servers[0].set_chain(Duration::ZERO, Err(failure));
        assert_eq!(fixture.read().await, Ok(1));
        fixture.servers[0].set_chain(Duration::ZERO, Ok(true));
        assert_eq!(fixture.read().await, Ok(0));
        assert_eq!(fixture.servers[0].chain_requests(), 2);
    }
}

#[tokio::test(start_paused = true)]
async fn upstream_that_cannot_be_verified_opens_its_own_breaker_only() {
    let fixture = PoolFixture::new(2);
    fixture.servers[0].set_chain(Duration::ZERO, Err(garbage()));
    for _ in 0..30 {
        assert_eq!(fixture.read().await, Ok(1));
    }
    assert!(fixture.requests()[0] < 30, "{:?}", fixture.requests());
    assert_eq!(fixture.requests()[1], 30);
    assert!(fixture.pool.members()[1].retry_after().is_none());
}

#[tokio::test(start_paused = true)]
async fn hanging_verification_leaves_time_for_the_next_upstream() {
    let fixture = PoolFixture::new(2);
    fixture.servers[0].set_chain(Duration::MAX, Ok(true));
    assert_eq!(fixture.read().await, Ok(1));
}
