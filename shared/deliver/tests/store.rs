//! Due deliveries, subscriptions and events in memory. Every call takes a millisecond before and after the change, so that a
//! test can end a sender between any two steps.

use crate::fixture::{NOW, event, subscription};
use async_trait::async_trait;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::time::sleep;
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_deliver::{Deliverer, DelivererPorts, Events, Sender, Transport};
use wallet_notifications::delivery::{Attempt, AttemptPosition, DeliveryKind, Due, Reach};
use wallet_notifications::ports::{AttemptPage, DUE_SHARDS, Deliveries, WriteOutcome};
use wallet_notifications::{Event, EventId, Subscription, WebhookStatus};

type DueKey = (u64, Uuid, DeliveryKind, u64);

#[derive(Default)]
pub struct State {
    pub due: BTreeMap<DueKey, Due>,
    pub subscriptions: HashMap<Uuid, Subscription>,
    pub attempts: Vec<(Uuid, Attempt)>,
    /// The number of pages of due deliveries that were read.
    pub pages: usize,
    /// The sequence number from which the log has events.
    pub oldest: u64,
}

#[derive(Default)]
pub struct MemoryStore(Mutex<State>);

fn due_key(due: &Due) -> DueKey {
    (due.at, due.subscription, due.kind, due.sequence)
}

async fn step() {
    sleep(Duration::from_millis(1)).await;
}

impl MemoryStore {
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    async fn change<T>(&self, change: impl FnOnce(&mut State) -> T + Send) -> T {
        step().await;
        let changed = change(&mut self.state());
        step().await;
        changed
    }

    /// Adds the subscription of an owner with a webhook at a host.
    pub fn subscribe(&self, number: u128, owner: &str, host: &str) -> Subscription {
        let mut subscription = subscription(&format!("https://{host}/"));
        subscription.id = Uuid::from_u128(number);
        owner.clone_into(&mut subscription.owner);
        self.state().subscriptions.insert(subscription.id, subscription.clone());
        subscription
    }

    /// Adds a delivery that is due, or claimed, until a time.
    pub fn add(&self, subscription: &Subscription, kind: DeliveryKind, sequence: u64, at: Timestamp) -> Due {
        let due = Due {
            owner: subscription.owner.clone(),
            subscription: subscription.id,
            kind,
            sequence,
            attempts: 0,
            at: at.as_millis(),
        };
        self.state().due.insert(due_key(&due), due.clone());
        due
    }

    pub fn status(&self, id: Uuid) -> Option<WebhookStatus> {
        Some(self.state().subscriptions.get(&id)?.webhook.as_ref()?.status)
    }

    /// Returns a deliverer of this store with a schedule.
    pub fn deliverer(self: &Arc<Self>, transport: Arc<dyn Transport>, schedule: &str) -> Arc<Deliverer> {
        let clock = crate::fixture::RuntimeClock::start();
        let mut settings = crate::fixture::settings(Reach::Public);
        settings.schedule = schedule.parse().unwrap();
        let sender = Sender::with_transport(settings, crate::fixture::ports(Arc::clone(&clock)), transport);
        let ports = DelivererPorts {
            deliveries: self.clone(),
            events: self.clone(),
            clock,
            retention: Duration::from_hours(24),
        };
        Arc::new(Deliverer::new(ports, sender))
    }
}

/// Returns the id of an event of a subscription.
pub fn event_id(subscription: Uuid, sequence: u64) -> String {
    format!("{:016x}{sequence:016x}", subscription.as_u128())
}

#[async_trait]
impl Events for MemoryStore {
    async fn has_subscriptions(&self) -> Result<bool, StoreError> {
        Ok(self.change(|state| !state.subscriptions.is_empty()).await)
    }

    async fn subscription(&self, id: Uuid) -> Result<Option<Subscription>, StoreError> {
        Ok(self.change(|state| state.subscriptions.get(&id).cloned()).await)
    }

    async fn event(&self, subscription: &Subscription, sequence: u64) -> Result<Option<Event>, StoreError> {
        let oldest = self.change(|state| state.oldest).await;
        let mut event = event(sequence);
        event.id = EventId(event_id(subscription.id, sequence));
        event.subscription = subscription.id;
        Ok((sequence >= oldest).then_some(event))
    }
}

#[async_trait]
impl Deliveries for MemoryStore {
    async fn due(&self, shard: u32, before: Timestamp, limit: u32) -> Result<Vec<Due>, StoreError> {
        let in_shard = |due: &&Due| {
            let sum: u32 = due.subscription.as_bytes().iter().map(|byte| u32::from(*byte)).sum();
            sum % DUE_SHARDS == shard && due.at <= before.as_millis()
        };
        let read = |state: &mut State| {
            state.pages += 1;
            state
                .due
                .values()
                .filter(in_shard)
                .take(limit as usize)
                .cloned()
                .collect()
        };
        Ok(self.change(read).await)
    }

    async fn is_current(&self, due: &Due) -> Result<bool, StoreError> {
        Ok(self.change(|state| state.due.get(&due_key(due)) == Some(due)).await)
    }

    async fn claim(&self, due: &Due, until: Timestamp) -> Result<Option<Due>, StoreError> {
        let claimed = Due {
            at: until.as_millis(),
            ..due.clone()
        };
        let claim = |state: &mut State| {
            if state.due.get(&due_key(due)) != Some(due) {
                return None;
            }
            state.due.remove(&due_key(due));
            state.due.insert(due_key(&claimed), claimed.clone());
            Some(claimed)
        };
        Ok(self.change(claim).await)
    }

    async fn finish(&self, due: &Due, attempt: &Attempt, _: Timestamp) -> Result<WriteOutcome, StoreError> {
        let finish = |state: &mut State| {
            if state.due.get(&due_key(due)) != Some(due) {
                return WriteOutcome::Changed;
            }
            state.due.remove(&due_key(due));
            if let Some(at) = attempt.next_attempt_at {
                let next = Due {
                    at,
                    attempts: due.attempts + 1,
                    ..due.clone()
                };
                state.due.insert(due_key(&next), next);
            }
            state.attempts.push((due.subscription, attempt.clone()));
            WriteOutcome::Written
        };
        Ok(self.change(finish).await)
    }

    async fn discard(&self, due: &Due) -> Result<(), StoreError> {
        self.change(|state| state.due.remove(&due_key(due))).await;
        Ok(())
    }

    async fn enqueue(&self, deliveries: &[Due]) -> Result<(), StoreError> {
        let rows = deliveries.iter().map(|due| (due_key(due), due.clone()));
        self.change(|state| state.due.extend(rows)).await;
        Ok(())
    }

    async fn attempts(
        &self,
        subscription: &Subscription,
        after: Option<AttemptPosition>,
        limit: u32,
    ) -> Result<AttemptPage, StoreError> {
        let is_after = |attempt: &Attempt| after.is_none_or(|after| attempt.at < after.at);
        let of =
            |(id, attempt): &(Uuid, Attempt)| (*id == subscription.id && is_after(attempt)).then(|| attempt.clone());
        let read = |state: &mut State| {
            state
                .attempts
                .iter()
                .rev()
                .filter_map(of)
                .take(limit as usize)
                .collect()
        };
        Ok(AttemptPage {
            attempts: self.change(read).await,
            next: None,
        })
    }

    async fn set_webhook_status(&self, id: Uuid, url: &str, status: WebhookStatus) -> Result<(), StoreError> {
        let set = |state: &mut State| {
            let webhook = state
                .subscriptions
                .get_mut(&id)
                .and_then(|found| found.webhook.as_mut());
            if let Some(webhook) = webhook.filter(|webhook| webhook.url == url) {
                webhook.status = status;
            }
        };
        self.change(set).await;
        Ok(())
    }

    async fn remove_push(&self, id: Uuid, endpoint: &str) -> Result<(), StoreError> {
        let remove = |state: &mut State| {
            let subscription = state.subscriptions.get_mut(&id);
            subscription.and_then(|found| found.push.take_if(|target| target.endpoint == endpoint));
        };
        self.change(remove).await;
        Ok(())
    }
}

/// The time of the runtime clock at the start.
pub fn start() -> Timestamp {
    NOW
}
