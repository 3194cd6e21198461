//! Cache of secret store values.

use std::sync::Arc;
use std::time::Duration;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Clock;
use wallet_refresh::{Clocks, Policy, Refreshing};

/// The maximum age of a value if the store fails or its value is unusable.
const USABLE: Duration = Duration::from_mins(15);

/// Values are read again after five minutes. Requests during the backoff after a failure get the cached value or the
/// error immediately.
const POLICY: Policy = Policy {
    stale_for: USABLE,
    backoff: Duration::from_secs(2),
    ..Policy::fresh_for(Duration::from_mins(5))
};

/// One cached value of the secret store.
pub(super) struct CachedSecret<T>(Refreshing<T, StoreError>);

impl<T: Clone + Send + Sync + 'static> CachedSecret<T> {
    /// Creates a cache that reads nothing before first use.
    pub(super) fn new(clock: Arc<dyn Clock>) -> Self {
        Self(Refreshing::new(Clocks::new(clock), POLICY))
    }

    /// Returns the value, no older than five minutes unless the store fails.
    pub(super) async fn get<F>(&self, look_up: impl FnOnce() -> F) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        let has_valid = self.0.last(USABLE).is_some();
        let value = self.0.get(|| {
            let found = look_up();
            async move {
                found.await.inspect_err(|error| {
                    if has_valid {
                        tracing::error!(%error, "secret store failed, serving the last valid value");
                    }
                })
            }
        });
        value.await
    }
}
