//! Sending when the upstream that is handed the transaction fails.

use super::cases::Cases;
use super::family::{Family, asks_for};
use super::payment::Payment;
use super::rows::{self, ROWS, UNAVAILABLE};
use super::upstream::{Behaviour, Upstream};
use super::world::{IMPATIENT, World};
use crate::support::stub::Reply;
use std::time::Instant;

/// The upstream at fault when it is handed a transaction, and without fault otherwise.
fn at_submission(family: Family, fault: Behaviour) -> Behaviour {
    match fault {
        Behaviour::Says(reply) => {
            Behaviour::Does(Box::new(move |request| family.handed(request).map(|_| reply.clone())))
        }
        other => other,
    }
}

/// The upstream says this to a transaction that it is handed.
fn answers(upstream: &Upstream, family: Family, reply: Reply) {
    upstream.does(move |request| family.handed(request).map(|_| reply.clone()));
}

#[tokio::test]
async fn with_the_first_upstream_at_fault_the_same_bytes_go_through_the_second() {
    for family in Family::ALL {
        the_second_takes_it(family).await;
    }
}

async fn the_second_takes_it(family: Family) {
    rows::prepare();
    let mut cases = Cases::default();
    for row in ROWS {
        cases.add(async move {
            let world = World::with(
                family,
                row.patience(),
                [at_submission(family, (row.fault)()), Behaviour::Good],
            )
            .await;
            let payment = Payment::signed(&world).await;
            let answer = payment.send(&world).await;
            let case = format!("{} {}: {}", row.id, row.what, answer.text);
            assert_eq!(answer.status, 200, "{case}");
            payment.assert_sent(&answer);
            assert_eq!(world.second().handed(), [payment.txdata.as_str()], "{case}");
            assert!(
                world.first().handed().iter().all(|bytes| *bytes == payment.txdata),
                "{case}"
            );
            assert!(world.first().handed().len() <= 1, "{case}");
        });
    }
    cases.all().await;
}

#[tokio::test]
async fn with_both_upstreams_at_fault_the_caller_learns_whether_it_may_have_left() {
    for family in Family::ALL {
        nobody_takes_it(family).await;
    }
}

async fn nobody_takes_it(family: Family) {
    rows::prepare();
    let mut cases = Cases::default();
    for row in ROWS {
        cases.add(async move {
            let world = World::with(
                family,
                row.patience(),
                [
                    at_submission(family, (row.fault)()),
                    at_submission(family, (row.fault)()),
                ],
            )
            .await;
            let payment = Payment::signed(&world).await;
            let start = Instant::now();
            let answer = payment.send(&world).await;
            let case = format!("{} {}: {}", row.id, row.what, answer.text);
            assert!(start.elapsed() < row.patience().request, "{case}");
            // A Horizon tells its network before it is handed anything: one that never reads was handed nothing.
            let told_nothing = family == Family::Stellar && row.what == "never reads";
            let (status, code) = if told_nothing { UNAVAILABLE } else { row.send };
            assert_eq!(answer.json["error"]["code"], code, "{case}");
            answer.assert_error(status, code, None);
            for upstream in &world.upstreams {
                let handed = upstream.handed();
                assert!(
                    handed.len() <= 1 && handed.iter().all(|bytes| *bytes == payment.txdata),
                    "{case}"
                );
                if !handed.is_empty() {
                    assert_eq!(answer.detail("txid"), &payment.txid, "{case}");
                }
            }
        });
    }
    cases.all().await;
}

/// The first upstream takes the transaction and its answer is lost.
fn takes_and(payment: &Payment, world: &World, reply: Reply) {
    world.first().learns(&payment.txdata);
    answers(world.first(), world.family(), reply);
}

#[tokio::test]
async fn f3_a_transaction_whose_answer_is_lost_is_found_by_looking_it_up() {
    for family in Family::ALL {
        the_answer_is_lost(family).await;
    }
}

async fn the_answer_is_lost(family: Family) {
    for lost in [Reply::Reset, Reply::Hang, Reply::json(502, "{}"), Reply::ok("garbage")] {
        let world = World::with(family, IMPATIENT, [Behaviour::Good, Behaviour::Good]).await;
        let payment = Payment::signed(&world).await;
        takes_and(&payment, &world, lost);
        payment.assert_sent(&payment.send(&world).await);
        assert!(world.second().handed().is_empty(), "nothing is sent twice without need");
    }
}

#[tokio::test]
async fn f4_when_the_look_up_fails_too_the_caller_gets_the_txid_and_can_send_again() {
    for family in Family::ALL {
        the_look_up_fails(family).await;
    }
}

async fn the_look_up_fails(family: Family) {
    let world = World::of(family, [Behaviour::Good, Behaviour::Closed]).await;
    let payment = Payment::signed(&world).await;
    world.first().learns(&payment.txdata);
    let own = family.look_up(&payment.txid);
    world.first().does(move |request| {
        let fails = family.handed(request).is_some() || asks_for(request, &own);
        fails.then_some(Reply::Reset)
    });
    let answer = payment.send(&world).await;
    answer.assert_error(504, "upstream_timeout", None);
    assert_eq!(answer.detail("txid"), &payment.txid);

    answers(world.first(), family, family.refusal(family.known()[0]));
    payment.assert_sent(&payment.send(&world).await);
}

#[tokio::test]
async fn f5_a_node_that_knows_the_transaction_is_a_success_and_nobody_else_is_asked() {
    for family in Family::ALL {
        known_already(family).await;
    }
}

async fn known_already(family: Family) {
    for text in family.known() {
        let world = World::of(family, [Behaviour::Good, Behaviour::Good]).await;
        let payment = Payment::signed(&world).await;
        world.first().learns(&payment.txdata);
        answers(world.first(), family, family.refusal(text));
        for _ in 0..3 {
            payment.assert_sent(&payment.send(&world).await);
        }
        assert!(world.second().handed().is_empty());
    }
}

#[tokio::test]
async fn f6_spent_inputs_are_a_success_when_any_upstream_has_the_transaction() {
    for family in Family::ALL {
        spent_by_itself(family).await;
    }
}

async fn spent_by_itself(family: Family) {
    for place in [0, 1] {
        let world = World::of(family, [Behaviour::Good, Behaviour::Good]).await;
        let payment = Payment::signed(&world).await;
        answers(world.first(), family, family.refusal(family.spent().0));
        world.upstreams[place].learns(&payment.txdata);
        payment.assert_sent(&payment.send(&world).await);
    }
}

#[tokio::test]
async fn f7_spent_inputs_are_422_when_nobody_has_the_transaction() {
    for family in Family::ALL {
        spent_by_another(family).await;
    }
}

async fn spent_by_another(family: Family) {
    let world = World::of(family, [Behaviour::Good, Behaviour::Good]).await;
    let payment = Payment::signed(&world).await;
    let (words, reason) = family.spent();
    answers(world.first(), family, family.refusal(words));
    let answer = payment.send(&world).await;
    answer.assert_error(422, "transaction_rejected", None);
    assert_eq!(answer.detail("reason"), reason);
    let own = family.look_up(&payment.txid);
    assert!(
        // Where a ledger may have it before anybody tells of that, it is looked for once more.
        world
            .upstreams
            .iter()
            .all(|upstream| (1..=2).contains(&upstream.asked(&own))),
        "both were asked"
    );
}

/// The first may have it: what the second says of spent inputs or conflicts may be the doing of these very bytes.
#[tokio::test]
async fn a_refusal_after_silence_is_an_open_question() {
    for family in Family::ALL {
        refused_after_silence(family).await;
    }
}

async fn refused_after_silence(family: Family) {
    for text in family.refused() {
        let world = World::with(family, IMPATIENT, [Behaviour::Good, Behaviour::Good]).await;
        let payment = Payment::signed(&world).await;
        answers(world.first(), family, Reply::Hang);
        answers(world.second(), family, family.refusal(text));
        let answer = payment.send(&world).await;
        answer.assert_error(504, "upstream_timeout", None);
        assert_eq!(answer.detail("txid"), &payment.txid);
    }
}

#[tokio::test]
async fn nothing_is_sent_while_the_worth_of_the_inputs_is_unknown() {
    rows::prepare();
    let mut cases = Cases::default();
    for row in ROWS {
        cases.add(async move {
            let world = World::with(Family::Utxo, row.patience(), [(row.fault)(), (row.fault)()]).await;
            let payment = Payment::signed(&world).await;
            let answer = payment.send(&world).await;
            let case = format!("{} {}: {}", row.id, row.what, answer.text);
            let (status, code) = row.read;
            assert_eq!(answer.json["error"]["code"], code, "{case}");
            answer.assert_error(status, code, None);
            assert!(
                world.upstreams.iter().all(|upstream| upstream.handed().is_empty()),
                "{case}"
            );
        });
    }
    cases.all().await;
}
