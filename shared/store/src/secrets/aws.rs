//! [`AwsSecrets`].

use super::{CURRENT, CreateSecretError, ReplaceSecretError, SecretReader, SecretStore, StoredSecret};
use crate::failure::store_error;
use async_trait::async_trait;
use aws_sdk_secretsmanager::Client;
use aws_sdk_secretsmanager::operation::create_secret::CreateSecretError as AwsCreateError;
use aws_sdk_secretsmanager::operation::get_secret_value::GetSecretValueError;
use aws_sdk_secretsmanager::operation::update_secret_version_stage::UpdateSecretVersionStageError;
use secrecy::{ExposeSecret, SecretString};
use uuid::Uuid;
use wallet_core::ports::store::StoreError;

/// The version stage that Secrets Manager moves to the version that loses [`CURRENT`].
const PREVIOUS: &str = "AWSPREVIOUS";

/// The version stage of a value that is written but not current yet. A single label for all writers, since a secret can
/// have only 20 slots: each write takes the slot of the write before.
const PENDING: &str = "WALLETCLOUDPENDING";

/// Secrets in AWS Secrets Manager.
#[derive(Clone, Debug)]
pub struct AwsSecrets {
    client: Client,
}

impl AwsSecrets {
    /// Creates an adapter for a client.
    pub fn new(client: Client) -> Self {
        Self { client }
    }

    /// Stores a value as a version that is not current, unless the secret had no version, and returns the id. A retry
    /// by the SDK has the same id and creates no second version.
    async fn put_pending(&self, name: &str, value: &SecretString) -> Result<String, StoreError> {
        let token = Uuid::new_v4().to_string();
        let request = self
            .client
            .put_secret_value()
            .secret_id(name)
            .client_request_token(&token)
            .secret_string(value.expose_secret())
            .version_stages(PENDING);
        match request.send().await {
            Ok(output) => Ok(output.version_id.unwrap_or(token)),
            Err(error) => Err(store_error("PutSecretValue", &error)),
        }
    }

    /// Makes a version current if `read` still is. Secrets Manager rejects the call if the label has moved.
    async fn promote(&self, name: &str, version: &str, read: &str) -> Result<(), ReplaceSecretError> {
        let request = self
            .client
            .update_secret_version_stage()
            .secret_id(name)
            .version_stage(CURRENT)
            .move_to_version_id(version)
            .remove_from_version_id(read);
        let Err(error) = request.send().await else {
            return Ok(());
        };
        // The SDK's retry of a call that had succeeded is rejected, too.
        if self.was_current(name, version).await? {
            return Ok(());
        }
        match error.as_service_error() {
            Some(
                UpdateSecretVersionStageError::InvalidParameterException(_)
                | UpdateSecretVersionStageError::InvalidRequestException(_)
                | UpdateSecretVersionStageError::ResourceNotFoundException(_),
            ) => Err(ReplaceSecretError::Conflict { name: name.to_owned() }),
            _ => Err(store_error("UpdateSecretVersionStage", &error).into()),
        }
    }

    /// Returns true if a version is current or was so until the last change.
    async fn was_current(&self, name: &str, version: &str) -> Result<bool, StoreError> {
        let request = self.client.get_secret_value().secret_id(name).version_id(version);
        match request.send().await {
            Ok(output) => Ok(output
                .version_stages()
                .iter()
                .any(|stage| stage == CURRENT || stage == PREVIOUS)),
            Err(error) => match error.as_service_error() {
                Some(GetSecretValueError::ResourceNotFoundException(_)) => Ok(false),
                _ => Err(store_error("GetSecretValue", &error)),
            },
        }
    }

    /// Fills a secret that the template created without a value: the first version becomes current.
    async fn fill(&self, name: &str, value: &SecretString) -> Result<(), CreateSecretError> {
        let version = self.put_pending(name, value).await?;
        match self.read(name).await? {
            Some(current) if current.version.as_deref() == Some(&version) => Ok(()),
            // A concurrent writer filled the secret at the same time.
            Some(_) => Err(CreateSecretError::Exists { name: name.to_owned() }),
            None => Err(StoreError::new(format!("secret {name} has no current value after a write")).into()),
        }
    }
}

#[async_trait]
impl SecretReader for AwsSecrets {
    async fn read(&self, name: &str) -> Result<Option<StoredSecret>, StoreError> {
        let request = self.client.get_secret_value().secret_id(name).version_stage(CURRENT);
        match request.send().await {
            Ok(output) => Ok(output.secret_string.map(|value| StoredSecret {
                value: SecretString::from(value),
                version: output.version_id,
            })),
            Err(error) => match error.as_service_error() {
                // The secret does not exist, has no value yet, or is marked for deletion.
                Some(
                    GetSecretValueError::ResourceNotFoundException(_) | GetSecretValueError::InvalidRequestException(_),
                ) => Ok(None),
                _ => Err(store_error("GetSecretValue", &error)),
            },
        }
    }
}

#[async_trait]
impl SecretStore for AwsSecrets {
    async fn create(&self, name: &str, value: &SecretString) -> Result<(), CreateSecretError> {
        let request = self
            .client
            .create_secret()
            .name(name)
            .secret_string(value.expose_secret());
        let Err(error) = request.send().await else {
            return Ok(());
        };
        if !error
            .as_service_error()
            .is_some_and(AwsCreateError::is_resource_exists_exception)
        {
            return Err(store_error("CreateSecret", &error).into());
        }
        match self.get(name).await? {
            // The template creates the secret without a value.
            None => self.fill(name, value).await,
            // An earlier attempt of this call succeeded, but the response was lost.
            Some(stored) if stored.expose_secret() == value.expose_secret() => Ok(()),
            Some(_) => Err(CreateSecretError::Exists { name: name.to_owned() }),
        }
    }

    async fn replace(&self, name: &str, read: &StoredSecret, value: &SecretString) -> Result<(), ReplaceSecretError> {
        let Some(current) = &read.version else {
            return Err(StoreError::new(format!("secret {name} was read without its version")).into());
        };
        let version = self.put_pending(name, value).await?;
        self.promote(name, &version, current).await
    }
}
