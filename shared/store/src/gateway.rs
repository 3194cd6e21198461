//! [`SignedGateway`].

use crate::aws::AwsSettings;
use crate::aws::signing::{Call, SignedClient};
use async_trait::async_trait;
use http::{Method, StatusCode};
use std::fmt::Display;
use wallet_core::model::percent_encode;
use wallet_core::ports::store::StoreError;
use wallet_notifications::sockets::{Gateway, Posted};

/// The headers of a message.
const HEADERS: [(&str, &str); 1] = [("content-type", "application/octet-stream")];

/// The maximum size of a response in bytes.
const MAX_RESPONSE: usize = 64 * 1024;

/// The connections of a WebSocket API of API Gateway, with signed requests.
///
/// <https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-how-to-call-websocket-api-connections.html>
#[derive(Clone, Debug)]
pub struct SignedGateway(SignedClient);

impl SignedGateway {
    /// Creates the client of the stage at a URL: `https://ID.execute-api.REGION.amazonaws.com/STAGE`.
    pub fn new(settings: AwsSettings, url: String) -> Self {
        Self(SignedClient::new(settings, "execute-api", Some(url)))
    }

    async fn call(&self, method: Method, connection: &str, body: String) -> Result<Posted, StoreError> {
        let call = Call {
            method,
            // The ids are base64 with `=` at the end.
            path: &format!("@connections/{}", percent_encode(connection)),
            headers: &HEADERS,
            body,
            max_response: MAX_RESPONSE,
        };
        let (status, _) = self.0.call(call).await.map_err(failure)?;
        match status {
            status if status.is_success() => Ok(Posted::Sent),
            StatusCode::GONE => Ok(Posted::Gone),
            status => Err(failure(format_args!("status {}", status.as_u16()))),
        }
    }
}

#[async_trait]
impl Gateway for SignedGateway {
    async fn post(&self, connection: &str, message: String) -> Result<Posted, StoreError> {
        self.call(Method::POST, connection, message).await
    }

    async fn close(&self, connection: &str) -> Result<(), StoreError> {
        self.call(Method::DELETE, connection, String::new()).await.map(drop)
    }
}

fn failure(cause: impl Display) -> StoreError {
    StoreError::new(format_args!("@connections: {cause}"))
}
