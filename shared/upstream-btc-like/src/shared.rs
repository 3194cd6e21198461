//! State that the upstreams of all UTXO chains share.

use crate::memory_budget::MemoryBudget;
use std::sync::Arc;
use wallet_btc_like::Txid;
use wallet_upstream::first_seen::FirstSeen;

/// State that all upstreams of a process share.
pub(crate) struct Shared {
    /// Times at which this process first saw pending transactions.
    pub(crate) first_seen: Arc<FirstSeen<Txid>>,
    /// Memory for long responses of Electrum servers.
    pub(crate) responses: MemoryBudget,
}
