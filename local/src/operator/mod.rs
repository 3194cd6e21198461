//! The operator's commands: signing keys, merchants and upstream keys in the secret store, accounts and their sessions,
//! and the asset catalogue.
//!
//! Each command is a method that returns what is printed, so that only the files `command` depend on a terminal. The same commands work on AWS Secrets Manager and on the file of the local server.

mod accounts;
mod assets;
mod aws;
mod command;
mod error;
mod keys;
mod merchants;
mod report;
mod subcommands;
mod upstreams;

pub use accounts::{AccountsCommand, AccountsError, AccountsTarget, SessionsCommand};
pub use assets::{AssetsCommand, AssetsTarget};
pub use aws::{AwsAccess, StackResources};
pub use command::{KeysCommand, MerchantCommand, Target, UpstreamsCommand};
pub use error::OperatorError;
pub use report::{Format, Report};
pub use subcommands::OperatorCommand;

use std::sync::Arc;
use wallet_core::ports::system::{Clock, Randomness};
use wallet_http::system::{OsRandomness, SystemClock};
use wallet_store::secrets::{SecretNames, SecretStore};

/// Operations on the secrets for an operator.
pub struct Operator {
    store: Arc<dyn SecretStore>,
    names: SecretNames,
    clock: Arc<dyn Clock>,
    randomness: Arc<dyn Randomness>,
}

impl Operator {
    /// Creates an operator on the secrets of a store.
    pub fn new(store: Arc<dyn SecretStore>, names: SecretNames) -> Self {
        Self {
            store,
            names,
            clock: Arc::new(SystemClock),
            randomness: Arc::new(OsRandomness),
        }
    }

    /// Replaces the clock, for tests.
    #[must_use]
    pub fn with_clock(self, clock: Arc<dyn Clock>) -> Self {
        Self { clock, ..self }
    }
}

#[cfg(test)]
mod tests;
