//! [`Interrupted`].

use wallet_core::ports::store::StoreError;
use wallet_core::ports::upstream::UpstreamError;

/// The cause, for the log only; the panic itself is logged where it happens.
const CAUSE: &str = "the request panicked or was cancelled";

/// Error of requests that can end without a result.
pub trait Interrupted {
    /// Returns the error of a request that panicked, or that the end of the runtime cancelled.
    fn interrupted() -> Self;
}

impl Interrupted for UpstreamError {
    fn interrupted() -> Self {
        Self::Unusable {
            cause: CAUSE.to_owned(),
        }
    }
}

impl Interrupted for StoreError {
    fn interrupted() -> Self {
        Self::new(CAUSE)
    }
}
