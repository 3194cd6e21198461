//! Accounts, sessions, login attempts and assets in DynamoDB; merchants and signing keys in a secret store.
//!
//! Every adapter implements a port of `wallet-core`. The crate contains no rules for tokens or passwords:
//! `wallet_core::auth` interprets stored sessions.
//!
//! The feature `dynamodb` enables the database and `secrets-manager` the SDK's client of the secret store; functions that
//! only read the keys of upstreams omit both.

pub mod aws;
#[cfg(feature = "assets")]
pub mod cached_assets;
#[cfg(feature = "dynamodb")]
pub mod dynamodb;
#[cfg(any(feature = "dynamodb", feature = "secrets-manager"))]
mod failure;
pub mod secrets;
