//! `backup` and `restore`: the accounts, asset changes, merchants and upstream keys of a production server in a file
//! (docs/decisions/storage.md#backup-and-restore).
//!
//! A backup contains no sessions, and new signing keys instead of the keys of the server. A restored server has new
//! keys again, so that no token that was issued before is valid.

mod error;
mod file;

pub use error::BackupError;

use crate::serve;
use crate::serve::{
    DataFolder, EmbeddedDatabase, SECRETS_FILE, is_production, new_private_file, sync_folder, table_names,
};
use anyhow::Context;
use clap::Args;
use dynoxide::Database;
use dynoxide::actions::delete_table::DeleteTableRequest;
use file::{Backup, Values};
use secrecy::ExposeSecret;
use std::fs;
use std::fs::{DirBuilder, File};
use std::path::{Path, PathBuf};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use wallet_core::auth::SigningKeySet;
use wallet_core::ports::system::Clock;
use wallet_http::system::{OsRandomness, SystemClock};
use wallet_store::secrets::{DEFAULT_PREFIX, FileSecrets, SecretNames, SecretStore};

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
        back_up(&self.data, &self.file)?;
        Ok(format!(
            "{} contains the accounts, asset changes, lists, merchants and upstream keys, no sessions and no signing keys of the server.\n\
             It is a secret: keep it encrypted on another machine.",
            self.file.display()
        ))
    }
}

impl RestoreArgs {
    /// Restores the backup and returns the text to print.
    pub async fn run(&self) -> anyhow::Result<String> {
        let created = restore(&self.file, &self.data).await?;
        Ok(format!(
            "{} is restored to the state of {created}. All sessions have ended: users and back ends have to log in again.\n\
             Passwords, merchant keys and upstream keys that were changed since then have their old values:\n\
             change or disable them again.",
            self.data.display()
        ))
    }
}

/// Writes a backup of the data folder to a new file. The server on the folder may be running.
fn back_up(data: &Path, target: &Path) -> anyhow::Result<()> {
    let database = data.join(EmbeddedDatabase::FILE);
    if !is_production(data) || !database.exists() {
        return Err(BackupError::NotProduction).with_context(|| data.display().to_string());
    }
    let mut file =
        new_private_file(target).with_context(|| format!("the file {} cannot be created", target.display()))?;
    let written = write(data, &database, target, &mut file);
    if written.is_err() {
        // An incomplete backup must not remain; the result of the removal does not change the returned error.
        let _ = fs::remove_file(target);
    }
    written.with_context(|| format!("the backup of {} failed", data.display()))?;
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => sync_folder(folder),
        _ => sync_folder(Path::new(".")),
    }
}

fn write(data: &Path, database: &Path, target: &Path, file: &mut File) -> Result<(), BackupError> {
    let created_at = SystemClock.now();
    let scratch = Scratch::create(target.with_added_extension("partial"))?;
    let copy = copy_without_sessions(database, &scratch.0)?;
    let mut values = FileSecrets::new(data.join(SECRETS_FILE)).values()?;
    renew_keys(&mut values)?;
    file::write(file, created_at, &values, &copy)
}

/// Replaces signing keys and refresh keys by new keys, so that nothing that was signed before is valid. The keys that
/// encrypt second factors remain: without them their users could not log in
/// (docs/decisions/accounts.md#keys-of-second-factors).
fn renew_keys(values: &mut Values) -> Result<(), BackupError> {
    let name = SecretNames::with_prefix(DEFAULT_PREFIX).signing_keys();
    let keys = values.get(&name).ok_or(BackupError::NoKeys)?;
    let keys = SigningKeySet::from_secret_json(keys.expose_secret())?;
    let renewed = keys.replace(&OsRandomness, SystemClock.now())?;
    values.insert(name, renewed.to_secret_json());
    Ok(())
}

/// Copies the database in a read transaction, and removes the sessions and the counts of login attempts.
fn copy_without_sessions(database: &Path, folder: &Path) -> Result<PathBuf, BackupError> {
    let (copy, compact) = (folder.join("copy"), folder.join("compact"));
    Database::new(utf8(database)?)?.vacuum_into(utf8(&copy)?)?;
    let database = Database::new(utf8(&copy)?)?;
    let tables = table_names();
    for table_name in [tables.sessions, tables.throttle] {
        if database.get_table_metadata(&table_name)?.is_some() {
            database.delete_table(DeleteTableRequest { table_name })?;
        }
    }
    // Deleted rows remain in the free pages of a file until the file is rewritten.
    database.vacuum_into(utf8(&compact)?)?;
    Ok(compact)
}

/// Returns the path as text for the database.
fn utf8(path: &Path) -> Result<&str, BackupError> {
    path.to_str().ok_or(BackupError::Path)
}

/// A folder that only the owner can access, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn create(path: PathBuf) -> Result<Self, BackupError> {
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&path)?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            tracing::warn!(path = %self.0.display(), %error, "the copy of the database cannot be removed; remove it by hand");
        }
    }
}

/// Restores a backup into a new or empty folder and returns the time of the backup (RFC 3339).
///
/// The database gets the final name last, so that no server starts on an incomplete folder.
async fn restore(file: &Path, data: &Path) -> anyhow::Result<String> {
    let mut backup = Backup::open(file).with_context(|| format!("{} cannot be restored", file.display()))?;
    let folder = DataFolder::open(data)?;
    folder.require_private()?;
    folder.require_empty()?;
    folder.mark_production()?;
    let incomplete = folder.join("restoring");
    let database = new_private_file(&incomplete)
        .and_then(|mut target| backup.copy_database(&mut target).map_err(std::io::Error::other));
    database.with_context(|| format!("the file {} cannot be written", incomplete.display()))?;
    check_database(&incomplete).with_context(|| format!("{} cannot be restored", file.display()))?;
    let secrets = FileSecrets::new(folder.join(SECRETS_FILE));
    let mut values = backup.secrets()?;
    // Nor does a leaked backup contain keys that the server uses.
    renew_keys(&mut values)?;
    for (name, value) in values {
        secrets.create(&name, &value).await?;
    }
    fs::rename(&incomplete, folder.join(EmbeddedDatabase::FILE)).context("the database cannot be renamed")?;
    sync_folder(data)?;
    let created_at = i64::try_from(backup.created_at().as_secs())?;
    Ok(OffsetDateTime::from_unix_timestamp(created_at)?.format(&Rfc3339)?)
}

/// Opens the database once, which also converts the file to the format of this release.
fn check_database(path: &Path) -> Result<(), BackupError> {
    let database = Database::new(utf8(path)?)?;
    let accounts = database.get_table_metadata(&table_names().accounts)?;
    accounts.map(drop).ok_or(BackupError::NoAccounts)
}
