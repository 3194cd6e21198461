//! The HTTP client of the SDK for the embedded database, which executes the requests in this process.
//!
//! The database verifies no signatures: on a port, all users of the machine could read and change the accounts.

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use dynoxide::{Database, DynoxideError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;

/// The prefix of the operation in the header `x-amz-target`.
const TARGET_PREFIX: &str = "DynamoDB_20120810.";

/// A client of an embedded database.
#[derive(Clone)]
pub struct InProcess(pub Database);

impl InProcess {
    async fn send(self, request: HttpRequest) -> Result<HttpResponse, ConnectorError> {
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let operation = target.strip_prefix(TARGET_PREFIX).unwrap_or(target).to_owned();
        let body = request.body().bytes().map(<[u8]>::to_vec).unwrap_or_default();
        // A write waits for the disk.
        let executed = tokio::task::spawn_blocking(move || execute(&self.0, &operation, &body));
        let result = executed
            .await
            .map_err(|error| ConnectorError::other(error.into(), None))?;
        let (status, json) = match result {
            Ok(json) => (200, json),
            Err(error) => (error.status_code(), error.to_json()),
        };
        let status = StatusCode::try_from(status).map_err(|error| ConnectorError::other(error.into(), None))?;
        Ok(HttpResponse::new(status, SdkBody::from(json)))
    }
}

/// Executes an operation of the adapters in `wallet_store`.
fn execute(database: &Database, operation: &str, body: &[u8]) -> Result<String, DynoxideError> {
    match operation {
        "BatchGetItem" => call(body, |request| database.batch_get_item(request)),
        "BatchWriteItem" => call(body, |request| database.batch_write_item(request)),
        "CreateTable" => call(body, |request| database.create_table(request)),
        "DeleteItem" => call(body, |request| database.delete_item(request)),
        "DescribeTable" => call(body, |request| database.describe_table(request)),
        "DescribeTimeToLive" => call(body, |request| database.describe_time_to_live(request)),
        "GetItem" => call(body, |request| database.get_item(request)),
        "PutItem" => call(body, |request| database.put_item(request)),
        "Query" => call(body, |request| database.query(request)),
        "Scan" => call(body, |request| database.scan(request)),
        "TransactGetItems" => call(body, |request| database.transact_get_items(request)),
        "TransactWriteItems" => call(body, |request| database.transact_write_items(request)),
        "UpdateItem" => call(body, |request| database.update_item(request)),
        "UpdateTimeToLive" => call(body, |request| database.update_time_to_live(request)),
        _ => Err(DynoxideError::UnsupportedCapability(operation.to_owned())),
    }
}

fn call<Q: DeserializeOwned, R: Serialize>(
    body: &[u8],
    operation: impl FnOnce(Q) -> Result<R, DynoxideError>,
) -> Result<String, DynoxideError> {
    let request = serde_json::from_slice(body);
    let request = request.map_err(|error| DynoxideError::SerializationException(error.to_string()))?;
    let response = operation(request)?;
    serde_json::to_string(&response).map_err(|error| DynoxideError::InternalServerError(error.to_string()))
}

impl fmt::Debug for InProcess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InProcess")
    }
}

impl HttpConnector for InProcess {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        HttpConnectorFuture::new(self.clone().send(request))
    }
}

impl HttpClient for InProcess {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}
