//! Lists of addresses that the operator imports (docs/decisions/storage.md#lists-of-addresses).

use super::store::StoreError;
use crate::lists::{AddressLists, ListIndex};
use async_trait::async_trait;
use std::sync::Arc;

/// The lists in force, as the services read them.
#[async_trait]
pub trait RecipientLists: Send + Sync {
    /// Returns the lists, which may be some minutes old.
    ///
    /// # Errors
    /// The lists cannot be read and were not read before.
    async fn lists(&self) -> Result<Arc<AddressLists>, StoreError>;
}

/// The stored lists: an index, and chunks of digests.
#[async_trait]
pub trait ListReader: Send + Sync {
    /// Returns the index, an empty one if nothing was stored.
    async fn index(&self) -> Result<ListIndex, StoreError>;

    /// Returns the digests of a chunk, or `None` if the chunk was deleted.
    async fn chunk(&self, id: &str) -> Result<Option<Vec<u8>>, StoreError>;
}

/// The changes of the stored lists by an operator.
#[async_trait]
pub trait ListStore: ListReader {
    /// Stores a chunk with a new id.
    async fn store_chunk(&self, id: &str, digests: &[u8]) -> Result<(), StoreError>;

    /// Replaces the index if the stored version is the one before. Returns false if a second client has changed the index.
    async fn replace_index(&self, index: &ListIndex) -> Result<bool, StoreError>;

    /// Deletes a chunk that no index lists any longer.
    async fn delete_chunk(&self, id: &str) -> Result<(), StoreError>;
}
