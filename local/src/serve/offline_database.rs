//! The data of a stopped local server.

use super::data_folder::DataFolder;
use super::database::EmbeddedDatabase;
use std::path::Path;
use wallet_store::dynamodb::DynamoAssets;

/// The database of a data folder that no server uses. The lock prevents a server from starting on it.
pub struct OfflineDatabase {
    database: EmbeddedDatabase,
    _folder: DataFolder,
}

impl OfflineDatabase {
    /// Locks the folder and opens its database.
    pub async fn open(path: &Path) -> anyhow::Result<Self> {
        let folder = DataFolder::open(path)?;
        let database = EmbeddedDatabase::start(Some(&folder.join(EmbeddedDatabase::FILE))).await?;
        Ok(Self {
            database,
            _folder: folder,
        })
    }

    /// Returns the asset changes.
    pub fn assets(&self) -> DynamoAssets {
        self.database.assets.clone()
    }

    /// Closes the files.
    pub async fn close(self) {
        self.database.stop().await;
    }
}
