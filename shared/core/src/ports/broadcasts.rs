//! Records of broadcast transactions, from which the notifications report pending transactions.

use crate::model::Network;
use crate::ports::store::StoreError;
use crate::ports::system::Timestamp;
use async_trait::async_trait;
use std::time::Duration;

/// The time for which a record is kept.
pub const LIFETIME: Duration = Duration::from_hours(1);

/// The records of the transactions that the services of the deployment have broadcast.
#[async_trait]
pub trait Broadcasts: Send + Sync {
    /// Stores for [`LIFETIME`] that the network has accepted a transaction; `chain` is the name in paths. Changes nothing
    /// if the transaction has a record.
    async fn record(&self, chain: &str, network: Network, txid: &str, now: Timestamp) -> Result<(), StoreError>;
}
