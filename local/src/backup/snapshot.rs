//! `backup`: a consistent copy of the database of a server that may be running.

use super::BackupError;
use super::file::{self, Values};
use crate::serve::{EmbeddedDatabase, SECRETS_FILE, is_production, new_private_file, sync_folder, table_names};
use anyhow::Context;
use dynoxide::Database;
use dynoxide::actions::delete_table::DeleteTableRequest;
use secrecy::ExposeSecret;
use std::fs::{self, DirBuilder, File};
use std::path::{Path, PathBuf};
use wallet_core::auth::SigningKeySet;
use wallet_core::ports::system::Clock;
use wallet_http::system::{OsRandomness, SystemClock};
use wallet_store::secrets::{DEFAULT_PREFIX, FileSecrets, SecretNames};

/// Writes a backup of the data folder to a new file. The server on the folder may be running.
pub fn back_up(data: &Path, target: &Path) -> anyhow::Result<()> {
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

/// Replaces signing keys and refresh keys by new ones, so that nothing that was signed before is valid. The keys that
/// encrypt second factors remain: without them their users could not log in
/// (docs/decisions/accounts.md#keys-of-second-factors).
pub fn renew_keys(values: &mut Values) -> Result<(), BackupError> {
    let name = SecretNames::with_prefix(DEFAULT_PREFIX).signing_keys();
    let keys = values.get(&name).ok_or(BackupError::NoKeys)?;
    let keys = SigningKeySet::from_secret_json(keys.expose_secret())?;
    let renewed = keys.replace(&OsRandomness, SystemClock.now())?;
    values.insert(name, renewed.to_secret_json());
    Ok(())
}

/// Copies the database in one read transaction, and removes the sessions and the counts of login attempts.
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
    // Deleted rows remain in the free pages of a file until it is rewritten.
    database.vacuum_into(utf8(&compact)?)?;
    Ok(compact)
}

/// Returns the path as text for the database.
pub fn utf8(path: &Path) -> Result<&str, BackupError> {
    path.to_str().ok_or(BackupError::Path)
}

/// A folder that only its owner can access, removed at the end.
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
