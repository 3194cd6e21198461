//! [`Policy`].

use std::time::Duration;

/// When a value is used and when it is requested again. Ages count from the start of the request.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// Age below which a value is used without another request.
    pub fresh_for: Duration,
    /// Age below which an older value is returned immediately, while a request runs in the background.
    pub background_for: Duration,
    /// Age below which an older value is returned if the request fails or takes longer than `wait`.
    pub stale_for: Duration,
    /// Maximum time for which a caller waits for a request if it can have an older value.
    pub wait: Duration,
    /// Minimum interval between the starts of two requests.
    pub min_interval: Duration,
    /// Minimum time between the end of a failed request and the next one.
    pub backoff: Duration,
}

impl Policy {
    /// Returns the policy of values that are never used when older than this. A failed request is repeated by the
    /// next caller.
    pub const fn fresh_for(fresh_for: Duration) -> Self {
        Self {
            fresh_for,
            background_for: Duration::ZERO,
            stale_for: Duration::ZERO,
            wait: Duration::MAX,
            min_interval: Duration::ZERO,
            backoff: Duration::ZERO,
        }
    }
}
