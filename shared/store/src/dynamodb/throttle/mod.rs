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

mod bucket;
mod count;

use crate::dynamodb::item::{item, number, read, text, timestamp, timestamp_of};
use crate::dynamodb::tables::{KEY_ATTRIBUTE, TTL_ATTRIBUTE, Tables};
use crate::failure::store_error;
use async_trait::async_trait;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bucket::BucketItem;
use count::CountItem;
use sha2::{Digest, Sha256};
use wallet_core::auth::{QuotaLevel, SourceNetwork, Username};
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
