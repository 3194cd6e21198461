//! The data folder of the local server, used by one server at a time.

use anyhow::{Context, bail};
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

/// A data folder, exclusively locked by this process while the value lives.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    /// The locked file; the operating system unlocks it when the process ends, even after a crash.
    _lock: File,
}

impl DataFolder {
    /// Creates the folder if it is missing, readable by its owner only, and locks it.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        make_private(path).with_context(|| format!("the data folder {} cannot be created", path.display()))?;
        let lock = path.join("lock");
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

#[cfg(test)]
mod tests {
    use super::*;

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
