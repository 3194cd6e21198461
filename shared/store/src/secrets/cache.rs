//! Keeping what the secret store said.

use std::time::Duration;
use tokio::sync::Mutex;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Timestamp};

/// How old a value may be before the store is asked again.
const FRESH: Duration = Duration::from_mins(5);

/// How old a value may be while the store gives no answer or an unusable one.
const USABLE: Duration = Duration::from_mins(15);

/// How long the store is left alone after it failed: whoever comes meanwhile is answered at once.
const PAUSE: Duration = Duration::from_secs(2);

/// One value of the secret store. Whoever finds it too old waits for a single look-up.
pub(super) struct Slot<T> {
    state: Mutex<State<T>>,
}

struct State<T> {
    last_good: Option<(T, Timestamp)>,
    failed_at: Option<Timestamp>,
}

impl<T: Clone> Slot<T> {
    /// An empty one.
    pub(super) fn new() -> Self {
        let state = State {
            last_good: None,
            failed_at: None,
        };
        Self {
            state: Mutex::new(state),
        }
    }

    /// The value, no older than five minutes unless the store fails.
    pub(super) async fn get<F>(&self, clock: &dyn Clock, look_up: impl FnOnce() -> F) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, StoreError>>,
    {
        let mut state = self.state.lock().await;
        let now = clock.now();
        if let Some(value) = state.younger_than(FRESH, now) {
            return Ok(value);
        }
        if state.failed_at.is_some_and(|failed_at| now.since(failed_at) < PAUSE) {
            let last_good = state.younger_than(USABLE, now);
            return last_good.ok_or_else(|| StoreError::new("the secret store failed a moment ago"));
        }
        match look_up().await {
            Ok(value) => {
                state.last_good = Some((value.clone(), now));
                state.failed_at = None;
                Ok(value)
            }
            Err(error) => {
                state.failed_at = Some(clock.now());
                let Some(last_good) = state.younger_than(USABLE, now) else {
                    return Err(error);
                };
                tracing::error!(%error, "the secret store fails; the last good value serves while it may");
                Ok(last_good)
            }
        }
    }
}

impl<T: Clone> State<T> {
    fn younger_than(&self, age: Duration, now: Timestamp) -> Option<T> {
        let (value, since) = self.last_good.as_ref()?;
        (now.since(*since) < age).then(|| value.clone())
    }
}
