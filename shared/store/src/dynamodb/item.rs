//! Conversion of item attributes, and the consistent read of an item.

use super::tables::{KEY_ATTRIBUTE, SORT_ATTRIBUTE};
use crate::failure::store_error;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::{AttributeValue, KeysAndAttributes};
use std::collections::HashMap;
use std::fmt::Display;
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;

/// A DynamoDB item, or a part of an item.
pub(super) type Item = HashMap<String, AttributeValue>;

/// The attribute with the nonce of the write that last changed the item.
pub(super) const NONCE: &str = "nonce";

/// The maximum number of items in a `BatchGetItem` request.
const BATCH: usize = 100;

/// The maximum number of requests for a batch.
const BATCH_ROUNDS: u32 = 5;

/// Generates a nonce for a write, by which a retry detects the effect of the first attempt.
pub(super) fn new_nonce() -> String {
    Uuid::new_v4().to_string()
}

/// Creates a string attribute.
pub(super) fn text(value: impl Display) -> AttributeValue {
    AttributeValue::S(value.to_string())
}

/// Creates a set of strings, which must not be empty.
pub(super) fn texts(values: Vec<String>) -> AttributeValue {
    AttributeValue::Ss(values)
}

/// Creates a number attribute.
pub(super) fn number(value: u64) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

/// Creates a Boolean attribute.
pub(super) fn flag(value: bool) -> AttributeValue {
    AttributeValue::Bool(value)
}

/// Creates a binary attribute.
pub(super) fn bytes(value: &[u8]) -> AttributeValue {
    AttributeValue::B(Blob::new(value))
}

/// Creates a timestamp attribute: a number of milliseconds.
pub(super) fn timestamp(value: Timestamp) -> AttributeValue {
    number(value.as_millis())
}

/// Creates an item, or a set of expression values, from parts.
pub(super) fn item<const N: usize>(parts: [(&str, AttributeValue); N]) -> Item {
    parts
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// The key of an item: the partition key, and the sort key in a table that has sort keys.
#[derive(Clone, Debug)]
pub(super) struct Key(Item);

impl From<&str> for Key {
    fn from(pk: &str) -> Self {
        Self(item([(KEY_ATTRIBUTE, text(pk))]))
    }
}

impl From<&String> for Key {
    fn from(pk: &String) -> Self {
        Self::from(pk.as_str())
    }
}

impl<P: Display, S: Display> From<(P, S)> for Key {
    fn from((pk, sk): (P, S)) -> Self {
        Self(item([(KEY_ATTRIBUTE, text(pk)), (SORT_ATTRIBUTE, text(sk))]))
    }
}

impl From<&Key> for Key {
    fn from(key: &Self) -> Self {
        key.clone()
    }
}

/// Returns the attributes of a key.
pub(super) fn key(key: impl Into<Key>) -> Item {
    key.into().0
}

/// Reads an item with strong consistency: a password change must take effect immediately.
pub(super) async fn read(client: &Client, table: &str, of: impl Into<Key>) -> Result<Option<Item>, StoreError> {
    let output = client
        .get_item()
        .table_name(table)
        .set_key(Some(key(of)))
        .consistent_read(true)
        .send()
        .await
        .map_err(|error| store_error("GetItem", &error))?;
    Ok(output.item)
}

/// Reads items with strong consistency, at most 100 in a request. Missing items are omitted; the order is any.
pub(super) async fn read_all<K>(client: &Client, table: &str, all: &[K]) -> Result<Vec<Item>, StoreError>
where
    for<'a> Key: From<&'a K>,
{
    let mut found = Vec::with_capacity(all.len());
    for chunk in all.chunks(BATCH) {
        let mut keys: Vec<_> = chunk.iter().map(key).collect();
        // DynamoDB returns the keys that exceed the size of a response or the throughput.
        for _ in 0..BATCH_ROUNDS {
            if keys.is_empty() {
                break;
            }
            let request = KeysAndAttributes::builder().set_keys(Some(keys)).consistent_read(true);
            let request = request.build().map_err(StoreError::new)?;
            let output = client.batch_get_item().request_items(table, request).send().await;
            let output = output.map_err(|error| store_error("BatchGetItem", &error))?;
            found.extend(output.responses.into_iter().flatten().flat_map(|(_, items)| items));
            let rest = output.unprocessed_keys.into_iter().flatten();
            keys = rest.flat_map(|(_, rest)| rest.keys).collect();
        }
        if !keys.is_empty() {
            return Err(StoreError::new("BatchGetItem: keys remain unprocessed"));
        }
    }
    Ok(found)
}

/// Returns the string in a required attribute.
pub(super) fn text_of<'a>(item: &'a Item, name: &str) -> Result<&'a str, StoreError> {
    optional_text_of(item, name)?.ok_or_else(|| malformed(name))
}

/// Returns the string in an attribute, or `None` if the attribute is missing.
pub(super) fn optional_text_of<'a>(item: &'a Item, name: &str) -> Result<Option<&'a str>, StoreError> {
    match item.get(name) {
        None => Ok(None),
        Some(AttributeValue::S(text)) => Ok(Some(text)),
        Some(_) => Err(malformed(name)),
    }
}

/// Returns the strings in a set, none if the attribute is missing.
pub(super) fn texts_of<'a>(item: &'a Item, name: &str) -> Result<&'a [String], StoreError> {
    match item.get(name) {
        None => Ok(&[]),
        Some(AttributeValue::Ss(texts)) => Ok(texts),
        Some(_) => Err(malformed(name)),
    }
}

/// Returns the Boolean in an attribute, false if the attribute is missing.
pub(super) fn flag_of(item: &Item, name: &str) -> Result<bool, StoreError> {
    match item.get(name) {
        None => Ok(false),
        Some(AttributeValue::Bool(value)) => Ok(*value),
        Some(_) => Err(malformed(name)),
    }
}

/// Returns the number in a required attribute.
pub(super) fn number_of(item: &Item, name: &str) -> Result<u64, StoreError> {
    optional_number_of(item, name)?.ok_or_else(|| malformed(name))
}

/// Returns the number in an attribute, or `None` if the attribute is missing.
pub(super) fn optional_number_of(item: &Item, name: &str) -> Result<Option<u64>, StoreError> {
    match item.get(name) {
        None => Ok(None),
        Some(AttributeValue::N(digits)) => digits.parse().map(Some).map_err(|_| malformed(name)),
        Some(_) => Err(malformed(name)),
    }
}

/// Returns the timestamp in a required attribute.
pub(super) fn timestamp_of(item: &Item, name: &str) -> Result<Timestamp, StoreError> {
    number_of(item, name).map(Timestamp::from_millis)
}

/// Returns exactly `N` bytes from a required attribute.
pub(super) fn bytes_of<const N: usize>(item: &Item, name: &str) -> Result<[u8; N], StoreError> {
    optional_bytes_of(item, name)?.ok_or_else(|| malformed(name))
}

/// Returns exactly `N` bytes from an attribute, or `None` if the attribute is missing.
pub(super) fn optional_bytes_of<const N: usize>(item: &Item, name: &str) -> Result<Option<[u8; N]>, StoreError> {
    let stored = optional_raw_bytes_of(item, name)?;
    let exact = stored.map(|stored| stored.try_into().map_err(|_| malformed(name)));
    exact.transpose()
}

/// Returns the bytes in an attribute, or `None` if the attribute is missing.
pub(super) fn optional_raw_bytes_of<'a>(item: &'a Item, name: &str) -> Result<Option<&'a [u8]>, StoreError> {
    match item.get(name) {
        None => Ok(None),
        Some(AttributeValue::B(blob)) => Ok(Some(blob.as_ref())),
        Some(_) => Err(malformed(name)),
    }
}

/// Returns the error for an item that no version of this program wrote.
pub(super) fn malformed(name: &str) -> StoreError {
    StoreError::new(format!("stored item has no valid attribute {name}"))
}
