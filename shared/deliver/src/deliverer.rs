//! A due delivery from the claim to the record of the attempt, and the sweep that finds due deliveries.

use crate::sender::{Made, Sender};
use async_trait::async_trait;
use futures::future::join_all;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::observation::DELIVERY;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_notifications::delivery::{Attempt, AttemptResult, DeliveryKind, Due, Next};
use wallet_notifications::ports::{DUE_SHARDS, Deliveries, DeliveryQueue, Subscriptions, WatchStore, WriteOutcome};
use wallet_notifications::{Event, Subscription, WebhookStatus};

/// The number of deliveries that a sweep reads at once.
const PAGE: u32 = 200;

/// The maximum number of pages of each part in a sweep.
const PAGES: usize = 25;

/// The number of deliveries that a sweep claims at once.
const CLAIMS: usize = 50;

/// The subscriptions and the log as senders read them. The storage of the notifications has both.
#[async_trait]
pub trait Events: Send + Sync {
    /// Returns true if a chain has a subscription.
    async fn has_subscriptions(&self) -> Result<bool, StoreError>;

    /// Returns a subscription.
    async fn subscription(&self, id: Uuid) -> Result<Option<Subscription>, StoreError>;

    /// Returns the event of a subscription with a sequence number, `None` if expired.
    async fn event(&self, subscription: &Subscription, sequence: u64) -> Result<Option<Event>, StoreError>;
}

#[async_trait]
impl<T: Subscriptions + WatchStore> Events for T {
    async fn has_subscriptions(&self) -> Result<bool, StoreError> {
        Ok(!self.chains().await?.is_empty())
    }

    async fn subscription(&self, id: Uuid) -> Result<Option<Subscription>, StoreError> {
        self.find(id).await
    }

    async fn event(&self, subscription: &Subscription, sequence: u64) -> Result<Option<Event>, StoreError> {
        WatchStore::event(self, subscription, sequence).await
    }
}

/// The ports of deliveries.
#[derive(Clone)]
pub struct DelivererPorts {
    /// The due deliveries.
    pub deliveries: Arc<dyn Deliveries>,
    /// The subscriptions and the log.
    pub events: Arc<dyn Events>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The time for which the attempts are kept.
    pub retention: Duration,
}

/// Makes due deliveries. May be ended at any time: the store keeps a delivery until the attempt is recorded, and a repeated
/// attempt has the same id and body.
pub struct Deliverer {
    ports: DelivererPorts,
    sender: Sender,
}

impl Deliverer {
    /// Creates a deliverer.
    pub const fn new(ports: DelivererPorts, sender: Sender) -> Self {
        Self { ports, sender }
    }

    /// Makes a delivery that a queue has carried, unless the delivery has changed since: the queue may repeat a delivery and be
    /// late. Gives the queue the delivery for a further attempt. Takes at most 20 s.
    ///
    /// # Errors
    /// The store fails. A sweep takes the delivery when the claim ends.
    pub async fn deliver(&self, due: Due, queue: &dyn DeliveryQueue) -> Result<(), StoreError> {
        let deliveries = &self.ports.deliveries;
        let now = self.ports.clock.now();
        let current = if due.is_claimed(now) {
            deliveries.is_current(&due).await?.then_some(due)
        } else {
            deliveries.claim(&due, now.after(Due::CLAIM)).await?
        };
        let Some(due) = current else {
            return Ok(());
        };
        let Some((subscription, event)) = self.read(&due).await? else {
            return deliveries.discard(&due).await;
        };
        let made = self.sender.attempt(&subscription, &event, due.kind).await?;
        let next = self.record(&due, &subscription, &event, &made).await?;
        if let Some(next) = next {
            let delay = Timestamp::from_millis(next.at).since(self.ports.clock.now());
            queue.retry(&next, delay).await;
        }
        Ok(())
    }

    /// Returns subscription and event of a delivery, `None` if the delivery cannot be made any more: the subscription is
    /// deleted, paused or has no such receiver, or the event has expired.
    async fn read(&self, due: &Due) -> Result<Option<(Subscription, Event)>, StoreError> {
        let subscription = self.ports.events.subscription(due.subscription).await?;
        // A different owner can create a subscription with the id of a deleted subscription.
        let is_receiver = |subscription: &Subscription| {
            subscription.owner == due.owner && subscription.deliveries().any(|kind| kind == due.kind)
        };
        let Some(subscription) = subscription.filter(is_receiver) else {
            return Ok(None);
        };
        let event = self.ports.events.event(&subscription, due.sequence).await?;
        Ok(event.map(|event| (subscription, event)))
    }

    /// Records an attempt. The status of the receiver is written before the delivery is removed: a process that is ended in
    /// between repeats both. Returns the delivery with the next attempt, if one follows.
    async fn record(
        &self,
        due: &Due,
        subscription: &Subscription,
        event: &Event,
        made: &Made,
    ) -> Result<Option<Due>, StoreError> {
        let attempts = usize::try_from(due.attempts).unwrap_or(usize::MAX).saturating_add(1);
        let now = self.ports.clock.now();
        let next = match (due.kind, made.result) {
            // RFC 8030 §7.3: the push subscription does not exist any more.
            (DeliveryKind::Push, AttemptResult::Status(404)) => Next::Disabled,
            _ => self.sender.schedule().after(attempts, made.outcome(), &event.id, now),
        };
        self.set_status(due.kind, subscription, next).await?;
        let attempt = Attempt {
            event: event.id.clone(),
            sequence: due.sequence,
            kind: due.kind,
            at: made.at.as_millis(),
            duration: made.millis(),
            result: made.result,
            next_attempt_at: match next {
                Next::Retry(at) => Some(at.as_millis()),
                Next::Delivered | Next::Failing | Next::Disabled => None,
            },
        };
        let expires_at = made.at.after(self.ports.retention);
        if self.ports.deliveries.finish(due, &attempt, expires_at).await? == WriteOutcome::Changed {
            tracing::info!("a delivery was claimed again during the attempt");
            return Ok(None);
        }
        tracing::info!(target: DELIVERY, kind = due.kind.name(), outcome = next.name());
        Ok(attempt.next_attempt_at.map(|at| due.next(at)))
    }

    /// Writes the status of the receiver, if the attempt has changed the status.
    async fn set_status(&self, kind: DeliveryKind, subscription: &Subscription, next: Next) -> Result<(), StoreError> {
        let deliveries = &self.ports.deliveries;
        match (kind, &subscription.webhook, &subscription.push) {
            (DeliveryKind::Webhook, Some(webhook), _) => {
                let status = match (next, webhook.status) {
                    (Next::Delivered, WebhookStatus::Failing) => WebhookStatus::Active,
                    (Next::Failing, WebhookStatus::Active) => WebhookStatus::Failing,
                    (Next::Disabled, _) => WebhookStatus::Disabled,
                    _ => return Ok(()),
                };
                if status == WebhookStatus::Failing {
                    tracing::warn!(subscription = %subscription.id, "a webhook has failed at all attempts");
                }
                deliveries
                    .set_webhook_status(subscription.id, &webhook.url, status)
                    .await
            }
            (DeliveryKind::Push, _, Some(target)) if next == Next::Disabled => {
                deliveries.remove_push(subscription.id, &target.endpoint).await
            }
            _ => Ok(()),
        }
    }

    /// Claims due deliveries and sends the deliveries to the queue, at most 20,000. What an owner has beyond the room of the queue
    /// is moved to a later time, so that the next page has the deliveries of other owners. Returns true if more deliveries may
    /// be due: then the next sweep follows at once.
    ///
    /// Without a subscription nothing else is read.
    ///
    /// # Errors
    /// The store fails. The deliveries that were claimed are due again when their claims end.
    pub async fn sweep(&self, queue: &dyn DeliveryQueue) -> Result<bool, StoreError> {
        if !self.ports.events.has_subscriptions().await? {
            return Ok(false);
        }
        let now = self.ports.clock.now();
        let (mut pending, mut put_off): (Vec<_>, _) = ((0..DUE_SHARDS).collect(), HashMap::new());
        // The parts take turns, so that many deliveries of a part do not delay the others.
        for _ in 0..PAGES {
            for shard in std::mem::take(&mut pending) {
                let page = self.ports.deliveries.due(shard, now, PAGE).await?;
                for due in page.chunks(CLAIMS) {
                    self.claim(due, queue, &mut put_off).await?;
                }
                if page.len() >= PAGE as usize {
                    pending.push(shard);
                }
            }
        }
        Ok(!pending.is_empty())
    }

    /// Claims deliveries, or puts them off, and sends the claimed deliveries. `put_off` counts the latter by owner.
    async fn claim(
        &self,
        due: &[Due],
        queue: &dyn DeliveryQueue,
        put_off: &mut HashMap<String, usize>,
    ) -> Result<(), StoreError> {
        let now = self.ports.clock.now();
        let claims = due.iter().map(|due| {
            let count = put_off.entry(due.owner.clone()).or_default();
            let delay = queue.delay(due, *count);
            *count += usize::from(!delay.is_zero());
            let until = now.after(if delay.is_zero() { Due::CLAIM } else { delay });
            let claim = self.ports.deliveries.claim(due, until);
            async move { claim.await.map(|claimed| claimed.filter(|_| delay.is_zero())) }
        });
        let claims: Vec<_> = claims.collect();
        let claimed = join_all(claims).await.into_iter().filter_map(Result::transpose);
        let claimed = claimed.collect::<Result<Vec<_>, _>>()?;
        queue.send(&claimed).await;
        Ok(())
    }
}
