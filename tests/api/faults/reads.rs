//! Reads with a fault in every response of the first upstream, and of both upstreams.

use super::cases::Cases;
use super::family::Family;
use super::fixture::{Fixture, IMPATIENT, Read};
use super::rows::{self, ROWS, Row};
use super::upstream::Behaviour;
use crate::support::stub::Reply;
use tokio::time::Instant;

/// The maximum number of attempts of one request per resource.
const ATTEMPTS: usize = 3;

/// Returns every combination of a read with a fault.
fn every_case(family: Family) -> impl Iterator<Item = (&'static Row, Read)> {
    let reads = family.reads().iter();
    reads.flat_map(|read| ROWS.iter().map(move |row| (row, *read)))
}

#[tokio::test(start_paused = true)]
async fn reads_succeed_through_the_second_upstream() {
    for family in Family::ALL {
        check_second_serves(family).await;
    }
}

async fn check_second_serves(family: Family) {
    rows::prepare();
    let without_fault = Fixture::of(family, [Behaviour::Healthy]).await;
    let mut cases = Cases::default();
    for (row, read) in every_case(family) {
        let expected = without_fault.read(read).await;
        cases.add(async move {
            let fixture = Fixture::with(family, row.timeouts(), [(row.fault)(), Behaviour::Healthy]).await;
            let response = fixture.read(read).await;
            let case = format!("{} {}, {read:?}: {}", row.id, row.description, response.text);
            assert_eq!(response.status, 200, "{case}");
            assert_eq!(response.data(), expected.data(), "{case}");
            for path in read.endpoints() {
                assert_eq!(fixture.second().request_count(path), 1, "{case}");
                assert!(fixture.first().request_count(path) < ATTEMPTS, "{case}");
            }
        });
    }
    cases.all().await;
}

#[tokio::test(start_paused = true)]
async fn reads_fail_in_time_with_bounded_attempts() {
    for family in Family::ALL {
        check_both_fail(family).await;
    }
}

async fn check_both_fail(family: Family) {
    rows::prepare();
    let mut cases = Cases::default();
    for (row, read) in every_case(family) {
        cases.add(async move {
            let fixture = Fixture::with(family, row.timeouts(), [(row.fault)(), (row.fault)()]).await;
            let start = Instant::now();
            let response = fixture.read(read).await;
            let case = format!("{} {}, {read:?}: {}", row.id, row.description, response.text);
            assert!(start.elapsed() < row.timeouts().request, "{case}");
            let (status, code) = row.read;
            assert_eq!(response.json["error"]["code"], code, "{case}");
            response.assert_error(status, code, None);
            assert_eq!(response.headers.contains_key("retry-after"), status == 503, "{case}");
            for path in read.endpoints() {
                assert!(fixture.request_count(path) <= ATTEMPTS + read.fallbacks(), "{case}");
            }
        });
    }
    cases.all().await;
}

/// Any combination of faults is reported as an upstream fault, never as data or as an internal error.
#[tokio::test(start_paused = true)]
async fn two_faults_have_the_outcome_of_one_of_them() {
    for family in Family::ALL {
        check_two_faults(family).await;
    }
}

async fn check_two_faults(family: Family) {
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
            let fixture = Fixture::with(family, IMPATIENT, [(first.fault)(), (second.fault)()]).await;
            let response = fixture.read(family.plain_read()).await;
            let case = format!("{} and {}: {}", first.description, second.description, response.text);
            let found =
                |(status, code): (u16, &str)| response.status == status && response.json["error"]["code"] == code;
            assert!(found(first.read) || found(second.read), "{case}");
        });
    }
    cases.all().await;
}

/// The client gets the shortest Retry-After of the upstreams.
#[tokio::test(start_paused = true)]
async fn f8_retry_after_is_returned() {
    for (family, status) in Family::ALL
        .into_iter()
        .flat_map(|family| [(family, 429), (family, 503)])
    {
        let waits = ["9", "4"].map(|seconds| {
            let reply = Reply::json(status, "{}").with_header(&format!("retry-after: {seconds}"));
            Behaviour::Replies(reply)
        });
        let fixture = Fixture::of(family, waits).await;
        for _ in 0..3 {
            let response = fixture.read(family.plain_read()).await;
            response.assert_error(503, "upstream_unavailable", None);
            assert!((1..=4).contains(&response.retry_after()), "{status}");
        }
        for upstream in &fixture.upstreams {
            // There are no such requests if the rejected request was the head request.
            assert!(
                upstream.request_count(family.plain_read().endpoints()[0]) <= 1,
                "{status}: request during the backoff"
            );
        }
    }
}
