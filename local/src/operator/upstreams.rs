//! `upstreams set-key`, `upstreams list` and `upstreams remove-key`.

use super::{Operator, OperatorError};
use secrecy::{ExposeSecret, SecretString};
use wallet_store::secrets::{CreateSecretError, UpstreamKeySet};

/// The time until a change takes effect (docs/decisions/0304).
const SOON: &str = "The functions use the change within five minutes.";

impl Operator {
    /// Stores the key for a host, replacing an existing one.
    pub async fn set_upstream_key(&self, host: &str, key: SecretString) -> Result<String, OperatorError> {
        let mut keys = self.upstream_keys().await?;
        let replaced = keys.set(host, key)?;
        self.keep_upstream_keys(&keys).await?;
        let done = if replaced { "has a new key" } else { "has a key" };
        Ok(format!(
            "{host} {done}. It replaces {{key}} in the upstream's URL. {SOON}"
        ))
    }

    /// Lists the hosts that have a key.
    pub async fn list_upstream_keys(&self) -> Result<String, OperatorError> {
        let keys = self.upstream_keys().await?;
        let hosts: Vec<_> = keys.hosts().collect();
        Ok(match hosts.as_slice() {
            [] => "No host has a key.".to_owned(),
            hosts => hosts.join("\n"),
        })
    }

    /// Removes the key for a host.
    pub async fn remove_upstream_key(&self, host: &str) -> Result<String, OperatorError> {
        let mut keys = self.upstream_keys().await?;
        if !keys.remove(host) {
            return Err(OperatorError::NoUpstreamKey { host: host.to_owned() });
        }
        self.keep_upstream_keys(&keys).await?;
        Ok(format!("{host} no longer has a key. {SOON}"))
    }

    async fn upstream_keys(&self) -> Result<UpstreamKeySet, OperatorError> {
        let name = self.names.upstreams();
        let Some(secret) = self.read(&name).await? else {
            return Ok(UpstreamKeySet::default());
        };
        UpstreamKeySet::from_secret_json(secret.expose_secret())
            .map_err(|cause| OperatorError::UpstreamKeys { name, cause })
    }

    async fn keep_upstream_keys(&self, keys: &UpstreamKeySet) -> Result<(), OperatorError> {
        let (name, value) = (self.names.upstreams(), keys.to_secret_json());
        match self.store.create(&name, &value).await {
            Ok(()) => Ok(()),
            Err(CreateSecretError::Exists { .. }) => Ok(self.store.replace(&name, &value).await?),
            Err(CreateSecretError::Store(error)) => Err(error.into()),
        }
    }
}
