//! Token buckets, an item per bucket that is not full.
//!
//! The item stores the time at which the bucket will be full. A retried write after a lost response takes two
//! requests, never none.

use super::is_throttled;
use crate::dynamodb::RACES;
use crate::dynamodb::item::{Item, key, number, read, timestamp, timestamp_of};
use crate::dynamodb::tables::TTL_ATTRIBUTE;
use crate::failure::store_error;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{ReturnValue, ReturnValuesOnConditionCheckFailure};
use std::time::Duration;
use wallet_core::auth::{Quota, QuotaLevel};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_core::ports::throttle::Take;

const FULL_AT: &str = "full_at";

/// The item of a bucket.
pub(super) struct BucketItem<'a> {
    pub(super) client: &'a Client,
    pub(super) table: &'a str,
    pub(super) pk: String,
    pub(super) quota: Quota,
}

/// The outcome of a write.
enum Write {
    Done {
        full_at: Timestamp,
    },
    /// The condition does not hold for the stored time.
    Declined {
        full_at: Timestamp,
    },
    /// DynamoDB throttles the traffic on this item.
    Throttled,
}

impl BucketItem<'_> {
    /// Takes a request from a bucket.
    pub(super) async fn take(&self, now: Timestamp) -> Result<Take, StoreError> {
        let latest = self.quota.latest_full_at(now);
        // Most buckets are full.
        let mut stored = now;
        for _ in 0..RACES {
            let write = if stored <= now || stored > self.quota.impossible_after(now) {
                self.take_from_full(now).await?
            } else if stored <= latest {
                self.take_from_used(now, latest).await?
            } else {
                return Ok(Take::Empty(self.quota.level(stored, now)));
            };
            match write {
                Write::Done { full_at } => return Ok(Take::Taken(self.quota.level(full_at, now))),
                Write::Declined { full_at } => stored = full_at,
                Write::Throttled => break,
            }
        }
        Ok(Take::Empty(busy(self.quota)))
    }

    async fn take_from_full(&self, now: Timestamp) -> Result<Write, StoreError> {
        let update = self
            .update(now)
            .update_expression("SET full_at = :next, #ttl = :ttl")
            .condition_expression("attribute_not_exists(full_at) OR full_at <= :now OR full_at > :impossible")
            .expression_attribute_values(":next", timestamp(now.after(self.quota.interval())))
            .expression_attribute_values(":impossible", timestamp(self.quota.impossible_after(now)))
            .expression_attribute_values(":now", timestamp(now));
        sent(update, now).await
    }

    async fn take_from_used(&self, now: Timestamp, latest: Timestamp) -> Result<Write, StoreError> {
        let update = self
            .update(now)
            .update_expression("SET full_at = full_at + :interval, #ttl = :ttl")
            .condition_expression("full_at > :now AND full_at <= :latest")
            .expression_attribute_values(":interval", millis(self.quota))
            .expression_attribute_values(":now", timestamp(now))
            .expression_attribute_values(":latest", timestamp(latest));
        sent(update, now).await
    }

    fn update(&self, now: Timestamp) -> UpdateItemFluentBuilder {
        let end = now.after(self.quota.period()).as_secs() + 1;
        self.client
            .update_item()
            .table_name(self.table)
            .set_key(Some(key(&self.pk)))
            .expression_attribute_names("#ttl", TTL_ATTRIBUTE)
            .expression_attribute_values(":ttl", number(end))
            .return_values(ReturnValue::UpdatedNew)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
    }

    /// Puts a request back into a bucket.
    pub(super) async fn give_back(&self) -> Result<(), StoreError> {
        let result = self
            .client
            .update_item()
            .table_name(self.table)
            .set_key(Some(key(&self.pk)))
            .update_expression("SET full_at = full_at - :interval")
            .condition_expression("attribute_exists(full_at)")
            .expression_attribute_values(":interval", millis(self.quota))
            .send()
            .await;
        match result {
            Err(error)
                if !error
                    .as_service_error()
                    .is_some_and(UpdateItemError::is_conditional_check_failed_exception) =>
            {
                Err(store_error("UpdateItem", &error))
            }
            _ => Ok(()),
        }
    }

    /// Returns the level without a change.
    pub(super) async fn level(&self, now: Timestamp) -> Result<QuotaLevel, StoreError> {
        let stored = read(self.client, self.table, &self.pk).await?;
        let full_at = stored.as_ref().map_or(Ok(now), |item| timestamp_of(item, FULL_AT))?;
        Ok(self.quota.level(full_at, now))
    }
}

async fn sent(update: UpdateItemFluentBuilder, now: Timestamp) -> Result<Write, StoreError> {
    let full_at = |item: Option<&Item>| item.map_or(Ok(now), |item| timestamp_of(item, FULL_AT));
    match update.send().await {
        Ok(output) => Ok(Write::Done {
            full_at: full_at(output.attributes())?,
        }),
        Err(error) if is_throttled(&error) => Ok(Write::Throttled),
        Err(error) => match error.as_service_error() {
            Some(UpdateItemError::ConditionalCheckFailedException(failed)) => {
                let stored = failed.item().filter(|item| !item.is_empty());
                Ok(Write::Declined {
                    full_at: full_at(stored)?,
                })
            }
            _ => Err(store_error("UpdateItem", &error)),
        },
    }
}

fn millis(quota: Quota) -> aws_sdk_dynamodb::types::AttributeValue {
    number(u64::try_from(quota.interval().as_millis()).unwrap_or(u64::MAX))
}

/// Returns the level if too many concurrent requests compete for a bucket.
fn busy(quota: Quota) -> QuotaLevel {
    QuotaLevel {
        remaining: 0,
        full_in: quota.period(),
        next_in: Duration::from_secs(1),
    }
}
