//! A database of broadcasts that works, fails, or does not respond.

use async_trait::async_trait;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::time::{Duration, Instant};
use wallet_core::model::Network;
use wallet_core::ports::broadcasts::Broadcasts;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_http::BroadcastLog;
use wallet_http::system::SystemClock;

/// The behaviour of a database.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Behaviour {
    /// Stores the record.
    Works,
    /// Fails at once.
    Fails,
    /// Never responds.
    Hangs,
}

/// The database.
pub struct Records {
    behaviour: Behaviour,
    calls: Mutex<Vec<(String, Instant)>>,
}

impl Records {
    /// Creates the database.
    pub fn new(behaviour: Behaviour) -> Arc<Self> {
        let calls = Mutex::default();
        Arc::new(Self { behaviour, calls })
    }

    /// Returns the log of a service in the database.
    pub fn log(self: &Arc<Self>) -> BroadcastLog {
        BroadcastLog::new(self.clone(), Arc::new(SystemClock))
    }

    /// Returns the recorded transactions, each as `chain network txid`.
    pub fn transactions(&self) -> Vec<String> {
        self.calls().into_iter().map(|(transaction, _)| transaction).collect()
    }

    /// Returns the time since the only call.
    pub fn elapsed(&self) -> Duration {
        let [(_, at)] = &self.calls()[..] else {
            panic!("one call")
        };
        at.elapsed()
    }

    fn calls(&self) -> Vec<(String, Instant)> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl Broadcasts for Records {
    async fn record(&self, chain: &str, network: Network, txid: &str, _: Timestamp) -> Result<(), StoreError> {
        let call = (format!("{chain} {network} {txid}"), Instant::now());
        self.calls.lock().unwrap_or_else(PoisonError::into_inner).push(call);
        match self.behaviour {
            Behaviour::Works => Ok(()),
            Behaviour::Fails => Err(StoreError::new("down")),
            Behaviour::Hangs => std::future::pending().await,
        }
    }
}
