//! [`SignedDynamo`]: requests without the SDK.

use super::AwsSettings;
use super::signing::{Call, CallError, SignedClient, rejection_code};
use http::{Method, StatusCode};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use wallet_core::ports::store::StoreError;

/// The attribute of the key of an item.
pub(crate) const KEY: &str = "pk";

/// The maximum number of items of a request.
const MAX_ITEMS: usize = 100;

/// The maximum number of requests for the items of a request: DynamoDB may leave out items.
const MAX_ROUNDS: usize = 3;

/// DynamoDB by signed requests of the AWS JSON 1.0 protocol, for functions that do not link the client of the SDK.
pub(crate) struct SignedDynamo {
    client: SignedClient,
    /// The maximum size of a response in bytes.
    max_response: usize,
}

/// The error of a request, with the operation.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DynamoError {
    /// There is no usable response.
    #[error("{operation}: {error}")]
    Failed { operation: &'static str, error: CallError },
    /// DynamoDB rejects the request.
    #[error("{operation}: status {}, {code}", status.as_u16())]
    Rejected {
        operation: &'static str,
        status: StatusCode,
        /// The name of the exception.
        code: String,
    },
}

impl From<DynamoError> for StoreError {
    fn from(error: DynamoError) -> Self {
        Self::new(error)
    }
}

impl SignedDynamo {
    /// Creates the client. Nothing is connected before the first request.
    pub(crate) fn new(settings: AwsSettings, max_response: usize) -> Self {
        let configured = settings.service_endpoints.dynamodb.clone();
        Self {
            client: SignedClient::new(settings, "dynamodb", configured),
            max_response,
        }
    }

    /// Makes a request once, and returns the body of a successful response.
    pub(crate) async fn call(&self, operation: &'static str, body: &Value) -> Result<Vec<u8>, DynamoError> {
        let target = format!("DynamoDB_20120810.{operation}");
        let headers = [
            ("content-type", "application/x-amz-json-1.0"),
            ("x-amz-target", &*target),
        ];
        let call = Call {
            method: Method::POST,
            path: "",
            headers: &headers,
            body: body.to_string(),
            max_response: self.max_response,
        };
        let response = self.client.call(call).await;
        let (status, body) = response.map_err(|error| DynamoError::Failed { operation, error })?;
        if status.is_success() {
            return Ok(body);
        }
        let code = rejection_code(&body);
        Err(DynamoError::Rejected {
            operation,
            status,
            code,
        })
    }
    /// Returns the items of a table by their keys, which are distinct.
    pub(crate) async fn items(&self, table: &str, keys: &[String]) -> Result<HashMap<String, Value>, StoreError> {
        let mut found = HashMap::with_capacity(keys.len());
        for keys in keys.chunks(MAX_ITEMS) {
            self.read_items(table, keys, &mut found).await?;
        }
        Ok(found)
    }

    /// Adds the items of at most 100 keys.
    async fn read_items(
        &self,
        table: &str,
        keys: &[String],
        found: &mut HashMap<String, Value>,
    ) -> Result<(), StoreError> {
        const OPERATION: &str = "BatchGetItem";
        let keys: Vec<_> = keys.iter().map(|key| json!({ KEY: { "S": key } })).collect();
        let mut requested = json!({ table: { "Keys": keys } });
        for _ in 0..MAX_ROUNDS {
            let response = self.call(OPERATION, &json!({ "RequestItems": requested })).await?;
            let unreadable = |_| StoreError::new(format_args!("{OPERATION}: unreadable response"));
            let mut response: Value = serde_json::from_slice(&response).map_err(unreadable)?;
            if let Value::Array(items) = response["Responses"][table].take() {
                let key = |item: &Value| item[KEY]["S"].as_str().map(str::to_owned);
                found.extend(items.into_iter().filter_map(|item| Some((key(&item)?, item))));
            }
            requested = response["UnprocessedKeys"].take();
            if requested.as_object().is_none_or(Map::is_empty) {
                return Ok(());
            }
        }
        Err(StoreError::new("BatchGetItem: items left out"))
    }
}
