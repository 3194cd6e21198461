//! Batches of items: which rows of items are valid.

use super::DynamoNotifications;
use super::row::{JSON, json, json_of, meta_key, sort_key, subscription_key, watching};
use crate::dynamodb::item::{Item as Stored, Key, NONCE, item, key, malformed, text, text_of, texts, texts_of};
use crate::dynamodb::tables::{KEY_ATTRIBUTE, SORT_ATTRIBUTE};
use crate::dynamodb::transaction::{Condition, Transaction};
use futures::{StreamExt, TryStreamExt, stream};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_notifications::ports::Watcher;
use wallet_notifications::{ChainKey, Item, WatchedItem};

/// The maximum number of items in a batch: the row has the keys of the added and of the removed items, 40 bytes each, and a row
/// has at most 400 KB.
const ITEMS: usize = 4000;

/// The number of concurrent queries.
const QUERIES: usize = 16;

/// The prefix of the sort keys of batches.
const PREFIX: &str = "batch#";

/// A batch to write.
pub(super) struct NewBatch<'a> {
    id: String,
    items: &'a [&'a WatchedItem],
}

impl<'a> NewBatch<'a> {
    /// Divides items, which must differ, into batches.
    pub(super) fn divide(nonce: &str, items: &'a [&'a WatchedItem]) -> Vec<Self> {
        let batches = items.chunks(ITEMS).enumerate();
        let batch = |(number, items)| Self {
            id: format!("{nonce}-{number}"),
            items,
        };
        batches.map(batch).collect()
    }
}

/// The stored row of a batch.
pub(super) struct Batch {
    /// The random text of the creation of the subscription.
    pub(super) born: String,
    pub(super) id: String,
    keys: Vec<String>,
    removed: HashSet<String>,
}

impl Batch {
    fn from_item(stored: &Stored) -> Result<Self, StoreError> {
        Ok(Self {
            born: text_of(stored, "born")?.to_owned(),
            id: sort_key(stored, PREFIX)?.to_owned(),
            keys: texts_of(stored, "item_keys")?.to_vec(),
            removed: texts_of(stored, "removed_keys")?.iter().cloned().collect(),
        })
    }

    /// Returns the keys of the items that the batch has not removed.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        let keys = self.keys.iter().filter(|key| !self.removed.contains(*key));
        keys.map(String::as_str)
    }
}

/// Returns the hash of an item by the key.
pub(super) fn hash_of_key(key: &str) -> Result<u64, StoreError> {
    let hash = key.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok());
    hash.ok_or_else(|| malformed("item_keys"))
}

/// Returns the partition key of the rows of an item.
fn item_key(chain: &ChainKey, item: &str) -> String {
    format!("item#{chain}#{item}")
}

/// Returns the key of the row of an item; `item` is the key of the item.
pub(super) fn watcher_key(chain: &ChainKey, item: &str, id: Uuid, batch: &str) -> Key {
    (item_key(chain, item), format!("{id}#{batch}")).into()
}

pub(super) fn batch_key(id: Uuid, batch: &str) -> Key {
    (subscription_key(id), format!("{PREFIX}{batch}")).into()
}

impl DynamoNotifications {
    /// Writes the rows of the items of batches, which have no effect until the batches are written.
    pub(super) async fn put_items(
        &self,
        chain: &ChainKey,
        id: Uuid,
        batches: &[NewBatch<'_>],
    ) -> Result<(), StoreError> {
        let mut rows = Vec::new();
        for batch in batches {
            for watched in batch.items {
                let mut stored = key(watcher_key(chain, &watched.item.key(), id, &batch.id));
                stored.insert(JSON.to_owned(), json(watched)?);
                rows.push(stored);
            }
        }
        self.put_rows(rows).await
    }

    /// Deletes the rows of items in batches that were not written. A failure is only logged, since the rows have no effect.
    pub(super) async fn discard(&self, chain: &ChainKey, id: Uuid, batches: &[NewBatch<'_>]) {
        let of_batch = |batch: &NewBatch<'_>| {
            let key = |watched: &&WatchedItem| watcher_key(chain, &watched.item.key(), id, &batch.id);
            batch.items.iter().map(key).collect::<Vec<_>>()
        };
        self.delete_ineffective(batches.iter().flat_map(of_batch).collect())
            .await;
    }

    /// Deletes rows without effect. A failure is only logged.
    pub(super) async fn delete_ineffective(&self, keys: Vec<Key>) {
        if let Err(error) = self.delete_rows(keys).await {
            tracing::warn!(%error, "rows of removed items remain");
        }
    }

    /// Adds the rows of batches to a transaction, which make the items valid.
    pub(super) fn put_batches(
        &self,
        mut transaction: Transaction,
        (id, born): (Uuid, &str),
        batches: &[NewBatch<'_>],
        nonce: &str,
    ) -> Result<Transaction, StoreError> {
        for batch in batches {
            let keys = batch.items.iter().map(|watched| watched.item.key());
            let mut stored = key(batch_key(id, &batch.id));
            stored.extend(item([
                ("born", text(born)),
                ("item_keys", texts(keys.collect())),
                (NONCE, text(nonce)),
            ]));
            transaction = transaction.put(&self.table, stored, Condition::absent())?;
        }
        Ok(transaction)
    }

    /// Returns the batches of a subscription; `born` is that of the subscription.
    pub(super) async fn batches(&self, id: Uuid, born: &str) -> Result<Vec<Batch>, StoreError> {
        let stored = self.with_prefix(&subscription_key(id), PREFIX).await?;
        let batches = stored.iter().map(Batch::from_item).collect::<Result<Vec<_>, _>>()?;
        Ok(batches.into_iter().filter(|batch| batch.born == born).collect())
    }

    /// Returns the valid rows of items of a subscription, with the batch of each item.
    pub(super) async fn valid_batches(
        &self,
        chain: &ChainKey,
        (id, born): (Uuid, &str),
        items: Vec<Item>,
    ) -> Result<HashMap<Item, String>, StoreError> {
        let prefix = format!("{id}#");
        let prefix = &prefix;
        let queries = items.into_iter().map(|item| async move {
            let stored = self.with_prefix(&item_key(chain, &item.key()), prefix).await?;
            let batch = |stored: &Stored| Ok((item.clone(), sort_key(stored, prefix)?.to_owned()));
            stored.iter().map(batch).collect::<Result<Vec<_>, StoreError>>()
        });
        let found: Vec<_> = stream::iter(queries).buffer_unordered(QUERIES).try_collect().await?;
        let found = found.into_iter().flatten().collect::<Vec<_>>();
        let batches = self
            .read_batches(found.iter().map(|(_, batch)| (id, batch.clone())))
            .await?;
        let is_valid = |(item, batch): &(Item, String)| {
            let key = item.key();
            let batch = batches.get(&(id, batch.clone()));
            batch.is_some_and(|batch| batch.born == born && batch.keys().any(|valid| valid == key))
        };
        Ok(found.into_iter().filter(is_valid).collect())
    }

    /// Returns the subscriptions that watch an item.
    pub(super) async fn valid_watchers(&self, chain: &ChainKey, of: &Item) -> Result<Vec<Watcher>, StoreError> {
        let stored = self.with_prefix(&item_key(chain, &of.key()), "").await?;
        let found = stored.iter().map(watcher_of).collect::<Result<Vec<_>, _>>()?;
        let batches = self.read_batches(found.iter().map(|(batch, _)| batch.clone())).await?;
        let born = self.births(found.iter().map(|((id, _), _)| *id)).await?;
        let key = of.key();
        let is_valid = |(batch, watcher): &((Uuid, String), Watcher)| {
            let current = born.get(&watcher.subscription);
            let batch = batches.get(batch).filter(|batch| Some(&batch.born) == current);
            batch.is_some_and(|batch| batch.keys().any(|valid| valid == key))
        };
        let valid = found.into_iter().filter(is_valid);
        Ok(valid.map(|(_, watcher)| watcher).collect())
    }

    /// Returns the watched items of a chain, `None` if there are more than `limit`, or as many subscriptions.
    pub(super) async fn all_watchers(
        &self,
        chain: &ChainKey,
        limit: usize,
    ) -> Result<Option<Vec<Watcher>>, StoreError> {
        if self
            .chain(chain)
            .await?
            .is_some_and(|chain| chain.subscriptions > limit as u64)
        {
            return Ok(None);
        }
        let listed = self.with_prefix(&watching(chain), "").await?;
        let ids = listed
            .iter()
            .map(|stored| sort_key(stored, "")?.parse().map_err(StoreError::new));
        let ids = ids.collect::<Result<Vec<Uuid>, _>>()?;
        let mut keys = Vec::new();
        for (id, born) in self.births(ids.into_iter()).await? {
            for batch in self.batches(id, &born).await? {
                keys.extend(batch.keys().map(|item| watcher_key(chain, item, id, &batch.id)));
                if keys.len() > limit {
                    return Ok(None);
                }
            }
        }
        let stored = self.read_all(&keys).await?;
        let watchers = stored.iter().map(|stored| Ok(watcher_of(stored)?.1));
        watchers.collect::<Result<_, StoreError>>().map(Some)
    }

    async fn read_batches(
        &self,
        ids: impl Iterator<Item = (Uuid, String)>,
    ) -> Result<HashMap<(Uuid, String), Batch>, StoreError> {
        let ids: HashSet<_> = ids.collect();
        let keys: Vec<_> = ids.iter().map(|(id, batch)| batch_key(*id, batch)).collect();
        let mut batches = HashMap::with_capacity(keys.len());
        for stored in self.read_all(&keys).await? {
            let batch = Batch::from_item(&stored)?;
            batches.insert((subscription_of(&stored)?, batch.id.clone()), batch);
        }
        Ok(batches)
    }

    /// Returns the random texts of the creations of subscriptions.
    async fn births(&self, ids: impl Iterator<Item = Uuid>) -> Result<HashMap<Uuid, String>, StoreError> {
        let ids: HashSet<_> = ids.collect();
        let keys: Vec<_> = ids.into_iter().map(meta_key).collect();
        let metas = self.read_all(&keys).await?;
        let birth = |stored: &Stored| Ok((subscription_of(stored)?, text_of(stored, "born")?.to_owned()));
        metas.iter().map(birth).collect()
    }
}

/// Returns the batch and the content of the row of an item.
fn watcher_of(stored: &Stored) -> Result<((Uuid, String), Watcher), StoreError> {
    let (id, batch) = sort_key(stored, "")?
        .split_once('#')
        .ok_or_else(|| malformed(SORT_ATTRIBUTE))?;
    let subscription = id.parse().map_err(|_| malformed(SORT_ATTRIBUTE))?;
    let item = json_of(stored, JSON)?;
    Ok(((subscription, batch.to_owned()), Watcher { subscription, item }))
}

/// Returns the subscription in the partition key of a row.
fn subscription_of(stored: &Stored) -> Result<Uuid, StoreError> {
    let id = text_of(stored, KEY_ATTRIBUTE)?.strip_prefix("sub#");
    let id = id.and_then(|id| id.parse().ok());
    id.ok_or_else(|| malformed(KEY_ATTRIBUTE))
}
