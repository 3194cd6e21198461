//! What the services need of assets.

use crate::{Catalogue, Change};
use async_trait::async_trait;
use std::sync::Arc;
use wallet_core::ports::store::StoreError;

/// The catalogue as the services see it.
#[async_trait]
pub trait Assets: Send + Sync {
    /// The catalogue at hand, which may be some minutes old; reads of it cost nothing.
    async fn at_hand(&self) -> Result<AtHand, StoreError>;

    /// The catalogue as it is stored now.
    async fn now(&self) -> Result<Arc<Catalogue>, StoreError>;

    /// Stores a change. Its revision must be the one that follows the stored one.
    async fn change(&self, change: Change) -> Result<(), ChangeAssetError>;
}

/// A catalogue that was read some time ago.
#[derive(Clone, Debug)]
pub struct AtHand {
    /// The catalogue.
    pub catalogue: Arc<Catalogue>,
    /// Whether it is older than it should be, because the storage fails.
    pub stale: bool,
}

impl AtHand {
    /// A catalogue that is as it should be.
    pub fn fresh(catalogue: Arc<Catalogue>) -> Self {
        Self {
            catalogue,
            stale: false,
        }
    }
}

/// A change was not stored.
#[derive(Debug, thiserror::Error)]
pub enum ChangeAssetError {
    /// Somebody else changed the asset since it was read.
    #[error("the asset was changed meanwhile")]
    Changed,
    /// The storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Where the changes of assets are kept.
#[async_trait]
pub trait AssetChanges: Send + Sync {
    /// How many writes there were. It grows with each.
    async fn writes(&self) -> Result<u64, StoreError>;

    /// Every change.
    async fn all(&self) -> Result<Vec<Change>, StoreError>;

    /// Stores changes, all or none, at most [`CHANGES_AT_ONCE`]. Each must follow on the stored revision of its asset.
    async fn store(&self, changes: &[Change]) -> Result<(), ChangeAssetError>;
}

/// How many changes can be stored together.
pub const CHANGES_AT_ONCE: usize = 50;
