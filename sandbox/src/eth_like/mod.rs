//! Small chains that stand in for the testnets of the EVM chains.
//!
//! Read in this order: [`rules`] (what differs between the chains), [`world`] (the state) and
//! [`genesis`] (what it begins with, the [`contracts`] among it), [`machine`] (what runs a transaction),
//! [`pool`] (what waits) and [`judge`] (what may wait), [`builder`] and [`mining`] (how a block comes about),
//! [`ledger`], [`node`] (all of it together, kept in a journal of [lines](mod@line)), [`rpc`] and [`etherscan`]
//! (how the outside sees it).
//!
//! Nothing here comes from the connector: it is an independent judge of what the connector builds.

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
