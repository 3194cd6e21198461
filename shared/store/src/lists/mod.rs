//! The operator's lists of addresses: the form of the stored items, their reader without the SDK, and the copy in memory.
//!
//! | Key | Attributes |
//! |---|---|
//! | `index` | `changes`, the number of changes; `lists`, the lists with the ids of the chunks as JSON |
//! | `chunk#` and an id | `digests`, sorted digests without separators |

mod cached;
mod signed;

pub use cached::CachedLists;
pub use signed::SignedLists;

use wallet_core::lists::ListIndex;
use wallet_core::ports::store::StoreError;

/// The key of the index.
pub(crate) const INDEX: &str = "index";

/// The attribute with the number of changes.
pub(crate) const CHANGES: &str = "changes";

/// The attribute with the lists.
pub(crate) const LISTS: &str = "lists";

/// The attribute with the digests of a chunk.
pub(crate) const DIGESTS: &str = "digests";

/// Returns the key of a chunk.
pub(crate) fn chunk_key(id: &str) -> String {
    format!("chunk#{id}")
}

/// Parses the attributes of the index.
pub(crate) fn read_index(version: u64, lists: &str) -> Result<ListIndex, StoreError> {
    let lists = serde_json::from_str(lists).map_err(StoreError::new)?;
    Ok(ListIndex { version, lists })
}
