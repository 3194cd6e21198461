//! `upstreams set-key`, `upstreams list` and `upstreams remove-key`.

use super::{Operator, OperatorError};
use secrecy::{ExposeSecret, SecretString};
use wallet_store::secrets::{UpstreamKeySet, update};

/// The time until a change takes effect (docs/decisions/0304).
const SOON: &str = "The functions use the change within five minutes.";

impl Operator {
    /// Stores the key for a host, replacing an existing one.
    pub async fn set_upstream_key(&self, host: &str, key: SecretString) -> Result<String, OperatorError> {
        let replaced = self
            .change_upstream_keys(|keys| Ok(keys.set(host, key.clone())?))
            .await?;
        let done = if replaced { "has a new key" } else { "has a key" };
        Ok(format!(
            "{host} {done}. It replaces {{key}} in the upstream's URL. {SOON}"
        ))
    }

    /// Lists the hosts that have a key.
    pub async fn list_upstream_keys(&self) -> Result<String, OperatorError> {
        let name = self.names.upstreams();
        let keys = parsed(&name, self.store.get(&name).await?.as_ref())?;
        let hosts: Vec<_> = keys.hosts().collect();
        Ok(match hosts.as_slice() {
            [] => "No host has a key.".to_owned(),
            hosts => hosts.join("\n"),
        })
    }

    /// Removes the key for a host.
    pub async fn remove_upstream_key(&self, host: &str) -> Result<String, OperatorError> {
        let missing = || OperatorError::NoUpstreamKey { host: host.to_owned() };
        self.change_upstream_keys(|keys| keys.remove(host).then_some(()).ok_or_else(missing))
            .await?;
        Ok(format!("{host} no longer has a key. {SOON}"))
    }

    /// Changes the keys as a function of the current ones.
    async fn change_upstream_keys<T>(
        &self,
        change: impl Fn(&mut UpstreamKeySet) -> Result<T, OperatorError>,
    ) -> Result<T, OperatorError> {
        let name = self.names.upstreams();
        update(&*self.store, &name, |secret| {
            let mut keys = parsed(&name, secret)?;
            let result = change(&mut keys)?;
            Ok((keys.to_secret_json(), result))
        })
        .await
    }
}

/// Returns the keys in the secret, none if it has no value.
fn parsed(name: &str, secret: Option<&SecretString>) -> Result<UpstreamKeySet, OperatorError> {
    let Some(secret) = secret else {
        return Ok(UpstreamKeySet::default());
    };
    UpstreamKeySet::from_secret_json(secret.expose_secret()).map_err(|cause| OperatorError::UpstreamKeys {
        name: name.to_owned(),
        cause,
    })
}
