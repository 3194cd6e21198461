//! [`SignedBroadcasts`].

use crate::aws::AwsSettings;
use crate::aws::signing::{Call, endpoint, limited_body, rejection_code};
use async_trait::async_trait;
use serde_json::json;
use std::error::Error;
use std::fmt::Display;
use std::sync::OnceLock;
use wallet_core::model::Network;
use wallet_core::ports::broadcasts::{Broadcasts, LIFETIME};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Timestamp;

/// The name of the service in signatures.
const SERVICE: &str = "dynamodb";

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
///
/// The client of the SDK would be part of each function and of each start. This client is created by the first broadcast.
pub struct SignedBroadcasts {
    settings: AwsSettings,
    table: String,
    http: OnceLock<reqwest::Client>,
}

impl SignedBroadcasts {
    /// Creates the client of a table.
    pub fn new(settings: AwsSettings, table: String) -> Self {
        let http = OnceLock::new();
        Self { settings, table, http }
    }

    fn http(&self) -> Result<&reqwest::Client, StoreError> {
        if let Some(http) = self.http.get() {
            return Ok(http);
        }
        let http = self.settings.reqwest_client().map_err(failure)?;
        Ok(self.http.get_or_init(|| http))
    }

    fn signed(&self, body: String) -> Result<reqwest::Request, Box<dyn Error + Send + Sync>> {
        let region = self.settings.region.as_deref().unwrap_or_default();
        let configured = self.settings.service_endpoints.dynamodb.as_ref();
        let configured = configured.or(self.settings.endpoint.as_ref());
        let call = Call {
            endpoint: &configured.cloned().unwrap_or_else(|| endpoint(SERVICE, region)),
            region,
            service: SERVICE,
            headers: &HEADERS,
            body,
            timeout: self.settings.deadlines.attempt,
        };
        let credentials = self.settings.credentials.clone();
        call.signed(credentials.ok_or("no AWS credentials in the environment")?)
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
        let request = self.signed(body.to_string()).map_err(failure)?;
        let response = self.http()?.execute(request).await.map_err(failure)?;
        let status = response.status();
        if status.is_success() {
            return Ok(());
        }
        let body = limited_body(response, MAX_RESPONSE).await.map_err(failure)?;
        match rejection_code(&body.unwrap_or_default()).as_str() {
            "ConditionalCheckFailedException" => Ok(()),
            code => Err(failure(format_args!("status {}, {code}", status.as_u16()))),
        }
    }
}

fn failure(cause: impl Display) -> StoreError {
    StoreError::new(format_args!("PutItem: {cause}"))
}
