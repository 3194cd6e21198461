//! The storage of subscriptions, of the loops and of the log, as traits. Every change is atomic; reads are strongly
//! consistent.

use crate::delivery::{Attempt, AttemptPosition, Due, MasterKey, PushTarget, SecretVersion};
use crate::{BlockId, ChainKey, Checkpoint, Content, Cursor, Event, Item, Label, Limits, States, Subscription};
use crate::{NextTick, Track, WatchedItem, WebhookStatus};
use async_trait::async_trait;
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;

/// A subscription to create.
#[derive(Clone, Debug)]
pub struct NewSubscription {
    /// The subscription; the store sets `since`.
    pub subscription: Subscription,
    /// The watched items.
    pub items: Vec<WatchedItem>,
    /// The limits of the owner.
    pub limits: Limits,
    /// The latest block, behind which a new loop starts.
    pub head: BlockId,
}

/// Outcome of a creation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CreateOutcome {
    /// The subscription was created.
    Created(Subscription),
    /// A subscription with the id exists. The caller compares owner and digest.
    Exists(Subscription),
    /// The owner has reached the limit.
    LimitReached(u64),
    /// All owners together have reached the limit of the chain.
    ChainLimitReached(u64),
    /// The loop of the chain has passed the block `head` since the facts about the items were read: read them again.
    Stale,
}

/// Outcome of a change of the watched items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchOutcome {
    /// The number of addresses added and removed, without those that were watched or not watched already, and the number of
    /// addresses of the subscription afterwards.
    Changed {
        /// The number of added addresses.
        added: u64,
        /// The number of removed addresses.
        removed: u64,
        /// The number of addresses of the subscription.
        total: u64,
    },
    /// The owner has reached the limit.
    LimitReached(u64),
    /// All owners together have reached the limit of the chain.
    ChainLimitReached(u64),
    /// The loop of the chain has passed the stated block: read the facts about the items again.
    Stale,
    /// The subscription does not exist.
    NotFound,
}

/// Changes of the settings of a subscription; absent fields stay.
#[derive(Clone, Debug, Default)]
pub struct SettingsChange {
    /// The states that have events.
    pub states: Option<States>,
    /// The content of deliveries.
    pub content: Option<Content>,
    /// The label.
    pub label: Option<Label>,
    /// True if nothing is delivered.
    pub paused: Option<bool>,
    /// The URL of the webhook, which is active then.
    pub webhook: Change<String>,
    /// The version of the secret.
    pub secret: Option<SecretVersion>,
    /// The receiver of pushes.
    pub push: Change<PushTarget>,
}

/// A change of an optional setting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Change<T> {
    /// The setting stays.
    #[default]
    Keep,
    /// The setting is removed.
    Remove,
    /// The setting gets a value.
    Set(T),
}

/// A page of subscriptions in the order of their ids.
#[derive(Clone, Debug, Default)]
pub struct SubscriptionPage {
    /// The subscriptions.
    pub subscriptions: Vec<Subscription>,
    /// The last subscription, after which the next page starts; `None` on the last page.
    pub next: Option<Uuid>,
}

/// The subscriptions, for their owners.
#[async_trait]
pub trait Subscriptions: Send + Sync {
    /// Creates a subscription, unless the id is in use or a limit is reached. Creates the loop of the chain behind `head` if the
    /// chain has none, or if no subscription of the chain exists, and sets `since` to the last processed block.
    async fn create(&self, new: NewSubscription) -> Result<CreateOutcome, StoreError>;

    /// Returns a subscription.
    async fn find(&self, id: Uuid) -> Result<Option<Subscription>, StoreError>;

    /// Returns at most `limit` subscriptions of an owner after an id.
    async fn list(&self, owner: &str, after: Option<Uuid>, limit: u32) -> Result<SubscriptionPage, StoreError>;

    /// Changes the settings of a subscription. Returns `None` if not found.
    async fn change(&self, id: Uuid, change: &SettingsChange) -> Result<Option<Subscription>, StoreError>;

    /// Adds and removes watched items. Items in both lists are added. `head` is as of [`NewSubscription::head`], `None` if
    /// no facts about the items were read.
    async fn watch(
        &self,
        id: Uuid,
        add: &[WatchedItem],
        remove: &[Item],
        limits: Limits,
        head: Option<u64>,
    ) -> Result<WatchOutcome, StoreError>;

    /// Adds items that follow from the transactions of a subscription, without a limit: outputs, and with `derived` the
    /// further addresses of an extended key, whose number is set.
    async fn extend(&self, id: Uuid, derived: Option<[u32; 2]>, items: &[WatchedItem]) -> Result<(), StoreError>;

    /// Deletes a subscription with the watched items. The events of the log stay until they expire.
    async fn delete(&self, subscription: &Subscription) -> Result<(), StoreError>;
}

/// A change of the watched items of a chain, for the filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WatchChange {
    /// The number of the change: the version of the checkpoint afterwards.
    pub version: u64,
    /// The hashes of added items.
    pub added: Vec<u64>,
    /// The hashes of removed items.
    pub removed: Vec<u64>,
    /// True if the added hashes are those of all items at the version: the change replaces all before.
    pub is_complete: bool,
}

/// A subscription that watches an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watcher {
    /// The subscription.
    pub subscription: Uuid,
    /// The item as watched.
    pub item: WatchedItem,
}

/// An event to append.
#[derive(Clone, Debug)]
pub struct NewEvent {
    /// The owner of the subscription.
    pub owner: String,
    /// The event, with the sequence number that follows the last one of the subscription.
    pub event: Event,
    /// The time from which the log may omit the event.
    pub expires_at: Timestamp,
    /// The deliveries of the event, which the store keeps until they are finished.
    pub deliveries: Vec<Due>,
}

/// Outcome of a conditional write of the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    /// Everything was written.
    Written,
    /// A second loop or an owner has changed the state since it was read: read again.
    Changed,
}

/// A transaction that the services of the deployment have broadcast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broadcast {
    /// The transaction id.
    pub txid: String,
    /// The time of the record, in whole seconds.
    pub at: Timestamp,
}

/// The state of the loops.
#[async_trait]
pub trait WatchStore: Send + Sync {
    /// Returns the chains that have a subscription.
    async fn chains(&self) -> Result<Vec<ChainKey>, StoreError>;

    /// Returns the position of the loop of a chain, `None` if the chain has no subscription.
    async fn checkpoint(&self, chain: &ChainKey) -> Result<Option<Checkpoint>, StoreError>;

    /// Replaces the position, if version and revision are still those of `from`. The revision of the stored position is that of `from`
    /// plus 1; `to.revision` is ignored.
    async fn move_checkpoint(
        &self,
        chain: &ChainKey,
        from: &Checkpoint,
        to: &Checkpoint,
    ) -> Result<WriteOutcome, StoreError>;

    /// Returns the changes of the watched items after a version, in order. The first can replace all before, also those up to
    /// the version.
    async fn changes(&self, chain: &ChainKey, after: u64) -> Result<Vec<WatchChange>, StoreError>;

    /// Returns the subscriptions that watch an item, also deleted subscriptions.
    async fn watchers(&self, chain: &ChainKey, item: &Item) -> Result<Vec<Watcher>, StoreError>;

    /// Returns the watched items of a chain with their subscriptions, `None` if there are more than `limit`.
    async fn watched(&self, chain: &ChainKey, limit: usize) -> Result<Option<Vec<Watcher>>, StoreError>;

    /// Returns the records of the transactions of a chain that can still change.
    async fn tracks(&self, chain: &ChainKey) -> Result<Vec<Track>, StoreError>;

    /// Stores the record of a transaction and appends the event, if there is one, if neither the record nor the last number of
    /// the subscription has changed since: the stored record has the revision before that of `track`, or there is none
    /// and the revision is 0.
    async fn append(
        &self,
        chain: &ChainKey,
        track: &Track,
        event: Option<&NewEvent>,
    ) -> Result<WriteOutcome, StoreError>;

    /// Removes the records of transactions that cannot change any more.
    async fn close(&self, chain: &ChainKey, tracks: &[Track]) -> Result<(), StoreError>;

    /// Returns the transactions of a chain that the services of the deployment have broadcast, without expired records; if
    /// there are thousands, a part.
    async fn broadcasts(&self, chain: &ChainKey, now: Timestamp) -> Result<Vec<Broadcast>, StoreError>;

    /// Removes the records of broadcast transactions by their ids.
    async fn remove_broadcasts(&self, chain: &ChainKey, txids: &[String]) -> Result<(), StoreError>;

    /// Returns the event of a subscription with a sequence number, `None` if expired.
    async fn event(&self, subscription: &Subscription, sequence: u64) -> Result<Option<Event>, StoreError>;
}

/// A page of the log.
#[derive(Clone, Debug, Default)]
pub struct EventPage {
    /// The events, in the order of the log of each chain, the oldest first.
    pub events: Vec<Event>,
    /// The positions of the events in the logs of their chains.
    pub positions: Vec<u64>,
    /// The position after the page.
    pub cursor: Cursor,
}

impl EventPage {
    /// Returns each event of the page after a position, with the position after the event.
    pub fn with_cursors(self, after: &Cursor) -> impl Iterator<Item = (Event, Cursor)> {
        let (last, mut cursor) = (self.events.len().saturating_sub(1), after.clone());
        let events = self.events.into_iter().zip(self.positions).enumerate();
        events.map(move |(index, (event, position))| {
            cursor.advance(&event.chain, position);
            // The position after the page is also after what the page leaves out.
            let reached = if index == last { &self.cursor } else { &cursor };
            (event, reached.clone())
        })
    }
}

/// The log, for the owner of the events.
#[async_trait]
pub trait EventLog: Send + Sync {
    /// Returns at most `limit` events of an owner after a position, without expired events: those of `subscriptions`, or
    /// of all if empty. A page without events may have a later position than `after`.
    async fn events(
        &self,
        owner: &str,
        subscriptions: &[Uuid],
        after: &Cursor,
        limit: u32,
        now: Timestamp,
    ) -> Result<EventPage, StoreError>;

    /// Returns the position after the present events of an owner.
    async fn end(&self, owner: &str) -> Result<Cursor, StoreError>;
}

/// A page of the attempts of a subscription, the latest first.
#[derive(Clone, Debug, Default)]
pub struct AttemptPage {
    /// The attempts.
    pub attempts: Vec<Attempt>,
    /// The position after which the next page starts; `None` on the last page.
    pub next: Option<AttemptPosition>,
}

/// The number of parts of the list of due deliveries. A sweep reads each part.
pub const DUE_SHARDS: u32 = 4;

/// The due deliveries, for the senders. A delivery is one row until it is finished; every change requires that the row is the
/// one that was read, so that a delivery has one sender at a time.
#[async_trait]
pub trait Deliveries: Send + Sync {
    /// Returns at most `limit` deliveries of a part that are due before a time, in the order of their times. Returns fewer
    /// than are due if the limit is in the thousands.
    async fn due(&self, shard: u32, before: Timestamp, limit: u32) -> Result<Vec<Due>, StoreError>;

    /// Returns true if a delivery is still as it was read: neither claimed again nor finished.
    async fn is_current(&self, due: &Due) -> Result<bool, StoreError>;

    /// Moves the time of a delivery, so that a sweep takes it then. Returns the moved delivery, `None` if it has changed.
    async fn claim(&self, due: &Due, until: Timestamp) -> Result<Option<Due>, StoreError>;

    /// Records an attempt until `expires_at`, and removes the delivery, or keeps it with one more attempt for the next
    /// attempt's time. Nothing is written if the delivery has been claimed again since.
    async fn finish(&self, due: &Due, attempt: &Attempt, expires_at: Timestamp) -> Result<WriteOutcome, StoreError>;

    /// Removes a delivery that cannot be made: its subscription is deleted or paused, or its event has expired.
    async fn discard(&self, due: &Due) -> Result<(), StoreError>;

    /// Adds deliveries of events of the log, for a replay.
    async fn enqueue(&self, deliveries: &[Due]) -> Result<(), StoreError>;

    /// Returns at most `limit` attempts of a subscription after a position, the latest first, without attempts of a deleted
    /// subscription with the same id.
    async fn attempts(
        &self,
        subscription: &Subscription,
        after: Option<AttemptPosition>,
        limit: u32,
    ) -> Result<AttemptPage, StoreError>;

    /// Sets the status of a webhook, if the URL is still this one.
    async fn set_webhook_status(&self, id: Uuid, url: &str, status: WebhookStatus) -> Result<(), StoreError>;

    /// Removes the receiver of pushes, if the endpoint is still this one.
    async fn remove_push(&self, id: Uuid, endpoint: &str) -> Result<(), StoreError>;
}

/// A queue that carries due deliveries to the senders. It may lose and repeat them: a sweep finds what is lost, and
/// [`Deliveries`] recognises a repetition.
#[async_trait]
pub trait DeliveryQueue: Send + Sync {
    /// Sends deliveries. Failures are only logged.
    async fn send(&self, deliveries: &[Due]);

    /// Sends a delivery for a further attempt after a delay. By default a sweep takes the delivery when it is due. Failures are
    /// only logged.
    async fn retry(&self, due: &Due, delay: Duration) {
        let _ = (due, delay);
    }

    /// Reports that the log of an owner has a new event, for those who read the log as it grows. The report may be lost. Failures
    /// are only logged.
    async fn announce(&self, owner: &str) {
        let _ = owner;
    }

    /// Returns the time by which a sweep puts off a delivery for which the queue has no room, zero if there is room. `put_off` is
    /// the number of deliveries of the owner that the sweep has put off before. A queue without bounds always has room.
    fn delay(&self, due: &Due, put_off: usize) -> Duration {
        let _ = (due, put_off);
        Duration::ZERO
    }
}

/// The master key of the deployment.
#[async_trait]
pub trait MasterKeys: Send + Sync {
    /// Returns the key from which the keys of all deliveries are derived. The same for all instances.
    async fn master_key(&self) -> Result<Arc<MasterKey>, StoreError>;
}

/// A queue that carries the next ticks of the chains. The queue may lose and repeat messages: a schedule starts the loops again,
/// and the lease recognises a repetition.
#[async_trait]
pub trait TickQueue: Send + Sync {
    /// Sends ticks as one message after a delay in whole seconds, at most 15 min. A failure is only logged.
    async fn send(&self, ticks: &[NextTick], delay: Duration);
}
