//! Matching of transactions with subscriptions, and the events about them.

use crate::chain::{WatchedBlock, WatchedTransaction, request_all};
use crate::subscribed::{Head, Row};
use crate::tick::{ChainLoop, RACES, TickError};
use futures::future::BoxFuture;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use uuid::Uuid;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_core::ports::upstream::UpstreamError;
use wallet_notifications::delivery::Due;
use wallet_notifications::ports::{NewEvent, WriteOutcome};
use wallet_notifications::{
    BlockTime, Context, Event, Item, Observation, State, Subscription, Track, Transition, Watched, WatchedItem,
};

/// The watched items of a subscription that a transaction touches.
#[derive(Default)]
struct Concern {
    /// The watched addresses that the transaction touches.
    view: Vec<WatchedItem>,
    /// True if the subscription watches the transaction by the id.
    by_id: bool,
}

impl Concern {
    /// Returns the addresses of the view: none if the subscription watches the transaction by the id.
    fn view(&self) -> &[WatchedItem] {
        if self.by_id { &[] } else { &self.view }
    }
}

/// The watched items that a transaction touches, by subscription.
type Concerns = BTreeMap<Uuid, Concern>;

/// The number of rows that are requested before the events are appended: the memory for rows is bounded.
const ROWS: usize = 32;

/// The block and the time of an observation.
pub(crate) struct Observed<'a> {
    pub(crate) transaction: &'a WatchedTransaction,
    pub(crate) block: Option<BlockTime>,
    /// The height of the latest block.
    pub(crate) head: u64,
    pub(crate) partial: &'a [&'static str],
}

impl ChainLoop {
    /// Appends the events of the transactions of a block.
    pub(crate) async fn match_block(
        &mut self,
        block: &WatchedBlock,
        head: &Head,
        deadline: Deadline,
    ) -> Result<(), TickError> {
        let observed = block.transactions.iter().map(|transaction| Observed {
            transaction,
            block: Some(BlockTime {
                id: block.id.clone(),
                time: block.time,
            }),
            head: head.block.height,
            partial: &block.partial,
        });
        self.report(observed.collect(), deadline).await?;
        for transaction in &block.transactions {
            self.memory.set_mined(&transaction.txid);
        }
        Ok(())
    }

    /// Appends the events of observed transactions to all subscriptions that the transactions concern, and the events of the
    /// transactions that they replace.
    pub(crate) async fn report(&mut self, observed: Vec<Observed<'_>>, deadline: Deadline) -> Result<(), TickError> {
        let (mut batch, mut rows) = (Vec::new(), 0);
        for observed in observed {
            let concerns = self.concerns(observed.transaction).await?;
            rows += concerns.len();
            batch.push((observed, concerns));
            if rows >= ROWS {
                self.report_all(&batch, deadline).await?;
                batch.clear();
                rows = 0;
            }
        }
        self.report_all(&batch, deadline).await
    }

    /// Appends the events of observed transactions in order. The rows are requested at the same time before.
    async fn report_all(&mut self, batch: &[(Observed<'_>, Concerns)], deadline: Deadline) -> Result<(), TickError> {
        let mut rows = self.rows(batch, deadline).await;
        for (observed, concerns) in batch {
            let transaction = observed.transaction;
            for replaced in self.memory.conflicts(&transaction.txid, &transaction.spends) {
                let observation = Observation::Replaced(transaction.txid.clone());
                self.report_later(&replaced, observation, None, observed.height())
                    .await?;
            }
            self.drop_unwritten(observed).await?;
            // The addresses were removed from a subscription after the transaction was seen.
            let known = self.memory.of_transaction(&transaction.txid).into_iter();
            for track in known.filter(|track| !concerns.contains_key(&track.subscription)) {
                let (observation, block) = (observed.observation(), observed.block.clone());
                self.report_later(&track, observation, block, observed.height()).await?;
            }
            for (subscription, concern) in concerns {
                let Some(owner) = self.ports.subscriptions.find(*subscription).await? else {
                    continue;
                };
                self.extend(&owner, transaction, concern).await?;
                if let Some(change) = self.change(*subscription, &transaction.txid, observed.observation()) {
                    let row = match rows.remove(&(transaction.txid.as_str(), *subscription)) {
                        Some(row) => row?,
                        // The events before have changed the record.
                        None => self.row(observed, concern, deadline).await?,
                    };
                    self.report_now(owner, change, observed, concern, row).await?;
                }
            }
        }
        Ok(())
    }

    /// Requests the rows of the events about transactions, up to the first failure, by transaction and subscription.
    async fn rows<'a>(
        &self,
        batch: &'a [(Observed<'_>, Concerns)],
        deadline: Deadline,
    ) -> HashMap<(&'a str, Uuid), Result<Row, UpstreamError>> {
        let (mut keys, mut requests) = (Vec::new(), Vec::new());
        for (observed, concerns) in batch {
            let txid = observed.transaction.txid.as_str();
            for (subscription, concern) in concerns {
                if self.change(*subscription, txid, observed.observation()).is_some() {
                    keys.push((txid, *subscription));
                    requests.push(self.row(observed, concern, deadline));
                }
            }
        }
        keys.into_iter().zip(request_all(requests).await).collect()
    }

    /// Requests the row of a transaction from the view of a subscription.
    fn row<'a>(
        &'a self,
        observed: &'a Observed<'_>,
        concern: &'a Concern,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Row, UpstreamError>> {
        self.chain
            .row(observed.transaction, concern.view(), observed.head, deadline)
    }

    /// Drops an observed transaction from a later block: a process has ended between the events of that block and the checkpoint,
    /// and the block was abandoned, since a transaction is in one block of the best chain.
    async fn drop_unwritten(&mut self, observed: &Observed<'_>) -> Result<(), TickError> {
        let Some(block) = &observed.block else { return Ok(()) };
        let known = self.memory.of_transaction(&observed.transaction.txid).into_iter();
        let is_later = |track: &Track| track.block.as_ref().is_some_and(|known| known.height > block.id.height);
        for track in known.filter(is_later) {
            self.report_later(&track, Observation::Abandoned, None, observed.height())
                .await?;
        }
        Ok(())
    }

    /// Appends the event about a change with the row of the observed transaction.
    async fn report_now(
        &mut self,
        owner: Subscription,
        change: Transition,
        observed: &Observed<'_>,
        concern: &Concern,
        mut row: Row,
    ) -> Result<(), TickError> {
        let (transaction, view) = (observed.transaction, concern.view());
        if concern.by_id {
            row.remove_view();
        }
        let confirmations = observed.block.as_ref();
        let confirmations = confirmations.map(|block| (observed.head + 1).saturating_sub(block.id.height));
        let partial = observed
            .partial
            .iter()
            .chain(&row.partial)
            .map(|part| (*part).to_owned());
        let event = Event {
            id: Track::event_id(None, owner.id, &transaction.txid, &change),
            sequence: 0,
            subscription: owner.id,
            label: None,
            chain: self.chain.key().clone(),
            state: change.state,
            previous_state: None,
            at: 0,
            addresses: view.iter().map(|item| item.address.clone()).collect(),
            paths: view.iter().filter_map(|item| item.path.clone()).collect(),
            transaction: row.transaction,
            block: observed.block.clone(),
            confirmations: confirmations.unwrap_or_default(),
            replaced_by: None,
            partial: partial.collect::<BTreeSet<_>>().into_iter().collect(),
            test: false,
        };
        let context = Context {
            txid: transaction.txid.clone(),
            spends: transaction.spends.clone(),
            height: observed.height(),
        };
        self.append(owner, change, event, context).await
    }

    /// Appends the event about a change of a known transaction. The row is that of the last event; `block` is the block of a
    /// transaction that has entered one.
    pub(crate) async fn report_later(
        &mut self,
        track: &Track,
        observation: Observation,
        block: Option<BlockTime>,
        height: u64,
    ) -> Result<(), TickError> {
        let Some(change) = self.change(track.subscription, &track.txid, observation) else {
            return Ok(());
        };
        let Some(owner) = self.ports.subscriptions.find(track.subscription).await? else {
            return self.close(std::slice::from_ref(track)).await;
        };
        let last = match (&track.unreported, &track.reported) {
            (Some(last), _) => Some((**last).clone()),
            (None, Some(reported)) => self.ports.store.event(&owner, reported.sequence).await?,
            (None, None) => None,
        };
        // The log has omitted the event: the transaction is older than the retention.
        let Some(last) = last else {
            return self.close(std::slice::from_ref(track)).await;
        };
        let block = block.or_else(|| last.block.clone()).filter(|_| change.block.is_some());
        let confirmations = block
            .as_ref()
            .map_or(0, |block| (height + 1).saturating_sub(block.id.height));
        let event = last.later(change.state, block, confirmations, 0);
        let context = Context {
            txid: track.txid.clone(),
            spends: track.spends.clone(),
            height,
        };
        self.append(owner, change, event, context).await
    }

    fn change(&self, subscription: Uuid, txid: &str, observation: Observation) -> Option<Transition> {
        let mut change = Track::observe(self.memory.track(subscription, txid), observation)?;
        if change.state == State::Confirmed && self.chain.is_final_at_once() {
            change.state = State::Final;
        }
        Some(change)
    }

    /// Stores the record, and appends the event if the subscription has events about the state.
    async fn append(
        &mut self,
        mut owner: Subscription,
        change: Transition,
        event: Event,
        context: Context,
    ) -> Result<(), TickError> {
        let chain = self.chain.key().clone();
        let now = self.ports.clock.now();
        for _ in 0..RACES {
            let known = self.memory.track(owner.id, &context.txid);
            let is_reported = owner.states.contains(change.state);
            let event = Event {
                id: Track::event_id(known, owner.id, &context.txid, &change),
                sequence: owner.last_sequence + 1,
                label: owner.label.as_ref().map(|label| label.as_str().to_owned()),
                state: change.state,
                previous_state: known
                    .and_then(|track| track.reported.as_ref())
                    .map(|reported| reported.state),
                at: now.as_secs(),
                replaced_by: change.replaced_by.clone(),
                ..event.clone()
            };
            let track = Track::after(known, change.clone(), event.clone(), is_reported, context.clone());
            let (deliveries, immediate) = self.deliveries(&owner, event.sequence, now);
            let new = NewEvent {
                owner: owner.owner.clone(),
                event,
                expires_at: now.after(self.ports.retention),
                deliveries,
            };
            let outcome = self
                .ports
                .store
                .append(&chain, &track, is_reported.then_some(&new))
                .await?;
            if outcome == WriteOutcome::Written {
                self.memory.put(track);
                if is_reported {
                    self.announced.insert(new.owner.clone());
                }
                if is_reported && !immediate.is_empty() {
                    self.ports.queue.send(&immediate).await;
                }
                return Ok(());
            }
            match self.ports.subscriptions.find(owner.id).await? {
                Some(current) if current.last_sequence != owner.last_sequence => owner = current,
                Some(current) if current != owner => owner = current,
                // A second loop has changed the record, or the subscription was deleted.
                _ => break,
            }
        }
        self.memory.forget();
        Err(StoreError::new("a record of a transaction was changed concurrently").into())
    }

    /// Returns the deliveries of an event, and the immediate deliveries among them, which go to the queue. A sweep finds
    /// later deliveries, and deliveries that the end of the process keeps from the queue.
    fn deliveries(&self, owner: &Subscription, sequence: u64, now: Timestamp) -> (Vec<Due>, Vec<Due>) {
        let schedule = &self.ports.schedule;
        let first = |kind| Due::first(&owner.owner, owner.id, kind, sequence, schedule, now);
        let deliveries: Vec<_> = owner.deliveries().map(first).collect();
        let immediate = deliveries.iter().filter(|(_, is_immediate)| *is_immediate);
        let immediate = immediate.map(|(due, _)| due.clone()).collect();
        (deliveries.into_iter().map(|(due, _)| due).collect(), immediate)
    }

    /// Watches what follows from a transaction: outputs that are spent without revealing the address, and the next addresses of an
    /// extended key. The changed number of watched items makes the loop work over the block again.
    async fn extend(
        &mut self,
        owner: &Subscription,
        transaction: &WatchedTransaction,
        concern: &Concern,
    ) -> Result<(), TickError> {
        let mut items = Vec::new();
        for (output, address) in &transaction.outputs {
            let watched = concern.view.iter().find(|watched| watched.item == *address);
            if let Some(watched) = watched
                && !self.is_watched(owner.id, output).await?
            {
                items.push(WatchedItem {
                    item: output.clone(),
                    ..watched.clone()
                });
            }
        }
        let mut further = None;
        if let Watched::Key(key) = &owner.watched {
            let mut derived = key.derived;
            for (branch, index) in concern
                .view
                .iter()
                .filter_map(|item| branch_and_index(item.path.as_deref()?))
            {
                let required = index.saturating_add(1).saturating_add(key.gap);
                if required > derived[branch] {
                    let more = self.chain.derive(&key.xpub, branch, derived[branch]..required);
                    items.extend(more.map_err(|error| StoreError::new(error.message))?);
                    derived[branch] = required;
                }
            }
            further = (derived != key.derived).then_some(derived);
        }
        if !items.is_empty() || further.is_some() {
            self.ports.subscriptions.extend(owner.id, further, &items).await?;
            self.has_extended = true;
        }
        Ok(())
    }

    /// Returns true if this subscription, as opposed to a different one, watches an item.
    async fn is_watched(&self, subscription: Uuid, item: &Item) -> Result<bool, TickError> {
        if !self.memory.may_watch(item) {
            return Ok(false);
        }
        let watchers = self.ports.store.watchers(self.chain.key(), item).await?;
        Ok(watchers.iter().any(|watcher| watcher.subscription == subscription))
    }

    /// Returns the subscriptions that a transaction concerns.
    async fn concerns(&self, transaction: &WatchedTransaction) -> Result<Concerns, TickError> {
        let mut concerns = Concerns::new();
        let by_id = Item::transaction(&transaction.txid);
        let items = transaction.touched.iter().chain(&transaction.spends).chain([&by_id]);
        let items: BTreeSet<_> = items.filter(|item| self.memory.may_watch(item)).collect();
        for item in items {
            for watcher in self.ports.store.watchers(self.chain.key(), item).await? {
                let concern = concerns.entry(watcher.subscription).or_default();
                if item.is_transaction() {
                    concern.by_id = true;
                } else if concern.view.iter().all(|known| known.address != watcher.item.address) {
                    concern.view.push(watcher.item);
                }
            }
        }
        Ok(concerns)
    }
}

impl Observed<'_> {
    fn observation(&self) -> Observation {
        match &self.block {
            Some(block) => Observation::InBlock(block.id.clone()),
            None => Observation::Pending,
        }
    }

    /// Returns the height at which the transaction was observed.
    fn height(&self) -> u64 {
        self.block.as_ref().map_or(self.head, |block| block.id.height)
    }
}

/// Returns branch and index of a derivation path: `m/84'/0'/0'/1/7` is (1, 7).
fn branch_and_index(path: &str) -> Option<(usize, u32)> {
    let mut steps = path.rsplit('/');
    let index = steps.next()?.parse().ok()?;
    let branch = steps.next()?.parse().ok()?;
    (branch <= 1).then_some((branch, index))
}
