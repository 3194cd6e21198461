//! Access of the services to the asset catalogue.

use crate::{AssetId, Catalogue, Change, EditError};
use async_trait::async_trait;
use std::sync::Arc;
use wallet_core::error::{CodedError, ErrorInfo};
use wallet_core::ports::store::StoreError;

/// Read and write access to the catalogue.
#[async_trait]
pub trait Assets: Send + Sync {
    /// Returns the cached catalogue, which may be some minutes old. The call causes no storage request.
    async fn cached(&self) -> Result<CachedCatalogue, StoreError>;

    /// Returns the catalogue as currently stored.
    async fn now(&self) -> Result<Arc<Catalogue>, StoreError>;

    /// Returns the cached catalogue with the currently stored state of an asset, which an edit is based on.
    async fn for_edit(&self, id: &AssetId) -> Result<Arc<Catalogue>, StoreError>;

    /// Stores a change. The revision must be the successor of the stored revision.
    async fn change(&self, change: Change) -> Result<(), ChangeAssetError>;
}

/// A cached catalogue.
#[derive(Clone, Debug)]
pub struct CachedCatalogue {
    /// The catalogue.
    pub catalogue: Arc<Catalogue>,
    /// True if the catalogue is older than the refresh interval because the storage fails.
    pub stale: bool,
}

impl CachedCatalogue {
    /// Creates a catalogue that is not stale.
    pub fn fresh(catalogue: Arc<Catalogue>) -> Self {
        Self {
            catalogue,
            stale: false,
        }
    }
}

/// Errors of storing a change.
#[derive(Debug, thiserror::Error)]
pub enum ChangeAssetError {
    /// Another writer changed the asset after the read.
    #[error("the asset was changed concurrently")]
    Changed,
    /// The storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl CodedError for ChangeAssetError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Changed => EditError::Changed.info(),
            Self::Store(error) => error.info(),
        }
    }
}

/// The storage of asset changes.
#[async_trait]
pub trait AssetChanges: Send + Sync {
    /// Returns the number of writes so far, which grows with each write.
    async fn writes(&self) -> Result<u64, StoreError>;

    /// Returns the change of an asset, or `None` if the asset was never changed.
    async fn one(&self, id: &AssetId) -> Result<Option<Change>, StoreError>;

    /// Returns all changes.
    async fn all(&self) -> Result<Vec<Change>, StoreError>;

    /// Stores at most [`MAX_CHANGES_PER_BATCH`] changes atomically. Each must be the successor of the
    /// stored revision of the asset.
    async fn store(&self, changes: &[Change]) -> Result<(), ChangeAssetError>;
}

/// The maximum number of changes stored in a batch.
pub const MAX_CHANGES_PER_BATCH: usize = 50;
