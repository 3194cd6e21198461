//! The operator's commands: signing keys, merchants and the keys of upstreams in the secret store, and the catalogue of
//! assets.
//!
//! Each command is a method of [`Operator`] and returns what is to be printed, so that only `command` knows a
//! terminal. The same commands work on AWS Secrets Manager and on the file of the local server.

mod assets;
mod command;
mod error;
mod keys;
mod merchants;
mod upstreams;

pub use assets::{AssetsCommand, AssetsTarget};
pub use command::{KeysCommand, MerchantCommand, Target, UpstreamsCommand};
pub use error::OperatorError;

use secrecy::SecretString;
use std::sync::Arc;
use wallet_core::ports::system::{Clock, Randomness};
use wallet_http::system::{OsRandomness, SystemClock};
use wallet_store::secrets::{SecretNames, SecretStore};

/// Somebody who may write secrets.
pub struct Operator {
    store: Arc<dyn SecretStore>,
    names: SecretNames,
    clock: Arc<dyn Clock>,
    randomness: Arc<dyn Randomness>,
}

impl Operator {
    /// Works on the secrets of a store.
    pub fn new(store: Arc<dyn SecretStore>, names: SecretNames) -> Self {
        Self {
            store,
            names,
            clock: Arc::new(SystemClock),
            randomness: Arc::new(OsRandomness),
        }
    }

    /// The same with another clock, for tests.
    #[must_use]
    pub fn with_clock(self, clock: Arc<dyn Clock>) -> Self {
        Self { clock, ..self }
    }

    async fn read(&self, name: &str) -> Result<Option<SecretString>, OperatorError> {
        Ok(self.store.get(name).await?)
    }
}

#[cfg(test)]
mod tests;
