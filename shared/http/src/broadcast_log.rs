//! [`BroadcastLog`].

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::model::{ChainName, Network};
use wallet_core::ports::broadcasts::Broadcasts;
use wallet_core::ports::system::Clock;

/// The time limit of a record.
const TIME_LIMIT: Duration = Duration::from_millis(200);

/// The record of the transactions that a service broadcasts, for the notifications. The default records nothing.
#[derive(Clone, Default)]
pub struct BroadcastLog(Option<(Arc<dyn Broadcasts>, Arc<dyn Clock>)>);

impl BroadcastLog {
    /// Creates the record in a database.
    pub fn new(store: Arc<dyn Broadcasts>, clock: Arc<dyn Clock>) -> Self {
        Self(Some((store, clock)))
    }

    /// Records that the network has accepted a transaction. Takes at most 200 ms, and a failure is only logged: without a
    /// record, the notifications report the transaction when a block contains the transaction.
    pub async fn record(&self, chain: impl ChainName, network: Network, txid: impl Display) {
        let Some((store, clock)) = &self.0 else { return };
        let txid = txid.to_string();
        let record = store.record(chain.name(), network, &txid, clock.now());
        match tokio::time::timeout(TIME_LIMIT, record).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "a broadcast is not recorded"),
            Err(_) => tracing::warn!("a broadcast is not recorded: the database did not respond in time"),
        }
    }
}
