//! One question in the air for all who ask the same, and its answer for a while.

use super::moment::{Clocks, Moment};
use futures::FutureExt;
use futures::future::{BoxFuture, Shared};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A question that was asked. Everybody who waits for it drives it; when nobody does, it stands still and is driven on by
/// the next to come.
pub(crate) type Flight<T, E> = Shared<BoxFuture<'static, Result<T, E>>>;

/// Nothing is in the air for longer: every request to an upstream has ended by then.
const IN_THE_AIR: Duration = Duration::from_secs(30);

/// Asks once for many.
pub(crate) struct SingleFlight<T, E> {
    clocks: Clocks,
    /// For how long an answer is given again, counted from the question.
    good_for: Duration,
    /// For how long a failure is.
    failed_for: Duration,
    state: Mutex<State<T, E>>,
}

struct State<T, E> {
    flight: Option<(Moment, Flight<T, E>)>,
    /// The last answer that was no failure, once another flight has begun.
    last: Option<(Moment, T)>,
}

impl<T: Clone, E: Clone> SingleFlight<T, E> {
    /// Gives answers and failures again for this long.
    pub(crate) fn new(clocks: Clocks, good_for: Duration, failed_for: Duration) -> Self {
        Self {
            clocks,
            good_for,
            failed_for,
            state: Mutex::new(State {
                flight: None,
                last: None,
            }),
        }
    }

    /// The question in the air, or the last one while its answer is still good, else a new one.
    pub(crate) fn join(&self, ask: impl FnOnce() -> BoxFuture<'static, Result<T, E>>) -> Flight<T, E> {
        let now = self.clocks.now();
        let mut state = self.state();
        if let Some((began, flight)) = &state.flight {
            let good_for = match flight.peek() {
                Some(Ok(_)) => self.good_for,
                Some(Err(_)) => self.failed_for,
                None => IN_THE_AIR,
            };
            if began.age(now) < good_for {
                return flight.clone();
            }
        }
        state.keep_last();
        let flight = ask().shared();
        state.flight = Some((now, flight.clone()));
        flight
    }

    /// The answer of the last question while it is good, failure or not.
    pub(crate) fn fresh(&self) -> Option<Result<T, E>> {
        let now = self.clocks.now();
        let state = self.state();
        let (began, flight) = state.flight.as_ref()?;
        let answer = flight.peek()?;
        let good_for = if answer.is_ok() { self.good_for } else { self.failed_for };
        (began.age(now) < good_for).then(|| answer.clone())
    }

    /// The newest answer that was no failure and was asked for at most this long ago.
    pub(crate) fn last(&self, at_most: Duration) -> Option<T> {
        let now = self.clocks.now();
        let mut state = self.state();
        state.keep_last();
        let (began, answer) = state.last.as_ref()?;
        (began.age(now) < at_most).then(|| answer.clone())
    }

    fn state(&self) -> MutexGuard<'_, State<T, E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Clone, E> State<T, E> {
    /// Remembers the answer of the flight, if there is one.
    fn keep_last(&mut self) {
        if let Some((began, flight)) = &self.flight
            && let Some(Ok(answer)) = flight.peek()
        {
            self.last = Some((*began, answer.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::moment::tests::HandClock;
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use tokio::time::{advance, sleep};

    const GOOD: Duration = Duration::from_secs(10);

    /// Counts questions; the answer is the number of the question, and takes a second.
    struct World {
        wall: Arc<HandClock>,
        asked: Arc<AtomicU32>,
        flights: SingleFlight<u32, &'static str>,
    }

    impl World {
        fn new() -> Self {
            let wall = Arc::new(HandClock::default());
            Self {
                flights: SingleFlight::new(Clocks::new(wall.clone()), GOOD, Duration::ZERO),
                wall,
                asked: Arc::default(),
            }
        }

        fn ask(&self, fails: bool) -> Flight<u32, &'static str> {
            let asked = self.asked.clone();
            self.flights.join(|| {
                Box::pin(async move {
                    let number = asked.fetch_add(1, Ordering::Relaxed) + 1;
                    sleep(Duration::from_secs(1)).await;
                    if fails { Err("no") } else { Ok(number) }
                })
            })
        }
    }

    #[tokio::test(start_paused = true)]
    async fn all_who_ask_meanwhile_get_one_answer() {
        let world = World::new();
        let answers = futures::future::join_all((0..50).map(|_| world.ask(false))).await;
        assert_eq!(answers, [Ok(1); 50]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_failure_is_shared_and_not_kept() {
        let world = World::new();
        assert_eq!(tokio::join!(world.ask(true), world.ask(true)), (Err("no"), Err("no")));
        assert_eq!(world.ask(false).await, Ok(2));
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_is_good_for_ten_seconds_from_the_question_on() {
        let world = World::new();
        assert_eq!(world.ask(false).await, Ok(1));
        advance(Duration::from_millis(8_900)).await;
        assert_eq!((world.ask(false).await, world.flights.fresh()), (Ok(1), Some(Ok(1))));
        advance(Duration::from_millis(100)).await;
        assert_eq!(world.flights.fresh(), None);
        assert_eq!(world.ask(false).await, Ok(2));
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_from_before_a_freeze_is_not_fresh() {
        let world = World::new();
        assert_eq!(world.ask(false).await, Ok(1));
        world.wall.set(300);
        assert_eq!(world.flights.fresh(), None);
        assert_eq!(world.ask(false).await, Ok(2));
    }

    #[tokio::test(start_paused = true)]
    async fn a_question_that_all_left_is_driven_on_by_the_next() {
        let world = World::new();
        let left = tokio::time::timeout(Duration::from_millis(10), world.ask(false)).await;
        assert!(left.is_err());
        assert_eq!(world.ask(false).await, Ok(1), "the same question");
        let left = tokio::time::timeout(Duration::from_millis(10), world.ask(false)).await;
        assert_eq!(left, Ok(Ok(1)));
        // One that was left for too long is not waited for.
        let world = World::new();
        assert!(
            tokio::time::timeout(Duration::from_millis(10), world.ask(false))
                .await
                .is_err()
        );
        advance(IN_THE_AIR).await;
        assert_eq!(world.ask(false).await, Ok(2));
    }

    #[tokio::test(start_paused = true)]
    async fn the_last_answer_outlives_a_failure_for_as_long_as_is_asked() {
        let world = World::new();
        assert_eq!(world.ask(false).await, Ok(1));
        advance(GOOD).await;
        assert_eq!(world.ask(true).await, Err("no"));
        assert_eq!(world.flights.last(Duration::from_mins(2)), Some(1));
        assert_eq!(world.flights.last(GOOD), None);
    }
}
