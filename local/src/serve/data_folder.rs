//! The data folder of the local server, used by a single server at a time.

use super::database::EmbeddedDatabase;
use super::secrets::{new_private_file, require_private, sync_folder};
use super::{merchant, secrets};
use anyhow::{Context, bail};
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

const LOCK: &str = "lock";

/// The file that marks the folder of a production server.
const PRODUCTION: &str = "production";

/// The kind of server that uses a data folder. A folder keeps the kind: a development server would add a merchant with
/// all permissions to a production folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// `wallet-cloud serve`.
    Development,
    /// `wallet-cloud serve --production`.
    Production,
}

/// A data folder, exclusively locked by this process while the value lives.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    /// The locked file; the operating system unlocks the file when the process ends, even after a crash.
    _lock: File,
}

impl DataFolder {
    /// Creates a missing folder, readable by the owner only, and locks the folder.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        make_private(path).with_context(|| format!("the data folder {} cannot be created", path.display()))?;
        let lock = path.join(LOCK);
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&lock);
        let file = file.with_context(|| format!("the data folder {} cannot be written", path.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(Self {
                path: path.to_owned(),
                _lock: file,
            }),
            Err(TryLockError::WouldBlock) => bail!(
                "another server uses the data folder {}; stop it, or choose another folder",
                path.display()
            ),
            Err(TryLockError::Error(error)) => {
                Err(error).with_context(|| format!("the file {} cannot be locked", lock.display()))
            }
        }
    }

    /// Opens the folder for a kind of server.
    ///
    /// Fails if the folder belongs to a server of the wrong kind. For production, the call also fails if other users
    /// can access the folder or the files.
    pub fn open_for(path: &Path, purpose: Purpose) -> anyhow::Result<Self> {
        let folder = Self::open(path)?;
        match purpose {
            Purpose::Development if folder.is_production() => bail!(
                "the data folder {} belongs to a production server; start it with --production, or choose another folder",
                path.display()
            ),
            Purpose::Development => {}
            Purpose::Production => folder.prepare_production()?,
        }
        Ok(folder)
    }

    /// Returns true if the folder belongs to a production server.
    pub fn is_production(&self) -> bool {
        is_production(&self.path)
    }

    /// Marks the folder of a production server.
    pub fn mark_production(&self) -> anyhow::Result<()> {
        let marker = self.join(PRODUCTION);
        new_private_file(&marker).with_context(|| format!("the file {} cannot be created", marker.display()))?;
        sync_folder(&self.path)
    }

    /// Fails if further users can access the folder.
    pub fn require_private(&self) -> anyhow::Result<()> {
        require_private(&self.path, "700")
    }

    /// Fails if the folder contains anything but the lock.
    pub fn require_empty(&self) -> anyhow::Result<()> {
        for entry in self.path.read_dir()? {
            let name = entry?.file_name();
            if name != LOCK {
                bail!("the data folder {} is not empty; choose a new one", self.path.display());
            }
        }
        Ok(())
    }

    fn prepare_production(&self) -> anyhow::Result<()> {
        self.require_private()?;
        let database = self.join(EmbeddedDatabase::FILE);
        if !self.is_production() {
            let development = [merchant::KEY_FILE, "sandbox", EmbeddedDatabase::FILE];
            if let Some(found) = development
                .iter()
                .map(|name| self.join(name))
                .find(|path| path.exists())
            {
                bail!(
                    "{} was not created by a production server; choose an empty data folder",
                    found.display()
                );
            }
            // The files that SQLite creates next to the database get the mode of the database.
            new_private_file(&database)
                .with_context(|| format!("the database file {} cannot be created", database.display()))?;
            self.mark_production()?;
        }
        if !database.exists() {
            bail!(
                "the database file {} is missing; restore a backup into an empty folder",
                database.display()
            );
        }
        require_private_files(&self.path)
    }

    /// Returns the path of a file in the folder.
    pub fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

#[cfg(unix)]
fn make_private(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

#[cfg(not(unix))]
fn make_private(path: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(path)
}

/// Fails if other users can access the folder, the database or the secrets.
pub fn require_private_files(folder: &Path) -> anyhow::Result<()> {
    require_private(folder, "700")?;
    for name in [EmbeddedDatabase::FILE, secrets::FILE] {
        let file = folder.join(name);
        if file.exists() {
            require_private(&file, "600")?;
        }
    }
    Ok(())
}

/// Returns true if the folder belongs to a production server.
pub fn is_production(folder: &Path) -> bool {
    folder.join(PRODUCTION).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(path: &Path, purpose: Purpose) -> String {
        DataFolder::open_for(path, purpose).unwrap_err().to_string()
    }

    #[test]
    fn folder_keeps_its_purpose() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("production");
        drop(DataFolder::open_for(&path, Purpose::Production).unwrap());
        drop(DataFolder::open_for(&path, Purpose::Production).unwrap());
        assert!(error(&path, Purpose::Development).contains("belongs to a production server"));
        std::fs::remove_file(path.join(EmbeddedDatabase::FILE)).unwrap();
        assert!(error(&path, Purpose::Production).contains("is missing; restore a backup"));
        for name in [merchant::KEY_FILE, EmbeddedDatabase::FILE] {
            let path = folder.path().join(name);
            drop(DataFolder::open_for(&path, Purpose::Development).unwrap());
            std::fs::write(path.join(name), "").unwrap();
            let error = error(&path, Purpose::Production);
            assert!(error.contains("was not created by a production server"), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn production_rejects_what_other_users_can_access() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data");
        drop(DataFolder::open_for(&path, Purpose::Production).unwrap());
        std::fs::write(path.join(secrets::FILE), "{}").unwrap();
        let set = |file: &Path, mode| std::fs::set_permissions(file, PermissionsExt::from_mode(mode)).unwrap();
        let (database, secrets) = (path.join(EmbeddedDatabase::FILE), path.join(secrets::FILE));
        set(&secrets, 0o600);
        for (file, strict) in [(&path, 0o700), (&database, 0o600), (&secrets, 0o600)] {
            for open in [0o040, 0o010, 0o004, 0o002] {
                set(file, strict | open);
                let remedy = format!("run chmod {strict:o} {}", file.display());
                let error = error(&path, Purpose::Production);
                assert!(error.ends_with(&remedy), "{error}");
            }
            set(file, strict);
        }
        DataFolder::open_for(&path, Purpose::Production).unwrap();
    }

    #[test]
    fn two_servers_cannot_share_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data");
        let first = DataFolder::open(&path).unwrap();
        let error = DataFolder::open(&path).unwrap_err().to_string();
        assert!(error.contains("another server uses the data folder"), "{error}");
        drop(first);
        DataFolder::open(&path).unwrap();
    }
}
