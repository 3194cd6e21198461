//! The folder that the local server keeps its state in, one server at a time.

use anyhow::{Context, bail};
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

/// A folder that this process alone uses while the value lives.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    /// Locked; the operating system unlocks it when the process ends, however it ends.
    _lock: File,
}

impl DataFolder {
    /// Makes the folder if it is not there, readable by its owner only, and takes hold of it.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        make_private(path).with_context(|| format!("the data folder {} cannot be made", path.display()))?;
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

    /// The path of something in the folder.
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
    fn two_servers_do_not_share_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data");
        let first = DataFolder::open(&path).unwrap();
        let refused = DataFolder::open(&path).unwrap_err().to_string();
        assert!(refused.contains("another server uses the data folder"), "{refused}");
        drop(first);
        DataFolder::open(&path).unwrap();
    }
}
