//! The state of a loop that survives a tick in memory.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_notifications::ports::WatchStore;
use wallet_notifications::{ChainKey, Checkpoint, Filter, Item, State, Track};

/// The key of a record: transaction id and subscription.
type TrackKey = (String, Uuid);

/// The filter and the records of a chain. Both are read again from the store if a different process has changed them.
#[derive(Default)]
pub struct Memory {
    filter: Filter,
    /// The number of changes of the watched items that the filter contains.
    version: u64,
    tracks: BTreeMap<TrackKey, Track>,
    /// The transactions without a block, by what they spend.
    spenders: HashMap<Item, BTreeSet<TrackKey>>,
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
            for change in store.changes(chain, self.version).await? {
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
        let from = (txid.to_owned(), Uuid::nil());
        let records = self.tracks.range(from..).take_while(|((id, _), _)| id == txid);
        records.map(|(_, track)| track.clone()).collect()
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
