//! A small Stellar ledger that backs the testnet of xlm.
//!
//! Suggested reading order: [`rules`], the ledger entries ([`entry`], [`account`], [`trust_line`]) and their
//! state ([`ledger_state`]); [`transaction`]s, their [`signatures`] and their validity ([`validity`],
//! [`mempool_policy`]); their application ([`apply`], [`stage`], [`operations`], with [`holdings`],
//! [`reserves`], [`predicate`], and [`order_book`] with [`exchange`]) and results ([`failure`], [`outcome`],
//! [`codes`]); the closing of ledgers ([`closing`]) and their storage ([`ledger`]); [`node`] (the complete node
//! with its journal of [events](journal_event)), [`horizon`] (its public API, with [`participants`]).
//!
//! The module shares no code with the connector, so that it validates the connector's transactions
//! independently. docs/decisions/local.md#stellar-sandbox-ledger lists the supported features.

pub mod account;
pub mod apply;
pub mod balance;
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
pub mod journal_event;
pub mod ledger;
pub mod ledger_state;
pub mod mempool_policy;
pub mod node;
pub mod operations;
pub mod order_book;
pub mod outcome;
pub mod participants;
pub mod predicate;
pub mod reserves;
pub mod rules;
pub mod served;
pub mod signatures;
pub mod stage;
pub mod success;
pub mod test_wallet;
pub mod transaction;
pub mod trust_line;
pub mod validity;

#[cfg(test)]
mod tests;
