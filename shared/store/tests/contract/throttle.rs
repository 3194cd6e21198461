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
    sixth_attempt_must_wait_one_second,
    waits_double_and_rejected_attempts_do_not_count,
    at_most_five_of_two_hundred_concurrent_attempts_are_admitted,
    success_resets_the_count,
    names_have_separate_counts,
    count_is_reset_after_a_day,
    open_attempts_make_others_busy_until_they_are_completed,
    open_attempt_expires_after_five_seconds,
);

async fn sixth_attempt_must_wait_one_second(database: Database) {
    let throttle = database.throttle();
    for _ in 0..5 {
        check(&throttle, NOW, Admission::Admitted).await;
    }
    check(&throttle, NOW, Admission::Wait(Duration::from_secs(1))).await;
    let later = NOW.after(Duration::from_millis(400));
    check(&throttle, later, Admission::Wait(Duration::from_millis(600))).await;
    check(&throttle, NOW.after(Duration::from_secs(1)), Admission::Admitted).await;
}

async fn waits_double_and_rejected_attempts_do_not_count(database: Database) {
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

async fn at_most_five_of_two_hundred_concurrent_attempts_are_admitted(database: Database) {
    let throttle = database.throttle();
    let alice = name("alice");
    let results = join_all((0..200).map(|_| throttle.admit(&alice, NOW))).await;
    let admitted = |result: &&Result<_, _>| matches!(result, Ok(Admission::Admitted));
    let failed = |result: &&Result<_, _>| result.is_err();
    assert_eq!(results.iter().filter(failed).count(), 0);
    assert!(results.iter().filter(admitted).count() <= 5);
    for _ in results.iter().filter(admitted) {
        throttle.failed(&alice).await.unwrap();
    }
    // Attempts that were not admitted are not counted either.
    for _ in results.iter().filter(admitted).count()..5 {
        check(&throttle, NOW, Admission::Admitted).await;
    }
    check(&throttle, NOW, Admission::Wait(Duration::from_secs(1))).await;
}

async fn success_resets_the_count(database: Database) {
    let throttle = database.throttle();
    for _ in 0..4 {
        check(&throttle, NOW, Admission::Admitted).await;
    }
    throttle.succeeded(&name("alice")).await.unwrap();
    throttle.succeeded(&name("alice")).await.unwrap();
    assert_eq!(database.count(&database.tables.throttle).await, 0);
    sixth_attempt_must_wait_one_second(database).await;
}

async fn names_have_separate_counts(database: Database) {
    let throttle = database.throttle();
    for _ in 0..5 {
        check(&throttle, NOW, Admission::Admitted).await;
    }
    assert_eq!(throttle.admit(&name("bob"), NOW).await.unwrap(), Admission::Admitted);
    assert!(!database.dump(&database.tables.throttle).await.contains("alice"));
}

async fn count_is_reset_after_a_day(database: Database) {
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

async fn open_attempts_make_others_busy_until_they_are_completed(database: Database) {
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
    // The fifth attempt succeeds.
    throttle.succeeded(&alice).await.unwrap();
    check(&throttle, NOW, Admission::Admitted).await;
    // No attempt is open any more, and completing an attempt after a success has deleted the count is harmless.
    throttle.failed(&alice).await.unwrap();
    throttle.succeeded(&alice).await.unwrap();
    throttle.failed(&alice).await.unwrap();
    assert_eq!(database.count(&database.tables.throttle).await, 0);
}

async fn open_attempt_expires_after_five_seconds(database: Database) {
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

/// Requests an attempt; an admitted one is reported as failed.
#[track_caller]
fn check(throttle: &DynamoThrottle, now: Timestamp, expected: Admission) -> impl Future<Output = ()> {
    let location = std::panic::Location::caller();
    async move {
        let admission = throttle.admit(&name("alice"), now).await.unwrap();
        assert_eq!(admission, expected, "at {location}");
        if admission == Admission::Admitted {
            throttle.failed(&name("alice")).await.unwrap();
        }
    }
}
