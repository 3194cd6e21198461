//! `ports::Throttle`.

use super::on_each_database;
use crate::support::database::Database;
use crate::support::records::{NOW, counter, name};
use futures::future::join_all;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::auth::{AttemptRule, MerchantId, Quota, QuotaLevel, SourceNetwork};
use wallet_core::ports::system::Timestamp;
use wallet_core::ports::throttle::{Admission, Bucket, BucketKey, Counter, LoginStep, Take, Throttle};
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
    released_attempt_does_not_count,
    released_attempt_restores_the_wait_unless_a_later_one_was_admitted,
    counters_of_networks_names_and_devices_are_separate,
    name_waits_from_the_twentieth_failure_and_closes_at_the_hundredth,
    session_is_closed_by_ten_failures_of_any_number_of_attempts,
    released_attempts_close_no_session,
    failures_of_a_session_count_after_a_pause,
    failures_without_attempts_in_progress_are_counted,
    bucket_is_empty_after_its_quota_and_fills_evenly,
    two_hundred_concurrent_requests_take_at_most_the_quota,
    request_put_back_is_available_again,
    buckets_are_separate,
    known_network_is_known_until_its_end,
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
    let alice = counter("alice");
    let results = join_all((0..200).map(|_| throttle.admit(&alice, NOW))).await;
    let admitted = |result: &&Result<_, _>| matches!(result, Ok(Admission::Admitted));
    let failures: Vec<_> = results.iter().filter_map(|result| result.as_ref().err()).collect();
    assert!(failures.is_empty(), "{failures:?}");
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
    throttle.succeeded(&counter("alice")).await.unwrap();
    throttle.succeeded(&counter("alice")).await.unwrap();
    assert_eq!(database.count(&database.tables.throttle).await, 0);
    sixth_attempt_must_wait_one_second(database).await;
}

async fn names_have_separate_counts(database: Database) {
    let throttle = database.throttle();
    for _ in 0..5 {
        check(&throttle, NOW, Admission::Admitted).await;
    }
    assert_eq!(throttle.admit(&counter("bob"), NOW).await.unwrap(), Admission::Admitted);
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
    let (throttle, alice) = (database.throttle(), counter("alice"));
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
    let (throttle, alice) = (database.throttle(), counter("alice"));
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

async fn released_attempt_does_not_count(database: Database) {
    let (throttle, alice) = (database.throttle(), counter("alice"));
    for _ in 0..20 {
        assert_eq!(throttle.admit(&alice, NOW).await.unwrap(), Admission::Admitted);
        throttle.released(&alice, NOW).await.unwrap();
    }
    sixth_attempt_must_wait_one_second(database).await;
}

async fn released_attempt_restores_the_wait_unless_a_later_one_was_admitted(database: Database) {
    let (throttle, alice) = (database.throttle(), counter("alice"));
    for _ in 0..5 {
        check(&throttle, NOW, Admission::Admitted).await;
    }
    let second = NOW.after(Duration::from_secs(1));
    assert_eq!(throttle.admit(&alice, second).await.unwrap(), Admission::Admitted);
    throttle.released(&alice, second).await.unwrap();
    assert_eq!(throttle.admit(&alice, second).await.unwrap(), Admission::Admitted);
    let later = second.after(Duration::from_secs(2));
    check(&throttle, later, Admission::Admitted).await;
    throttle.released(&alice, second).await.unwrap();
    // The wait of six failures, no longer of seven.
    check(&throttle, later, Admission::Wait(Duration::from_secs(2))).await;
    // Without an open attempt nothing changes.
    throttle.released(&alice, second).await.unwrap();
    check(&throttle, later, Admission::Wait(Duration::from_secs(2))).await;
}

async fn counters_of_networks_names_and_devices_are_separate(database: Database) {
    let throttle = database.throttle();
    for _ in 0..5 {
        check(&throttle, NOW, Admission::Admitted).await;
    }
    check(&throttle, NOW, Admission::Wait(Duration::from_secs(1))).await;
    let network = SourceNetwork::parse("192.0.2.2");
    for other in [
        Counter::Network(LoginStep::Password, name("alice"), network),
        Counter::Network(LoginStep::Password, name("alice"), SourceNetwork::Unknown),
        Counter::Name(LoginStep::Password, name("alice")),
        Counter::Network(
            LoginStep::SecondFactor,
            name("alice"),
            SourceNetwork::parse("192.0.2.1"),
        ),
        Counter::Name(LoginStep::SecondFactor, name("alice")),
        Counter::Device(Uuid::from_u128(1)),
    ] {
        assert_eq!(
            throttle.admit(&other, NOW).await.unwrap(),
            Admission::Admitted,
            "{other:?}"
        );
    }
    let dump = database.dump(&database.tables.throttle).await;
    assert!(!dump.contains("alice") && !dump.contains("192.0.2"), "{dump}");
}

async fn name_waits_from_the_twentieth_failure_and_closes_at_the_hundredth(database: Database) {
    let (throttle, alice) = (database.throttle(), Counter::Name(LoginStep::Password, name("alice")));
    let mut now = NOW;
    for failure in 1..=100 {
        assert_eq!(throttle.admit(&alice, now).await.unwrap(), Admission::Admitted);
        throttle.failed(&alice).await.unwrap();
        let wait = match throttle.admit(&alice, now).await.unwrap() {
            Admission::Wait(wait) => wait,
            Admission::Admitted => {
                throttle.released(&alice, now).await.unwrap();
                Duration::ZERO
            }
            Admission::Busy | Admission::Throttled => panic!("no attempt is open"),
        };
        assert_eq!(wait, alice.rule().wait_after(failure), "after {failure}");
        now = now.after(wait);
    }
    assert_eq!(
        throttle.admit(&alice, now).await.unwrap(),
        Admission::Admitted,
        "after a day"
    );
}

const QUOTA: Quota = Quota::per(10, 5);

fn bucket() -> Bucket {
    Bucket {
        key: BucketKey::FailedLogins(SourceNetwork::parse("192.0.2.1")),
        quota: QUOTA,
    }
}

fn level(remaining: u32, full_in: u64, next_in: u64) -> QuotaLevel {
    QuotaLevel {
        remaining,
        full_in: Duration::from_millis(full_in),
        next_in: Duration::from_millis(next_in),
    }
}

async fn session_is_closed_by_ten_failures_of_any_number_of_attempts(database: Database) {
    let (account, token_id) = (Uuid::from_u128(1), Uuid::from_u128(2));
    let throttle = database.throttle();
    for (counter, days) in [
        (Counter::Session(account, token_id), 90),
        (Counter::SecurityToken("9".to_owned()), 1),
    ] {
        let results = join_all((0..200).map(|_| throttle.admit(&counter, NOW))).await;
        let admitted = results
            .iter()
            .filter(|result| matches!(result, Ok(Admission::Admitted)))
            .count();
        for _ in admitted..10 {
            assert_eq!(throttle.admit(&counter, NOW).await.unwrap(), Admission::Admitted);
        }
        for failures in 1..=10 {
            assert_eq!(throttle.failed(&counter).await.unwrap(), failures);
        }
        let wait = Duration::from_hours(24 * days);
        assert_eq!(throttle.admit(&counter, NOW).await.unwrap(), Admission::Wait(wait));
    }
    for other in [
        Counter::Session(account, Uuid::from_u128(3)),
        Counter::Session(Uuid::from_u128(3), token_id),
        Counter::Account(LoginStep::Password, account),
        Counter::Account(LoginStep::SecondFactor, account),
        Counter::SecurityToken("10".to_owned()),
    ] {
        assert_eq!(
            throttle.admit(&other, NOW).await.unwrap(),
            Admission::Admitted,
            "{other:?}"
        );
        assert_eq!(throttle.failed(&other).await.unwrap(), 1, "{other:?}");
    }
}

async fn released_attempts_close_no_session(database: Database) {
    let (throttle, session) = (database.throttle(), Counter::Session(Uuid::nil(), Uuid::nil()));
    let at = |number| NOW.after(Duration::from_millis(number));
    for number in 0..10 {
        assert_eq!(throttle.admit(&session, at(number)).await.unwrap(), Admission::Admitted);
    }
    for number in 0..9 {
        throttle.released(&session, at(number)).await.unwrap();
    }
    assert_eq!(throttle.failed(&session).await.unwrap(), 1);
    for failures in 2..=10 {
        assert_eq!(throttle.admit(&session, at(20)).await.unwrap(), Admission::Admitted);
        assert_eq!(throttle.failed(&session).await.unwrap(), failures);
    }
    let closed = Admission::Wait(AttemptRule::SESSION.wait_after(10));
    assert_eq!(throttle.admit(&session, at(20)).await.unwrap(), closed);
}

async fn failures_of_a_session_count_after_a_pause(database: Database) {
    let throttle = database.throttle();
    let session = Counter::Session(Uuid::nil(), Uuid::nil());
    let mut now = NOW;
    for failures in 1..=10 {
        assert_eq!(throttle.admit(&session, now).await.unwrap(), Admission::Admitted);
        assert_eq!(throttle.failed(&session).await.unwrap(), failures);
        now = now.after(Duration::from_hours(25));
    }
    let wait = Duration::from_hours(90 * 24 - 25);
    assert_eq!(throttle.admit(&session, now).await.unwrap(), Admission::Wait(wait));
    let dump = database.dump(&database.tables.throttle).await;
    let end = now.after(wait).as_secs() + 1;
    assert!(dump.contains(&end.to_string()), "the item expires at {end}: {dump}");
}

async fn failures_without_attempts_in_progress_are_counted(database: Database) {
    let (throttle, counter) = (database.throttle(), Counter::Session(Uuid::nil(), Uuid::nil()));
    for _ in 0..3 {
        assert_eq!(throttle.admit(&counter, NOW).await.unwrap(), Admission::Admitted);
    }
    assert_eq!(throttle.failed(&counter).await.unwrap(), 1);
    throttle.released(&counter, NOW).await.unwrap();
    assert_eq!(throttle.failed(&counter).await.unwrap(), 2);
    throttle.succeeded(&counter).await.unwrap();
    assert_eq!(throttle.failed(&counter).await.unwrap(), 0);
}

async fn bucket_is_empty_after_its_quota_and_fills_evenly(database: Database) {
    let (throttle, bucket) = (database.throttle(), bucket());
    assert_eq!(throttle.level(&bucket, NOW).await.unwrap(), level(10, 0, 0));
    for taken in 1..=10 {
        let next_in = if taken == 10 { 500 } else { 0 };
        let expected = Take::Taken(level(10 - taken, u64::from(taken) * 500, next_in));
        assert_eq!(throttle.take(&bucket, NOW).await.unwrap(), expected);
    }
    let before = database.dump(&database.tables.throttle).await;
    assert_eq!(
        throttle.take(&bucket, NOW).await.unwrap(),
        Take::Empty(level(0, 5000, 500))
    );
    assert_eq!(throttle.level(&bucket, NOW).await.unwrap(), level(0, 5000, 500));
    assert_eq!(database.dump(&database.tables.throttle).await, before);
    let later = NOW.after(Duration::from_millis(1200));
    assert_eq!(
        throttle.take(&bucket, later).await.unwrap(),
        Take::Taken(level(1, 4300, 0))
    );
    assert_eq!(
        throttle.take(&bucket, later).await.unwrap(),
        Take::Taken(level(0, 4800, 300))
    );
    assert_eq!(
        throttle.take(&bucket, later).await.unwrap(),
        Take::Empty(level(0, 4800, 300))
    );
    let full = NOW.after(Duration::from_hours(1));
    assert_eq!(
        throttle.take(&bucket, full).await.unwrap(),
        Take::Taken(level(9, 500, 0))
    );
}

async fn two_hundred_concurrent_requests_take_at_most_the_quota(database: Database) {
    let (throttle, bucket) = (database.throttle(), bucket());
    let results = join_all((0..200).map(|_| throttle.take(&bucket, NOW))).await;
    let taken = results
        .into_iter()
        .filter(|result| matches!(result.as_ref().unwrap(), Take::Taken(_)));
    assert_eq!(taken.count(), 10);
}

async fn request_put_back_is_available_again(database: Database) {
    let (throttle, bucket) = (database.throttle(), bucket());
    throttle.give_back(&bucket).await.unwrap();
    for _ in 0..30 {
        assert!(matches!(throttle.take(&bucket, NOW).await.unwrap(), Take::Taken(_)));
        throttle.give_back(&bucket).await.unwrap();
    }
    assert_eq!(throttle.level(&bucket, NOW).await.unwrap(), level(10, 0, 0));
}

async fn buckets_are_separate(database: Database) {
    let throttle = database.throttle();
    let network = SourceNetwork::parse("192.0.2.1");
    for key in [
        BucketKey::FailedLogins(network),
        BucketKey::FailedLogins(SourceNetwork::Unknown),
        BucketKey::RegistrationsFrom(network),
        BucketKey::RegistrationsBy(MerchantId::parse("acme").unwrap()),
        BucketKey::RegistrationsBy(MerchantId::parse("other").unwrap()),
    ] {
        for quota in [Quota::per(1, 5), Quota::per(1, 60)] {
            let bucket = Bucket {
                key: key.clone(),
                quota,
            };
            assert!(
                matches!(throttle.take(&bucket, NOW).await.unwrap(), Take::Taken(_)),
                "{bucket:?}"
            );
            assert!(
                matches!(throttle.take(&bucket, NOW).await.unwrap(), Take::Empty(_)),
                "{bucket:?}"
            );
        }
    }
}

async fn known_network_is_known_until_its_end(database: Database) {
    let throttle = database.throttle();
    let (alice, network) = (name("alice"), SourceNetwork::parse("192.0.2.1"));
    let end = NOW.after(Duration::from_hours(24));
    assert!(
        !throttle
            .is_known(LoginStep::Password, &alice, network, NOW)
            .await
            .unwrap()
    );
    throttle
        .remember(LoginStep::Password, &alice, network, end)
        .await
        .unwrap();
    let last = NOW.after(Duration::from_hours(24).checked_sub(Duration::from_millis(1)).unwrap());
    assert!(
        throttle
            .is_known(LoginStep::Password, &alice, network, last)
            .await
            .unwrap()
    );
    assert!(
        !throttle
            .is_known(LoginStep::Password, &alice, network, end)
            .await
            .unwrap()
    );
    assert!(
        !throttle
            .is_known(LoginStep::Password, &name("bob"), network, NOW)
            .await
            .unwrap()
    );
    assert!(
        !throttle
            .is_known(LoginStep::Password, &alice, SourceNetwork::Unknown, NOW)
            .await
            .unwrap()
    );
    assert!(
        !throttle
            .is_known(LoginStep::SecondFactor, &alice, network, NOW)
            .await
            .unwrap()
    );
    throttle
        .remember(LoginStep::SecondFactor, &alice, network, end)
        .await
        .unwrap();
    assert!(
        throttle
            .is_known(LoginStep::SecondFactor, &alice, network, NOW)
            .await
            .unwrap()
    );
}

/// Requests an attempt; an admitted attempt is reported as failed.
#[track_caller]
fn check(throttle: &DynamoThrottle, now: Timestamp, expected: Admission) -> impl Future<Output = ()> {
    let location = std::panic::Location::caller();
    async move {
        let admission = throttle.admit(&counter("alice"), now).await.unwrap();
        assert_eq!(admission, expected, "at {location}");
        if admission == Admission::Admitted {
            throttle.failed(&counter("alice")).await.unwrap();
        }
    }
}
