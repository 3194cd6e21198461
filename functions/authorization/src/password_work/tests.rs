//! Memory and queue of password hashing.

use super::*;
use std::time::Instant;
use wallet_http::system::OsRandomness;

/// A small hash of "password": a vector of the Argon2 reference implementation.
const SMALL: &str = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";

fn work(slots: usize) -> PasswordWork {
    PasswordWork::with_slots(slots, Arc::new(OsRandomness))
}

fn in_seconds(seconds: u64) -> Deadline {
    Deadline::at(Instant::now() + Duration::from_secs(seconds))
}

fn password() -> Password {
    Password::presented("password")
}

#[test]
fn slots_are_bounded_by_64_mib() {
    let slots = PasswordWork::new(Arc::new(OsRandomness)).slots.available_permits();
    assert!((1..=3).contains(&slots), "{slots}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_hundred_operations_share_the_memory_of_the_slots() {
    let work = work(2);
    let operations = (0..500).map(|_| {
        let work = work.clone();
        tokio::spawn(async move { work.matches(password(), Some(SMALL.to_owned()), in_seconds(600)).await })
    });
    for operation in operations.collect::<Vec<_>>() {
        assert!(operation.await.unwrap().unwrap());
    }
    assert_eq!(work.evaluations(), 500);
    let pool = lock(&work.memory);
    assert!((1..=2).contains(&pool.len()), "{}", pool.len());
    // The hash costs 256 KiB; the rest of the work of a current hash follows.
    assert!(pool.iter().all(|memory| memory.capacity() == 19 * 1024 - 256));
}

#[tokio::test(start_paused = true)]
async fn queued_operation_gets_503_five_seconds_before_its_deadline() {
    let work = work(1);
    let _busy = work.slots.clone().acquire_owned().await.unwrap();
    let start = tokio::time::Instant::now();
    let error = work
        .matches(password(), Some(SMALL.to_owned()), in_seconds(25))
        .await
        .unwrap_err();
    assert_eq!(error.code, ErrorCode::ServiceUnavailable);
    assert!(error.retry_after.is_some());
    let waited = start.elapsed().as_secs_f64();
    assert!((19.0..=20.1).contains(&waited), "{waited}");
    assert_eq!(work.evaluations(), 0);
}

#[tokio::test]
async fn free_slot_is_used_even_shortly_before_the_deadline() {
    let work = work(1);
    let matched = work.matches(password(), Some(SMALL.to_owned()), in_seconds(1)).await;
    assert!(matched.unwrap());
}
