//! Small chains that back the testnets of btc, ltc, bch and doge.
//!
//! Suggested reading order: [`rules`] (differences between the chains), [`ledger`] (state of a node), [`judge`]
//! (mempool policy, implemented in [`form`], [`finality`] and [`script`]), [`mining`], [`node`] (the complete
//! node with its journal of [lines](mod@line)), [`blockbook`] (its public API).
//!
//! The module shares no code with the connector, so that it validates the connector's transactions
//! independently.

pub mod blockbook;
pub mod finality;
pub mod fork_id;
pub mod form;
pub mod funds;
pub mod judge;
pub mod kind;
pub mod ledger;
pub mod line;
pub mod mining;
pub mod node;
pub mod rejection;
pub mod rules;
pub mod script;
pub mod served;
pub mod signature;

#[cfg(test)]
mod tests;
