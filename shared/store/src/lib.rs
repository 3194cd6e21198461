//! Accounts, sessions and the guess count in DynamoDB; merchants and signing keys in a secret store.
//!
//! Every adapter implements a port of `wallet-core`. Nothing here decides anything about tokens or
//! passwords: what a stored session means is judged in `wallet_core::auth`.

pub mod aws;
pub mod dynamodb;
mod failure;
pub mod secrets;
