//! A small Stellar ledger that stands in for the testnet of xlm.
//!
//! Read in this order: [`rules`], what the ledger holds ([`entry`], [`account`], [`trust_line`]) and the state of all
//! of it ([`world`]); [`transaction`]s, whose [`signatures`] they carry and when they are valid ([`validity`],
//! [`judge`]); what they do ([`apply`], [`stage`], [`operations`], with [`holdings`], [`reserves`], [`predicate`], and
//! [`order_book`] with [`exchange`]) and what they come to ([`failure`], [`verdict`], [`codes`]); how a ledger is
//! closed ([`closing`]) and remembered ([`ledger`]); [`node`] (all of it together, kept in a journal of [`mod@line`]s),
//! [`horizon`] (how the outside sees it, by [`participants`]).
//!
//! Nothing here comes from the connector: it is an independent judge of what the connector builds. Decision 0931 says
//! what it supports.

pub mod account;
pub mod apply;
pub mod closing;
pub mod codec;
pub mod codes;
pub mod entry;
pub mod exchange;
pub mod failure;
pub mod faucet;
pub mod genesis;
pub mod holdings;
pub mod horizon;
pub mod judge;
pub mod ledger;
pub mod line;
pub mod node;
pub mod operations;
pub mod order_book;
pub mod participants;
pub mod predicate;
pub mod reserves;
pub mod rules;
pub mod served;
pub mod signatures;
pub mod stage;
pub mod success;
pub mod transaction;
pub mod trust_line;
pub mod validity;
pub mod verdict;
pub mod world;

#[cfg(test)]
mod tests;
