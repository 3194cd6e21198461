//! The database of the loop, with the end of the process before or after any write.

use async_trait::async_trait;
use std::ops::Deref;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use uuid::Uuid;
use wallet_cloud::serve::EmbeddedDatabase;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_notifications::delivery::Due;
use wallet_notifications::ports::{
    Broadcast, CreateOutcome, DeliveryQueue, NewEvent, NewSubscription, SettingsChange, SubscriptionPage,
    Subscriptions, WatchChange, WatchOutcome, WatchStore, Watcher, WriteOutcome,
};
use wallet_notifications::{ChainKey, Checkpoint, Event, Item, Limits, Subscription, Track, WatchedItem};
use wallet_store::dynamodb::DynamoNotifications;

/// The end of the process, relative to a write.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ends {
    /// Before the write.
    Before,
    /// After the write, without the response.
    After,
}

#[derive(Default)]
struct Process {
    /// The number of writes until the end, and the side of the write.
    end: Option<(u64, Ends)>,
    has_ended: bool,
    ends: u32,
}

/// The database, and the queue of the process.
pub struct Store {
    database: DynamoNotifications,
    process: Mutex<Process>,
    sent: Mutex<Vec<Due>>,
    announced: Mutex<Vec<String>>,
    /// The number of queries about the watchers of a transaction.
    queries: AtomicUsize,
}

impl Deref for Store {
    type Target = DynamoNotifications;

    fn deref(&self) -> &DynamoNotifications {
        &self.database
    }
}

impl Store {
    pub async fn new() -> Self {
        Self::on(database().await)
    }

    pub fn on(database: DynamoNotifications) -> Self {
        Self {
            database,
            process: Mutex::default(),
            sent: Mutex::default(),
            announced: Mutex::default(),
            queries: AtomicUsize::new(0),
        }
    }

    /// Returns the number of queries about the watchers of transactions since the last call.
    pub fn take_queries(&self) -> usize {
        self.queries.swap(0, Ordering::Relaxed)
    }

    /// Ends the process at the write with this number, starting with 1.
    pub fn end_at(&self, write: u64, end: Ends) {
        self.process().end = Some((write, end));
    }

    pub fn end_never(&self) {
        self.process().end = None;
    }

    /// Starts a new process.
    pub fn start(&self) {
        let mut process = self.process();
        process.has_ended = false;
        process.end = None;
    }

    /// Returns the deliveries that the queue has carried.
    pub fn sent(&self) -> Vec<Due> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the owners whose events were announced since the last call.
    pub fn take_announced(&self) -> Vec<String> {
        std::mem::take(&mut self.announced.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn has_ended(&self) -> bool {
        self.process().has_ended
    }

    pub fn ends(&self) -> u32 {
        self.process().ends
    }

    fn process(&self) -> std::sync::MutexGuard<'_, Process> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check(&self) -> Result<(), StoreError> {
        if self.process().has_ended {
            return Err(StoreError::new("the process has ended"));
        }
        Ok(())
    }

    async fn write<T>(&self, write: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        self.check()?;
        let ends = {
            let mut process = self.process();
            match &mut process.end {
                Some((0 | 1, end)) => Some(*end),
                Some((left, _)) => {
                    *left -= 1;
                    None
                }
                None => None,
            }
        };
        let outcome = if ends == Some(Ends::Before) {
            None
        } else {
            Some(write.await?)
        };
        if ends.is_some() {
            let mut process = self.process();
            process.end = None;
            process.has_ended = true;
            process.ends += 1;
        }
        self.check()?;
        outcome.ok_or_else(|| StoreError::new("the process has ended"))
    }
}

#[async_trait]
impl WatchStore for Store {
    async fn chains(&self) -> Result<Vec<ChainKey>, StoreError> {
        self.database.chains().await
    }

    async fn checkpoint(&self, chain: &ChainKey) -> Result<Option<Checkpoint>, StoreError> {
        self.check()?;
        self.database.checkpoint(chain).await
    }

    async fn move_checkpoint(
        &self,
        chain: &ChainKey,
        from: &Checkpoint,
        to: &Checkpoint,
    ) -> Result<WriteOutcome, StoreError> {
        self.write(self.database.move_checkpoint(chain, from, to)).await
    }

    async fn changes(&self, chain: &ChainKey, after: u64) -> Result<Vec<WatchChange>, StoreError> {
        self.check()?;
        self.database.changes(chain, after).await
    }

    async fn watchers(&self, chain: &ChainKey, item: &Item) -> Result<Vec<Watcher>, StoreError> {
        self.queries.fetch_add(1, Ordering::Relaxed);
        self.check()?;
        self.database.watchers(chain, item).await
    }

    async fn watched(&self, chain: &ChainKey, limit: usize) -> Result<Option<Vec<Watcher>>, StoreError> {
        self.check()?;
        self.database.watched(chain, limit).await
    }

    async fn tracks(&self, chain: &ChainKey) -> Result<Vec<Track>, StoreError> {
        self.check()?;
        self.database.tracks(chain).await
    }

    async fn append(
        &self,
        chain: &ChainKey,
        track: &Track,
        event: Option<&NewEvent>,
    ) -> Result<WriteOutcome, StoreError> {
        self.write(self.database.append(chain, track, event)).await
    }

    async fn close(&self, chain: &ChainKey, tracks: &[Track]) -> Result<(), StoreError> {
        self.write(self.database.close(chain, tracks)).await
    }

    async fn broadcasts(&self, chain: &ChainKey, now: Timestamp) -> Result<Vec<Broadcast>, StoreError> {
        self.check()?;
        self.database.broadcasts(chain, now).await
    }

    async fn remove_broadcasts(&self, chain: &ChainKey, txids: &[String]) -> Result<(), StoreError> {
        self.write(self.database.remove_broadcasts(chain, txids)).await
    }

    async fn event(&self, subscription: &Subscription, sequence: u64) -> Result<Option<Event>, StoreError> {
        self.check()?;
        self.database.event(subscription, sequence).await
    }
}

#[async_trait]
impl DeliveryQueue for Store {
    async fn send(&self, deliveries: &[Due]) {
        if self.check().is_ok() {
            let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
            sent.extend_from_slice(deliveries);
        }
    }

    async fn announce(&self, owner: &str) {
        let mut announced = self.announced.lock().unwrap_or_else(PoisonError::into_inner);
        announced.push(owner.to_owned());
    }
}

#[async_trait]
impl Subscriptions for Store {
    async fn create(&self, new: NewSubscription) -> Result<CreateOutcome, StoreError> {
        self.database.create(new).await
    }

    async fn find(&self, id: Uuid) -> Result<Option<Subscription>, StoreError> {
        self.queries.fetch_add(1, Ordering::Relaxed);
        self.check()?;
        self.database.find(id).await
    }

    async fn list(&self, owner: &str, after: Option<Uuid>, limit: u32) -> Result<SubscriptionPage, StoreError> {
        self.database.list(owner, after, limit).await
    }

    async fn change(&self, id: Uuid, change: &SettingsChange) -> Result<Option<Subscription>, StoreError> {
        self.database.change(id, change).await
    }

    async fn watch(
        &self,
        id: Uuid,
        add: &[WatchedItem],
        remove: &[Item],
        limits: Limits,
        head: Option<u64>,
    ) -> Result<WatchOutcome, StoreError> {
        self.database.watch(id, add, remove, limits, head).await
    }

    async fn extend(&self, id: Uuid, derived: Option<[u32; 2]>, items: &[WatchedItem]) -> Result<(), StoreError> {
        self.write(self.database.extend(id, derived, items)).await
    }

    async fn delete(&self, subscription: &Subscription) -> Result<(), StoreError> {
        self.database.delete(subscription).await
    }
}

/// Returns an empty database in memory.
async fn database() -> DynamoNotifications {
    let database = EmbeddedDatabase::open(None).await.expect("an empty database");
    database.notifications
}
