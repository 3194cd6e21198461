//! [`DynamoThrottle`].
//!
//! | pk | content |
//! |---|---|
//! | `c#<hash>` | a count of consecutive failed attempts with passwords |
//! | `d#<hash>` | the same for codes of the second factor |
//! | `b#<hash>` | a token bucket |
//! | `k#<hash>` | a network from which a user has logged in with the password |
//! | `l#<hash>` | a network from which a user has logged in with the second factor |
//!
//! The keys contain hashes of user names, networks, merchants and ids only.
//!
//! The item of a token bucket, one per bucket that is not full, stores the time at which the bucket will be full. A retried
//! write after a lost response takes two requests, never none.

mod count;

use crate::dynamodb::RACES;
use crate::dynamodb::item::{Item, item, key, number, read, text, timestamp, timestamp_of};
use crate::dynamodb::tables::{KEY_ATTRIBUTE, TTL_ATTRIBUTE, Tables};
use crate::failure::store_error;
use async_trait::async_trait;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{ReturnValue, ReturnValuesOnConditionCheckFailure};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use count::CountItem;
use sha2::{Digest, Sha256};
use std::time::Duration;
use wallet_core::auth::{Quota, QuotaLevel, SourceNetwork, Username};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;
use wallet_core::ports::throttle::{Admission, Bucket, BucketKey, Counter, LoginStep, Take, Throttle};

/// The counts of login attempts and requests in DynamoDB.
#[derive(Clone, Debug)]
pub struct DynamoThrottle {
    client: Client,
    table: String,
}

impl DynamoThrottle {
    /// Creates an adapter for the throttle table.
    pub fn new(client: Client, tables: Tables) -> Self {
        Self {
            client,
            table: tables.throttle,
        }
    }

    fn count(&self, counter: &Counter) -> CountItem<'_> {
        CountItem {
            client: &self.client,
            table: &self.table,
            pk: count_key(counter),
        }
    }

    fn bucket(&self, bucket: &Bucket) -> BucketItem<'_> {
        BucketItem {
            client: &self.client,
            table: &self.table,
            pk: bucket_key(bucket),
            quota: bucket.quota,
        }
    }
}

#[async_trait]
impl Throttle for DynamoThrottle {
    async fn admit(&self, counter: &Counter, now: Timestamp) -> Result<Admission, StoreError> {
        self.count(counter).admit(counter.rule(), now).await
    }

    async fn succeeded(&self, counter: &Counter) -> Result<(), StoreError> {
        self.count(counter).reset().await
    }

    async fn failed(&self, counter: &Counter) -> Result<u32, StoreError> {
        self.count(counter).close().await
    }

    async fn released(&self, counter: &Counter, admitted_at: Timestamp) -> Result<(), StoreError> {
        self.count(counter).release(admitted_at).await
    }

    async fn take(&self, bucket: &Bucket, now: Timestamp) -> Result<Take, StoreError> {
        self.bucket(bucket).take(now).await
    }

    async fn give_back(&self, bucket: &Bucket) -> Result<(), StoreError> {
        self.bucket(bucket).give_back().await
    }

    async fn level(&self, bucket: &Bucket, now: Timestamp) -> Result<QuotaLevel, StoreError> {
        self.bucket(bucket).level(now).await
    }

    async fn remember(
        &self,
        step: LoginStep,
        username: &Username,
        network: SourceNetwork,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        let marker = item([
            (KEY_ATTRIBUTE, text(known_key(step, username, network))),
            (UNTIL, timestamp(until)),
            (TTL_ATTRIBUTE, number(until.as_secs() + 1)),
        ]);
        let put = self.client.put_item().table_name(&self.table).set_item(Some(marker));
        put.send().await.map_err(|error| store_error("PutItem", &error))?;
        Ok(())
    }

    async fn is_known(
        &self,
        step: LoginStep,
        username: &Username,
        network: SourceNetwork,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let marker = read(&self.client, &self.table, &known_key(step, username, network)).await?;
        let until = marker.map(|marker| timestamp_of(&marker, UNTIL)).transpose()?;
        Ok(until.is_some_and(|until| now < until))
    }
}

/// The attribute with the end of a record.
const UNTIL: &str = "until";

fn count_key(counter: &Counter) -> String {
    match counter {
        Counter::Network(step, username, network) => hashed(
            prefix(*step, "c", "d"),
            &["network", username.as_str(), &network.to_string()],
        ),
        Counter::Name(step, username) => hashed(prefix(*step, "c", "d"), &["name", username.as_str()]),
        Counter::Device(id) => hashed("c", &["device", &id.to_string()]),
        Counter::Session(account, token_id) => hashed("c", &["session", &account.to_string(), &token_id.to_string()]),
        Counter::Account(step, account) => hashed(prefix(*step, "c", "d"), &["account", &account.to_string()]),
        Counter::SecurityToken(id) => hashed("d", &["security-token", id]),
    }
}

/// Returns the key of a bucket. Buckets of a kind differ in their periods.
fn bucket_key(bucket: &Bucket) -> String {
    let (kind, owner) = match &bucket.key {
        BucketKey::FailedLogins(network) => ("failed-logins", network.to_string()),
        BucketKey::RegistrationsFrom(network) => ("registrations-from", network.to_string()),
        BucketKey::RegistrationsBy(merchant) => ("registrations-by", merchant.to_string()),
    };
    let period = bucket.quota.period().as_secs().to_string();
    hashed("b", &[kind, &owner, &period])
}

fn known_key(step: LoginStep, username: &Username, network: SourceNetwork) -> String {
    hashed(prefix(step, "k", "l"), &[username.as_str(), &network.to_string()])
}

/// Returns the key prefix of a step of the login.
fn prefix(step: LoginStep, of_password: &'static str, of_second_factor: &'static str) -> &'static str {
    match step {
        LoginStep::Password => of_password,
        LoginStep::SecondFactor => of_second_factor,
    }
}

/// Returns a key with the SHA-256 of the parts, none of which contains a zero byte.
fn hashed(prefix: &str, parts: &[&str]) -> String {
    let hash = Sha256::digest(parts.join("\0"));
    format!("{prefix}#{}", URL_SAFE_NO_PAD.encode(hash))
}

/// Returns true if DynamoDB throttles the traffic on an item.
fn is_throttled<E: ProvideErrorMetadata, R>(error: &SdkError<E, R>) -> bool {
    let code = error.as_service_error().and_then(ProvideErrorMetadata::code);
    matches!(
        code,
        Some("ProvisionedThroughputExceededException" | "ThrottlingException" | "RequestLimitExceeded")
    )
}

const FULL_AT: &str = "full_at";

/// The item of a bucket.
struct BucketItem<'a> {
    client: &'a Client,
    table: &'a str,
    pk: String,
    quota: Quota,
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
    async fn take(&self, now: Timestamp) -> Result<Take, StoreError> {
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
    async fn give_back(&self) -> Result<(), StoreError> {
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
    async fn level(&self, now: Timestamp) -> Result<QuotaLevel, StoreError> {
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
