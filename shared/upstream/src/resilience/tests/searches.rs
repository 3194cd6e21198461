//! Searches for something that one upstream may not have yet.

use super::fixture::{PoolFixture, garbage, lagging, not_sent};
use crate::resilience::Search;
use std::time::Duration;
use wallet_core::ports::upstream::UpstreamError;

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
