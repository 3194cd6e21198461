//! Small chains that back the testnets of the EVM chains.
//!
//! Suggested reading order: [`rules`] (differences between the chains), [`evm`] (execution on a [state](evm::state),
//! with its [`evm::contracts`]), [`transaction`]s with the [`transaction::pool`] and its [`transaction::policy`],
//! [`ledger`] (blocks and states), [`mining`] (block production), [`faucet`] (with the first block), [`node`] (the
//! complete node with its journal), [`rpc`] and [`etherscan`] (its public APIs).
//!
//! The module shares no code with the connector, so that it validates the connector's transactions
//! independently.

pub mod etherscan;
pub mod evm;
pub mod faucet;
pub mod ledger;
pub mod mining;
pub mod node;
pub mod rpc;
pub mod rules;
pub mod served;
pub mod transaction;

#[cfg(test)]
mod tests;
