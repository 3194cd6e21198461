//! Demotion: who is asked for a head, when, and what follows.

use super::super::Head;
use super::world::{World, assert_unavailable, behind, lost};
use futures::future::join_all;
use std::time::Duration;
use tokio::time::{Instant, advance};
use wallet_core::ports::upstream_health::UpstreamState;

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn the_answer_of_one_that_is_behind_is_dropped() {
    let world = World::new(2);
    world.servers[0].is_at(94);
    assert_eq!(world.read().await, Ok(1));
    assert_eq!(world.asked(), [1, 1]);
    assert_eq!(world.read().await, Ok(1));
    assert_eq!(world.asked(), [1, 2], "it is known by now");
    // It catches up.
    world.servers[0].is_at(100);
    advance(SECOND * 15).await;
    assert_eq!(world.read().await, Ok(0));
}

#[tokio::test(start_paused = true)]
async fn with_a_rule_about_age_an_old_head_alone_is_503() {
    let world = World::with_oldest_head(1, Some(SECOND * 100));
    world.wall.set(1000);
    for (time, serves) in [(900, true), (899, false)] {
        let head = Head {
            height: 100,
            time: Some(time),
        };
        world.servers[0].tells_head(Duration::ZERO, Ok(head));
        advance(SECOND * 15).await;
        let answer = world.read().await;
        if serves {
            assert_eq!(answer, Ok(0));
        } else {
            assert_unavailable(answer, None);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn one_that_says_so_itself_is_behind() {
    let world = World::new(2);
    world.servers[0].tells_head(Duration::ZERO, Err(behind()));
    assert_eq!(world.read().await, Ok(1));
}

#[tokio::test(start_paused = true)]
async fn heads_are_asked_for_once_in_fifteen_seconds_however_many_ask() {
    let world = World::new(2);
    let looked = || [world.servers[0].looked(), world.servers[1].looked()];
    world.servers[0].tells_head(
        SECOND / 10,
        Ok(Head {
            height: 100,
            time: None,
        }),
    );
    assert!(join_all((0..50).map(|_| world.read())).await.iter().all(Result::is_ok));
    assert_eq!(looked(), [1, 1]);
    advance(SECOND * 14).await;
    assert_eq!((world.read().await, looked()), (Ok(0), [1, 1]));
    advance(SECOND).await;
    assert_eq!((world.read().await, looked()), (Ok(0), [2, 2]));
    // Frozen for a minute.
    world.wall.set(60);
    assert_eq!((world.read().await, looked()), (Ok(0), [3, 3]));
}

#[tokio::test(start_paused = true)]
async fn a_head_goes_out_with_the_question_and_not_before_it() {
    let world = World::new(1);
    world.servers[0].says(|| (SECOND, Ok(Some(0))));
    world.servers[0].tells_head(
        SECOND,
        Ok(Head {
            height: 100,
            time: None,
        }),
    );
    let start = Instant::now();
    assert_eq!(world.read().await, Ok(0));
    assert_eq!(start.elapsed(), SECOND);
}

#[tokio::test(start_paused = true)]
async fn a_slow_peer_holds_up_nobody_for_long_and_is_heard_the_next_time() {
    let world = World::new(2);
    world.servers[1].tells_head(
        SECOND,
        Ok(Head {
            height: 106,
            time: None,
        }),
    );
    let start = Instant::now();
    assert_eq!(world.read().await, Ok(0));
    assert_eq!(start.elapsed(), SECOND / 4);
    // Its answer came meanwhile.
    advance(SECOND).await;
    let start = Instant::now();
    assert_eq!(world.read().await, Ok(1), "the first is six blocks behind");
    assert_eq!(start.elapsed(), Duration::ZERO);
    assert_eq!(world.servers[1].looked(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_head_that_cannot_be_had_is_no_reason_against_anybody() {
    let world = World::new(2);
    world.servers[0].tells_head(SECOND, Err(lost()));
    let start = Instant::now();
    assert_eq!(world.read().await, Ok(0));
    assert_eq!(start.elapsed(), SECOND, "its own is waited for");
    assert_eq!(world.read().await, Ok(0));
    assert_eq!(start.elapsed(), SECOND, "once");
}

#[tokio::test(start_paused = true)]
async fn transactions_go_to_who_failed_later_to_open_breakers_last_and_never_to_one_that_is_behind() {
    let world = World::new(3);
    let order = || -> Vec<String> {
        let members = world.pool.for_broadcast();
        members.iter().map(|member| member.host.clone()).collect()
    };
    assert_eq!(order(), ["0.example", "1.example", "2.example"]);
    world.servers[0].answers(|| Err(lost()));
    assert_eq!(world.read().await, Ok(1));
    assert_eq!(order(), ["1.example", "2.example", "0.example"]);
    world.servers[1].is_at(94);
    advance(SECOND * 15).await;
    for _ in 0..5 {
        assert_eq!(world.read().await, Ok(2));
    }
    assert_eq!(order(), ["2.example", "0.example"]);
}

#[tokio::test(start_paused = true)]
async fn one_that_is_left_alone_is_not_asked_for_its_head_either() {
    let world = World::new(2);
    world.servers[0].answers(|| Err(lost()));
    for _ in 0..5 {
        assert_eq!(world.read().await, Ok(1));
    }
    let looked = [world.servers[0].looked(), world.servers[1].looked()];
    // The heads are too old by now.
    world.wall.set(20);
    assert_eq!(world.read().await, Ok(1));
    assert_eq!(
        [world.servers[0].looked(), world.servers[1].looked()],
        [looked[0], looked[1] + 1]
    );
}

#[tokio::test(start_paused = true)]
async fn a_report_says_how_each_of_them_is() {
    let world = World::new(5);
    world.servers[0].answers(|| Err(lost()));
    for _ in 0..5 {
        assert_eq!(world.read().await, Ok(1));
    }
    advance(SECOND * 5).await;
    let looked = world.servers[0].looked();
    world.servers[1].is_at(90);
    world.servers[2].tells_head(Duration::ZERO, Err(behind()));
    world.servers[3].tells_head(Duration::MAX, Err(lost()));
    world.wall.set(20);
    let reports = world.pool.report(crate::client::after(SECOND * 2)).await;
    let told: Vec<_> = reports
        .iter()
        .map(|report| (report.state, report.head.map(|head| head.height), report.lag))
        .collect();
    assert_eq!(
        told,
        [
            (UpstreamState::Paused, Some(100), Some(0)),
            (UpstreamState::Behind, Some(90), Some(10)),
            (UpstreamState::Behind, Some(100), Some(0)),
            (UpstreamState::Down, Some(100), Some(0)),
            (UpstreamState::Up, Some(100), Some(0)),
        ]
    );
    assert_eq!(world.servers[0].looked(), looked, "one that is left alone is not asked");
    assert_eq!(reports[4].host, "4.example");
}
