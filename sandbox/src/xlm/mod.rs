//! A small Stellar ledger that backs the testnet of xlm.
//!
//! Suggested reading order: [`rules`], the entries of the ledger ([`state`], with [accounts](state::account) and their
//! [reserves](state::stage)); [`transaction`]s, their [signatures](transaction::signatures),
//! [validity](transaction::validity), [application](transaction::apply) and [outcome](transaction::outcome); the
//! [`operations`] and the [`exchange`] of assets; the [`ledger`] with its [closing](ledger::closing); [`node`] (the
//! complete node with its journal), [`horizon`] (its public API).
//!
//! The module shares no code with the connector, so that it validates the connector's transactions
//! independently. docs/decisions/local.md#stellar-sandbox-ledger lists the supported features.

pub mod codec;
pub mod exchange;
pub mod horizon;
pub mod ledger;
pub mod node;
pub mod operations;
pub mod rules;
pub mod served;
pub mod state;
pub mod test_wallet;

#[cfg(test)]
mod tests;
pub mod transaction;
