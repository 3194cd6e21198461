//! `ports::Throttle`.

use super::on_each_database;
use crate::support::database::Database;
use crate::support::records::{NOW, name};
use futures::future::join_all;
use std::time::Duration;
use wallet_core::ports::system::Timestamp;
use wallet_core::ports::throttle::{Admission, Throttle};
use wallet_store::dynamodb::DynamoThrottle;

on_each_database!(
    the_sixth_guess_waits_a_second,
    waits_double_and_a_refused_guess_does_not_count,
    two_hundred_at_once_admit_five,
    a_success_starts_the_count_anew,
    names_do_not_share_a_count,
    a_day_of_quiet_is_a_clean_sheet,
    open_guesses_keep_others_busy_until_they_are_settled,
    a_guess_that_nobody_settles_is_given_up_after_five_seconds,
);

async fn the_sixth_guess_waits_a_second(database: Database) {
    let throttle = database.throttle();
    for _ in 0..5 {
        check(&throttle, NOW, Admission::Admitted).await;
    }
    check(&throttle, NOW, Admission::Wait(Duration::from_secs(1))).await;
    let later = NOW.after(Duration::from_millis(400));
    check(&throttle, later, Admission::Wait(Duration::from_millis(600))).await;
    check(&throttle, NOW.after(Duration::from_secs(1)), Admission::Admitted).await;
}

async fn waits_double_and_a_refused_guess_does_not_count(database: Database) {
    let throttle = database.throttle();
    let mut now = NOW;
    for _ in 0..5 {
        check(&throttle, now, Admission::Admitted).await;
    }
    for seconds in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900] {
        let wait = Duration::from_secs(seconds);
        let before = database.dump(&database.tables.throttle).await;
        for _ in 0..3 {
            check(&throttle, now, Admission::Wait(wait)).await;
        }
        assert_eq!(database.dump(&database.tables.throttle).await, before);
        now = now.after(wait);
        check(&throttle, now, Admission::Admitted).await;
    }
}

async fn two_hundred_at_once_admit_five(database: Database) {
    let throttle = database.throttle();
    let alice = name("alice");
    let answers = join_all((0..200).map(|_| throttle.admit(&alice, NOW))).await;
    let admitted = |answer: &&Result<_, _>| matches!(answer, Ok(Admission::Admitted));
    let failed = |answer: &&Result<_, _>| answer.is_err();
    assert_eq!(answers.iter().filter(failed).count(), 0);
    assert!(answers.iter().filter(admitted).count() <= 5);
    for _ in answers.iter().filter(admitted) {
        throttle.failed(&alice).await.unwrap();
    }
    // Whoever was not admitted in the crowd is not counted either.
    for _ in answers.iter().filter(admitted).count()..5 {
        check(&throttle, NOW, Admission::Admitted).await;
    }
    check(&throttle, NOW, Admission::Wait(Duration::from_secs(1))).await;
}

async fn a_success_starts_the_count_anew(database: Database) {
    let throttle = database.throttle();
    for _ in 0..4 {
        check(&throttle, NOW, Admission::Admitted).await;
    }
    throttle.succeeded(&name("alice")).await.unwrap();
    throttle.succeeded(&name("alice")).await.unwrap();
    assert_eq!(database.count(&database.tables.throttle).await, 0);
    the_sixth_guess_waits_a_second(database).await;
}

async fn names_do_not_share_a_count(database: Database) {
    let throttle = database.throttle();
    for _ in 0..5 {
        check(&throttle, NOW, Admission::Admitted).await;
    }
    assert_eq!(throttle.admit(&name("bob"), NOW).await.unwrap(), Admission::Admitted);
    assert!(!database.dump(&database.tables.throttle).await.contains("alice"));
}

async fn a_day_of_quiet_is_a_clean_sheet(database: Database) {
    let throttle = database.throttle();
    for _ in 0..5 {
        check(&throttle, NOW, Admission::Admitted).await;
    }
    let nearly = NOW.after(Duration::from_hours(24).checked_sub(Duration::from_millis(1)).unwrap());
    check(&throttle, nearly, Admission::Admitted).await;
    check(&throttle, nearly, Admission::Wait(Duration::from_secs(2))).await;
    let next_day = nearly.after(Duration::from_hours(24));
    for _ in 0..5 {
        check(&throttle, next_day, Admission::Admitted).await;
    }
    check(&throttle, next_day, Admission::Wait(Duration::from_secs(1))).await;
}

async fn open_guesses_keep_others_busy_until_they_are_settled(database: Database) {
    let (throttle, alice) = (database.throttle(), name("alice"));
    for _ in 0..5 {
        assert_eq!(throttle.admit(&alice, NOW).await.unwrap(), Admission::Admitted);
    }
    let before = database.dump(&database.tables.throttle).await;
    check(&throttle, NOW, Admission::Busy).await;
    assert_eq!(database.dump(&database.tables.throttle).await, before);
    for _ in 0..4 {
        throttle.failed(&alice).await.unwrap();
        check(&throttle, NOW, Admission::Busy).await;
    }
    // The fifth was right.
    throttle.succeeded(&alice).await.unwrap();
    check(&throttle, NOW, Admission::Admitted).await;
    // Nothing is open any more, and nothing breaks when a guess is settled that a success has deleted.
    throttle.failed(&alice).await.unwrap();
    throttle.succeeded(&alice).await.unwrap();
    throttle.failed(&alice).await.unwrap();
    assert_eq!(database.count(&database.tables.throttle).await, 0);
}

async fn a_guess_that_nobody_settles_is_given_up_after_five_seconds(database: Database) {
    let (throttle, alice) = (database.throttle(), name("alice"));
    let mut now = NOW;
    for wait in [0, 0, 0, 0, 1, 2, 4] {
        check(&throttle, now, Admission::Admitted).await;
        now = now.after(Duration::from_secs(wait));
    }
    assert_eq!(throttle.admit(&alice, now).await.unwrap(), Admission::Admitted);
    check(&throttle, now.after(Duration::from_millis(4999)), Admission::Busy).await;
    check(
        &throttle,
        now.after(Duration::from_secs(5)),
        Admission::Wait(Duration::from_secs(3)),
    )
    .await;
}

/// Asks for a guess; one that is admitted turns out wrong.
#[track_caller]
fn check(throttle: &DynamoThrottle, now: Timestamp, expected: Admission) -> impl Future<Output = ()> {
    let place = std::panic::Location::caller();
    async move {
        let answer = throttle.admit(&name("alice"), now).await.unwrap();
        assert_eq!(answer, expected, "at {place}");
        if answer == Admission::Admitted {
            throttle.failed(&name("alice")).await.unwrap();
        }
    }
}
