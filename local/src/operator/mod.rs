//! The operator's commands: signing keys, merchants and upstream keys in the secret store, accounts and their sessions,
//! lists of addresses, and the asset catalogue.
//!
//! Each command is a method that returns what is printed, so that only the files `command` depend on a terminal. The same commands work on AWS Secrets Manager and on the file of the local server.

mod accounts;
mod assets;
mod aws;
mod command;
mod error;
mod keys;
mod lists;
mod merchants;
mod notifications;
mod upstreams;

pub use accounts::{AccountsCommand, AccountsError, AccountsTarget, SessionsCommand};
pub use assets::{AssetsCommand, AssetsTarget};
pub use aws::{AwsAccess, StackResources};
pub use command::{KeysCommand, MerchantCommand, OperatorCommand, Target, UpstreamsCommand};
pub use error::OperatorError;
pub use lists::{LISTS_TABLE, ListEditor, ListFile, ListsCommand, ListsError, ListsTarget};
pub use notifications::{NOTIFICATIONS_TABLE, NotificationsCommand, NotificationsTarget};

use clap::Args;
use serde_json::Value;
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

/// The form of the output.
#[derive(Args, Clone, Copy, Debug)]
pub struct Format {
    /// Print the result as JSON
    #[arg(long, global = true)]
    json: bool,
}

/// The output of a command in both forms.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The text for a terminal.
    pub text: String,
    /// The result as JSON.
    pub json: Value,
}

impl Report {
    /// Creates a report.
    pub fn new(text: impl Into<String>, json: Value) -> Self {
        Self {
            text: text.into(),
            json,
        }
    }

    /// Returns the output in the requested form.
    pub fn printed(&self, format: Format) -> String {
        if format.json {
            format!("{:#}", self.json)
        } else {
            self.text.clone()
        }
    }
}

#[cfg(test)]
mod tests;
