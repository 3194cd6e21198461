//! Reading and writing the attributes of an item.

use crate::dynamodb::tables::KEY_ATTRIBUTE;
use crate::failure::store_error;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use std::collections::HashMap;
use std::fmt::Display;
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;

/// An item as DynamoDB holds it, or part of one.
pub(super) type Item = HashMap<String, AttributeValue>;

/// The attribute that names the write that made the item what it is.
pub(super) const NONCE: &str = "nonce";

/// A name for one write, so that its repetition recognises what the first try did.
pub(super) fn new_nonce() -> String {
    Uuid::new_v4().to_string()
}

/// A string attribute.
pub(super) fn text(value: impl Display) -> AttributeValue {
    AttributeValue::S(value.to_string())
}

/// A number attribute.
pub(super) fn number(value: u64) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

/// A binary attribute.
pub(super) fn bytes(value: &[u8]) -> AttributeValue {
    AttributeValue::B(Blob::new(value))
}

/// A moment: a number of milliseconds.
pub(super) fn moment(value: Timestamp) -> AttributeValue {
    number(value.as_millis())
}

/// An item, or a set of named values, from its parts.
pub(super) fn item<const N: usize>(parts: [(&str, AttributeValue); N]) -> Item {
    parts
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// The key of an item.
pub(super) fn key(pk: &str) -> Item {
    item([(KEY_ATTRIBUTE, text(pk))])
}

/// Reads one item, strongly consistent: a password change must count at once.
pub(super) async fn read(client: &Client, table: &str, pk: &str) -> Result<Option<Item>, StoreError> {
    let answer = client
        .get_item()
        .table_name(table)
        .set_key(Some(key(pk)))
        .consistent_read(true)
        .send()
        .await
        .map_err(|error| store_error("GetItem", &error))?;
    Ok(answer.item)
}

/// The text of an attribute that must be there.
pub(super) fn text_of<'a>(item: &'a Item, name: &str) -> Result<&'a str, StoreError> {
    optional_text_of(item, name)?.ok_or_else(|| malformed(name))
}

/// The text of an attribute, `None` when it is not there.
pub(super) fn optional_text_of<'a>(item: &'a Item, name: &str) -> Result<Option<&'a str>, StoreError> {
    match item.get(name) {
        None => Ok(None),
        Some(AttributeValue::S(text)) => Ok(Some(text)),
        Some(_) => Err(malformed(name)),
    }
}

/// The number in an attribute that must be there.
pub(super) fn number_of(item: &Item, name: &str) -> Result<u64, StoreError> {
    optional_number_of(item, name)?.ok_or_else(|| malformed(name))
}

/// The number in an attribute, `None` when it is not there.
pub(super) fn optional_number_of(item: &Item, name: &str) -> Result<Option<u64>, StoreError> {
    match item.get(name) {
        None => Ok(None),
        Some(AttributeValue::N(digits)) => digits.parse().map(Some).map_err(|_| malformed(name)),
        Some(_) => Err(malformed(name)),
    }
}

/// The moment in an attribute that must be there.
pub(super) fn moment_of(item: &Item, name: &str) -> Result<Timestamp, StoreError> {
    number_of(item, name).map(Timestamp::from_millis)
}

/// The bytes in an attribute that must be there, in exactly this number.
pub(super) fn bytes_of<const N: usize>(item: &Item, name: &str) -> Result<[u8; N], StoreError> {
    optional_bytes_of(item, name)?.ok_or_else(|| malformed(name))
}

/// The bytes in an attribute, `None` when it is not there.
pub(super) fn optional_bytes_of<const N: usize>(item: &Item, name: &str) -> Result<Option<[u8; N]>, StoreError> {
    match item.get(name) {
        None => Ok(None),
        Some(AttributeValue::B(blob)) => blob.as_ref().try_into().map(Some).map_err(|_| malformed(name)),
        Some(_) => Err(malformed(name)),
    }
}

/// An item that no version of this program wrote.
pub(super) fn malformed(name: &str) -> StoreError {
    StoreError::new(format!("a stored item has no usable attribute {name}"))
}
