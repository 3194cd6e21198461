//! One question in the air for all who ask the same, and its answer for a while.

use super::moment::{Clocks, Moment};
use crate::client::Deadline;
use futures::FutureExt;
use futures::future::{BoxFuture, Shared};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use tracing::Instrument as _;

/// A question that was asked. It is a task of its own: whoever waits for it may leave, and it goes on to its end, so that
/// nothing that it holds (a place at a gate, a connection being opened) is kept from others.
pub type Flight<T, E> = Shared<BoxFuture<'static, Result<T, E>>>;

/// Nothing is in the air for longer, unless the function was frozen: every request to an upstream has ended by then.
const IN_THE_AIR: Duration = Duration::from_secs(30);

/// Asks once for many.
pub struct SingleFlight<T, E> {
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

impl<T, E> SingleFlight<T, E>
where
    T: Clone + Send + 'static,
    E: Clone + Send + 'static,
{
    /// Gives answers and failures again for this long.
    pub fn new(clocks: Clocks, good_for: Duration, failed_for: Duration) -> Self {
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

    /// The answer of [`Self::join`], or this failure at the deadline: whoever asked first may have had more time.
    pub async fn answer(
        &self,
        deadline: Deadline,
        late: E,
        ask: impl FnOnce() -> BoxFuture<'static, Result<T, E>>,
    ) -> Result<T, E> {
        let flight = self.join(ask);
        let end = Instant::from_std(deadline.moment());
        timeout_at(end, flight).await.unwrap_or(Err(late))
    }

    /// The question in the air, or the last one while its answer is still good, else a new one.
    pub fn join(&self, ask: impl FnOnce() -> BoxFuture<'static, Result<T, E>>) -> Flight<T, E> {
        let now = self.clocks.now();
        let mut state = self.state();
        if let Some((began, flight)) = &state.flight {
            let good_for = match arrived(flight) {
                Some(Ok(_)) => self.good_for,
                Some(Err(_)) => self.failed_for,
                None => IN_THE_AIR,
            };
            if began.age(now) < good_for {
                return flight.clone();
            }
        }
        state.keep_last();
        let task = tokio::spawn(ask().in_current_span());
        let answer = task.map(|ended| ended.expect("nobody cancels the task, and the adapters do not panic"));
        let flight = answer.boxed().shared();
        state.flight = Some((now, flight.clone()));
        flight
    }

    /// The answer of the last question while it is good, failure or not.
    pub fn fresh(&self) -> Option<Result<T, E>> {
        let now = self.clocks.now();
        let state = self.state();
        let (began, flight) = state.flight.as_ref()?;
        let answer = arrived(flight)?;
        let good_for = if answer.is_ok() { self.good_for } else { self.failed_for };
        (began.age(now) < good_for).then_some(answer)
    }

    /// The newest answer that was no failure and was asked for at most this long ago.
    pub fn last(&self, at_most: Duration) -> Option<T> {
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

impl<T: Clone, E: Clone> State<T, E> {
    /// Remembers the answer of the flight, if there is one.
    fn keep_last(&mut self) {
        if let Some((began, flight)) = &self.flight
            && let Some(Ok(answer)) = arrived(flight)
        {
            self.last = Some((*began, answer));
        }
    }
}

/// The answer, if it is there.
fn arrived<T: Clone, E: Clone>(flight: &Flight<T, E>) -> Option<Result<T, E>> {
    flight.clone().now_or_never()
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
        assert_eq!(world.flights.fresh(), None);
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
    async fn a_question_goes_on_when_all_who_waited_have_left() {
        let world = World::new();
        let left = tokio::time::timeout(Duration::from_millis(10), world.ask(false)).await;
        assert!(left.is_err());
        sleep(Duration::from_secs(1)).await;
        assert_eq!(world.flights.fresh(), Some(Ok(1)));
    }

    #[tokio::test(start_paused = true)]
    async fn one_that_was_in_the_air_when_the_function_froze_is_not_waited_for() {
        let world = World::new();
        let left = tokio::time::timeout(Duration::from_millis(10), world.ask(false)).await;
        assert!(left.is_err());
        world.wall.set(30);
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
