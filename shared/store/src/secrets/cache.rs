//! Cache of secret store values.

use std::time::Duration;
use tokio::sync::Mutex;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Timestamp};

/// The age from which a value is read again.
const FRESH: Duration = Duration::from_mins(5);

/// The maximum age of a value if the store fails or its value is unusable.
const USABLE: Duration = Duration::from_mins(15);

/// The backoff after a failure of the store. Requests during the backoff get the cached value or an error
/// immediately.
const BACKOFF: Duration = Duration::from_secs(2);

/// One cached value of the secret store. Concurrent callers that find it outdated wait for a single look-up.
pub(super) struct Slot<T> {
    state: Mutex<State<T>>,
}

struct State<T> {
    last_valid: Option<(T, Timestamp)>,
    failed_at: Option<Timestamp>,
}

impl<T: Clone> Slot<T> {
    /// Creates an empty slot.
    pub(super) fn new() -> Self {
        let state = State {
            last_valid: None,
            failed_at: None,
        };
        Self {
            state: Mutex::new(state),
        }
    }

    /// Returns the value, no older than five minutes unless the store fails.
    pub(super) async fn get<F>(&self, clock: &dyn Clock, look_up: impl FnOnce() -> F) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, StoreError>>,
    {
        let mut state = self.state.lock().await;
        let now = clock.now();
        if let Some(value) = state.newer_than(FRESH, now) {
            return Ok(value);
        }
        if state.failed_at.is_some_and(|failed_at| now.since(failed_at) < BACKOFF) {
            let last_valid = state.newer_than(USABLE, now);
            return last_valid.ok_or_else(|| StoreError::new("secret store backed off after a failure"));
        }
        match look_up().await {
            Ok(value) => {
                state.last_valid = Some((value.clone(), now));
                state.failed_at = None;
                Ok(value)
            }
            Err(error) => {
                state.failed_at = Some(clock.now());
                let Some(last_valid) = state.newer_than(USABLE, now) else {
                    return Err(error);
                };
                tracing::error!(%error, "secret store failed, serving the last valid value");
                Ok(last_valid)
            }
        }
    }
}

impl<T: Clone> State<T> {
    fn newer_than(&self, age: Duration, now: Timestamp) -> Option<T> {
        let (value, since) = self.last_valid.as_ref()?;
        (now.since(*since) < age).then(|| value.clone())
    }
}
