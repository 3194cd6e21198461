//! [`SignedLists`]: the table for functions.

use super::{CHANGES, DIGESTS, INDEX, LISTS, chunk_key, read_index};
use crate::aws::AwsSettings;
use crate::aws::dynamo::{DynamoError, SignedDynamo};
use crate::aws::signing::CallError;
use async_trait::async_trait;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use std::fmt::Display;
use wallet_core::lists::ListIndex;
use wallet_core::ports::lists::ListReader;
use wallet_core::ports::store::StoreError;

/// The maximum size of a response in bytes: an item of 400 kB in base64, and its names.
const MAX_RESPONSE: usize = 600 * 1024;

/// Reads the operator's lists with a signed `GetItem`: the client of the SDK would be larger than the connectors.
pub struct SignedLists {
    dynamodb: SignedDynamo,
    table: String,
}

/// An item, if it exists.
#[derive(Default, Deserialize)]
struct Found {
    #[serde(rename = "Item")]
    item: Option<Attributes>,
}

type Attributes = HashMap<String, Attribute>;

/// The value of an attribute: a text, a number, or bytes in base64.
#[derive(Deserialize)]
enum Attribute {
    #[serde(rename = "S")]
    Text(String),
    #[serde(rename = "N")]
    Number(String),
    #[serde(rename = "B")]
    Bytes(String),
}

impl SignedLists {
    /// Creates the reader of a table.
    pub fn new(settings: AwsSettings, table: String) -> Self {
        let dynamodb = SignedDynamo::new(settings, MAX_RESPONSE);
        Self { dynamodb, table }
    }

    /// Returns the attributes of an item, with strong consistency: the chunks of an index exist before the index.
    ///
    /// A connection that the function lost while frozen fails at the first use, so a failed connection is tried twice.
    async fn item(&self, key: &str) -> Result<Option<Attributes>, StoreError> {
        let request = json!({ "TableName": self.table, "Key": { "pk": { "S": key } }, "ConsistentRead": true });
        let response = match self.dynamodb.call("GetItem", &request).await {
            Err(DynamoError::Failed {
                error: CallError::Broken(_),
                ..
            }) => self.dynamodb.call("GetItem", &request).await,
            outcome => outcome,
        };
        let found: Found = serde_json::from_slice(&response?).map_err(failure)?;
        Ok(found.item)
    }
}

#[async_trait]
impl ListReader for SignedLists {
    async fn index(&self) -> Result<ListIndex, StoreError> {
        let Some(item) = self.item(INDEX).await? else {
            return Ok(ListIndex::default());
        };
        match (item.get(CHANGES), item.get(LISTS)) {
            (Some(Attribute::Number(version)), Some(Attribute::Text(lists))) => {
                read_index(version.parse().map_err(failure)?, lists)
            }
            _ => Err(failure("malformed index of lists")),
        }
    }

    async fn chunk(&self, id: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(item) = self.item(&chunk_key(id)).await? else {
            return Ok(None);
        };
        match item.get(DIGESTS) {
            Some(Attribute::Bytes(digests)) => BASE64_STANDARD.decode(digests).map(Some).map_err(failure),
            _ => Err(failure("malformed chunk of a list")),
        }
    }
}

fn failure(cause: impl Display) -> StoreError {
    StoreError::new(format_args!("GetItem: {cause}"))
}
