//! `CachedLists` over a reader that counts.

use crate::support::records::NOW;
use crate::support::secrets::ManualClock;
use async_trait::async_trait;
use futures::future::join_all;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use wallet_core::lists::{Digests, ListAction, ListIndex, RecipientDigest, StoredList};
use wallet_core::ports::lists::{ListReader, RecipientLists};
use wallet_core::ports::store::StoreError;
use wallet_store::lists::CachedLists;

const SECOND: Duration = Duration::from_secs(1);

/// An index with its chunks.
type Stored = (ListIndex, BTreeMap<String, Vec<u8>>);

/// The stored lists in memory, with counts of the reads.
#[derive(Default)]
struct Table {
    stored: Mutex<Option<Stored>>,
    /// The index that the next read returns, although a later one is stored.
    outdated: Mutex<Option<ListIndex>>,
    indexes: AtomicUsize,
    chunks: AtomicUsize,
}

#[async_trait]
impl ListReader for Table {
    async fn index(&self) -> Result<ListIndex, StoreError> {
        self.indexes.fetch_add(1, Ordering::SeqCst);
        if let Some(outdated) = self.outdated.lock().unwrap().take() {
            return Ok(outdated);
        }
        let stored = self.stored.lock().unwrap();
        stored
            .as_ref()
            .map(|(index, _)| index.clone())
            .ok_or_else(|| StoreError::new("away"))
    }

    async fn chunk(&self, id: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.chunks.fetch_add(1, Ordering::SeqCst);
        let stored = self.stored.lock().unwrap();
        stored
            .as_ref()
            .map(|(_, chunks)| chunks.get(id).cloned())
            .ok_or_else(|| StoreError::new("away"))
    }
}

struct Fixture {
    table: Arc<Table>,
    clock: Arc<ManualClock>,
    lists: CachedLists,
}

impl Fixture {
    /// Creates a table without lists.
    fn new() -> Self {
        let (table, clock) = (Arc::new(Table::default()), Arc::new(ManualClock::at(NOW)));
        *table.stored.lock().unwrap() = Some((ListIndex::default(), BTreeMap::new()));
        Self {
            lists: CachedLists::new(table.clone(), clock.clone()),
            table,
            clock,
        }
    }

    /// Stores a list of this number of recipients in place of the earlier one.
    fn store(&self, recipients: u64) {
        let digests = (0..recipients).map(|number| RecipientDigest::of("test", &number.to_be_bytes()));
        let digests: Digests = digests.collect();
        let chunks: BTreeMap<_, _> = digests
            .chunks()
            .zip(0..)
            .map(|(chunk, number)| (format!("{recipients}-{number}"), chunk))
            .collect();
        let list = StoredList {
            name: "list".parse().unwrap(),
            action: ListAction::Warn,
            imported_at: 0,
            addresses: 0,
            recipients: usize::try_from(recipients).unwrap(),
            chunks: chunks.keys().cloned().collect(),
        };
        let mut stored = self.table.stored.lock().unwrap();
        let index = stored.as_ref().unwrap().0.with(list).unwrap();
        *stored = Some((index, chunks));
    }

    /// Returns the number of recipients in memory; `None` on an error.
    async fn size(&self) -> Option<usize> {
        let lists = self.lists.lists().await.ok()?;
        Some(lists.0.iter().map(|list| list.recipients.len()).sum())
    }

    /// Returns the numbers of reads of the index and of chunks.
    fn reads(&self) -> (usize, usize) {
        let count = |counter: &AtomicUsize| counter.load(Ordering::SeqCst);
        (count(&self.table.indexes), count(&self.table.chunks))
    }
}

#[tokio::test]
async fn index_is_read_once_a_minute_and_chunks_at_a_new_version() {
    let fixture = Fixture::new();
    fixture.store(12_345);
    let sizes = join_all((0..50).map(|_| fixture.size())).await;
    assert!(sizes.iter().all(|size| *size == Some(12_345)));
    fixture.clock.forward(59 * SECOND);
    assert_eq!((fixture.size().await, fixture.reads()), (Some(12_345), (1, 2)));
    for round in 2..5 {
        fixture.clock.forward(301 * SECOND);
        assert_eq!((fixture.size().await, fixture.reads()), (Some(12_345), (round, 2)));
    }
    fixture.store(7);
    assert_eq!(fixture.size().await, Some(12_345), "fresh enough");
    fixture.clock.forward(301 * SECOND);
    assert_eq!((fixture.size().await, fixture.reads()), (Some(7), (5, 3)));
}

#[tokio::test]
async fn store_that_is_away_leaves_the_last_lists_in_force() {
    let fixture = Fixture::new();
    fixture.store(3);
    let stored = fixture.table.stored.lock().unwrap().take();
    assert_eq!(fixture.size().await, None);
    *fixture.table.stored.lock().unwrap() = stored;
    fixture.clock.forward(2 * SECOND);
    assert_eq!(fixture.size().await, Some(3));
    let stored = fixture.table.stored.lock().unwrap().take();
    for _ in 0..3 {
        fixture.clock.forward(86_400 * SECOND);
        assert_eq!(fixture.size().await, Some(3));
    }
    *fixture.table.stored.lock().unwrap() = stored;
    fixture.store(4);
    fixture.clock.forward(301 * SECOND);
    assert_eq!(fixture.size().await, Some(4));
}

#[tokio::test]
async fn chunks_that_a_change_has_deleted_are_read_from_the_new_index() {
    let fixture = Fixture::new();
    fixture.store(3);
    let outdated = fixture.table.stored.lock().unwrap().as_ref().unwrap().0.clone();
    fixture.store(5);
    *fixture.table.outdated.lock().unwrap() = Some(outdated);
    assert_eq!((fixture.size().await, fixture.reads()), (Some(5), (2, 2)));
}

#[tokio::test]
async fn incomplete_lists_are_errors() {
    let fixture = Fixture::new();
    fixture.store(3);
    let change = |change: fn(&mut BTreeMap<String, Vec<u8>>)| {
        let mut stored = fixture.table.stored.lock().unwrap();
        let (_, chunks) = stored.as_mut().unwrap();
        change(chunks);
    };
    change(|chunks| chunks.values_mut().for_each(|chunk| chunk.truncate(64)));
    assert_eq!(fixture.size().await, None);
    change(|chunks| chunks.values_mut().for_each(|chunk| chunk.truncate(63)));
    fixture.clock.forward(2 * SECOND);
    assert_eq!(fixture.size().await, None);
    change(BTreeMap::clear);
    fixture.clock.forward(2 * SECOND);
    assert_eq!(
        (fixture.size().await, fixture.reads().0),
        (None, 5),
        "three attempts for missing chunks"
    );
}
