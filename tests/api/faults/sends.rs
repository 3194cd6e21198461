//! Submissions to failing upstreams.

use super::cases::Cases;
use super::family::{Family, is_request_for};
use super::fixture::{Fixture, IMPATIENT};
use super::payment::Payment;
use super::rows::{self, ROWS, UNAVAILABLE};
use super::upstream::{Behaviour, Upstream};
use crate::support::stub::Reply;
use tokio::time::Instant;

/// Returns an upstream that fails only on submissions.
fn at_submission(family: Family, fault: Behaviour) -> Behaviour {
    match fault {
        Behaviour::Replies(reply) => Behaviour::Scripted(Box::new(move |request| {
            family.submitted_transaction(request).map(|_| reply.clone())
        })),
        other => other,
    }
}

/// Sets the response of an upstream to submissions.
fn reply_to_submissions(upstream: &Upstream, family: Family, reply: Reply) {
    upstream.set_script(move |request| family.submitted_transaction(request).map(|_| reply.clone()));
}

#[tokio::test(start_paused = true)]
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
            let fixture = Fixture::with(
                family,
                row.timeouts(),
                [at_submission(family, (row.fault)()), Behaviour::Healthy],
            )
            .await;
            let payment = Payment::signed(&fixture).await;
            let response = payment.send(&fixture).await;
            let case = format!("{} {}: {}", row.id, row.description, response.text);
            assert_eq!(response.status, 200, "{case}");
            payment.assert_sent(&response);
            assert_eq!(
                fixture.second().submitted_transactions(),
                [payment.txdata.as_str()],
                "{case}"
            );
            assert!(
                fixture
                    .first()
                    .submitted_transactions()
                    .iter()
                    .all(|bytes| *bytes == payment.txdata),
                "{case}"
            );
            assert!(fixture.first().submitted_transactions().len() <= 1, "{case}");
        });
    }
    cases.all().await;
}

#[tokio::test(start_paused = true)]
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
            let fixture = Fixture::with(
                family,
                row.timeouts(),
                [
                    at_submission(family, (row.fault)()),
                    at_submission(family, (row.fault)()),
                ],
            )
            .await;
            let payment = Payment::signed(&fixture).await;
            let start = Instant::now();
            let response = payment.send(&fixture).await;
            let case = format!("{} {}: {}", row.id, row.description, response.text);
            assert!(start.elapsed() < row.timeouts().request, "{case}");
            // An upstream must report its chain before a submission, so one that never reads receives no submission.
            // On UTXO chains the look-up of the spent transaction fails before.
            let no_submission = family != Family::Utxo && row.description == "never reads";
            let (status, code) = if no_submission { UNAVAILABLE } else { row.send };
            assert_eq!(response.json["error"]["code"], code, "{case}");
            response.assert_error(status, code, None);
            for upstream in &fixture.upstreams {
                let submitted = upstream.submitted_transactions();
                assert!(
                    submitted.len() <= 1 && submitted.iter().all(|bytes| *bytes == payment.txdata),
                    "{case}"
                );
                if !submitted.is_empty() {
                    assert_eq!(response.detail("txid"), &payment.txid, "{case}");
                }
            }
        });
    }
    cases.all().await;
}

/// The first upstream accepts the transaction, and its response is lost.
fn accept_and_lose_response(payment: &Payment, fixture: &Fixture, reply: Reply) {
    fixture.first().add_transaction(&payment.txdata);
    reply_to_submissions(fixture.first(), fixture.family(), reply);
}

#[tokio::test(start_paused = true)]
async fn f3_transaction_with_lost_response_is_found_by_lookup() {
    for family in Family::ALL {
        check_lost_response(family).await;
    }
}

async fn check_lost_response(family: Family) {
    for lost in [Reply::Reset, Reply::Hang, Reply::json(502, "{}"), Reply::ok("garbage")] {
        let fixture = Fixture::with(family, IMPATIENT, [Behaviour::Healthy, Behaviour::Healthy]).await;
        let payment = Payment::signed(&fixture).await;
        accept_and_lose_response(&payment, &fixture, lost);
        payment.assert_sent(&payment.send(&fixture).await);
        assert!(
            fixture.second().submitted_transactions().is_empty(),
            "no unnecessary second submission"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn f4_failed_lookup_returns_the_txid_and_allows_resubmission() {
    for family in Family::ALL {
        check_failed_lookup(family).await;
    }
}

async fn check_failed_lookup(family: Family) {
    let fixture = Fixture::of(family, [Behaviour::Healthy, Behaviour::Closed]).await;
    let payment = Payment::signed(&fixture).await;
    fixture.first().add_transaction(&payment.txdata);
    let own = family.lookup_request(&payment.txid);
    fixture.first().set_script(move |request| {
        let fails = family.submitted_transaction(request).is_some() || is_request_for(request, &own);
        fails.then_some(Reply::Reset)
    });
    let response = payment.send(&fixture).await;
    response.assert_error(504, "upstream_timeout", None);
    assert_eq!(response.detail("txid"), &payment.txid);

    reply_to_submissions(
        fixture.first(),
        family,
        family.rejection_reply(family.already_known_messages()[0]),
    );
    payment.assert_sent(&payment.send(&fixture).await);
}

#[tokio::test(start_paused = true)]
async fn f5_known_transaction_is_a_success_without_further_requests() {
    for family in Family::ALL {
        check_known(family).await;
    }
}

async fn check_known(family: Family) {
    for text in family.already_known_messages() {
        let fixture = Fixture::of(family, [Behaviour::Healthy, Behaviour::Healthy]).await;
        let payment = Payment::signed(&fixture).await;
        fixture.first().add_transaction(&payment.txdata);
        reply_to_submissions(fixture.first(), family, family.rejection_reply(text));
        for _ in 0..3 {
            payment.assert_sent(&payment.send(&fixture).await);
        }
        assert!(fixture.second().submitted_transactions().is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn f6_spent_inputs_are_a_success_if_any_upstream_has_the_transaction() {
    for family in Family::ALL {
        check_spent_by_itself(family).await;
    }
}

async fn check_spent_by_itself(family: Family) {
    for index in [0, 1] {
        let fixture = Fixture::of(family, [Behaviour::Healthy, Behaviour::Healthy]).await;
        let payment = Payment::signed(&fixture).await;
        reply_to_submissions(fixture.first(), family, family.rejection_reply(family.spent().0));
        fixture.upstreams[index].add_transaction(&payment.txdata);
        payment.assert_sent(&payment.send(&fixture).await);
    }
}

#[tokio::test(start_paused = true)]
async fn f7_spent_inputs_are_422_if_no_upstream_has_the_transaction() {
    for family in Family::ALL {
        check_spent_by_another(family).await;
    }
}

async fn check_spent_by_another(family: Family) {
    let fixture = Fixture::of(family, [Behaviour::Healthy, Behaviour::Healthy]).await;
    let payment = Payment::signed(&fixture).await;
    let (message, reason) = family.spent();
    for upstream in &fixture.upstreams {
        reply_to_submissions(upstream, family, family.rejection_reply(message));
    }
    let response = payment.send(&fixture).await;
    response.assert_error(422, "transaction_rejected", None);
    assert_eq!(response.detail("reason"), reason);
    let own = family.lookup_request(&payment.txid);
    assert!(
        // A ledger may include it before any upstream reports it, so it is looked up once more.
        fixture
            .upstreams
            .iter()
            .all(|upstream| (1..=2).contains(&upstream.request_count(&own))),
        "both were queried"
    );
}

/// The first upstream may have the transaction, so a report of spent inputs or conflicts by the second may be
/// caused by these very bytes.
#[tokio::test(start_paused = true)]
async fn rejection_after_a_timeout_is_an_unknown_outcome() {
    for family in Family::ALL {
        check_rejection_after_timeout(family).await;
    }
}

async fn check_rejection_after_timeout(family: Family) {
    for text in family.rejection_messages() {
        let fixture = Fixture::with(family, IMPATIENT, [Behaviour::Healthy, Behaviour::Healthy]).await;
        let payment = Payment::signed(&fixture).await;
        reply_to_submissions(fixture.first(), family, Reply::Hang);
        reply_to_submissions(fixture.second(), family, family.rejection_reply(text));
        let response = payment.send(&fixture).await;
        response.assert_error(504, "upstream_timeout", None);
        assert_eq!(response.detail("txid"), &payment.txid);
    }
}

#[tokio::test(start_paused = true)]
async fn nothing_is_submitted_while_input_values_are_unknown() {
    rows::prepare();
    let mut cases = Cases::default();
    for row in ROWS {
        cases.add(async move {
            let fixture = Fixture::with(Family::Utxo, row.timeouts(), [(row.fault)(), (row.fault)()]).await;
            let payment = Payment::signed(&fixture).await;
            let response = payment.send(&fixture).await;
            let case = format!("{} {}: {}", row.id, row.description, response.text);
            let (status, code) = row.read;
            assert_eq!(response.json["error"]["code"], code, "{case}");
            response.assert_error(status, code, None);
            assert!(
                fixture
                    .upstreams
                    .iter()
                    .all(|upstream| upstream.submitted_transactions().is_empty()),
                "{case}"
            );
        });
    }
    cases.all().await;
}
