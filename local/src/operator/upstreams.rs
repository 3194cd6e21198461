//! `upstreams set-key`, `upstreams list` and `upstreams remove-key`.

use super::{Operator, OperatorError, Report};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use wallet_store::secrets::{UpstreamFamily, UpstreamKeySet, update};

/// The time until a change takes effect (docs/decisions/storage.md#cache-of-secrets).
const SOON: &str = "The functions use the change within five minutes.";

impl Operator {
    /// Stores the key for a host in the secrets of the families, replacing an existing key.
    pub async fn set_upstream_key(
        &self,
        host: &str,
        families: &[UpstreamFamily],
        key: SecretString,
    ) -> Result<Report, OperatorError> {
        let mut lines = Vec::new();
        for family in families {
            let replaced = self
                .change_upstream_keys(*family, |keys| Ok(keys.set(host, key.clone())?))
                .await?;
            let done = if replaced { "has a new key" } else { "has a key" };
            lines.push(format!("{host} {done} for {family}."));
        }
        lines.push(format!("It replaces {{key}} in the upstream's URL. {SOON}"));
        let names: Vec<_> = families.iter().map(ToString::to_string).collect();
        Ok(Report::new(
            lines.join("\n"),
            json!({ "host": host, "families": names }),
        ))
    }

    /// Lists the families and hosts that have a key, a pair per line.
    pub async fn list_upstream_keys(&self) -> Result<Report, OperatorError> {
        let mut listed = Vec::new();
        for family in UpstreamFamily::ALL {
            let keys = self.upstream_keys(family).await?;
            listed.extend(keys.hosts().map(|host| (family.to_string(), host.to_owned())));
        }
        let lines: Vec<_> = listed.iter().map(|(family, host)| format!("{family} {host}")).collect();
        let text = match lines.as_slice() {
            [] => "No host has a key.".to_owned(),
            lines => lines.join("\n"),
        };
        let item = |(family, host): &(String, String)| json!({ "family": family, "host": host });
        Ok(Report::new(text, listed.iter().map(item).collect::<Value>()))
    }

    /// Removes the key for a host from every family.
    pub async fn remove_upstream_key(&self, host: &str) -> Result<Report, OperatorError> {
        let mut found = false;
        for family in UpstreamFamily::ALL {
            if self.upstream_keys(family).await?.get(host).is_some() {
                found |= self.change_upstream_keys(family, |keys| Ok(keys.remove(host))).await?;
            }
        }
        if !found {
            return Err(OperatorError::NoUpstreamKey { host: host.to_owned() });
        }
        let text = format!("{host} no longer has a key. {SOON}");
        Ok(Report::new(text, json!({ "host": host, "families": [] })))
    }

    /// Returns the current keys of a family.
    async fn upstream_keys(&self, family: UpstreamFamily) -> Result<UpstreamKeySet, OperatorError> {
        let name = self.names.upstreams(family);
        parsed(&name, self.store.get(&name).await?.as_ref())
    }

    /// Changes the keys of a family as a function of the current keys.
    async fn change_upstream_keys<T>(
        &self,
        family: UpstreamFamily,
        change: impl Fn(&mut UpstreamKeySet) -> Result<T, OperatorError>,
    ) -> Result<T, OperatorError> {
        let name = self.names.upstreams(family);
        update(&*self.store, &name, |secret| {
            let mut keys = parsed(&name, secret)?;
            let result = change(&mut keys)?;
            Ok((keys.to_secret_json(), result))
        })
        .await
    }
}

/// Returns the keys in the secret, none if the secret has no value.
fn parsed(name: &str, secret: Option<&SecretString>) -> Result<UpstreamKeySet, OperatorError> {
    let Some(secret) = secret else {
        return Ok(UpstreamKeySet::default());
    };
    UpstreamKeySet::from_secret_json(secret.expose_secret()).map_err(|cause| OperatorError::UpstreamKeys {
        name: name.to_owned(),
        cause,
    })
}
