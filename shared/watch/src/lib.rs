//! Watches the chains for the subscriptions: [`ChainLoop`] moves the loop of a chain, `chains` are the views of the families, and
//! [`prepare()`] reads what a new subscription watches. The loops run in a process ([`run()`]), or as messages of a queue
//! ([`Ticks`]).

#![warn(missing_docs)]

mod chain;
pub mod chains;
mod events;
mod lease;
mod memory;
mod pending;
mod prepare;
mod run;
mod subscribed;
mod tick;
mod ticks;

pub use chain::{TransactionFacts, WatchedBlock, WatchedChain, WatchedTransaction};
pub use prepare::{PrepareError, Prepared, WatchRequest, prepare, prepare_addresses};
pub use run::run;
pub use subscribed::{Chains, ChainsError, Head, MAX_STATUSES, Polling, Row, Sample, SampleRequest, SubscribedChain};
pub use tick::{ChainLoop, LoopPorts, Tick, TickError};
pub use ticks::Ticks;
