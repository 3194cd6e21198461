//! [`SignedDynamo`]: requests without the SDK.

use super::AwsSettings;
use super::signing::{Call, CallError, SignedClient, rejection_code};
use http::{Method, StatusCode};
use serde_json::Value;
use wallet_core::ports::store::StoreError;

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
}
