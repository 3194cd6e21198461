//! Accounts, sessions, login attempts, assets and notifications in DynamoDB; merchants and signing keys in a secret store;
//! queues on SQS.
//!
//! Every adapter implements a port of `wallet-core`. The crate contains no rules for tokens or passwords:
//! `wallet_core::auth` interprets stored sessions.
//!
//! The feature `dynamodb` enables the database and `secrets-manager` the SDK's client of the secret store; functions that
//! only read the keys of upstreams omit both.

pub mod aws;
pub mod broadcasts;
#[cfg(feature = "assets")]
pub mod cached_assets;
#[cfg(feature = "dynamodb")]
pub mod dynamodb;
#[cfg(any(feature = "dynamodb", feature = "queue", feature = "secrets-manager"))]
mod failure;
#[cfg(feature = "notifications")]
pub mod gateway;
pub mod lists;
#[cfg(feature = "queue")]
pub mod queue;
pub mod secrets;
#[cfg(feature = "listed-contracts")]
pub mod signed_assets;
pub mod signed_prices;
