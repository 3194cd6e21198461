//! The format of a backup: a header line in JSON, the secrets, the database, and the SHA-256 of all that.

use super::BackupError;
use aws_lc_rs::digest::{Context, SHA256, SHA256_OUTPUT_LEN};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use wallet_core::ports::system::Timestamp;
use zeroize::Zeroizing;

/// The value of `format` in the header.
const FORMAT: &str = "wallet-cloud-backup";

/// The version of the format.
const VERSION: u32 = 1;

/// The maximum length of the header in bytes.
const MAX_HEADER: u64 = 1024;

/// The length of the digest in bytes.
const DIGEST: u64 = SHA256_OUTPUT_LEN as u64;

/// The secrets by name.
pub type Values = BTreeMap<String, SecretString>;

#[derive(Deserialize, Serialize)]
struct Header {
    format: String,
    version: u32,
    /// Unix time in seconds.
    created_at: u64,
    /// The length of the secrets in bytes.
    secrets: u64,
    /// The length of the database in bytes.
    database: u64,
}

/// Writes a backup and waits for the disk.
pub fn write(target: &mut File, created_at: Timestamp, values: &Values, database: &Path) -> Result<(), BackupError> {
    let exposed: BTreeMap<_, _> = values
        .iter()
        .map(|(name, value)| (name, value.expose_secret()))
        .collect();
    let secrets = Zeroizing::new(serde_json::to_vec(&exposed)?);
    let mut database = File::open(database)?;
    let header = Header {
        format: FORMAT.to_owned(),
        version: VERSION,
        created_at: created_at.as_secs(),
        secrets: secrets.len() as u64,
        database: database.metadata()?.len(),
    };
    let mut hashing = Hashing {
        inner: &mut *target,
        context: Context::new(&SHA256),
    };
    writeln!(hashing, "{}", serde_json::to_string(&header)?)?;
    hashing.write_all(&secrets)?;
    io::copy(&mut database, &mut hashing)?;
    let digest = hashing.context.finish();
    target.write_all(digest.as_ref())?;
    Ok(target.sync_all()?)
}

/// A backup with a correct digest.
pub struct Backup {
    file: BufReader<File>,
    header: Header,
    header_length: u64,
}

impl Backup {
    /// Opens a backup and verifies the digest.
    pub fn open(path: &Path) -> Result<Self, BackupError> {
        let mut file = BufReader::new(File::open(path)?);
        let mut line = Vec::new();
        file.by_ref().take(MAX_HEADER).read_until(b'\n', &mut line)?;
        let header: Header = serde_json::from_slice(&line).map_err(|_| BackupError::Format)?;
        if header.format != FORMAT {
            return Err(BackupError::Format);
        }
        if header.version != VERSION {
            return Err(BackupError::Version {
                version: header.version,
            });
        }
        let header_length = line.len() as u64;
        let hashed = header_length
            .checked_add(header.secrets)
            .and_then(|length| length.checked_add(header.database))
            .ok_or(BackupError::Damaged)?;
        if Some(file.get_ref().metadata()?.len()) != hashed.checked_add(DIGEST) {
            return Err(BackupError::Damaged);
        }
        verify(&mut file, hashed)?;
        Ok(Self {
            file,
            header,
            header_length,
        })
    }

    /// Returns the time at which the backup was made.
    pub fn created_at(&self) -> Timestamp {
        Timestamp::from_secs(self.header.created_at)
    }

    /// Reads the secrets.
    pub fn secrets(&mut self) -> Result<Values, BackupError> {
        self.file.seek(SeekFrom::Start(self.header_length))?;
        let mut text = Zeroizing::new(Vec::new());
        self.file.by_ref().take(self.header.secrets).read_to_end(&mut text)?;
        let values: BTreeMap<String, String> = serde_json::from_slice(&text)?;
        Ok(values.into_iter().map(|(name, value)| (name, value.into())).collect())
    }

    /// Copies the database and waits for the disk.
    pub fn copy_database(&mut self, target: &mut File) -> Result<(), BackupError> {
        self.file
            .seek(SeekFrom::Start(self.header_length + self.header.secrets))?;
        io::copy(&mut self.file.by_ref().take(self.header.database), target)?;
        Ok(target.sync_all()?)
    }
}

fn verify(file: &mut BufReader<File>, hashed: u64) -> Result<(), BackupError> {
    file.rewind()?;
    let mut hashing = Hashing {
        inner: io::sink(),
        context: Context::new(&SHA256),
    };
    io::copy(&mut file.by_ref().take(hashed), &mut hashing)?;
    let mut stored = [0; SHA256_OUTPUT_LEN];
    file.read_exact(&mut stored)?;
    if hashing.context.finish().as_ref() != stored {
        return Err(BackupError::Damaged);
    }
    Ok(())
}

/// A writer that hashes the bytes.
struct Hashing<W> {
    inner: W,
    context: Context,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.context.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(folder: &Path) -> Vec<u8> {
        let (database, path) = (folder.join("database"), folder.join("backup"));
        std::fs::write(&database, b"the database").unwrap();
        let values = Values::from([("name".to_owned(), "value".to_owned().into())]);
        let mut file = File::create(&path).unwrap();
        write(&mut file, Timestamp::from_secs(1_800_000_000), &values, &database).unwrap();
        std::fs::read(path).unwrap()
    }

    fn opened(folder: &Path, bytes: &[u8]) -> Result<Backup, BackupError> {
        let path = folder.join("changed");
        std::fs::write(&path, bytes).unwrap();
        Backup::open(&path)
    }

    #[test]
    fn content_is_read_as_written() {
        let folder = tempfile::tempdir().unwrap();
        let mut backup = opened(folder.path(), &written(folder.path())).unwrap();
        assert_eq!(backup.created_at(), Timestamp::from_secs(1_800_000_000));
        assert_eq!(backup.secrets().unwrap()["name"].expose_secret(), "value");
        let copy = folder.path().join("copy");
        backup.copy_database(&mut File::create(&copy).unwrap()).unwrap();
        assert_eq!(std::fs::read(copy).unwrap(), b"the database");
    }

    #[test]
    fn every_changed_byte_and_every_length_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let bytes = written(folder.path());
        for position in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[position] ^= 1;
            assert!(opened(folder.path(), &changed).is_err(), "position {position}");
            assert!(opened(folder.path(), &bytes[..position]).is_err(), "length {position}");
        }
        let longer = [&bytes[..], b"x"].concat();
        assert!(matches!(opened(folder.path(), &longer), Err(BackupError::Damaged)));
    }

    #[test]
    fn other_files_and_newer_versions_are_distinguished() {
        let folder = tempfile::tempdir().unwrap();
        for other in ["", "SQLite format 3\0", "{}\n", "[1]"] {
            assert!(
                matches!(opened(folder.path(), other.as_bytes()), Err(BackupError::Format)),
                "{other}"
            );
        }
        let newer = String::from_utf8_lossy(&written(folder.path())).replace("\"version\":1", "\"version\":2");
        let error = opened(folder.path(), newer.as_bytes()).err().unwrap();
        assert!(matches!(error, BackupError::Version { version: 2 }), "{error}");
    }
}
