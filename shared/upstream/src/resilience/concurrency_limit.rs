//! Concurrency limit, rate limit and backoff per upstream.

use super::lane::{Lane, OptionalLane, Topic};
use super::rate_queue::RateQueue;
use crate::client::{Deadline, after};
use crate::failure::Failure;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};

/// Concurrent requests to an upstream by default: Blockbook's default limit per client, which further public servers
/// meet too.
const MAX_CONCURRENT: u32 = 12;

/// Time for which a request waits for a permit. After that, a different upstream is the better choice.
const PERMIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Backoff after a 429 without `Retry-After`: the window of most rate limits.
const DEFAULT_BACKOFF: Duration = Duration::from_secs(10);

/// Retry delay reported to the caller if no permit was available.
const BUSY: Duration = Duration::from_secs(1);

/// Maximum backoff that slows the queue of a rate-limited upstream down instead of pausing the upstream.
const MAX_QUEUED_BACKOFF: Duration = Duration::from_secs(10);

/// Guard of an upstream. Every request to the upstream passes through the guard.
#[derive(Debug)]
pub struct ConcurrencyLimit {
    permits: Semaphore,
    size: usize,
    paused_until: Mutex<Option<Instant>>,
    queue: Option<RateQueue>,
    optional: OptionalLane,
}

impl ConcurrencyLimit {
    /// Creates the guard of an upstream that allows this number of calls per second and of concurrent requests: further
    /// calls wait for their turn within their deadlines. An attempt of a call has the time `attempt`.
    pub fn new(attempt: Duration, calls_per_second: Option<u32>, concurrency: Option<u32>) -> Self {
        let size = concurrency.unwrap_or(MAX_CONCURRENT) as usize;
        Self {
            permits: Semaphore::new(size),
            size,
            paused_until: Mutex::new(None),
            queue: calls_per_second.map(RateQueue::new),
            optional: OptionalLane::new(attempt),
        }
    }

    /// Returns the maximum number of concurrent requests.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Makes the call in this lane.
    pub async fn call_in<T>(
        &self,
        lane: Lane,
        deadline: Deadline,
        call: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        match lane {
            Lane::Required => self.call(deadline, call).await,
            Lane::Optional(topic) => self.call_optional(topic, deadline, call).await,
        }
    }

    /// Sends an optional request, with a result that only completes a response. Such a request neither uses the permits
    /// of required requests nor starts a backoff; after a failure, no optional request of the topic is sent for a
    /// while.
    pub async fn call_optional<T>(
        &self,
        topic: Topic,
        deadline: Deadline,
        call: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        if let Some(queue) = &self.queue {
            self.optional.check(topic)?;
            self.check()?;
            // Fails at once if the turn would come too late.
            Box::pin(queue.turn(deadline)).await?;
        }
        self.optional.call(topic, deadline, || self.check(), call).await
    }

    /// Makes the call if no backoff is active and a permit is available. Records a backoff that the response
    /// requires.
    pub async fn call<T>(
        &self,
        deadline: Deadline,
        call: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        self.check()?;
        if let Some(queue) = &self.queue {
            Box::pin(queue.turn(deadline)).await?;
        }
        let timeout = Instant::from_std(deadline.min(after(PERMIT_TIMEOUT)).instant());
        let permit = timeout_at(timeout, self.permits.acquire()).await;
        // The semaphore is never closed, so an error means that the wait timed out.
        let Ok(Ok(_permit)) = permit else {
            return Err(Failure::Paused { wait: BUSY });
        };
        // A concurrent response may have started a backoff.
        self.check()?;
        self.record(call.await)
    }

    /// Records the backoff that a response requires.
    fn record<T>(&self, response: Result<T, Failure>) -> Result<T, Failure> {
        let (status, retry_after) = match (response, &self.queue) {
            (Err(Failure::Throttled { status, retry_after }), _) => (status, retry_after),
            (response, queue) => {
                if let (Ok(_), Some(queue)) = (&response, queue) {
                    queue.speed_up();
                }
                return response;
            }
        };
        match &self.queue {
            // The calls of further callers continue, at a lower rate.
            Some(queue) if status == 429 && retry_after.unwrap_or_default() <= MAX_QUEUED_BACKOFF => {
                queue.slow_down(retry_after);
                Err(Failure::Throttled { status, retry_after })
            }
            _ => {
                // A 503 without `Retry-After` is an ordinary failure; a 429 always means that fewer requests must
                // follow.
                let retry_after = retry_after.or((status == 429).then_some(DEFAULT_BACKOFF));
                self.pause(retry_after.unwrap_or_default());
                Err(Failure::Throttled { status, retry_after })
            }
        }
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

    const ATTEMPT: Duration = Duration::from_secs(8);

    /// Returns the guard of an upstream without a rate.
    fn unlimited() -> ConcurrencyLimit {
        ConcurrencyLimit::new(ATTEMPT, None, None)
    }

    /// Returns the guard of an upstream with this number of calls per second.
    fn limited(calls_per_second: u32) -> ConcurrencyLimit {
        ConcurrencyLimit::new(ATTEMPT, Some(calls_per_second), None)
    }

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
            let limit = unlimited();
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
            let limit = unlimited();
            assert_eq!(respond(&limit, failure.clone()).await, failure);
            assert_eq!(respond(&limit, Ok(1)).await, Ok(1));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn shorter_backoff_does_not_end_a_longer_one() {
        let limit = unlimited();
        let long = limit.call(after(LATER), async { throttled(429, Some(9)) });
        let short = limit.call(after(LATER), async { throttled(429, Some(2)) });
        let _ = tokio::join!(long, short);
        assert_eq!(respond(&limit, Ok(1)).await, paused(9));
    }

    #[tokio::test(start_paused = true)]
    async fn twelve_requests_run_and_the_next_waits_for_a_permit() {
        let limit = unlimited();
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
        let limit = unlimited();
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

    /// Index that allows three calls in any second, as free plans do.
    #[derive(Default)]
    struct FreeIndex(Mutex<Vec<Instant>>);

    impl FreeIndex {
        async fn call(&self) -> Result<u8, Failure> {
            let now = Instant::now();
            let second = Duration::from_secs(1);
            let recent = {
                let mut calls = self.0.lock().unwrap();
                calls.push(now);
                calls.iter().filter(|call| now.duration_since(**call) < second).count()
            };
            sleep(Duration::from_millis(50)).await;
            if recent > 3 { throttled(429, Some(1)) } else { Ok(1) }
        }
    }

    /// Lets ten users request a history of three lists at the same time; returns the number of served users.
    async fn served_users(limit: &ConcurrencyLimit, index: &FreeIndex, deadline: Duration) -> usize {
        let users = (0..10).map(|_| async {
            let lists = (0..3).map(|_| limit.call(after(deadline), index.call()));
            join_all(lists).await.iter().all(Result::is_ok)
        });
        join_all(users).await.into_iter().filter(|served| *served).count()
    }

    #[tokio::test(start_paused = true)]
    async fn ten_users_of_a_free_index_wait_for_their_turn() {
        let index = FreeIndex::default();
        assert_eq!(served_users(&limited(3), &index, LATER).await, 10);
        let unlimited = served_users(&unlimited(), &FreeIndex::default(), LATER).await;
        assert!(unlimited <= 1, "{unlimited}");
    }

    #[tokio::test(start_paused = true)]
    async fn turn_after_the_deadline_fails_at_once() {
        let (limit, index) = (limited(3), FreeIndex::default());
        let start = Instant::now();
        assert_eq!(served_users(&limit, &index, Duration::from_secs(4)).await, 4);
        assert!(start.elapsed() < Duration::from_secs(5));
        // Calls that failed have no turn.
        assert_eq!(index.0.lock().unwrap().len(), 12);
        let busy = (0..30).map(|_| limit.call(after(LATER), index.call()));
        let late = async {
            let start = Instant::now();
            let late = limit.call(after(Duration::from_secs(2)), index.call()).await;
            (late, start.elapsed())
        };
        let (_, (late, waited)) = tokio::join!(join_all(busy), late);
        assert!(
            matches!(late, Err(Failure::Paused { wait }) if wait >= Duration::from_secs(9)),
            "{late:?}"
        );
        assert_eq!(waited, Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn reported_limit_slows_the_queue_down_for_a_while() {
        let limit = limited(5);
        assert_eq!(respond(&limit, throttled(429, None)).await, throttled(429, None));
        let start = Instant::now();
        assert_eq!(respond(&limit, Ok(1)).await, Ok(1), "it waits instead of failing");
        assert_eq!(start.elapsed(), Duration::from_secs(1));
        assert_eq!(respond(&limit, Ok(1)).await, Ok(1));
        let slowed = start.elapsed();
        assert!(slowed > Duration::from_millis(1300), "{slowed:?}");
        for _ in 0..60 {
            assert_eq!(respond(&limit, Ok(1)).await, Ok(1));
        }
        let start = Instant::now();
        assert_eq!(respond(&limit, Ok(1)).await, Ok(1));
        assert!(start.elapsed() < Duration::from_millis(210), "{:?}", start.elapsed());
        // A limit per day pauses the upstream.
        assert_eq!(
            respond(&limit, throttled(429, Some(600))).await,
            throttled(429, Some(600))
        );
        assert_eq!(respond(&limit, Ok(1)).await, paused(600));
    }

    async fn ask(limit: &ConcurrencyLimit, response: Result<u8, Failure>) -> Result<u8, Failure> {
        limit.call_optional(Topic::Pool, after(LATER), async { response }).await
    }

    #[tokio::test(start_paused = true)]
    async fn failed_optional_request_stops_only_optional_ones() {
        for (failure, rest) in [
            (throttled(429, None), 30),
            (throttled(429, Some(70)), 70),
            (throttled(503, None), 30),
            (Err(Failure::TimedOut), 30),
        ] {
            let limit = unlimited();
            assert_eq!(ask(&limit, failure.clone()).await, failure);
            assert_eq!(respond(&limit, Ok(1)).await, Ok(1), "{failure:?}");
            assert_eq!(ask(&limit, Ok(1)).await, paused(rest), "{failure:?}");
            advance(Duration::from_secs(rest)).await;
            assert_eq!(ask(&limit, Ok(1)).await, Ok(1), "{failure:?}");
        }
    }

    /// The time counts from the permit on: requests that wait long for a permit do not stop the topic.
    #[tokio::test(start_paused = true)]
    async fn optional_request_that_the_deadline_cuts_short_stops_none() {
        let limit = unlimited();
        let hang = |time| limit.call_optional::<u8>(Topic::Blocks, after(time), pending());
        let next = || limit.call_optional(Topic::Blocks, after(LATER), async { Ok(1) });
        let short = Duration::from_millis(3999);
        for time in [Duration::ZERO, Duration::from_secs(1), short] {
            assert_eq!(hang(time).await, Err(Failure::TimedOut));
            assert_eq!(next().await, Ok(1), "{time:?}");
        }
        let respond = || async {
            sleep(Duration::from_secs(5)).await;
            Ok(1)
        };
        let slow = || limit.call_optional(Topic::Blocks, after(LATER), respond());
        let late = limit.call_optional(Topic::Blocks, after(ATTEMPT), respond());
        let (first, second, late) = tokio::join!(slow(), slow(), late);
        assert_eq!((first, second, late), (Ok(1), Ok(1), Err(Failure::TimedOut)));
        assert_eq!(next().await, Ok(1));
        // An upstream that hangs for half of an attempt is detected.
        assert_eq!(hang(ATTEMPT / 2).await, Err(Failure::TimedOut));
        assert_eq!(next().await, paused(30));
    }

    /// Any caller can choose a contract of which a call takes too long.
    #[tokio::test(start_paused = true)]
    async fn slow_contract_stops_no_requests_for_others() {
        let limit = unlimited();
        let ask =
            |response: Result<u8, Failure>| limit.call_optional(Topic::Contracts, after(LATER), async { response });
        let gateway = Failure::Lost {
            cause: "status 504 Gateway Timeout".to_owned(),
        };
        for failure in [Failure::TimedOut, gateway] {
            assert_eq!(ask(Err(failure.clone())).await, Err(failure.clone()));
            assert_eq!(ask(Ok(1)).await, Ok(1), "{failure}");
        }
        assert_eq!(ask(throttled(429, None)).await, throttled(429, None));
        assert_eq!(ask(Ok(1)).await, paused(30));
    }

    #[tokio::test(start_paused = true)]
    async fn failed_optional_request_stops_only_those_of_its_topic() {
        let limit = unlimited();
        let ask = |topic, response: Result<u8, Failure>| limit.call_optional(topic, after(LATER), async { response });
        assert_eq!(ask(Topic::Market, throttled(429, None)).await, throttled(429, None));
        for topic in [
            Topic::Effects,
            Topic::Trades,
            Topic::Spenders,
            Topic::Replacements,
            Topic::FirstSeen,
        ] {
            assert_eq!(ask(topic, Ok(1)).await, Ok(1), "{topic:?}");
        }
        assert_eq!(ask(Topic::Market, Ok(1)).await, paused(30));
    }

    #[tokio::test(start_paused = true)]
    async fn optional_requests_use_no_permits_and_respect_a_backoff() {
        let limit = unlimited();
        let hanging = join_all((0..20).map(|_| limit.call_optional::<u8>(Topic::Pool, after(LATER), pending())));
        tokio::select! {
            biased;
            _ = hanging => panic!("these calls hang"),
            response = respond(&limit, Ok(1)) => assert_eq!(response, Ok(1)),
        }
        assert_eq!(respond(&limit, throttled(429, Some(7))).await, throttled(429, Some(7)));
        assert_eq!(ask(&limit, Ok(1)).await, paused(7));
    }

    #[tokio::test(start_paused = true)]
    async fn optional_requests_take_their_turn_at_a_limited_upstream() {
        let limit = limited(2);
        let start = Instant::now();
        for _ in 0..3 {
            assert_eq!(ask(&limit, Ok(1)).await, Ok(1));
        }
        assert!(start.elapsed() >= Duration::from_millis(900), "{:?}", start.elapsed());
        // The turn of the next request comes after the deadline, which stops no further request.
        let late = limit
            .call_optional(Topic::Pool, after(Duration::from_millis(100)), async { Ok(1) })
            .await;
        assert!(matches!(late, Err(Failure::Paused { .. })), "{late:?}");
        assert_eq!(ask(&limit, Ok(1)).await, Ok(1));
    }
}
