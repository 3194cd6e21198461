//! `restore`: a data folder from a backup, with new signing keys.

use super::BackupError;
use super::file::Backup;
use super::snapshot::{renew_keys, utf8};
use crate::serve::{DataFolder, EmbeddedDatabase, SECRETS_FILE, new_private_file, sync_folder, table_names};
use anyhow::Context;
use dynoxide::Database;
use std::fs;
use std::path::Path;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use wallet_store::secrets::{FileSecrets, SecretStore};

/// Restores a backup into a new or empty folder and returns the time of the backup (RFC 3339).
///
/// The database gets its name last, so that no server starts on an incomplete folder.
pub async fn restore(file: &Path, data: &Path) -> anyhow::Result<String> {
    let mut backup = Backup::open(file).with_context(|| format!("{} cannot be restored", file.display()))?;
    let folder = DataFolder::open(data)?;
    folder.require_private()?;
    folder.require_empty()?;
    folder.mark_production()?;
    let incomplete = folder.join("restoring");
    let database = new_private_file(&incomplete)
        .and_then(|mut target| backup.copy_database(&mut target).map_err(std::io::Error::other));
    database.with_context(|| format!("the file {} cannot be written", incomplete.display()))?;
    check(&incomplete).with_context(|| format!("{} cannot be restored", file.display()))?;
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

/// Opens the database once, which also converts it to the format of this release.
fn check(path: &Path) -> Result<(), BackupError> {
    let database = Database::new(utf8(path)?)?;
    let accounts = database.get_table_metadata(&table_names().accounts)?;
    accounts.map(drop).ok_or(BackupError::NoAccounts)
}
