//! Queue of the calls to an upstream with a limit per second (docs/decisions/upstreams.md#queue-for-free-indexes).
//!
//! Calls start in the order of their arrival, at most one per interval. A call with a turn after its
//! deadline fails immediately. A response that reports too many calls lengthens the interval, and successes
//! shorten the interval again, down to the configured interval.

use crate::client::Deadline;
use crate::failure::Failure;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep_until, timeout_at};

/// Longest interval: a server that limits the calls further is paused by the responses.
const MAX_INTERVAL: Duration = Duration::from_secs(2);

/// Delay after a response that reports too many calls without stating a delay.
const DEFAULT_DELAY: Duration = Duration::from_secs(1);

/// Queue of the calls to an upstream.
#[derive(Debug)]
pub struct RateQueue {
    /// Configured interval between two calls.
    configured: Duration,
    schedule: Mutex<Schedule>,
    /// Held by the next call until its turn. The lock admits waiting calls in the order of arrival.
    gate: tokio::sync::Mutex<()>,
    waiting: AtomicU32,
}

#[derive(Clone, Copy, Debug)]
struct Schedule {
    /// Earliest start of the next call.
    next: Instant,
    interval: Duration,
}

/// Number of waiting calls, which decreases when a call starts, fails or is dropped.
struct Waiting<'a>(&'a AtomicU32);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl RateQueue {
    /// Creates the queue of an upstream that allows this number of calls per second, at least 1.
    pub fn new(calls_per_second: u32) -> Self {
        let configured = Duration::from_secs(1) / calls_per_second.max(1);
        Self {
            configured,
            schedule: Mutex::new(Schedule {
                next: Instant::now(),
                interval: configured,
            }),
            gate: tokio::sync::Mutex::new(()),
            waiting: AtomicU32::new(0),
        }
    }

    /// Waits for the turn of a call. Fails at once, with the remaining wait, if the turn comes after the deadline.
    pub async fn turn(&self, deadline: Deadline) -> Result<(), Failure> {
        let ahead = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&self.waiting);
        let end = Instant::from_std(deadline.instant());
        self.check(ahead, end)?;
        let Ok(_gate) = timeout_at(end, self.gate.lock()).await else {
            return self.check(0, Instant::now());
        };
        loop {
            // A response may have delayed the turn in the meantime.
            self.check(0, end)?;
            let next = self.schedule().next;
            if next <= Instant::now() {
                break;
            }
            sleep_until(next).await;
        }
        let mut schedule = self.schedule();
        schedule.next = Instant::now() + schedule.interval;
        Ok(())
    }

    /// Slows down after a response that reports too many calls.
    pub fn slow_down(&self, delay: Option<Duration>) {
        let mut schedule = self.schedule();
        schedule.interval = (schedule.interval * 2).min(MAX_INTERVAL.max(self.configured));
        schedule.next = schedule.next.max(Instant::now() + delay.unwrap_or(DEFAULT_DELAY));
    }

    /// Approaches the configured interval after a success.
    pub fn speed_up(&self) {
        let mut schedule = self.schedule();
        let excess = schedule.interval.saturating_sub(self.configured);
        schedule.interval -= excess / 8;
    }

    /// Checks that a call with this number of calls ahead has a turn before the end.
    fn check(&self, ahead: u32, end: Instant) -> Result<(), Failure> {
        let schedule = *self.schedule();
        let now = Instant::now();
        let turn = schedule.next.max(now) + schedule.interval * ahead;
        if turn < end {
            return Ok(());
        }
        Err(Failure::Paused {
            wait: turn.saturating_duration_since(now).max(schedule.interval),
        })
    }

    fn schedule(&self) -> MutexGuard<'_, Schedule> {
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
