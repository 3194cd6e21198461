//! Requests to the upstreams of a pool: searches for something that one upstream may not have yet, and requests to all
//! upstreams, with the time of the remaining upstreams after the first response.

use super::fixture::{PoolFixture, garbage, lagging, lost, not_sent};
use crate::resilience::Search;
use std::time::Duration;
use tokio::time::Instant;
use wallet_core::ports::upstream::UpstreamError;

const SECOND: Duration = Duration::from_secs(1);

/// Sets the delay of each upstream's response, which is the index.
fn delays(fixture: &PoolFixture, delays: &[Duration]) {
    for (index, (server, delay)) in (0_u8..).zip(fixture.servers.iter().zip(delays)) {
        let delay = *delay;
        server.script(move || (delay, Ok(Some(index))));
    }
}

#[tokio::test(start_paused = true)]
async fn responses_are_in_the_order_of_the_upstreams() {
    let fixture = PoolFixture::new(3);
    delays(&fixture, &[SECOND, SECOND * 2, Duration::ZERO]);
    assert_eq!(fixture.fan_out().await, Ok(vec![0, 1, 2]));
    assert_eq!(fixture.requests(), [1, 1, 1]);
}

#[tokio::test(start_paused = true)]
async fn others_have_a_quarter_of_an_attempt_after_the_first_response() {
    let fixture = PoolFixture::new(4);
    let first = SECOND * 3;
    delays(&fixture, &[SECOND * 6, first, first + SECOND * 3 / 2, SECOND * 4]);
    let start = Instant::now();
    assert_eq!(fixture.fan_out().await, Ok(vec![1, 2, 3]));
    assert_eq!(start.elapsed(), first + SECOND * 2);
}

/// Slow responses within the rules must not open the breaker.
#[tokio::test(start_paused = true)]
async fn late_upstream_does_not_count_as_failed() {
    let fixture = PoolFixture::new(2);
    delays(&fixture, &[SECOND * 3, Duration::ZERO]);
    for _ in 0..20 {
        assert_eq!(fixture.fan_out().await, Ok(vec![1]));
    }
    delays(&fixture, &[Duration::ZERO; 2]);
    assert_eq!(fixture.fan_out().await, Ok(vec![0, 1]));
}

#[tokio::test(start_paused = true)]
async fn failures_of_others_do_not_matter_while_one_responds() {
    for failure in [not_sent(), lost(), garbage()] {
        let fixture = PoolFixture::new(3);
        let (first, second) = (failure.clone(), failure);
        fixture.servers[0].respond_with(move || Err(first.clone()));
        fixture.servers[1].respond_with(move || Err(second.clone()));
        assert_eq!(fixture.fan_out().await, Ok(vec![2]));
    }
}

#[tokio::test(start_paused = true)]
async fn upstreams_that_all_hang_have_failed() {
    let fixture = PoolFixture::new(2);
    for server in &fixture.servers {
        server.hangs();
    }
    for _ in 0..5 {
        assert_eq!(fixture.fan_out().await, Err(UpstreamError::Timeout));
    }
    let failed = fixture.fan_out().await;
    assert!(matches!(failed, Err(UpstreamError::Unavailable { .. })), "{failed:?}");
    assert_eq!(fixture.requests(), [5, 5], "both breakers are open");
}

/// The upstreams had less time than their own limit.
#[tokio::test(start_paused = true)]
async fn upstreams_that_a_short_deadline_cuts_have_not_failed() {
    let fixture = PoolFixture::new(2);
    delays(&fixture, &[SECOND * 2; 2]);
    for _ in 0..20 {
        assert_eq!(fixture.fan_out_within(SECOND).await, Err(UpstreamError::Timeout));
    }
    assert_eq!(fixture.fan_out().await, Ok(vec![0, 1]), "no breaker is open");
}

/// Optional requests to all upstreams open no breaker, and name the operators.
#[tokio::test(start_paused = true)]
async fn responses_of_operators_in_an_optional_lane() {
    let fixture = PoolFixture::new(3);
    delays(&fixture, &[SECOND, SECOND * 2, Duration::ZERO]);
    let found = fixture.read_by_operator().await.expect("responses");
    let (operators, responses): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    assert_eq!(responses, [0, 1, 2]);
    let names: std::collections::BTreeSet<_> = operators.into_iter().collect();
    assert_eq!(names.len(), 3);
    for server in &fixture.servers {
        server.hangs();
    }
    for _ in 0..20 {
        assert_eq!(fixture.read_by_operator().await, Err(UpstreamError::Timeout));
    }
    delays(&fixture, &[Duration::ZERO; 3]);
    assert_eq!(fixture.fan_out().await, Ok(vec![0, 1, 2]), "no breaker is open");
}

fn disagreement(one: &str, other: &str) -> Result<u8, UpstreamError> {
    let cause = format!("{one} and {other} disagree");
    Err(UpstreamError::Unusable { cause })
}

#[tokio::test(start_paused = true)]
async fn response_must_be_that_of_a_second_operator() {
    let fixture = PoolFixture::new(3);
    assert_eq!(fixture.read_confirmed().await, disagreement("0.example", "1.example"));
    fixture.servers[1].respond_with(|| Ok(0));
    assert_eq!(fixture.read_confirmed().await, Ok(0));
    assert_eq!(fixture.requests(), [2, 2, 0]);
    fixture.servers[1].respond_with(|| Err(garbage()));
    assert_eq!(fixture.read_confirmed().await, Ok(0));
    assert_eq!(fixture.requests(), [3, 3, 0]);
}

#[tokio::test(start_paused = true)]
async fn upstreams_of_an_operator_confirm_nothing() {
    let mut fixture = PoolFixture::new(1);
    let others = PoolFixture::new(3).servers;
    fixture.pool.push("b.0.example".to_owned(), others[1].clone());
    assert_eq!(fixture.read_confirmed().await, Ok(0));
    assert_eq!(others[1].requests(), 0);
    fixture.pool.push("c.example".to_owned(), others[2].clone());
    assert_eq!(fixture.read_confirmed().await, disagreement("0.example", "c.example"));
    assert_eq!(others[1].requests(), 0);
}

#[tokio::test(start_paused = true)]
async fn response_suffices_if_the_second_operator_does_not_respond() {
    for hanging in [0, 1] {
        let fixture = PoolFixture::new(2);
        fixture.servers[hanging].hangs();
        let start = Instant::now();
        assert_eq!(fixture.read_confirmed().await, Ok(u8::from(hanging == 0)));
        assert_eq!(start.elapsed(), SECOND, "an eighth of an attempt");
    }
    // Without a response of the two, the third is queried.
    let fixture = PoolFixture::new(3);
    for server in &fixture.servers[..2] {
        server.respond_with(|| Err(not_sent()));
    }
    assert_eq!(fixture.read_confirmed().await, Ok(2));
    for server in &fixture.servers {
        server.respond_with(|| Err(garbage()));
    }
    let failed = fixture.read_confirmed().await;
    assert!(matches!(failed, Err(UpstreamError::Unusable { .. })), "{failed:?}");
}

#[tokio::test(start_paused = true)]
async fn deadline_ends_the_request() {
    let fixture = PoolFixture::new(2);
    delays(&fixture, &[SECOND, SECOND * 3]);
    let start = Instant::now();
    assert_eq!(fixture.fan_out_within(SECOND * 2).await, Ok(vec![0]));
    assert_eq!(start.elapsed(), SECOND * 2);
}

#[tokio::test(start_paused = true)]
async fn single_available_upstream_is_retried() {
    let fixture = PoolFixture::new(2);
    fixture.servers[0].hangs();
    for _ in 0..5 {
        fixture.servers[1].respond_with(|| Err(garbage()));
        assert!(fixture.fan_out().await.is_err());
        fixture.servers[1].respond_with(|| Ok(1));
        assert_eq!(fixture.read().await, Ok(1));
    }
    let before = fixture.requests();
    let mut calls = 0;
    fixture.servers[1].respond_with(move || {
        calls += 1;
        if calls == 1 { Err(lost()) } else { Ok(1) }
    });
    assert_eq!(fixture.fan_out().await, Ok(vec![1]));
    assert_eq!(fixture.requests(), [before[0], before[1] + 2]);
}

fn unknown_to(fixture: &PoolFixture, indexes: &[usize]) {
    for &index in indexes {
        fixture.servers[index].script(|| (Duration::ZERO, Ok(None)));
    }
}

#[tokio::test(start_paused = true)]
async fn search_continues_at_the_next_upstream() {
    let fixture = PoolFixture::new(3);
    unknown_to(&fixture, &[0]);
    assert_eq!(fixture.find().await, Ok(Search::Found(1)));
    assert_eq!(fixture.requests(), [1, 1, 0]);
}

#[tokio::test(start_paused = true)]
async fn item_unknown_to_all_is_nowhere() {
    let fixture = PoolFixture::new(3);
    unknown_to(&fixture, &[0, 1, 2]);
    assert_eq!(fixture.find().await, Ok(Search::Nowhere));
    assert_eq!(fixture.requests(), [1, 1, 1]);
}

#[tokio::test(start_paused = true)]
async fn result_is_unsure_while_one_upstream_fails() {
    for failing in [0, 1] {
        let fixture = PoolFixture::new(2);
        unknown_to(&fixture, &[1 - failing]);
        fixture.servers[failing].respond_with(|| Err(garbage()));
        let found = fixture.find().await;
        assert!(
            matches!(found, Ok(Search::Unsure(UpstreamError::Unusable { .. }))),
            "{found:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn successful_retry_makes_up_for_its_failure() {
    let fixture = PoolFixture::new(2);
    unknown_to(&fixture, &[0]);
    let mut call = 0;
    fixture.servers[1].respond_with(move || {
        call += 1;
        if call == 1 { Err(not_sent()) } else { Ok(1) }
    });
    assert_eq!(fixture.find().await, Ok(Search::Found(1)));
}

#[tokio::test(start_paused = true)]
async fn absence_at_a_lagging_upstream_does_not_count() {
    let fixture = PoolFixture::new(1);
    unknown_to(&fixture, &[0]);
    fixture.servers[0].set_head(Duration::ZERO, Err(lagging()));
    let found = fixture.find().await;
    assert!(matches!(found, Err(UpstreamError::Unavailable { .. })), "{found:?}");
}

#[tokio::test(start_paused = true)]
async fn first_complete_response_ends_the_search() {
    let fixture = PoolFixture::new(4);
    assert_eq!(fixture.read_most_complete(1).await, Ok(1));
    assert_eq!(fixture.requests(), [1, 1, 0, 0]);
}

#[tokio::test(start_paused = true)]
async fn most_complete_response_is_returned_despite_failures() {
    let fixture = PoolFixture::new(3);
    assert_eq!(fixture.read_most_complete(9).await, Ok(2));
    assert_eq!(fixture.requests(), [1, 1, 1]);
    let fixture = PoolFixture::new(3);
    fixture.servers[2].respond_with(|| Err(garbage()));
    assert_eq!(fixture.read_most_complete(9).await, Ok(1));
    let fixture = PoolFixture::new(1);
    fixture.servers[0].respond_with(|| Err(garbage()));
    let failed = fixture.read_most_complete(9).await;
    assert!(matches!(failed, Err(UpstreamError::Unusable { .. })), "{failed:?}");
}
