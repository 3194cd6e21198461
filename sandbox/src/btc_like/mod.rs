//! Small chains that back the testnets of btc, ltc, bch and doge.
//!
//! Suggested reading order: [`rules`] (differences between the chains), [`ledger`] (state of a node),
//! [`mempool_policy`] (mempool policy, implemented in [`form`], [`finality`], [`replacement`] and [`script`]), [`mining`],
//! [`node`] (the complete node with its journal of [events](journal_event)), [`blockbook`] (its public API).
//!
//! The module shares no code with the connector, so that it validates the connector's transactions
//! independently.

pub mod address;
pub mod blockbook;
pub mod cashaddr;
pub mod engine;
pub mod extended_key;
pub mod finality;
pub mod fork_id;
pub mod form;
pub mod funds;
pub mod journal_event;
pub mod key_kind;
pub mod kind;
pub mod ledger;
pub mod mempool_policy;
pub mod mining;
pub mod money;
pub mod node;
pub mod output_policy;
pub mod pushes;
pub mod rejection;
pub mod relatives;
pub mod replacement;
pub mod rules;
pub mod script;
pub mod served;
pub mod signature;

#[cfg(test)]
mod tests;
