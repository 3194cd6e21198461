//! [`SignedLists`].

use super::{CHANGES, DIGESTS, INDEX, LISTS, chunk_key, read_index};
use crate::aws::AwsSettings;
use crate::aws::signing::{Call, CallError, SignedClient, rejection_code};
use async_trait::async_trait;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use http::Method;
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use std::fmt::Display;
use wallet_core::lists::ListIndex;
use wallet_core::ports::lists::ListReader;
use wallet_core::ports::store::StoreError;

/// The headers of the AWS JSON 1.0 protocol.
const HEADERS: [(&str, &str); 2] = [
    ("content-type", "application/x-amz-json-1.0"),
    ("x-amz-target", "DynamoDB_20120810.GetItem"),
];

/// The maximum size of a response in bytes: an item of 400 kB in base64, and its names.
const MAX_RESPONSE: usize = 600 * 1024;

/// Reads the operator's lists with a signed `GetItem`: the client of the SDK would be larger than the connectors.
pub struct SignedLists {
    dynamodb: SignedClient,
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
        let configured = settings.service_endpoints.dynamodb.clone();
        let dynamodb = SignedClient::new(settings, "dynamodb", configured);
        Self { dynamodb, table }
    }

    /// Returns the attributes of an item, with strong consistency: the chunks of an index exist before the index.
    ///
    /// A connection that the function lost while frozen fails at the first use, so a failed connection is tried twice.
    async fn item(&self, key: &str) -> Result<Option<Attributes>, StoreError> {
        let (status, body) = match self.dynamodb.call(self.call(key)).await {
            Err(CallError::Broken(_)) => self.dynamodb.call(self.call(key)).await,
            outcome => outcome,
        }
        .map_err(failure)?;
        if !status.is_success() {
            let code = rejection_code(&body);
            return Err(failure(format_args!("status {}, {code}", status.as_u16())));
        }
        let found: Found = serde_json::from_slice(&body).map_err(failure)?;
        Ok(found.item)
    }

    fn call(&self, key: &str) -> Call<'static> {
        let body = json!({ "TableName": self.table, "Key": { "pk": { "S": key } }, "ConsistentRead": true });
        Call {
            method: Method::POST,
            path: "",
            headers: &HEADERS,
            body: body.to_string(),
            max_response: MAX_RESPONSE,
        }
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
