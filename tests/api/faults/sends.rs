//! Submissions to failing upstreams.

use super::cases::Cases;
use super::family::{Family, asks_for};
use super::payment::Payment;
use super::rows::{self, ROWS, UNAVAILABLE};
use super::upstream::{Behaviour, Upstream};
use super::world::{IMPATIENT, World};
use crate::support::stub::Reply;
use std::time::Instant;

/// Returns an upstream that fails only on submissions.
fn at_submission(family: Family, fault: Behaviour) -> Behaviour {
    match fault {
        Behaviour::Says(reply) => {
            Behaviour::Does(Box::new(move |request| family.handed(request).map(|_| reply.clone())))
        }
        other => other,
    }
}

/// Sets the response of an upstream to submissions.
fn reply_to_submissions(upstream: &Upstream, family: Family, reply: Reply) {
    upstream.does(move |request| family.handed(request).map(|_| reply.clone()));
}

#[tokio::test]
async fn same_bytes_are_submitted_to_the_second_upstream() {
    for family in Family::ALL {
        check_second_accepts(family).await;
    }
}

async fn check_second_accepts(family: Family) {
    rows::prepare();
    let mut cases = Cases::default();
    for row in ROWS {
        cases.add(async move {
            let fixture = World::with(
                family,
                row.patience(),
                [at_submission(family, (row.fault)()), Behaviour::Good],
            )
            .await;
            let payment = Payment::signed(&fixture).await;
            let response = payment.send(&fixture).await;
            let case = format!("{} {}: {}", row.id, row.what, response.text);
            assert_eq!(response.status, 200, "{case}");
            payment.assert_sent(&response);
            assert_eq!(fixture.second().handed(), [payment.txdata.as_str()], "{case}");
            assert!(
                fixture.first().handed().iter().all(|bytes| *bytes == payment.txdata),
                "{case}"
            );
            assert!(fixture.first().handed().len() <= 1, "{case}");
        });
    }
    cases.all().await;
}

#[tokio::test]
async fn error_reports_if_the_transaction_may_have_been_sent() {
    for family in Family::ALL {
        check_both_fail(family).await;
    }
}

async fn check_both_fail(family: Family) {
    rows::prepare();
    let mut cases = Cases::default();
    for row in ROWS {
        cases.add(async move {
            let fixture = World::with(
                family,
                row.patience(),
                [
                    at_submission(family, (row.fault)()),
                    at_submission(family, (row.fault)()),
                ],
            )
            .await;
            let payment = Payment::signed(&fixture).await;
            let start = Instant::now();
            let response = payment.send(&fixture).await;
            let case = format!("{} {}: {}", row.id, row.what, response.text);
            assert!(start.elapsed() < row.patience().request, "{case}");
            // A Horizon must report its network before a submission, so one that never reads receives no
            // submission.
            let no_submission = family == Family::Stellar && row.what == "never reads";
            let (status, code) = if no_submission { UNAVAILABLE } else { row.send };
            assert_eq!(response.json["error"]["code"], code, "{case}");
            response.assert_error(status, code, None);
            for upstream in &fixture.upstreams {
                let handed = upstream.handed();
                assert!(
                    handed.len() <= 1 && handed.iter().all(|bytes| *bytes == payment.txdata),
                    "{case}"
                );
                if !handed.is_empty() {
                    assert_eq!(response.detail("txid"), &payment.txid, "{case}");
                }
            }
        });
    }
    cases.all().await;
}

/// The first upstream accepts the transaction, and its response is lost.
fn accept_and_lose_response(payment: &Payment, fixture: &World, reply: Reply) {
    fixture.first().learns(&payment.txdata);
    reply_to_submissions(fixture.first(), fixture.family(), reply);
}

#[tokio::test]
async fn f3_transaction_with_lost_response_is_found_by_lookup() {
    for family in Family::ALL {
        check_lost_response(family).await;
    }
}

async fn check_lost_response(family: Family) {
    for lost in [Reply::Reset, Reply::Hang, Reply::json(502, "{}"), Reply::ok("garbage")] {
        let fixture = World::with(family, IMPATIENT, [Behaviour::Good, Behaviour::Good]).await;
        let payment = Payment::signed(&fixture).await;
        accept_and_lose_response(&payment, &fixture, lost);
        payment.assert_sent(&payment.send(&fixture).await);
        assert!(fixture.second().handed().is_empty(), "no unnecessary second submission");
    }
}

#[tokio::test]
async fn f4_failed_lookup_returns_the_txid_and_allows_resubmission() {
    for family in Family::ALL {
        check_failed_lookup(family).await;
    }
}

async fn check_failed_lookup(family: Family) {
    let fixture = World::of(family, [Behaviour::Good, Behaviour::Closed]).await;
    let payment = Payment::signed(&fixture).await;
    fixture.first().learns(&payment.txdata);
    let own = family.look_up(&payment.txid);
    fixture.first().does(move |request| {
        let fails = family.handed(request).is_some() || asks_for(request, &own);
        fails.then_some(Reply::Reset)
    });
    let response = payment.send(&fixture).await;
    response.assert_error(504, "upstream_timeout", None);
    assert_eq!(response.detail("txid"), &payment.txid);

    reply_to_submissions(fixture.first(), family, family.refusal(family.known()[0]));
    payment.assert_sent(&payment.send(&fixture).await);
}

#[tokio::test]
async fn f5_known_transaction_is_a_success_without_further_requests() {
    for family in Family::ALL {
        check_known(family).await;
    }
}

async fn check_known(family: Family) {
    for text in family.known() {
        let fixture = World::of(family, [Behaviour::Good, Behaviour::Good]).await;
        let payment = Payment::signed(&fixture).await;
        fixture.first().learns(&payment.txdata);
        reply_to_submissions(fixture.first(), family, family.refusal(text));
        for _ in 0..3 {
            payment.assert_sent(&payment.send(&fixture).await);
        }
        assert!(fixture.second().handed().is_empty());
    }
}

#[tokio::test]
async fn f6_spent_inputs_are_a_success_if_any_upstream_has_the_transaction() {
    for family in Family::ALL {
        check_spent_by_itself(family).await;
    }
}

async fn check_spent_by_itself(family: Family) {
    for index in [0, 1] {
        let fixture = World::of(family, [Behaviour::Good, Behaviour::Good]).await;
        let payment = Payment::signed(&fixture).await;
        reply_to_submissions(fixture.first(), family, family.refusal(family.spent().0));
        fixture.upstreams[index].learns(&payment.txdata);
        payment.assert_sent(&payment.send(&fixture).await);
    }
}

#[tokio::test]
async fn f7_spent_inputs_are_422_if_no_upstream_has_the_transaction() {
    for family in Family::ALL {
        check_spent_by_another(family).await;
    }
}

async fn check_spent_by_another(family: Family) {
    let fixture = World::of(family, [Behaviour::Good, Behaviour::Good]).await;
    let payment = Payment::signed(&fixture).await;
    let (message, reason) = family.spent();
    reply_to_submissions(fixture.first(), family, family.refusal(message));
    let response = payment.send(&fixture).await;
    response.assert_error(422, "transaction_rejected", None);
    assert_eq!(response.detail("reason"), reason);
    let own = family.look_up(&payment.txid);
    assert!(
        // A ledger may include it before any upstream reports it, so it is looked up once more.
        fixture
            .upstreams
            .iter()
            .all(|upstream| (1..=2).contains(&upstream.asked(&own))),
        "both were queried"
    );
}

/// The first upstream may have the transaction, so a report of spent inputs or conflicts by the second may be
/// caused by these very bytes.
#[tokio::test]
async fn rejection_after_a_timeout_is_an_unknown_outcome() {
    for family in Family::ALL {
        check_rejection_after_timeout(family).await;
    }
}

async fn check_rejection_after_timeout(family: Family) {
    for text in family.refused() {
        let fixture = World::with(family, IMPATIENT, [Behaviour::Good, Behaviour::Good]).await;
        let payment = Payment::signed(&fixture).await;
        reply_to_submissions(fixture.first(), family, Reply::Hang);
        reply_to_submissions(fixture.second(), family, family.refusal(text));
        let response = payment.send(&fixture).await;
        response.assert_error(504, "upstream_timeout", None);
        assert_eq!(response.detail("txid"), &payment.txid);
    }
}

#[tokio::test]
async fn nothing_is_submitted_while_input_values_are_unknown() {
    rows::prepare();
    let mut cases = Cases::default();
    for row in ROWS {
        cases.add(async move {
            let fixture = World::with(Family::Utxo, row.patience(), [(row.fault)(), (row.fault)()]).await;
            let payment = Payment::signed(&fixture).await;
            let response = payment.send(&fixture).await;
            let case = format!("{} {}: {}", row.id, row.what, response.text);
            let (status, code) = row.read;
            assert_eq!(response.json["error"]["code"], code, "{case}");
            response.assert_error(status, code, None);
            assert!(
                fixture.upstreams.iter().all(|upstream| upstream.handed().is_empty()),
                "{case}"
            );
        });
    }
    cases.all().await;
}
