//! The state of a loop that survives a tick in memory.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_notifications::ports::WatchStore;
use wallet_notifications::{ChainKey, Checkpoint, Filter, Item, State, Track};

/// The key of a record: transaction id and subscription.
type TrackKey = (String, Uuid);

/// The maximum number of transactions that are known as current. Above the number, all are reported once more.
const MAX_CURRENT: usize = 10_000;

/// The filter and the records of a chain. Both are read again from the store if a different process has changed them.
#[derive(Default)]
pub struct Memory {
    filter: Filter,
    /// The number of changes of the watched items that the filter contains.
    version: u64,
    tracks: BTreeMap<TrackKey, Track>,
    /// The transactions without a block, by what they spend.
    spenders: HashMap<Item, BTreeSet<TrackKey>>,
    /// The pending transactions that were reported to all watchers of this version.
    current: HashSet<String>,
    /// Those of them that blocks contain since [`Memory::take_mined`].
    mined: HashSet<String>,
    /// The revision of the checkpoint up to which the records are current, `None` before the first read.
    revision: Option<u64>,
}

impl Memory {
    /// Reads what has changed since the last tick.
    pub async fn refresh(
        &mut self,
        store: &dyn WatchStore,
        chain: &ChainKey,
        checkpoint: &Checkpoint,
    ) -> Result<(), StoreError> {
        if checkpoint.version < self.version {
            // The table was replaced.
            *self = Self::default();
        }
        if checkpoint.version > self.version {
            self.current.clear();
            for change in store.changes(chain, self.version).await? {
                if change.is_complete {
                    self.filter = Filter::default();
                }
                self.filter.change(&change.added, &change.removed);
                self.version = self.version.max(change.version);
            }
        }
        if self.revision != Some(checkpoint.revision) {
            self.tracks.clear();
            self.spenders.clear();
            for track in store.tracks(chain).await? {
                self.put(track);
            }
            self.revision = Some(checkpoint.revision);
        }
        Ok(())
    }

    /// Records that this process has moved the checkpoint from a revision to the next. If the records were not current before,
    /// they are read again.
    pub fn moved_from(&mut self, revision: u64) {
        if self.revision == Some(revision) {
            self.revision = Some(revision + 1);
        }
    }

    /// Forgets the records, so that the next refresh reads them again.
    pub fn forget(&mut self) {
        self.revision = None;
    }

    /// Returns true if the item may be watched.
    pub fn may_watch(&self, item: &Item) -> bool {
        self.filter.may_contain(item)
    }

    /// Returns true if a pending transaction was reported to all watchers, and nothing has changed since.
    pub fn is_current(&self, txid: &str) -> bool {
        self.current.contains(txid) && self.records(txid).all(|track| track.state == State::Seen)
    }

    /// Notes that a pending transaction was reported to all watchers.
    pub fn set_current(&mut self, txid: &str) {
        if self.current.len() >= MAX_CURRENT {
            self.current.clear();
        }
        self.current.insert(txid.to_owned());
    }

    /// Notes that a transaction is unknown.
    pub fn set_missing(&mut self, txid: &str) {
        self.current.remove(txid);
    }

    /// Notes that a transaction is in a block.
    pub fn set_mined(&mut self, txid: &str) {
        self.mined.extend(self.current.take(txid));
    }

    /// Returns the reported pending transactions that blocks contain since the last call.
    pub fn take_mined(&mut self) -> HashSet<String> {
        std::mem::take(&mut self.mined)
    }

    /// Returns the record of a transaction.
    pub fn track(&self, subscription: Uuid, txid: &str) -> Option<&Track> {
        self.tracks.get(&(txid.to_owned(), subscription))
    }

    /// Returns the records for which `is_wanted` returns true, in a stable order.
    pub fn tracks(&self, is_wanted: impl Fn(&Track) -> bool) -> Vec<Track> {
        self.tracks.values().filter(|track| is_wanted(track)).cloned().collect()
    }

    /// Returns the records of a transaction.
    pub fn of_transaction(&self, txid: &str) -> Vec<Track> {
        self.records(txid).cloned().collect()
    }

    fn records(&self, txid: &str) -> impl Iterator<Item = &Track> {
        let from = (txid.to_owned(), Uuid::nil());
        let records = self.tracks.range(from..).take_while(move |((id, _), _)| id == txid);
        records.map(|(_, track)| track)
    }

    /// Returns what the transactions without a block spend.
    pub fn spent(&self) -> impl Iterator<Item = &Item> {
        self.spenders.keys()
    }

    /// Returns the records of different transactions without a block that spend the same.
    pub fn conflicts(&self, txid: &str, spends: &[Item]) -> Vec<Track> {
        let keys = spends.iter().filter_map(|spent| self.spenders.get(spent)).flatten();
        let keys: BTreeSet<_> = keys.filter(|(id, _)| id != txid).collect();
        keys.into_iter()
            .filter_map(|key| self.tracks.get(key))
            .cloned()
            .collect()
    }

    /// Stores a record.
    pub fn put(&mut self, track: Track) {
        let key = key(&track);
        self.forget_spends(&key);
        if matches!(track.state, State::Seen | State::Dropped) {
            for spent in &track.spends {
                self.spenders.entry(spent.clone()).or_default().insert(key.clone());
            }
        }
        self.tracks.insert(key, track);
    }

    /// Removes records.
    pub fn remove(&mut self, tracks: &[Track]) {
        for track in tracks {
            let key = key(track);
            self.forget_spends(&key);
            self.tracks.remove(&key);
        }
    }

    fn forget_spends(&mut self, key: &TrackKey) {
        let spends = self.tracks.get(key).map(|track| track.spends.clone());
        for spent in spends.unwrap_or_default() {
            if let Some(keys) = self.spenders.get_mut(&spent) {
                keys.remove(key);
                if keys.is_empty() {
                    self.spenders.remove(&spent);
                }
            }
        }
    }
}

fn key(track: &Track) -> TrackKey {
    (track.txid.clone(), track.subscription)
}
