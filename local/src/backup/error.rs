//! The errors of backups.

/// A backup cannot be made or restored. The message states the remedy.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The folder has no production database.
    #[error("it is not the data folder of a production server")]
    NotProduction,
    /// The file has a different format.
    #[error("the file is not a backup of wallet-cloud")]
    Format,
    /// The version of the format is unknown.
    #[error("the backup has the format version {version}, which this program does not support; use a newer release")]
    Version {
        /// The version in the file.
        version: u32,
    },
    /// The content differs from what was written.
    #[error("the backup is damaged or incomplete; use another one")]
    Damaged,
    /// The database in the file has no accounts table.
    #[error("the database in the backup has no accounts table; use another backup")]
    NoAccounts,
    /// The secrets contain no signing keys.
    #[error("the secrets contain no signing keys")]
    NoKeys,
    /// The signing keys are invalid.
    #[error("the signing keys cannot be used: {0}")]
    Keys(#[from] wallet_core::auth::KeySetError),
    /// A path is not UTF-8.
    #[error("the path is not UTF-8")]
    Path,
    /// The database failed.
    #[error("the database cannot be copied: {0}")]
    Database(String),
    /// A file cannot be read or written.
    #[error("a file cannot be read or written")]
    Io(#[from] std::io::Error),
    /// The secrets cannot be read.
    #[error("the secrets cannot be read")]
    Secrets(#[from] wallet_core::ports::store::StoreError),
    /// The file contains invalid JSON under a correct digest.
    #[error("the backup cannot be encoded or decoded")]
    Json(#[from] serde_json::Error),
}

impl From<dynoxide::DynoxideError> for BackupError {
    fn from(error: dynoxide::DynoxideError) -> Self {
        Self::Database(error.to_string())
    }
}
