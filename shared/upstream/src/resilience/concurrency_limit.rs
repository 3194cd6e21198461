//! Concurrency limit and backoff per upstream.

use crate::client::{Deadline, after};
use crate::failure::Failure;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};

/// Concurrent requests to one upstream: Blockbook's default limit per client, which other public servers meet
/// too.
const MAX_CONCURRENT: usize = 12;

/// Time for which a request waits for a permit. After that, another upstream is the better choice.
const PERMIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Backoff after a 429 without `Retry-After`: the window of most rate limits.
const DEFAULT_BACKOFF: Duration = Duration::from_secs(10);

/// Retry delay reported to the caller if no permit was available.
const BUSY: Duration = Duration::from_secs(1);

/// Guard of one upstream. Every request to the upstream passes through it.
#[derive(Debug)]
pub struct ConcurrencyLimit {
    permits: Semaphore,
    paused_until: Mutex<Option<Instant>>,
}

impl Default for ConcurrencyLimit {
    /// Returns a limit without a backoff.
    fn default() -> Self {
        Self {
            permits: Semaphore::new(MAX_CONCURRENT),
            paused_until: Mutex::new(None),
        }
    }
}

impl ConcurrencyLimit {
    /// Makes the call if no backoff is active and a permit is available. Records a backoff that the response
    /// requires.
    pub async fn call<T>(
        &self,
        deadline: Deadline,
        call: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        self.check()?;
        let timeout = Instant::from_std(deadline.min(after(PERMIT_TIMEOUT)).instant());
        let permit = timeout_at(timeout, self.permits.acquire()).await;
        // The semaphore is never closed, so an error means that the wait timed out.
        let Ok(Ok(_permit)) = permit else {
            return Err(Failure::Paused { wait: BUSY });
        };
        // A concurrent response may have started a backoff.
        self.check()?;
        let response = call.await;
        if let Err(Failure::Throttled { status, retry_after }) = response {
            // A 503 without `Retry-After` is an ordinary failure; a 429 always means that fewer requests must
            // follow.
            let retry_after = retry_after.or((status == 429).then_some(DEFAULT_BACKOFF));
            self.pause(retry_after.unwrap_or_default());
            return Err(Failure::Throttled { status, retry_after });
        }
        response
    }

    fn check(&self) -> Result<(), Failure> {
        let until = *self.paused_until.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = until.map(|until| until.saturating_duration_since(Instant::now()));
        match wait {
            Some(wait) if wait > Duration::ZERO => Err(Failure::Paused { wait }),
            _ => Ok(()),
        }
    }

    /// Blocks requests for this long. A longer backoff that is already active stays.
    fn pause(&self, pause: Duration) {
        let until = Instant::now() + pause;
        let mut paused = self.paused_until.lock().unwrap_or_else(PoisonError::into_inner);
        *paused = Some(paused.map_or(until, |earlier| earlier.max(until)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::future::{join_all, pending};
    use tokio::time::{advance, sleep, timeout};

    const LATER: Duration = Duration::from_secs(25);

    async fn respond(limit: &ConcurrencyLimit, response: Result<u8, Failure>) -> Result<u8, Failure> {
        limit.call(after(LATER), async { response }).await
    }

    fn throttled(status: u16, seconds: Option<u64>) -> Result<u8, Failure> {
        Err(Failure::Throttled {
            status,
            retry_after: seconds.map(Duration::from_secs),
        })
    }

    fn paused(seconds: u64) -> Result<u8, Failure> {
        Err(Failure::Paused {
            wait: Duration::from_secs(seconds),
        })
    }

    #[tokio::test(start_paused = true)]
    async fn backoff_ends_on_the_exact_second() {
        for (status, requested, pause) in [(429, Some(7), 7), (503, Some(3), 3), (429, None, 10)] {
            let limit = ConcurrencyLimit::default();
            let reported = respond(&limit, throttled(status, requested)).await;
            assert_eq!(reported, throttled(status, Some(pause)), "the caller gets the same");
            assert_eq!(respond(&limit, Ok(1)).await, paused(pause));
            advance(Duration::from_secs(pause - 1)).await;
            assert_eq!(respond(&limit, Ok(1)).await, paused(1));
            advance(Duration::from_secs(1)).await;
            assert_eq!(respond(&limit, Ok(1)).await, Ok(1));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn failures_without_retry_after_do_not_back_off() {
        for failure in [throttled(503, None), throttled(429, Some(0)), Err(Failure::TimedOut)] {
            let limit = ConcurrencyLimit::default();
            assert_eq!(respond(&limit, failure.clone()).await, failure);
            assert_eq!(respond(&limit, Ok(1)).await, Ok(1));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn shorter_backoff_does_not_end_a_longer_one() {
        let limit = ConcurrencyLimit::default();
        let long = limit.call(after(LATER), async { throttled(429, Some(9)) });
        let short = limit.call(after(LATER), async { throttled(429, Some(2)) });
        let _ = tokio::join!(long, short);
        assert_eq!(respond(&limit, Ok(1)).await, paused(9));
    }

    #[tokio::test(start_paused = true)]
    async fn twelve_requests_run_and_the_next_waits_for_a_permit() {
        let limit = ConcurrencyLimit::default();
        let slow = || {
            limit.call(after(LATER), async {
                sleep(Duration::from_secs(1)).await;
                Ok(())
            })
        };
        let start = Instant::now();
        assert!(join_all((0..24).map(|_| slow())).await.iter().all(Result::is_ok));
        assert_eq!(start.elapsed(), Duration::from_secs(2), "twelve at a time");
    }

    #[tokio::test(start_paused = true)]
    async fn nothing_is_sent_without_a_permit_in_time() {
        let limit = ConcurrencyLimit::default();
        let hanging = join_all((0..12).map(|_| limit.call::<u8>(after(LATER), pending())));
        let start = Instant::now();
        let waiting = async {
            let late = limit.call(after(LATER), async { panic!("this was sent") }).await;
            (late, start.elapsed())
        };
        let (late, waited) = tokio::select! {
            biased;
            _ = hanging => panic!("these calls hang"),
            late = waiting => late,
        };
        assert_eq!((late, waited), (paused(1), PERMIT_TIMEOUT));
        // The hanging calls are dropped by now, and their permits are released.
        assert_eq!(timeout(LATER, respond(&limit, Ok(1))).await, Ok(Ok(1)));
    }
}
