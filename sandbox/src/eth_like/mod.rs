//! Small chains that back the testnets of the EVM chains.
//!
//! Suggested reading order: [`rules`] (differences between the chains), [`evm_state`] (the state) and
//! [`genesis`] (its initial content, including the [`contracts`]), [`machine`] (transaction execution),
//! [`pool`] (the mempool) and [`mempool_policy`] (its policy), [`builder`] and [`mining`] (block production),
//! [`ledger`], [`node`] (the complete node with its journal of [events](journal_event)), [`rpc`] and
//! [`etherscan`] (its public APIs).
//!
//! The module shares no code with the connector, so that it validates the connector's transactions
//! independently.

pub mod arbitrum;
pub mod block;
pub mod builder;
pub mod contracts;
pub mod estimate;
pub mod etherscan;
pub mod evm_state;
pub mod faucet;
pub mod genesis;
pub mod journal_event;
pub mod ledger;
pub mod machine;
pub mod mempool_policy;
pub mod mining;
pub mod node;
pub mod pool;
pub mod rejection;
pub mod rollup;
pub mod rpc;
pub mod rules;
pub mod served;
pub mod tracer;
pub mod transaction;

#[cfg(test)]
mod tests;
