//! The parts of the client that only payments use.

use super::Client;
use crate::asset_info::ChainData;
use crate::payments::{Attempts, PaymentError, PaymentStore, UnresolvedPayment};
use std::sync::Arc;
use tokio::sync::OnceCell;
use wallet_core::ports::system::{Clock, Timestamp};

/// The facts about chains with the fee limits of the service, requested once.
pub type ServiceLimits = OnceCell<Vec<ChainData>>;

impl Client {
    /// Returns the same client with a different clock, to check how long a transaction is valid.
    #[must_use]
    pub fn with_clock(&self, clock: impl Clock + 'static) -> Self {
        Self {
            clock: Arc::new(clock),
            ..self.clone()
        }
    }

    /// Returns the same client with a store of the payments that may still be mined, shared by all clones.
    #[must_use]
    pub fn with_payments(&self, store: Arc<dyn PaymentStore>) -> Self {
        Self {
            attempts: Arc::new(Attempts::new(store)),
            ..self.clone()
        }
    }

    /// Returns the signed payments that may still be mined, the latest last: an app watches them or sends them again
    /// after a restart.
    pub async fn unresolved_payments(&self) -> Result<Vec<UnresolvedPayment>, PaymentError> {
        self.attempts.unresolved().await
    }

    /// Returns the current time of the client's clock.
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns the fee limits of the service, as far as they are known.
    pub(crate) fn fee_limits(&self) -> &ServiceLimits {
        &self.fee_limits
    }

    /// Returns the signed payments that may still be mined.
    pub(crate) fn attempts(&self) -> &Arc<Attempts> {
        &self.attempts
    }
}
