//! [`CachedLists`]: the lists in memory.

use async_trait::async_trait;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::lists::{AddressList, AddressLists, Digests, ListIndex, StoredList};
use wallet_core::ports::lists::{ListReader, RecipientLists};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Clock;
use wallet_refresh::{Clocks, Policy, Refreshing};

const POLICY: Policy = Policy {
    background_for: Duration::from_mins(5),
    // Lists that were read are used for the lifetime of the process, however long the storage fails.
    stale_for: Duration::MAX,
    wait: Duration::from_secs(3),
    backoff: Duration::from_secs(2),
    ..Policy::fresh_for(Duration::from_mins(1))
};

/// The time limit for the index and all chunks.
const LOAD: Duration = Duration::from_secs(10);

/// The maximum number of times that the index is read while an operator changes the lists.
const ROUNDS: u32 = 3;

/// The lists in memory: the index is read again after a minute, and the chunks only at a new version.
#[derive(Clone)]
pub struct CachedLists {
    reader: Arc<dyn ListReader>,
    loaded: Arc<Refreshing<Loaded, StoreError>>,
}

#[derive(Clone)]
struct Loaded {
    version: u64,
    lists: Arc<AddressLists>,
}

impl CachedLists {
    /// Creates an empty copy. Nothing is read before first use.
    pub fn new(reader: Arc<dyn ListReader>, clock: Arc<dyn Clock>) -> Self {
        Self {
            reader,
            loaded: Arc::new(Refreshing::new(Clocks::new(clock), POLICY)),
        }
    }

    async fn read(self) -> Result<Loaded, StoreError> {
        let last = self.loaded.last(Duration::MAX);
        let load = load(&*self.reader, last);
        let late = || Err(StoreError::new("lists not read in time"));
        let read = tokio::time::timeout(LOAD, load).await.unwrap_or_else(|_| late());
        read.inspect_err(|error| tracing::error!(%error, "lists not readable"))
    }
}

#[async_trait]
impl RecipientLists for CachedLists {
    async fn lists(&self) -> Result<Arc<AddressLists>, StoreError> {
        let loaded = self.loaded.get(|| self.clone().read()).await?;
        Ok(loaded.lists)
    }
}

/// Reads the lists, unless the last ones have the current version.
async fn load(reader: &dyn ListReader, last: Option<Loaded>) -> Result<Loaded, StoreError> {
    for _ in 0..ROUNDS {
        let index = reader.index().await?;
        if let Some(last) = last.as_ref().filter(|last| last.version == index.version) {
            return Ok(last.clone());
        }
        // A change deletes the chunks of the index before.
        if let Some(lists) = all(reader, &index).await? {
            let (version, lists) = (index.version, Arc::new(AddressLists(lists)));
            return Ok(Loaded { version, lists });
        }
    }
    Err(StoreError::new("chunks of lists are missing"))
}

/// Returns all lists, or `None` if a chunk is missing.
async fn all(reader: &dyn ListReader, index: &ListIndex) -> Result<Option<Vec<AddressList>>, StoreError> {
    let mut lists = Vec::with_capacity(index.lists.len());
    for stored in &index.lists {
        let Some(recipients) = digests(reader, stored).await? else {
            return Ok(None);
        };
        lists.push(AddressList {
            name: stored.name.clone(),
            action: stored.action,
            recipients,
        });
    }
    Ok(Some(lists))
}

async fn digests(reader: &dyn ListReader, stored: &StoredList) -> Result<Option<Digests>, StoreError> {
    let mut digests = Digests::default();
    for id in &stored.chunks {
        let Some(chunk) = reader.chunk(id).await? else {
            return Ok(None);
        };
        digests.extend(&chunk).map_err(StoreError::new)?;
    }
    if digests.len() != stored.recipients {
        return Err(StoreError::new(
            "a list has another number of recipients than the index states",
        ));
    }
    Ok(Some(digests))
}
