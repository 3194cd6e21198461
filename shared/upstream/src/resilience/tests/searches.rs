//! Looking for something that one upstream may not know yet.

use super::super::Search;
use super::world::{World, behind, garbage, not_sent};
use std::time::Duration;
use wallet_core::ports::upstream::UpstreamError;

fn unknown_to(world: &World, places: &[usize]) {
    for &place in places {
        world.servers[place].says(|| (Duration::ZERO, Ok(None)));
    }
}

#[tokio::test(start_paused = true)]
async fn what_one_does_not_know_the_next_is_asked_for() {
    let world = World::new(3);
    unknown_to(&world, &[0]);
    assert_eq!(world.find().await, Ok(Search::Found(1)));
    assert_eq!(world.asked(), [1, 1, 0]);
}

#[tokio::test(start_paused = true)]
async fn what_nobody_knows_is_nowhere() {
    let world = World::new(3);
    unknown_to(&world, &[0, 1, 2]);
    assert_eq!(world.find().await, Ok(Search::Nowhere));
    assert_eq!(world.asked(), [1, 1, 1]);
}

#[tokio::test(start_paused = true)]
async fn while_one_fails_nobody_can_be_sure() {
    for failing in [0, 1] {
        let world = World::new(2);
        unknown_to(&world, &[1 - failing]);
        world.servers[failing].answers(|| Err(garbage()));
        let found = world.find().await;
        assert!(
            matches!(found, Ok(Search::Unsure(UpstreamError::Unusable { .. }))),
            "{found:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_retry_that_answers_makes_up_for_its_failure() {
    let world = World::new(2);
    unknown_to(&world, &[0]);
    let mut call = 0;
    world.servers[1].answers(move || {
        call += 1;
        if call == 1 { Err(not_sent()) } else { Ok(1) }
    });
    assert_eq!(world.find().await, Ok(Search::Found(1)));
}

#[tokio::test(start_paused = true)]
async fn an_upstream_that_is_behind_does_not_know_that_it_does_not_know() {
    let world = World::new(1);
    unknown_to(&world, &[0]);
    world.servers[0].tells_head(Duration::ZERO, Err(behind()));
    let found = world.find().await;
    assert!(matches!(found, Err(UpstreamError::Unavailable { .. })), "{found:?}");
}
