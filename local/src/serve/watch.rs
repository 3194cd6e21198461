//! The loops of notifications in the process of the server.

use tokio::task::JoinHandle;
use wallet_watch::{Chains, LoopPorts, run};

/// The running loops, which end when the value is dropped.
pub struct Watch(JoinHandle<()>);

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Starts the loops.
pub fn start(ports: LoopPorts, chains: Chains) -> Watch {
    Watch(tokio::spawn(run(ports, chains, None)))
}
