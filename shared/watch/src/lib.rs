//! Watches the chains for the subscriptions: [`tick`] moves the loop of a chain, `chains` are the views of the families, and
//! [`prepare`] reads what a new subscription watches.

#![warn(missing_docs)]

mod chain;
mod prepare;

pub use chain::{Chains, Head, Outputs, Row, TransactionFacts, WatchedBlock, WatchedChain, WatchedTransaction};
pub use prepare::{PrepareError, Prepared, WatchRequest, prepare, prepare_addresses};
