//! `backup` and `restore`: the accounts, asset changes, merchants and upstream keys of a production server in one file
//! (docs/decisions/storage.md#backup-and-restore).
//!
//! A backup contains no sessions, and new signing keys instead of those of the server. A restored server has new ones
//! again, so that no token that was issued before is valid.

mod error;
mod file;
mod restore;
mod snapshot;

pub use error::BackupError;

use crate::serve;
use clap::Args;
use std::path::PathBuf;

/// The arguments of `backup`.
#[derive(Args, Debug)]
pub struct BackupArgs {
    /// The file to create
    file: PathBuf,
    /// The data folder of the production server
    #[arg(long, value_name = "DIR", default_value = serve::DEFAULT_DATA)]
    data: PathBuf,
}

/// The arguments of `restore`.
#[derive(Args, Debug)]
pub struct RestoreArgs {
    /// The backup
    file: PathBuf,
    /// The data folder to create; an existing one must be empty
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
}

impl BackupArgs {
    /// Creates the backup and returns the text to print.
    pub fn run(&self) -> anyhow::Result<String> {
        snapshot::back_up(&self.data, &self.file)?;
        Ok(format!(
            "{} contains the accounts, asset changes, merchants and upstream keys, no sessions and no signing keys of the server.\n\
             It is a secret: keep it encrypted on another machine.",
            self.file.display()
        ))
    }
}

impl RestoreArgs {
    /// Restores the backup and returns the text to print.
    pub async fn run(&self) -> anyhow::Result<String> {
        let created = restore::restore(&self.file, &self.data).await?;
        Ok(format!(
            "{} is restored to the state of {created}. All sessions have ended: users and back ends have to log in again.\n\
             Passwords, merchant keys and upstream keys that were changed since then have their old values:\n\
             change or disable them again.",
            self.data.display()
        ))
    }
}
