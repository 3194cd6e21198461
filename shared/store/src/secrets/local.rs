//! [`FileSecrets`] and [`MemorySecrets`]: secrets of the local server.

use super::{CreateSecretError, ReplaceSecretError, SecretReader, SecretStore, StoredSecret, replace_unchanged};
use async_trait::async_trait;
use secrecy::{ExposeSecret, SecretString};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io};
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use zeroize::Zeroizing;

/// Secrets in a JSON file that only the owner may read: a map from names to values.
///
/// Every read opens the file again, so that a running server sees the changes of operator commands.
/// The file is small and local, so reads do not leave the async thread.
#[derive(Clone, Debug)]
pub struct FileSecrets {
    path: PathBuf,
}

/// The values by name.
type Values = BTreeMap<String, SecretString>;

impl FileSecrets {
    /// Creates an adapter for a file; the first secret creates the file.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Returns all secrets by name, none if the file does not exist.
    ///
    /// Fails if the file cannot be read, is accessible to further users or is not a map of strings.
    pub fn values(&self) -> Result<BTreeMap<String, SecretString>, StoreError> {
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Values::new()),
            other => other.map_err(|error| self.error(&error))?,
        };
        let mode = file
            .metadata()
            .map_err(|error| self.error(&error))?
            .permissions()
            .mode();
        if mode & 0o077 != 0 {
            return Err(self.error(&"file is accessible to other users; run chmod 600 on it"));
        }
        let text = io::read_to_string(file)
            .map(Zeroizing::new)
            .map_err(|error| self.error(&error))?;
        // serde's message may quote the content, so only the position is reported.
        let entries: BTreeMap<String, String> = serde_json::from_str(&text).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            self.error(&format!("not a map of strings, near line {line}, column {column}"))
        })?;
        Ok(entries
            .into_iter()
            .map(|(name, value)| (name, SecretString::from(value)))
            .collect())
    }

    /// Reads, changes and writes the file under an exclusive lock.
    fn change<E: From<StoreError>>(&self, change: impl FnOnce(&mut Values) -> Result<(), E>) -> Result<(), E> {
        let _lock = self.lock().map_err(|error| self.error(&error))?;
        let mut values = self.values()?;
        change(&mut values)?;
        self.write(&values).map_err(|error| self.error(&error))?;
        Ok(())
    }

    /// Locks the file until the returned handle is dropped.
    fn lock(&self) -> io::Result<File> {
        DirBuilder::new().recursive(true).mode(0o700).create(self.folder())?;
        let lock = owner_only_file()
            .create(true)
            .truncate(false)
            .open(self.sibling("lock"))?;
        lock.lock()?;
        Ok(lock)
    }

    /// Writes a new file and renames the new over the old file, so that a reader sees either the old or the new values.
    fn write(&self, values: &Values) -> io::Result<()> {
        let exposed: BTreeMap<_, _> = values
            .iter()
            .map(|(name, value)| (name, value.expose_secret()))
            .collect();
        let text = Zeroizing::new(serde_json::to_vec_pretty(&exposed)?);
        let new = self.sibling(&Uuid::new_v4().simple().to_string());
        let written = owner_only_file().create_new(true).open(&new).and_then(|mut file| {
            file.write_all(&text)?;
            file.sync_all()?;
            fs::rename(&new, &self.path)?;
            // After a power failure the folder has the new file only with synchronized entries.
            File::open(self.folder())?.sync_all()
        });
        if written.is_err() {
            // No file with secrets may remain; the result of the removal does not change the returned error.
            let _ = fs::remove_file(&new);
        }
        written
    }

    fn folder(&self) -> &Path {
        match self.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        }
    }

    fn sibling(&self, extension: &str) -> PathBuf {
        self.path.with_added_extension(extension)
    }

    fn error(&self, cause: &dyn std::fmt::Display) -> StoreError {
        StoreError::new(format!("{}: {cause}", self.path.display()))
    }
}

fn owner_only_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).mode(0o600);
    options
}

#[async_trait]
impl SecretReader for FileSecrets {
    async fn read(&self, name: &str) -> Result<Option<StoredSecret>, StoreError> {
        Ok(self.values()?.remove(name).map(StoredSecret::without_version))
    }
}

#[async_trait]
impl SecretStore for FileSecrets {
    async fn create(&self, name: &str, value: &SecretString) -> Result<(), CreateSecretError> {
        self.change(|values| {
            if values.contains_key(name) {
                return Err(CreateSecretError::Exists { name: name.to_owned() });
            }
            values.insert(name.to_owned(), value.clone());
            Ok(())
        })
    }

    async fn replace(&self, name: &str, read: &StoredSecret, value: &SecretString) -> Result<(), ReplaceSecretError> {
        self.change(|values| replace_unchanged(name, values.get_mut(name), read, value))
    }
}

/// Secrets in memory, lost when the process ends: for `--ephemeral` and for tests.
#[derive(Debug, Default)]
pub struct MemorySecrets {
    values: Mutex<HashMap<String, SecretString>>,
}

impl MemorySecrets {
    fn values(&self) -> MutexGuard<'_, HashMap<String, SecretString>> {
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl SecretReader for MemorySecrets {
    async fn read(&self, name: &str) -> Result<Option<StoredSecret>, StoreError> {
        Ok(self.values().get(name).cloned().map(StoredSecret::without_version))
    }
}

#[async_trait]
impl SecretStore for MemorySecrets {
    async fn create(&self, name: &str, value: &SecretString) -> Result<(), CreateSecretError> {
        match self.values().entry(name.to_owned()) {
            Entry::Occupied(_) => Err(CreateSecretError::Exists { name: name.to_owned() }),
            Entry::Vacant(free) => {
                free.insert(value.clone());
                Ok(())
            }
        }
    }

    async fn replace(&self, name: &str, read: &StoredSecret, value: &SecretString) -> Result<(), ReplaceSecretError> {
        replace_unchanged(name, self.values().get_mut(name), read, value)
    }
}
