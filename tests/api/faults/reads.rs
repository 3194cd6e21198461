//! Reads with a fault in everything that the first upstream says, and in everything that both say.

use super::cases::Cases;
use super::family::Family;
use super::rows::{self, ROWS, Row};
use super::upstream::Behaviour;
use super::world::{IMPATIENT, Read, World};
use crate::support::stub::Reply;
use std::time::Instant;

/// The most attempts of one request at one thing.
const ATTEMPTS: usize = 3;

/// Every read with every fault.
fn every_case(family: Family) -> impl Iterator<Item = (&'static Row, Read)> {
    let reads = family.reads().iter();
    reads.flat_map(|read| ROWS.iter().map(move |row| (row, *read)))
}

#[tokio::test]
async fn with_the_first_upstream_at_fault_every_read_succeeds_through_the_second() {
    for family in Family::ALL {
        the_second_serves(family).await;
    }
}

async fn the_second_serves(family: Family) {
    rows::prepare();
    let without_fault = World::of(family, [Behaviour::Good]).await;
    let mut cases = Cases::default();
    for (row, read) in every_case(family) {
        let expected = without_fault.read(read).await;
        cases.add(async move {
            let world = World::with(family, row.patience(), [(row.fault)(), Behaviour::Good]).await;
            let answer = world.read(read).await;
            let case = format!("{} {}, {read:?}: {}", row.id, row.what, answer.text);
            assert_eq!(answer.status, 200, "{case}");
            assert_eq!(answer.data(), expected.data(), "{case}");
            for path in read.asks() {
                assert_eq!(world.second().asked(path), 1, "{case}");
                assert!(world.first().asked(path) < ATTEMPTS, "{case}");
            }
        });
    }
    cases.all().await;
}

#[tokio::test]
async fn with_both_upstreams_at_fault_every_read_says_so_in_time_and_without_a_storm() {
    for family in Family::ALL {
        nobody_serves(family).await;
    }
}

async fn nobody_serves(family: Family) {
    rows::prepare();
    let mut cases = Cases::default();
    for (row, read) in every_case(family) {
        cases.add(async move {
            let world = World::with(family, row.patience(), [(row.fault)(), (row.fault)()]).await;
            let start = Instant::now();
            let answer = world.read(read).await;
            let case = format!("{} {}, {read:?}: {}", row.id, row.what, answer.text);
            assert!(start.elapsed() < row.patience().request, "{case}");
            let (status, code) = row.read;
            assert_eq!(answer.json["error"]["code"], code, "{case}");
            answer.assert_error(status, code, None);
            assert_eq!(answer.headers.contains_key("retry-after"), status == 503, "{case}");
            for path in read.asks() {
                assert!(world.asked(path) <= ATTEMPTS, "{case}");
            }
        });
    }
    cases.all().await;
}

/// Whatever comes together, it is told as a fault of the network and never as a fact or a fault of ours.
#[tokio::test]
async fn two_different_faults_have_the_outcome_of_one_of_them() {
    for family in Family::ALL {
        two_faults(family).await;
    }
}

async fn two_faults(family: Family) {
    rows::prepare();
    let mut cases = Cases::default();
    let kinds: Vec<_> = ROWS
        .chunk_by(|one, other| one.id == other.id)
        .map(|rows| &rows[0])
        .collect();
    let pairs = kinds
        .iter()
        .flat_map(|first| kinds.iter().map(move |second| (*first, *second)));
    for (first, second) in pairs.filter(|(first, second)| first.id != second.id) {
        cases.add(async move {
            let world = World::with(family, IMPATIENT, [(first.fault)(), (second.fault)()]).await;
            let answer = world.read(family.plain_read()).await;
            let case = format!("{} and {}: {}", first.what, second.what, answer.text);
            let found = |(status, code): (u16, &str)| answer.status == status && answer.json["error"]["code"] == code;
            // On a busy machine an answer may come too late, which is silence.
            let late = found((504, "upstream_timeout"));
            assert!(found(first.read) || found(second.read) || late, "{case}");
        });
    }
    cases.all().await;
}

/// The shortest of the waits that upstreams ask for is the caller's.
#[tokio::test]
async fn f8_the_caller_is_told_how_long_to_wait() {
    for (family, status) in Family::ALL
        .into_iter()
        .flat_map(|family| [(family, 429), (family, 503)])
    {
        let waits = ["9", "4"].map(|seconds| {
            let reply = Reply::json(status, "{}").with_header(&format!("retry-after: {seconds}"));
            Behaviour::Says(reply)
        });
        let world = World::of(family, waits).await;
        for _ in 0..3 {
            let answer = world.read(family.plain_read()).await;
            answer.assert_error(503, "upstream_unavailable", None);
            assert!((1..=4).contains(&answer.retry_after()), "{status}");
        }
        for upstream in &world.upstreams {
            // None at all when the question for its head was the one that was refused.
            assert!(
                upstream.asked(family.plain_read().asks()[0]) <= 1,
                "{status}: asked during the wait"
            );
        }
    }
}
