//! [`AwsSecrets`].

use super::{CreateSecretError, SecretStore};
use crate::failure::store_error;
use async_trait::async_trait;
use aws_sdk_secretsmanager::Client;
use aws_sdk_secretsmanager::operation::create_secret::CreateSecretError as AwsCreateError;
use aws_sdk_secretsmanager::operation::get_secret_value::GetSecretValueError;
use secrecy::{ExposeSecret, SecretString};
use wallet_core::ports::store::StoreError;

/// The version stage that is read.
const CURRENT: &str = "AWSCURRENT";

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
}

#[async_trait]
impl SecretStore for AwsSecrets {
    async fn get(&self, name: &str) -> Result<Option<SecretString>, StoreError> {
        let request = self.client.get_secret_value().secret_id(name).version_stage(CURRENT);
        match request.send().await {
            Ok(output) => Ok(output.secret_string.map(SecretString::from)),
            Err(error) => match error.as_service_error() {
                // The secret does not exist, has no value yet, or is marked for deletion.
                Some(
                    GetSecretValueError::ResourceNotFoundException(_) | GetSecretValueError::InvalidRequestException(_),
                ) => Ok(None),
                _ => Err(store_error("GetSecretValue", &error)),
            },
        }
    }

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
            None => Ok(self.replace(name, value).await?),
            // An earlier attempt of this call succeeded, but its response was lost.
            Some(stored) if stored.expose_secret() == value.expose_secret() => Ok(()),
            Some(_) => Err(CreateSecretError::Exists { name: name.to_owned() }),
        }
    }

    async fn replace(&self, name: &str, value: &SecretString) -> Result<(), StoreError> {
        let request = self
            .client
            .put_secret_value()
            .secret_id(name)
            .secret_string(value.expose_secret());
        match request.send().await {
            Ok(_) => Ok(()),
            Err(error) => Err(store_error("PutSecretValue", &error)),
        }
    }
}
