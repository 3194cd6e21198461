//! Accounts, sessions, the guess count and assets in DynamoDB; merchants and signing keys in a secret store.
//!
//! Every adapter implements a port of `wallet-core`. Nothing here decides anything about tokens or
//! passwords: what a stored session means is judged in `wallet_core::auth`.
//!
//! The feature `dynamodb` brings the database; a function that reads secrets only does without.

pub mod aws;
#[cfg(feature = "assets")]
pub mod cached_assets;
#[cfg(feature = "dynamodb")]
pub mod dynamodb;
mod failure;
pub mod secrets;
