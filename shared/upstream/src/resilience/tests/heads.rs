//! Demotion: head requests and their consequences.

use super::fixture::{PoolFixture, assert_unavailable, lagging, lost};
use crate::resilience::Head;
use futures::future::join_all;
use std::time::Duration;
use tokio::time::{Instant, advance};
use wallet_core::ports::upstream_health::UpstreamState;

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn response_of_a_lagging_upstream_is_dropped() {
    let fixture = PoolFixture::new(2);
    fixture.wall.set(10_000);
    fixture.servers[0].is_at_since(94, 9_940);
    fixture.servers[1].is_at_since(100, 10_000);
    assert_eq!(fixture.read().await, Ok(1));
    assert_eq!(fixture.requests(), [1, 1]);
    assert_eq!(fixture.read().await, Ok(1));
    assert_eq!(fixture.requests(), [1, 2], "the lag is known by now");
    // It catches up.
    fixture.servers[0].is_at_since(100, 10_000);
    advance(SECOND * 15).await;
    assert_eq!(fixture.read().await, Ok(0));
}

/// The blocks are ten seconds apart.
#[tokio::test(start_paused = true)]
async fn greater_height_of_a_single_other_demotes_no_upstream() {
    let fixture = PoolFixture::new(2);
    fixture.wall.set(10_000);
    fixture.servers[0].is_at_since(100, 9_990);
    for claimed in [106, 1100, u64::MAX] {
        fixture.servers[1].is_at_since(claimed, 10_000);
        advance(SECOND * 15).await;
        assert_eq!(fixture.read().await, Ok(0), "{claimed}");
        fixture.servers[1].is_at(claimed);
        advance(SECOND * 15).await;
        assert_eq!(fixture.read().await, Ok(0), "{claimed} without a time");
    }
}

#[tokio::test(start_paused = true)]
async fn impossible_height_that_two_others_contradict_is_not_used() {
    let fixture = PoolFixture::new(3);
    fixture.wall.set(10_000);
    fixture.servers[0].is_at_since(1100, 10_000);
    fixture.servers[1].is_at_since(100, 9_990);
    fixture.servers[2].is_at_since(101, 9_999);
    assert_eq!(fixture.read().await, Ok(1));
}

#[tokio::test(start_paused = true)]
async fn with_a_maximum_age_a_single_old_head_is_503() {
    let fixture = PoolFixture::with_max_head_age(1, Some(SECOND * 100));
    fixture.wall.set(1000);
    for (time, serves) in [(900, true), (899, false)] {
        let head = Head {
            height: 100,
            time: Some(time),
        };
        fixture.servers[0].set_head(Duration::ZERO, Ok(head));
        advance(SECOND * 15).await;
        let response = fixture.read().await;
        if serves {
            assert_eq!(response, Ok(0));
        } else {
            assert_unavailable(response, None);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn upstream_that_reports_its_own_lag_is_demoted() {
    let fixture = PoolFixture::new(2);
    fixture.servers[0].set_head(Duration::ZERO, Err(lagging()));
    assert_eq!(fixture.read().await, Ok(1));
}

#[tokio::test(start_paused = true)]
async fn heads_are_requested_once_in_fifteen_seconds() {
    let fixture = PoolFixture::new(2);
    let looked = || [fixture.servers[0].head_requests(), fixture.servers[1].head_requests()];
    fixture.servers[0].set_head(
        SECOND / 10,
        Ok(Head {
            height: 100,
            time: None,
        }),
    );
    assert!(
        join_all((0..50).map(|_| fixture.read()))
            .await
            .iter()
            .all(Result::is_ok)
    );
    assert_eq!(looked(), [1, 1]);
    advance(SECOND * 14).await;
    assert_eq!((fixture.read().await, looked()), (Ok(0), [1, 1]));
    advance(SECOND).await;
    assert_eq!((fixture.read().await, looked()), (Ok(0), [2, 2]));
    // Frozen for a minute.
    fixture.wall.set(60);
    assert_eq!((fixture.read().await, looked()), (Ok(0), [3, 3]));
}

#[tokio::test(start_paused = true)]
async fn head_request_runs_concurrently_with_the_read() {
    let fixture = PoolFixture::new(1);
    fixture.servers[0].script(|| (SECOND, Ok(Some(0))));
    fixture.servers[0].set_head(
        SECOND,
        Ok(Head {
            height: 100,
            time: None,
        }),
    );
    let start = Instant::now();
    assert_eq!(fixture.read().await, Ok(0));
    assert_eq!(start.elapsed(), SECOND);
}

#[tokio::test(start_paused = true)]
async fn slow_peer_delays_briefly_and_counts_the_next_time() {
    let fixture = PoolFixture::new(2);
    fixture.wall.set(10_000);
    fixture.servers[0].is_at_since(100, 9_940);
    fixture.servers[1].set_head(
        SECOND,
        Ok(Head {
            height: 106,
            time: Some(10_000),
        }),
    );
    let start = Instant::now();
    assert_eq!(fixture.read().await, Ok(0));
    assert_eq!(start.elapsed(), SECOND / 4);
    // The head has arrived by now.
    advance(SECOND).await;
    let start = Instant::now();
    assert_eq!(fixture.read().await, Ok(1), "the first is six blocks behind");
    assert_eq!(start.elapsed(), Duration::ZERO);
    assert_eq!(fixture.servers[1].head_requests(), 1);
}

#[tokio::test(start_paused = true)]
async fn unavailable_head_does_not_demote_an_upstream() {
    let fixture = PoolFixture::new(2);
    fixture.servers[0].set_head(SECOND, Err(lost()));
    let start = Instant::now();
    assert_eq!(fixture.read().await, Ok(0));
    assert_eq!(start.elapsed(), SECOND, "the read waits for its own head");
    assert_eq!(fixture.read().await, Ok(0));
    assert_eq!(start.elapsed(), SECOND, "once");
}

#[tokio::test(start_paused = true)]
async fn broadcast_order_puts_failing_upstreams_last_and_excludes_lagging_ones() {
    let fixture = PoolFixture::new(3);
    let order = || -> Vec<String> {
        let members = fixture.pool.broadcast_order();
        members.iter().map(|member| member.host.clone()).collect()
    };
    assert_eq!(order(), ["0.example", "1.example", "2.example"]);
    fixture.servers[0].respond_with(|| Err(lost()));
    assert_eq!(fixture.read().await, Ok(1));
    assert_eq!(order(), ["1.example", "2.example", "0.example"]);
    fixture.servers[1].is_at(94);
    advance(SECOND * 15).await;
    for _ in 0..5 {
        assert_eq!(fixture.read().await, Ok(2));
    }
    assert_eq!(order(), ["2.example", "0.example"]);
}

#[tokio::test(start_paused = true)]
async fn open_breaker_blocks_head_requests_too() {
    let fixture = PoolFixture::new(2);
    fixture.servers[0].respond_with(|| Err(lost()));
    for _ in 0..5 {
        assert_eq!(fixture.read().await, Ok(1));
    }
    let looked = [fixture.servers[0].head_requests(), fixture.servers[1].head_requests()];
    // The heads are too old by now.
    fixture.wall.set(20);
    assert_eq!(fixture.read().await, Ok(1));
    assert_eq!(
        [fixture.servers[0].head_requests(), fixture.servers[1].head_requests()],
        [looked[0], looked[1] + 1]
    );
}

#[tokio::test(start_paused = true)]
async fn report_shows_the_state_of_each_upstream() {
    let fixture = PoolFixture::new(5);
    fixture.servers[0].respond_with(|| Err(lost()));
    for _ in 0..5 {
        assert_eq!(fixture.read().await, Ok(1));
    }
    advance(SECOND * 5).await;
    let looked = fixture.servers[0].head_requests();
    fixture.servers[1].is_at(90);
    fixture.servers[2].set_head(Duration::ZERO, Err(lagging()));
    fixture.servers[3].set_head(Duration::MAX, Err(lost()));
    fixture.wall.set(20);
    let reports = fixture.pool.report(crate::client::after(SECOND * 2)).await;
    let reported: Vec<_> = reports
        .iter()
        .map(|report| (report.state, report.head.map(|head| head.height), report.lag))
        .collect();
    assert_eq!(
        reported,
        [
            (UpstreamState::Paused, Some(100), Some(0)),
            (UpstreamState::Behind, Some(90), Some(10)),
            (UpstreamState::Behind, Some(100), Some(0)),
            (UpstreamState::Down, Some(100), Some(0)),
            (UpstreamState::Up, Some(100), Some(0)),
        ]
    );
    assert_eq!(
        fixture.servers[0].head_requests(),
        looked,
        "no request is sent through an open breaker"
    );
    assert_eq!(reports[4].host, "4.example");
}
