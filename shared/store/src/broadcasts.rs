//! [`SignedBroadcasts`].

use crate::aws::AwsSettings;
use crate::aws::dynamo::{DynamoError, SignedDynamo};
use async_trait::async_trait;
use serde_json::json;
use std::fmt::Display;
use wallet_core::model::Network;
use wallet_core::ports::broadcasts::{Broadcasts, LIFETIME};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;

/// The maximum size of a response in bytes.
const MAX_RESPONSE: usize = 64 * 1024;

/// Returns the partition key of the records of a chain: `sent#btc-testnet`.
pub(crate) fn broadcasts_key(chain: impl Display, network: Network) -> String {
    format!("sent#{chain}-{network}")
}

/// Writes records of broadcast transactions into the table of notifications with a signed `PutItem`.
pub struct SignedBroadcasts {
    dynamodb: SignedDynamo,
    table: String,
}

impl SignedBroadcasts {
    /// Creates the client of a table.
    pub fn new(settings: AwsSettings, table: String) -> Self {
        let dynamodb = SignedDynamo::new(settings, MAX_RESPONSE);
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
        match self.dynamodb.call("PutItem", &body).await {
            Err(DynamoError::Rejected { code, .. }) if code == "ConditionalCheckFailedException" => Ok(()),
            outcome => Ok(outcome.map(drop)?),
        }
    }
}
