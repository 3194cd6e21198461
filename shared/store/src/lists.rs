//! The operator's lists of addresses: the form of the stored items, their reader without the SDK, and the copy in memory.
//!
//! | Key | Attributes |
//! |---|---|
//! | `index` | `changes`, the number of changes; `lists`, the lists with the ids of the chunks as JSON |
//! | `chunk#` and an id | `digests`, sorted digests without separators |

use crate::aws::AwsSettings;
use crate::aws::dynamo::{DynamoError, SignedDynamo};
use crate::aws::signing::CallError;
use async_trait::async_trait;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::lists::{AddressList, AddressLists, Digests, ListIndex, StoredList};
use wallet_core::ports::lists::{ListReader, RecipientLists};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Clock;
use wallet_refresh::{Clocks, Policy, Refreshing};

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

/// The maximum size of a response in bytes: an item of 400 kB in base64, and its names.
const MAX_RESPONSE: usize = 600 * 1024;

/// Reads the operator's lists with a signed `GetItem`: the client of the SDK would be larger than the connectors.
pub struct SignedLists {
    dynamodb: SignedDynamo,
    table: String,
}

/// An item, if it exists.
#[derive(Default, Deserialize)]
struct Found {
    #[serde(rename = "Item")]
    item: Option<Attributes>,
}

type Attributes = HashMap<String, Attribute>;

/// The value of an attribute: a text, a number, or bytes in base64.
#[derive(Deserialize)]
enum Attribute {
    #[serde(rename = "S")]
    Text(String),
    #[serde(rename = "N")]
    Number(String),
    #[serde(rename = "B")]
    Bytes(String),
}

impl SignedLists {
    /// Creates the reader of a table.
    pub fn new(settings: AwsSettings, table: String) -> Self {
        let dynamodb = SignedDynamo::new(settings, MAX_RESPONSE);
        Self { dynamodb, table }
    }

    /// Returns the attributes of an item, with strong consistency: the chunks of an index exist before the index.
    ///
    /// A connection that the function lost while frozen fails at the first use, so a failed connection is tried twice.
    async fn item(&self, key: &str) -> Result<Option<Attributes>, StoreError> {
        let request = json!({ "TableName": self.table, "Key": { "pk": { "S": key } }, "ConsistentRead": true });
        let response = match self.dynamodb.call("GetItem", &request).await {
            Err(DynamoError::Failed {
                error: CallError::Broken(_),
                ..
            }) => self.dynamodb.call("GetItem", &request).await,
            outcome => outcome,
        };
        let found: Found = serde_json::from_slice(&response?).map_err(failure)?;
        Ok(found.item)
    }
}

#[async_trait]
impl ListReader for SignedLists {
    async fn index(&self) -> Result<ListIndex, StoreError> {
        let Some(item) = self.item(INDEX).await? else {
            return Ok(ListIndex::default());
        };
        match (item.get(CHANGES), item.get(LISTS)) {
            (Some(Attribute::Number(version)), Some(Attribute::Text(lists))) => {
                read_index(version.parse().map_err(failure)?, lists)
            }
            _ => Err(failure("malformed index of lists")),
        }
    }

    async fn chunk(&self, id: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(item) = self.item(&chunk_key(id)).await? else {
            return Ok(None);
        };
        match item.get(DIGESTS) {
            Some(Attribute::Bytes(digests)) => BASE64_STANDARD.decode(digests).map(Some).map_err(failure),
            _ => Err(failure("malformed chunk of a list")),
        }
    }
}

fn failure(cause: impl Display) -> StoreError {
    StoreError::new(format_args!("GetItem: {cause}"))
}
