//! Keys and attributes of the rows.

use crate::dynamodb::item::{
    Item, Key, bytes, flag, flag_of, item, malformed, number, number_of, optional_number_of, optional_raw_bytes_of,
    optional_text_of, text, text_of,
};
use crate::dynamodb::tables::SORT_ATTRIBUTE;
use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_notifications::{BlockId, ChainKey, Checkpoint, Limits, Subscription};

/// The partition key of the checkpoints.
pub(super) const CHAINS: &str = "chains";

/// The prefix of the sort keys of an owner's list.
pub(super) const SUBSCRIPTION: &str = "sub#";

/// The prefix of the sort keys of an owner's positions.
pub(super) const LOG: &str = "log#";

/// The attribute of a change with the added hashes.
pub(super) const ADDED: &str = "added_hashes";

/// The attribute of a change with the removed hashes.
pub(super) const REMOVED: &str = "removed_hashes";

/// The attribute of a record or an event with the JSON text.
pub(super) const JSON: &str = "json";

/// The attribute of a chain with the last processed blocks.
const RECENT: &str = "recent_blocks";

/// Returns a number as part of a sort key, in the order of the numbers.
pub(super) fn digits(number: u64) -> String {
    format!("{number:020}")
}

pub(super) fn chain_key(chain: &ChainKey) -> Key {
    (CHAINS, chain).into()
}

/// Returns the partition key of the changes of a chain.
pub(super) fn changes_key(chain: &ChainKey) -> String {
    format!("change#{chain}")
}

/// Returns the partition key of the summaries of the changes of a chain.
pub(super) fn summary_key(chain: &ChainKey) -> String {
    format!("summary#{chain}")
}

pub(super) fn change_key(chain: &ChainKey, version: u64) -> Key {
    (changes_key(chain), digits(version)).into()
}

/// Returns the partition key of the rows of a subscription.
pub(super) fn subscription_key(id: Uuid) -> String {
    format!("sub#{id}")
}

pub(super) fn meta_key(id: Uuid) -> Key {
    (subscription_key(id), "meta").into()
}

pub(super) fn sequence_key(id: Uuid, sequence: u64) -> Key {
    (subscription_key(id), format!("seq#{}", digits(sequence))).into()
}

/// Returns the partition key of the rows of an owner.
pub(super) fn owner_key(owner: &str) -> String {
    format!("owner#{owner}")
}

pub(super) fn owned_key(owner: &str, id: Uuid) -> Key {
    (owner_key(owner), format!("{SUBSCRIPTION}{id}")).into()
}

pub(super) fn usage_key(owner: &str) -> Key {
    (owner_key(owner), "usage").into()
}

pub(super) fn position_key(owner: &str, chain: &ChainKey) -> Key {
    (owner_key(owner), format!("{LOG}{chain}")).into()
}

/// Returns the partition key of the log of an owner. The name of a chain has no `#`, so that the logs of different owners
/// have different keys.
pub(super) fn log_key(owner: &str, chain: &ChainKey) -> String {
    format!("log#{owner}#{chain}")
}

/// Returns the partition key of the list of the subscriptions of a chain.
pub(super) fn watching(chain: &ChainKey) -> String {
    format!("watching#{chain}")
}

pub(super) fn watching_key(chain: &ChainKey, id: Uuid) -> Key {
    (watching(chain), id).into()
}

/// Returns the partition key of the records of a chain.
pub(super) fn tracks_key(chain: &ChainKey) -> String {
    format!("open#{chain}")
}

/// Returns the sort key of a row after a prefix.
pub(super) fn sort_key<'a>(stored: &'a Item, prefix: &str) -> Result<&'a str, StoreError> {
    let sk = text_of(stored, SORT_ATTRIBUTE)?;
    sk.strip_prefix(prefix).ok_or_else(|| malformed(SORT_ATTRIBUTE))
}

/// Returns the number in a sort key.
pub(super) fn number_key(stored: &Item) -> Result<u64, StoreError> {
    sort_key(stored, "")?.parse().map_err(|_| malformed(SORT_ATTRIBUTE))
}

/// Parses the name of a chain on a network: `btc-testnet`.
pub(super) fn parse_chain(text: &str) -> Result<ChainKey, StoreError> {
    text.parse().map_err(|_| malformed(SORT_ATTRIBUTE))
}

/// Creates an attribute with a value as JSON text.
pub(super) fn json(value: &impl Serialize) -> Result<AttributeValue, StoreError> {
    Ok(text(serde_json::to_string(value).map_err(StoreError::new)?))
}

/// Returns the value of an attribute with JSON text.
pub(super) fn json_of<T: DeserializeOwned>(stored: &Item, name: &str) -> Result<T, StoreError> {
    serde_json::from_str(text_of(stored, name)?).map_err(|_| malformed(name))
}

/// Creates an attribute with hashes, 8 bytes each, big endian.
pub(super) fn pack_hashes(hashes: &[u64]) -> AttributeValue {
    bytes(&hashes.iter().flat_map(|hash| hash.to_be_bytes()).collect::<Vec<_>>())
}

/// Returns the hashes of an attribute.
pub(super) fn hashes_of(stored: &Item, name: &str) -> Result<Vec<u64>, StoreError> {
    let packed = optional_raw_bytes_of(stored, name)?.unwrap_or_default();
    let (hashes, rest) = packed.as_chunks();
    if !rest.is_empty() {
        return Err(malformed(name));
    }
    Ok(hashes.iter().map(|hash| u64::from_be_bytes(*hash)).collect())
}

/// Creates an attribute with blocks: bytes, or JSON text for blocks without hashes of 32 bytes.
fn blocks(blocks: &[BlockId]) -> Result<AttributeValue, StoreError> {
    BlockId::pack(blocks).map_or_else(|| json(&blocks), |packed| Ok(bytes(&packed)))
}

/// Returns the blocks in an attribute.
fn blocks_of(stored: &Item, name: &str) -> Result<Vec<BlockId>, StoreError> {
    if stored.get(name).is_some_and(AttributeValue::is_s) {
        return json_of(stored, name);
    }
    let packed = optional_raw_bytes_of(stored, name)?;
    packed.and_then(BlockId::unpack).ok_or_else(|| malformed(name))
}

/// The row of a chain.
pub(super) struct ChainRow {
    pub(super) checkpoint: Checkpoint,
    /// The number of subscriptions.
    pub(super) subscriptions: u64,
    /// The number of addresses and transactions of the subscriptions. Every increase raises the version.
    pub(super) watched: u64,
}

impl ChainRow {
    pub(super) fn from_item(stored: &Item) -> Result<Self, StoreError> {
        let lease = optional_text_of(stored, "loop_lease")?.map(serde_json::from_str);
        Ok(Self {
            checkpoint: Checkpoint {
                recent: blocks_of(stored, RECENT)?,
                version: number_of(stored, "watch_version")?,
                revision: number_of(stored, "loop_revision")?,
                lease: lease.transpose().map_err(|_| malformed("loop_lease"))?,
                is_stopped: flag_of(stored, "is_stopped")?,
            },
            subscriptions: number_of(stored, "subscription_count")?,
            watched: watched_count(stored)?,
        })
    }

    /// Returns the limit of the chain if `added` further addresses or transactions exceed the limit.
    pub(super) fn exceeded(&self, added: u64, limits: &Limits) -> Option<u64> {
        limits
            .of_chain
            .filter(|limit| self.watched.saturating_add(added) > *limit)
    }
}

/// Returns the number of watched addresses and transactions of a chain. Rows from before the number have none, and after the deletion of
/// an earlier subscription a number below zero.
fn watched_count(stored: &Item) -> Result<u64, StoreError> {
    match stored.get("watched_count") {
        Some(AttributeValue::N(digits)) if digits.starts_with('-') => Ok(0),
        _ => Ok(optional_number_of(stored, "watched_count")?.unwrap_or_default()),
    }
}

/// Returns the attributes of a checkpoint except the number of subscriptions, as `:recent`, `:version`, `:revision` and `:stopped`.
pub(super) fn checkpoint_values(checkpoint: &Checkpoint) -> Result<Item, StoreError> {
    Ok(item([
        (":recent", blocks(&checkpoint.recent)?),
        (":version", number(checkpoint.version)),
        (":revision", number(checkpoint.revision)),
        (":stopped", flag(checkpoint.is_stopped)),
    ]))
}

/// The row of a subscription.
pub(super) struct Meta {
    pub(super) subscription: Subscription,
    /// The number of changes by the owner.
    pub(super) revision: u64,
    /// A random text of the creation, since an id can be used again after the deletion.
    pub(super) born: String,
}

impl Meta {
    pub(super) fn from_item(stored: &Item) -> Result<Self, StoreError> {
        let subscription: Subscription = json_of(stored, JSON)?;
        Ok(Self {
            subscription: Subscription {
                last_sequence: number_of(stored, "last_sequence")?,
                ..subscription
            },
            revision: number_of(stored, "revision")?,
            born: text_of(stored, "born")?.to_owned(),
        })
    }

    /// Returns the row with the revision of the next change.
    pub(super) fn next(&self) -> Self {
        Self {
            subscription: self.subscription.clone(),
            revision: self.revision + 1,
            born: self.born.clone(),
        }
    }

    /// Returns the attributes except the nonce. The number of the last event is a separate attribute, because the loop changes
    /// the number while the owner changes the rest.
    pub(super) fn to_item(&self) -> Result<Item, StoreError> {
        Ok(item([
            (JSON, json(&self.subscription)?),
            ("last_sequence", number(self.subscription.last_sequence)),
            ("revision", number(self.revision)),
            ("born", text(&self.born)),
        ]))
    }
}
