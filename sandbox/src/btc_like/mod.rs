//! Small chains that back the testnets of btc, ltc, bch and doge.
//!
//! Suggested reading order: [`rules`] (differences between the chains) and [`address`], [`ledger`] (state of a node),
//! [`policy`] (checks of the mempool, with [`policy::replacement`] and [`policy::script`]), [`mining`], [`node`] (the
//! complete node with its journal), [`blockbook`] (its public API).
//!
//! The module shares no code with the connector, so that it validates the connector's transactions
//! independently.

pub mod address;
pub mod blockbook;
pub mod funds;
pub mod ledger;
pub mod mining;
pub mod node;
pub mod policy;
pub mod rules;
pub mod served;

#[cfg(test)]
mod tests;
