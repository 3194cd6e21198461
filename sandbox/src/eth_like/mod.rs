//! Small chains that back the testnets of the EVM chains.
//!
//! Suggested reading order: [`rules`] (differences between the chains), [`world`] (the state) and [`genesis`]
//! (its initial content, including the [`contracts`]), [`machine`] (transaction execution), [`pool`] (the
//! mempool) and [`judge`] (its policy), [`builder`] and [`mining`] (block production), [`ledger`], [`node`]
//! (the complete node with its journal of [lines](mod@line)), [`rpc`] and [`etherscan`] (its public APIs).
//!
//! The module shares no code with the connector, so that it validates the connector's transactions
//! independently.

pub mod block;
pub mod builder;
pub mod contracts;
pub mod estimate;
pub mod etherscan;
pub mod faucet;
pub mod genesis;
pub mod judge;
pub mod ledger;
pub mod line;
pub mod machine;
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
pub mod world;

#[cfg(test)]
mod tests;
