//! [`SignedBroadcasts`].

use crate::aws::AwsSettings;
use crate::aws::signing::{Call, SignedClient, rejection_code};
use async_trait::async_trait;
use http::Method;
use serde_json::json;
use std::fmt::Display;
use wallet_core::model::Network;
use wallet_core::ports::broadcasts::{Broadcasts, LIFETIME};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;

/// The headers of the AWS JSON 1.0 protocol.
const HEADERS: [(&str, &str); 2] = [
    ("content-type", "application/x-amz-json-1.0"),
    ("x-amz-target", "DynamoDB_20120810.PutItem"),
];

/// The maximum size of a response in bytes.
const MAX_RESPONSE: usize = 64 * 1024;

/// Returns the partition key of the records of a chain: `sent#btc-testnet`.
pub(crate) fn broadcasts_key(chain: impl Display, network: Network) -> String {
    format!("sent#{chain}-{network}")
}

/// Writes records of broadcast transactions into the table of notifications with a signed `PutItem`.
pub struct SignedBroadcasts {
    dynamodb: SignedClient,
    table: String,
}

impl SignedBroadcasts {
    /// Creates the client of a table.
    pub fn new(settings: AwsSettings, table: String) -> Self {
        let configured = settings.service_endpoints.dynamodb.clone();
        let dynamodb = SignedClient::new(settings, "dynamodb", configured);
        Self { dynamodb, table }
    }
}

#[async_trait]
impl Broadcasts for SignedBroadcasts {
    async fn record(&self, chain: &str, network: Network, txid: &str, now: Timestamp) -> Result<(), StoreError> {
        let body = json!({
            "TableName": self.table,
            "Item": {
                "pk": { "S": broadcasts_key(chain, network) },
                "sk": { "S": txid },
                "ttl": { "N": now.after(LIFETIME).as_secs().to_string() },
            },
            "ConditionExpression": "attribute_not_exists(pk)",
        });
        let call = Call {
            method: Method::POST,
            path: "",
            headers: &HEADERS,
            body: body.to_string(),
            max_response: MAX_RESPONSE,
        };
        let (status, body) = self.dynamodb.call(call).await.map_err(failure)?;
        if status.is_success() {
            return Ok(());
        }
        match rejection_code(&body).as_str() {
            "ConditionalCheckFailedException" => Ok(()),
            code => Err(failure(format_args!("status {}, {code}", status.as_u16()))),
        }
    }
}

fn failure(cause: impl Display) -> StoreError {
    StoreError::new(format_args!("PutItem: {cause}"))
}
