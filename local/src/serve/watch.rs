//! The loops and the deliveries of notifications in the process of the server.

use std::sync::Arc;
use tokio::task::JoinHandle;
use wallet_deliver::{Deliverer, LocalQueue};
use wallet_watch::{Chains, LoopPorts, WatchedChain};

/// The parts of the loops and of the deliveries.
pub struct Background {
    /// The ports of the loops, which send deliveries to the queue.
    pub loops: LoopPorts,
    /// The chains that the loops watch.
    pub chains: Chains<dyn WatchedChain>,
    /// The sender of deliveries.
    pub deliverer: Arc<Deliverer>,
    /// The queue from the loops to the sender.
    pub queue: Arc<LocalQueue>,
}

/// The running loops and deliveries, which end when the value is dropped.
pub struct Watch([JoinHandle<()>; 2]);

impl Drop for Watch {
    fn drop(&mut self) {
        for task in &self.0 {
            task.abort();
        }
    }
}

/// Starts the loops and the deliveries.
pub fn start(background: Background) -> Watch {
    let loops = wallet_watch::run(background.loops, background.chains);
    let deliveries = wallet_deliver::run(background.deliverer, background.queue);
    Watch([tokio::spawn(loops), tokio::spawn(deliveries)])
}
