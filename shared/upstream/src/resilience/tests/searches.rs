//! Searches for something that one upstream may not have yet.

use super::super::Search;
use super::world::{World, behind, garbage, not_sent};
use std::time::Duration;
use wallet_core::ports::upstream::UpstreamError;

fn unknown_to(fixture: &World, indexes: &[usize]) {
    for &index in indexes {
        fixture.servers[index].says(|| (Duration::ZERO, Ok(None)));
    }
}

#[tokio::test(start_paused = true)]
async fn search_continues_at_the_next_upstream() {
    let fixture = World::new(3);
    unknown_to(&fixture, &[0]);
    assert_eq!(fixture.find().await, Ok(Search::Found(1)));
    assert_eq!(fixture.asked(), [1, 1, 0]);
}

#[tokio::test(start_paused = true)]
async fn item_unknown_to_all_is_nowhere() {
    let fixture = World::new(3);
    unknown_to(&fixture, &[0, 1, 2]);
    assert_eq!(fixture.find().await, Ok(Search::Nowhere));
    assert_eq!(fixture.asked(), [1, 1, 1]);
}

#[tokio::test(start_paused = true)]
async fn result_is_unsure_while_one_upstream_fails() {
    for failing in [0, 1] {
        let fixture = World::new(2);
        unknown_to(&fixture, &[1 - failing]);
        fixture.servers[failing].answers(|| Err(garbage()));
        let found = fixture.find().await;
        assert!(
            matches!(found, Ok(Search::Unsure(UpstreamError::Unusable { .. }))),
            "{found:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn successful_retry_makes_up_for_its_failure() {
    let fixture = World::new(2);
    unknown_to(&fixture, &[0]);
    let mut call = 0;
    fixture.servers[1].answers(move || {
        call += 1;
        if call == 1 { Err(not_sent()) } else { Ok(1) }
    });
    assert_eq!(fixture.find().await, Ok(Search::Found(1)));
}

#[tokio::test(start_paused = true)]
async fn absence_at_a_lagging_upstream_does_not_count() {
    let fixture = World::new(1);
    unknown_to(&fixture, &[0]);
    fixture.servers[0].tells_head(Duration::ZERO, Err(behind()));
    let found = fixture.find().await;
    assert!(matches!(found, Err(UpstreamError::Unavailable { .. })), "{found:?}");
}
