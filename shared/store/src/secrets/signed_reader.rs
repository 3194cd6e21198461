//! [`SignedReader`].

use super::{CURRENT, SecretReader, StoredSecret};
use crate::aws::signing::{Call, CallError, SignedClient, rejection_code};
use crate::aws::{AwsSettings, AwsSetupError};
use async_trait::async_trait;
use http::{Method, StatusCode};
use secrecy::SecretString;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;
use wallet_core::ports::store::StoreError;

/// The headers of the AWS JSON 1.1 protocol.
const HEADERS: [(&str, &str); 2] = [
    ("content-type", "application/x-amz-json-1.1"),
    ("x-amz-target", "secretsmanager.GetSecretValue"),
];

/// The maximum size of a response in bytes: a secret has at most 64 KiB, which JSON escapes at most double.
const MAX_RESPONSE: usize = 256 * 1024;

/// The number of attempts, with a pause in between.
const ATTEMPTS: u32 = 3;
const PAUSE: Duration = Duration::from_millis(100);

/// Reads secrets of AWS Secrets Manager with a signed `GetSecretValue` over the HTTP client.
///
/// The SDK's client has all operations and a separate retry logic: 3.6 MB in each function that reads a secret.
#[derive(Clone, Debug)]
pub struct SignedReader(SignedClient);

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct SecretValue {
    secret_string: Option<String>,
    version_id: Option<String>,
}

struct Failed {
    error: StoreError,
    is_transient: bool,
}

impl SignedReader {
    /// Creates a reader with the settings.
    pub fn new(settings: &AwsSettings) -> Result<Self, AwsSetupError> {
        let configured = settings.service_endpoints.secrets_manager.clone();
        let client = SignedClient::new(settings.clone(), "secretsmanager", configured);
        // An error in the settings is an error of the start, not of the first read.
        client.http()?;
        Ok(Self(client))
    }

    async fn attempt(&self, name: &str) -> Result<Option<StoredSecret>, Failed> {
        let call = Call {
            method: Method::POST,
            path: "",
            headers: &HEADERS,
            body: json!({ "SecretId": name, "VersionStage": CURRENT }).to_string(),
            max_response: MAX_RESPONSE,
        };
        let (status, body) = self.0.call(call).await.map_err(|error| Failed {
            is_transient: matches!(error, CallError::Broken(_)),
            error: failure(&error),
        })?;
        parse(status, &body)
    }
}

#[async_trait]
impl SecretReader for SignedReader {
    async fn read(&self, name: &str) -> Result<Option<StoredSecret>, StoreError> {
        let mut attempt = 1;
        loop {
            match self.attempt(name).await {
                Ok(secret) => return Ok(secret),
                Err(failed) if failed.is_transient && attempt < ATTEMPTS => {
                    tokio::time::sleep(PAUSE * attempt).await;
                    attempt += 1;
                }
                Err(failed) => return Err(failed.error),
            }
        }
    }
}

fn parse(status: StatusCode, body: &[u8]) -> Result<Option<StoredSecret>, Failed> {
    if status.is_success() {
        // serde's message may quote the content.
        let found: SecretValue =
            serde_json::from_slice(body).map_err(|_| permanent("response is not a secret value"))?;
        return Ok(found.secret_string.map(|value| StoredSecret {
            value: SecretString::from(value),
            version: found.version_id,
        }));
    }
    let code = rejection_code(body);
    match code.as_str() {
        // The secret does not exist, has no value yet, or is marked for deletion.
        "ResourceNotFoundException" | "InvalidRequestException" => Ok(None),
        _ => Err(Failed {
            error: failure(&format!("status {}, {code}", status.as_u16())),
            is_transient: status.is_server_error() || code == "ThrottlingException",
        }),
    }
}

fn permanent(cause: &str) -> Failed {
    Failed {
        error: failure(cause),
        is_transient: false,
    }
}

fn failure(cause: &(impl std::fmt::Display + ?Sized)) -> StoreError {
    StoreError::new(format!("GetSecretValue: {cause}"))
}
