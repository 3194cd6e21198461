//! `ports::Deliveries`.
//!
//! Write units of a delivery, whose rows have at most 1 KB: 2 in the transaction of the event, 1 in a replay; 2 for the last
//! attempt, which is the only attempt if the receiver accepts the event at once; 6 for each earlier attempt, and 4 for each
//! claim; 1 for a discarded delivery.

use super::row::{JSON, digits, json, json_of, sort_key, subscription_key};
use super::{DynamoNotifications, END, START};
use crate::dynamodb::item::{
    Item as Stored, Key, NONCE, item, key, malformed, new_nonce, number, number_of, text, text_of,
};
use crate::dynamodb::tables::SORT_ATTRIBUTE;
use crate::dynamodb::transaction::{Condition, Transaction, backoff};
use crate::dynamodb::{RACES, TTL_ATTRIBUTE};
use crate::failure::store_error;
use async_trait::async_trait;
use aws_sdk_dynamodb::operation::delete_item::DeleteItemError;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_notifications::delivery::{Attempt, AttemptPosition, DeliveryKind, Due};
use wallet_notifications::ports::{AttemptPage, DUE_SHARDS, Deliveries, WriteOutcome};
use wallet_notifications::{Subscription, WebhookStatus};

/// The time after which the database may delete a due delivery that no sender has taken. A delivery does not know when the
/// log omits the event; senders discard the delivery of such an event.
const UNTAKEN: Duration = Duration::from_hours(30 * 24);

/// The prefix of the sort keys of attempts.
const ATTEMPT: &str = "attempt#";

/// The attribute with the number of attempts.
const ATTEMPTS: &str = "attempt_count";

/// The condition that a delivery is as it was read. A change moves the delivery to a different key.
const SAME: &str = "attempt_count = :attempts";

fn shard_key(shard: u32) -> String {
    format!("due#{shard}")
}

/// Returns the key of a delivery. The sum of the bytes of the id selects the part, since UUIDs differ in different bytes.
fn due_key(due: &Due) -> Key {
    let sum: u32 = due.subscription.as_bytes().iter().map(|byte| u32::from(*byte)).sum();
    let (at, sequence) = (digits(due.at), digits(due.sequence));
    let sk = format!("{at}#{}#{}#{sequence}", due.subscription, due.kind.name());
    (shard_key(sum % DUE_SHARDS), sk).into()
}

/// Returns the row of a delivery.
pub(super) fn due_row(due: &Due) -> Stored {
    let mut stored = key(due_key(due));
    let ttl = Timestamp::from_millis(due.at).after(UNTAKEN);
    stored.extend(item([
        ("owner", text(&due.owner)),
        (ATTEMPTS, number(due.attempts.into())),
        (TTL_ATTRIBUTE, number(ttl.as_secs())),
    ]));
    stored
}

fn due_of(stored: &Stored) -> Result<Due, StoreError> {
    let parse = |sk: &str| {
        let mut parts = sk.split('#');
        let at = parts.next()?.parse().ok()?;
        let subscription = parts.next()?.parse().ok()?;
        let kind = DeliveryKind::from_name(parts.next()?)?;
        Some((at, subscription, kind, parts.next()?.parse().ok()?))
    };
    let (at, subscription, kind, sequence) = parse(sort_key(stored, "")?).ok_or_else(|| malformed(SORT_ATTRIBUTE))?;
    Ok(Due {
        owner: text_of(stored, "owner")?.to_owned(),
        subscription,
        kind,
        sequence,
        attempts: number_of(stored, ATTEMPTS)?
            .try_into()
            .map_err(|_| malformed(ATTEMPTS))?,
        at,
    })
}

fn same(due: &Due) -> Stored {
    item([(":attempts", number(due.attempts.into()))])
}

/// Returns the sort key of attempts with a time and a kind, followed by the sequence number.
fn attempt_prefix(position: &AttemptPosition) -> String {
    format!("{ATTEMPT}{}#{}#", digits(position.at), position.kind.name())
}

/// Returns the row of an attempt.
fn attempt_row(subscription: Uuid, attempt: &Attempt, expires_at: Timestamp) -> Result<Stored, StoreError> {
    let sk = attempt_prefix(&attempt.position()) + &digits(attempt.sequence);
    let mut stored = key((subscription_key(subscription), sk));
    stored.extend(item([
        (JSON, json(attempt)?),
        (TTL_ATTRIBUTE, number(expires_at.as_secs())),
    ]));
    Ok(stored)
}

impl DynamoNotifications {
    /// Starts a transaction that replaces a delivery, unless the delivery has changed.
    fn replace(&self, operation: &'static str, due: &Due, by: &Due, nonce: &str) -> Result<Transaction, StoreError> {
        let mut stored = due_row(by);
        stored.insert(NONCE.to_owned(), text(nonce));
        Transaction::new(operation)
            .delete(&self.table, due_key(due), Some(Condition::new(SAME, same(due))))?
            .put(&self.table, stored, Condition::absent())
    }

    /// Removes a delivery. Returns false if the delivery has changed.
    async fn remove_due(&self, due: &Due) -> Result<bool, StoreError> {
        let request = self.client.delete_item().table_name(&self.table);
        let request = request
            .set_key(Some(key(due_key(due))))
            .condition_expression(SAME)
            .set_expression_attribute_values(Some(same(due)));
        let Err(error) = request.send().await else {
            return Ok(true);
        };
        let service = error.as_service_error();
        if service.is_some_and(DeleteItemError::is_conditional_check_failed_exception) {
            return Ok(false);
        }
        Err(store_error("DeleteItem", &error))
    }

    /// Changes a subscription, if it exists and `change` returns true.
    async fn change_receiver(
        &self,
        operation: &'static str,
        id: Uuid,
        change: impl Fn(&mut Subscription) -> bool + Send + Sync,
    ) -> Result<(), StoreError> {
        for race in 0..RACES {
            let Some(before) = self.meta(id).await? else {
                return Ok(());
            };
            let mut after = before.next();
            if !change(&mut after.subscription) {
                return Ok(());
            }
            let nonce = new_nonce();
            let transaction = self.change_meta(Transaction::new(operation), &before, &after, &nonce)?;
            if transaction.send(&self.client).await?.of_write(&nonce).is_ok() {
                return Ok(());
            }
            backoff(race).await;
        }
        Err(StoreError::new(format!("{operation}: too many concurrent changes")))
    }
}

#[async_trait]
impl Deliveries for DynamoNotifications {
    async fn due(&self, shard: u32, before: Timestamp, limit: u32) -> Result<Vec<Due>, StoreError> {
        let range = (START, &*digits(before.as_millis()));
        let limit = i32::try_from(limit.max(1)).unwrap_or(i32::MAX);
        let (rows, _) = self.page(&shard_key(shard), range, Some(limit), None).await?;
        rows.iter().map(due_of).collect()
    }

    async fn is_current(&self, due: &Due) -> Result<bool, StoreError> {
        let stored = self.read(due_key(due)).await?;
        Ok(stored.as_ref().map(due_of).transpose()?.as_ref() == Some(due))
    }

    async fn claim(&self, due: &Due, until: Timestamp) -> Result<Option<Due>, StoreError> {
        let nonce = new_nonce();
        let claimed = due.moved(until.as_millis());
        let transaction = self.replace("claim delivery", due, &claimed, &nonce)?;
        let outcome = transaction.send(&self.client).await?.of_write(&nonce);
        Ok(outcome.is_ok().then_some(claimed))
    }

    async fn finish(&self, due: &Due, attempt: &Attempt, expires_at: Timestamp) -> Result<WriteOutcome, StoreError> {
        let mut row = attempt_row(due.subscription, attempt, expires_at)?;
        let Some(next) = attempt.next_attempt_at else {
            // Two separate writes are half the price of a transaction. A crash in between, or a lost response of the
            // first write, loses the record of an attempt, but no delivery.
            if !self.remove_due(due).await? {
                return Ok(WriteOutcome::Changed);
            }
            self.put_rows([row]).await?;
            return Ok(WriteOutcome::Written);
        };
        let nonce = new_nonce();
        row.insert(NONCE.to_owned(), text(&nonce));
        let next = due.next(next);
        let transaction = self.replace("retry delivery", due, &next, &nonce)?;
        let transaction = transaction.put(&self.table, row, Condition::absent())?;
        Ok(match transaction.send(&self.client).await?.of_write(&nonce) {
            Ok(()) => WriteOutcome::Written,
            Err(_) => WriteOutcome::Changed,
        })
    }

    async fn discard(&self, due: &Due) -> Result<(), StoreError> {
        self.remove_due(due).await.map(drop)
    }

    async fn enqueue(&self, deliveries: &[Due]) -> Result<(), StoreError> {
        self.put_rows(deliveries.iter().map(due_row)).await
    }

    async fn attempts(
        &self,
        subscription: &Subscription,
        after: Option<AttemptPosition>,
        limit: u32,
    ) -> Result<AttemptPage, StoreError> {
        // The rows of a deleted subscription with the same id stay until they expire.
        let low = format!("{ATTEMPT}{}", digits(subscription.created_at));
        let before = |position: AttemptPosition| {
            let sequence = position.sequence.checked_sub(1).map(digits);
            attempt_prefix(&position) + &sequence.unwrap_or_default()
        };
        let high = after.map_or_else(|| format!("{ATTEMPT}{END}"), before);
        if high < low {
            return Ok(AttemptPage::default());
        }
        let limit = limit.max(1) as usize;
        let read = i32::try_from(limit + 1).unwrap_or(i32::MAX);
        let pk = subscription_key(subscription.id);
        let rows = self.last_rows(&pk, (&low, &high), read).await?;
        let attempts = rows.iter().take(limit).map(|stored| json_of(stored, JSON));
        let attempts = attempts.collect::<Result<Vec<Attempt>, _>>()?;
        let next = attempts.last().map(Attempt::position);
        Ok(AttemptPage {
            next: next.filter(|_| rows.len() > limit),
            attempts,
        })
    }

    async fn set_webhook_status(&self, id: Uuid, url: &str, status: WebhookStatus) -> Result<(), StoreError> {
        let set = |subscription: &mut Subscription| {
            let webhook = subscription.webhook.as_mut();
            let webhook = webhook.filter(|webhook| webhook.url == url && webhook.status != status);
            webhook.map(|webhook| webhook.status = status).is_some()
        };
        self.change_receiver("set status of webhook", id, set).await
    }

    async fn remove_push(&self, id: Uuid, endpoint: &str) -> Result<(), StoreError> {
        let remove = |subscription: &mut Subscription| {
            let removed = subscription.push.take_if(|target| target.endpoint == endpoint);
            removed.is_some()
        };
        self.change_receiver("remove push", id, remove).await
    }
}
