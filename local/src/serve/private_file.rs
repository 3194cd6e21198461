//! Files that only their owner can access.

use anyhow::{Context, bail};
use std::fs::{File, OpenOptions};
use std::path::Path;

/// Creates a file that only its owner can access. Fails if it exists.
pub fn new_private_file(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Writes the entries of a folder to the disk, so that new files in it survive a power failure.
pub fn sync_folder(path: &Path) -> anyhow::Result<()> {
    let synced = File::open(path).and_then(|folder| folder.sync_all());
    synced.with_context(|| format!("the folder {} cannot be synchronized", path.display()))
}

/// Fails if other users can access the path; `mode` is the remedy.
#[cfg(unix)]
pub fn require_private(path: &Path, mode: &str) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = path
        .metadata()
        .with_context(|| format!("the mode of {} cannot be read", path.display()))?;
    if metadata.permissions().mode() & 0o077 != 0 {
        bail!(
            "{path} is accessible to other users; run chmod {mode} {path}",
            path = path.display()
        );
    }
    Ok(())
}

/// Fails, since the modes are unknown.
#[cfg(not(unix))]
pub fn require_private(_: &Path, _: &str) -> anyhow::Result<()> {
    bail!("a production server requires a system with file modes")
}
