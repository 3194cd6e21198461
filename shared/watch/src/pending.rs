//! Pending transactions: broadcast by the services of the deployment, listed for watched addresses, or looked up by id.

use crate::chain::{WatchedTransaction, request_all};
use crate::events::Observed;
use crate::tick::{ChainLoop, TickError};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::upstream::UpstreamError;
use wallet_notifications::ports::Watcher;
use wallet_notifications::{BlockTime, Checkpoint, Item, Observation, State, WatchedItem};

/// The maximum number of watched items of a chain with pending transactions that are requested.
const MAX_WATCHED: usize = 10_000;

/// The maximum number of watched items of a chain whose upstreams list no blocks: the addresses and transactions, whose number is
/// limited, and their outputs.
const MAX_LISTED: usize = 100_000;

/// The maximum number of single transactions that a tick looks up, and of broadcast transactions.
const MAX_LOOKUPS: usize = 20;

/// The time after which all nodes know a broadcast transaction: a transaction that is unknown then has been dropped.
const PROPAGATION: Duration = Duration::from_mins(1);

impl ChainLoop {
    /// Appends the events about pending transactions, and about pending transactions that have disappeared.
    pub(crate) async fn read_pending(&mut self, checkpoint: &Checkpoint, deadline: Deadline) -> Result<(), TickError> {
        let mut found = self.read_broadcasts(checkpoint, deadline).await?;
        let watched = self.watched(checkpoint.version).await?;
        let polling = self.chain.polling();
        let mut counts: BTreeMap<Uuid, u64> = BTreeMap::new();
        let addresses = || watched.iter().filter(|watcher| watcher.item.item.is_address());
        for watcher in addresses() {
            *counts.entry(watcher.subscription).or_default() += 1;
        }
        let addresses: BTreeMap<_, _> = addresses()
            .filter(|watcher| counts[&watcher.subscription] <= polling.of_subscription)
            .map(|watcher| (watcher.item.item.clone(), watcher.item.clone()))
            .collect();
        let mut addresses: Vec<_> = addresses.into_values().collect();
        let from = self.polled % addresses.len().max(1);
        addresses.rotate_left(from);
        addresses.truncate(polling.of_tick);
        self.polled = from + addresses.len();
        let spent = self.memory.spent().take(polling.spends);
        addresses.extend(spent.map(|item| WatchedItem {
            item: item.clone(),
            address: String::new(),
            path: None,
        }));
        let pending = self.chain.pending(&addresses, deadline).await?.unwrap_or_default();
        for transaction in pending.iter().filter(|transaction| transaction.height.is_none()) {
            found.insert(transaction.txid.clone());
            self.report_pending(transaction, checkpoint, deadline).await?;
        }
        self.look_up(checkpoint, &watched, &found, deadline).await
    }

    /// Looks up the transactions that the services of the deployment have broadcast, once each until the watched items change,
    /// and removes the records of transactions that are no longer pending. Returns the pending ones among those looked up.
    async fn read_broadcasts(
        &mut self,
        checkpoint: &Checkpoint,
        deadline: Deadline,
    ) -> Result<BTreeSet<String>, TickError> {
        let mut found = BTreeSet::new();
        if self.chain.is_final_at_once() {
            return Ok(found);
        }
        let (key, now) = (self.chain.key().clone(), self.ports.clock.now());
        let broadcasts = self.ports.store.broadcasts(&key, now).await?;
        let mined = self.memory.take_mined();
        let (mut ended, pending): (Vec<_>, Vec<_>) = broadcasts
            .into_iter()
            .partition(|broadcast| mined.contains(&broadcast.txid));
        let unknown = pending
            .into_iter()
            .filter(|broadcast| !self.memory.is_current(&broadcast.txid));
        let unknown: Vec<_> = unknown.take(MAX_LOOKUPS).collect();
        let txids = unknown.iter().map(|broadcast| broadcast.txid.as_str());
        let transactions = self.transactions(txids, deadline).await;
        let mut failure = None;
        for (broadcast, transaction) in unknown.into_iter().zip(transactions) {
            match transaction {
                Ok(Some(transaction)) if transaction.height.is_none() => {
                    self.report_pending(&transaction, checkpoint, deadline).await?;
                    found.insert(broadcast.txid);
                }
                Ok(None) if now.since(broadcast.at) < PROPAGATION => {}
                // The loop reads the event from the block.
                Ok(Some(_) | None) => ended.push(broadcast),
                Err(error) => failure = Some(error),
            }
        }
        let ended: Vec<_> = ended.into_iter().map(|broadcast| broadcast.txid).collect();
        self.ports.store.remove_broadcasts(&key, &ended).await?;
        failure.map_or(Ok(found), |error| Err(error.into()))
    }

    /// Appends the events about a pending transaction, unless all records are current.
    async fn report_pending(
        &mut self,
        transaction: &WatchedTransaction,
        checkpoint: &Checkpoint,
        deadline: Deadline,
    ) -> Result<(), TickError> {
        if self.memory.is_current(&transaction.txid) {
            return Ok(());
        }
        self.report(vec![pending_transaction(transaction, checkpoint)], deadline)
            .await?;
        self.memory.set_current(&transaction.txid);
        Ok(())
    }

    /// Returns the items by which the upstreams find the transactions of blocks, none if they list whole blocks.
    pub(crate) async fn listed_items(&mut self, version: u64) -> Result<Vec<Item>, TickError> {
        if self.chain.lists_blocks() {
            return Ok(Vec::new());
        }
        let watched = self.watched(version).await?;
        let items = watched.iter().map(|watcher| &watcher.item.item);
        let items = items.filter(|item| item.is_address() || item.is_transaction());
        let items: BTreeSet<_> = items.chain(self.memory.spent()).cloned().collect();
        Ok(items.into_iter().collect())
    }

    /// Returns the watched items of the chain, none if there are too many for requests about pending transactions. The items of a
    /// version are read once.
    async fn watched(&mut self, version: u64) -> Result<Arc<[Watcher]>, TickError> {
        if let Some((known, watched)) = &self.watched
            && *known == version
        {
            return Ok(Arc::clone(watched));
        }
        let lists_blocks = self.chain.lists_blocks();
        let limit = if lists_blocks { MAX_WATCHED } else { MAX_LISTED };
        let watched = self.ports.store.watched(self.chain.key(), limit).await?;
        if watched.is_none() && !lists_blocks {
            return Err(StoreError::new("more watched items than the upstreams of the chain can list").into());
        }
        let watched: Arc<[Watcher]> = watched.unwrap_or_default().into();
        self.watched = Some((version, Arc::clone(&watched)));
        Ok(watched)
    }

    /// Looks up the transactions that are watched by id and have no record, and the pending ones that were not listed.
    async fn look_up(
        &mut self,
        checkpoint: &Checkpoint,
        watched: &[Watcher],
        found: &BTreeSet<String>,
        deadline: Deadline,
    ) -> Result<(), TickError> {
        let by_id = watched.iter().filter(|watcher| watcher.item.item.is_transaction());
        let is_new = |watcher: &&Watcher| self.memory.track(watcher.subscription, &watcher.item.address).is_none();
        let new: BTreeSet<_> = by_id
            .filter(is_new)
            .map(|watcher| watcher.item.address.clone())
            .collect();
        let seen = self
            .memory
            .tracks(|track| track.state == State::Seen && !found.contains(&track.txid));
        let mut ages: BTreeMap<_, _> = seen.into_iter().map(|track| (track.txid, track.changed_at)).collect();
        ages.extend(new.into_iter().map(|txid| (txid, 0)));
        let mut oldest: Vec<_> = ages.into_iter().collect();
        oldest.sort_by_key(|(_, changed_at)| *changed_at);
        if self.chain.is_final_at_once() {
            // A later ledger can have a transaction that was unknown before.
            oldest.retain(|(txid, _)| self.looked_up.insert(txid.clone()));
        }
        oldest.truncate(MAX_LOOKUPS);
        let txids = oldest.iter().map(|(txid, _)| txid.as_str());
        let transactions = self.transactions(txids, deadline).await;
        let mut mined = BTreeMap::<u64, Vec<_>>::new();
        let mut failure = None;
        for ((txid, _), found) in oldest.iter().zip(transactions) {
            match found {
                Ok(None) => self.report_missing(txid, checkpoint.height()).await?,
                Ok(Some(transaction)) => match transaction.height {
                    None => self.report_pending(&transaction, checkpoint, deadline).await?,
                    Some(height) if height > checkpoint.height() => {}
                    Some(height) => mined.entry(height).or_default().push(transaction),
                },
                Err(error) => failure = Some(error),
            }
        }
        for (height, transactions) in mined {
            self.report_found(height, &transactions, checkpoint, deadline).await?;
        }
        failure.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Looks up transactions, several at the same time, up to the first failure.
    async fn transactions<'a>(
        &self,
        txids: impl Iterator<Item = &'a str>,
        deadline: Deadline,
    ) -> Vec<Result<Option<WatchedTransaction>, UpstreamError>> {
        request_all(txids.map(|txid| self.chain.transaction(txid, deadline)).collect()).await
    }

    async fn report_missing(&mut self, txid: &str, height: u64) -> Result<(), TickError> {
        self.memory.set_missing(txid);
        for track in self.memory.of_transaction(txid) {
            self.report_later(&track, Observation::Missing, None, height).await?;
        }
        Ok(())
    }

    /// Appends the events of found transactions of a block that was processed before the subscription existed.
    async fn report_found(
        &mut self,
        height: u64,
        transactions: &[WatchedTransaction],
        checkpoint: &Checkpoint,
        deadline: Deadline,
    ) -> Result<(), TickError> {
        let items = transactions
            .iter()
            .map(|transaction| Item::transaction(&transaction.txid));
        let items: Vec<_> = items.collect();
        let blocks = self.chain.blocks(height..=height, &items, deadline).await?;
        let Some(block) = blocks.into_iter().next() else {
            return Ok(());
        };
        let is_in_block = |found: &&WatchedTransaction| block.transactions.iter().any(|mined| mined.txid == found.txid);
        let found = transactions.iter().filter(is_in_block);
        let observed = found.map(|transaction| Observed {
            block: Some(BlockTime {
                id: block.id.clone(),
                time: block.time,
            }),
            ..pending_transaction(transaction, checkpoint)
        });
        self.report(observed.collect(), deadline).await
    }
}

fn pending_transaction<'a>(transaction: &'a WatchedTransaction, checkpoint: &Checkpoint) -> Observed<'a> {
    Observed {
        transaction,
        block: None,
        head: checkpoint.height(),
        partial: &[],
    }
}
