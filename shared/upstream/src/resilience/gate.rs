//! Keeps to what an upstream bears, and to the pause that it asks for.

use crate::client::{Deadline, after};
use crate::failure::Failure;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};

/// Requests in the air to one upstream: what Blockbook grants one client by default, and other public servers at least.
const AT_ONCE: usize = 12;

/// How long a request waits for a place. Longer, and another upstream is the better choice.
const PATIENCE: Duration = Duration::from_secs(2);

/// The pause after a 429 that does not say how long: a window of most rate limits.
const UNSPOKEN_PAUSE: Duration = Duration::from_secs(10);

/// What a caller is told to wait when there was no place.
const BUSY: Duration = Duration::from_secs(1);

/// The way to one upstream. Whatever speaks to it goes through here.
#[derive(Debug)]
pub struct Gate {
    places: Semaphore,
    paused_until: Mutex<Option<Instant>>,
}

impl Gate {
    /// An open one.
    pub fn new() -> Self {
        Self {
            places: Semaphore::new(AT_ONCE),
            paused_until: Mutex::new(None),
        }
    }

    /// Makes a call when the upstream may be asked and there is a place, and takes note of a pause that it asks for.
    pub async fn call<T>(
        &self,
        deadline: Deadline,
        call: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        self.check()?;
        let patience = Instant::from_std(deadline.min(after(PATIENCE)).moment());
        let place = timeout_at(patience, self.places.acquire()).await;
        // Nobody closes the semaphore: what fails is the wait.
        let Ok(Ok(_place)) = place else {
            return Err(Failure::Paused { wait: BUSY });
        };
        // Somebody may have been told to pause meanwhile.
        self.check()?;
        let answer = call.await;
        if let Err(Failure::Refused { status, retry_after }) = answer {
            // A 503 without a word about time is a failure like others; a 429 is a request to come less often.
            let retry_after = retry_after.or((status == 429).then_some(UNSPOKEN_PAUSE));
            self.pause(retry_after.unwrap_or_default());
            return Err(Failure::Refused { status, retry_after });
        }
        answer
    }

    fn check(&self) -> Result<(), Failure> {
        let until = *self.paused_until.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = until.map(|until| until.saturating_duration_since(Instant::now()));
        match wait {
            Some(wait) if wait > Duration::ZERO => Err(Failure::Paused { wait }),
            _ => Ok(()),
        }
    }

    /// Lets nothing pass for this long; a longer pause that was asked for before stays.
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

    async fn answer(gate: &Gate, answer: Result<u8, Failure>) -> Result<u8, Failure> {
        gate.call(after(LATER), async { answer }).await
    }

    fn refused(status: u16, seconds: Option<u64>) -> Result<u8, Failure> {
        Err(Failure::Refused {
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
    async fn a_pause_is_kept_to_the_second() {
        for (status, asked, pause) in [(429, Some(7), 7), (503, Some(3), 3), (429, None, 10)] {
            let gate = Gate::new();
            let told = answer(&gate, refused(status, asked)).await;
            assert_eq!(told, refused(status, Some(pause)), "the caller is told the same");
            assert_eq!(answer(&gate, Ok(1)).await, paused(pause));
            advance(Duration::from_secs(pause - 1)).await;
            assert_eq!(answer(&gate, Ok(1)).await, paused(1));
            advance(Duration::from_secs(1)).await;
            assert_eq!(answer(&gate, Ok(1)).await, Ok(1));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_asks_for_no_pause_gets_none() {
        for failure in [refused(503, None), refused(429, Some(0)), Err(Failure::TimedOut)] {
            let gate = Gate::new();
            assert_eq!(answer(&gate, failure.clone()).await, failure);
            assert_eq!(answer(&gate, Ok(1)).await, Ok(1));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_shorter_pause_does_not_end_a_longer_one() {
        let gate = Gate::new();
        let long = gate.call(after(LATER), async { refused(429, Some(9)) });
        let short = gate.call(after(LATER), async { refused(429, Some(2)) });
        let _ = tokio::join!(long, short);
        assert_eq!(answer(&gate, Ok(1)).await, paused(9));
    }

    #[tokio::test(start_paused = true)]
    async fn twelve_are_in_the_air_and_the_next_waits_for_a_place() {
        let gate = Gate::new();
        let slow = || {
            gate.call(after(LATER), async {
                sleep(Duration::from_secs(1)).await;
                Ok(())
            })
        };
        let start = Instant::now();
        assert!(join_all((0..24).map(|_| slow())).await.iter().all(Result::is_ok));
        assert_eq!(start.elapsed(), Duration::from_secs(2), "twelve at a time");
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_place_in_time_nothing_is_sent() {
        let gate = Gate::new();
        let hanging = join_all((0..12).map(|_| gate.call::<u8>(after(LATER), pending())));
        let start = Instant::now();
        let waiting = async {
            let late = gate.call(after(LATER), async { panic!("this was sent") }).await;
            (late, start.elapsed())
        };
        let (late, waited) = tokio::select! {
            biased;
            _ = hanging => panic!("they hang"),
            late = waiting => late,
        };
        assert_eq!((late, waited), (paused(1), PATIENCE));
        // Those that hung are gone by now, and so is what they held.
        assert_eq!(timeout(LATER, answer(&gate, Ok(1))).await, Ok(Ok(1)));
    }
}
