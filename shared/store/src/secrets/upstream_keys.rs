//! [`CachedUpstreamKeys`] and [`UpstreamKeySet`].

use super::cache::Slot;
use super::{AwsSecrets, Client, SecretNames, SecretStore};
use crate::aws::{AwsSettings, AwsSetupError};
use async_trait::async_trait;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream_keys::{UpstreamKeyError, UpstreamKeys};
use zeroize::Zeroizing;

/// The longest key, in characters.
const LONGEST_KEY: usize = 512;

/// How long the secret store may take: the start waits for it, and requests that could ask another upstream instead.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why something is no key of an upstream, or no set of them. Says what, never quotes it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UpstreamKeySetError {
    /// It is not a JSON object of texts.
    #[error("the secret is not a JSON object from hosts to keys, near line {line}, column {column}")]
    Json {
        /// The line, from one.
        line: usize,
        /// The column, from one.
        column: usize,
    },
    /// The text is no host.
    #[error("a host is a name or number in lower case as in the upstream's URL, without scheme, port and path")]
    Host,
    /// The text is no key.
    #[error("a key is 1 to {LONGEST_KEY} visible ASCII characters without quotes and backslashes, not dots alone")]
    Key,
}

/// The keys of upstreams by host, as the secret `{prefix}/upstreams` holds them: `{ "<host>": "<key>" }`.
#[derive(Clone, Debug, Default)]
pub struct UpstreamKeySet(BTreeMap<String, SecretString>);

impl UpstreamKeySet {
    /// Reads the secret.
    pub fn from_secret_json(json: &str) -> Result<Self, UpstreamKeySetError> {
        // What serde says may quote the text, so only the place is told.
        let texts: BTreeMap<String, String> =
            serde_json::from_str(json).map_err(|error| UpstreamKeySetError::Json {
                line: error.line(),
                column: error.column(),
            })?;
        let mut set = Self::default();
        for (host, key) in texts {
            set.set(&host, key.into())?;
        }
        Ok(set)
    }

    /// Writes the secret.
    pub fn to_secret_json(&self) -> SecretString {
        let texts = self.0.iter();
        let texts = texts.map(|(host, key)| (host.clone(), key.expose_secret().into()));
        SecretString::from(Value::Object(texts.collect()).to_string())
    }

    /// The hosts that have a key, in alphabetical order.
    pub fn hosts(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The key for a host.
    pub fn get(&self, host: &str) -> Option<&SecretString> {
        self.0.get(host)
    }

    /// Gives a host a key, in place of the one it has; says whether it had one.
    pub fn set(&mut self, host: &str, key: SecretString) -> Result<bool, UpstreamKeySetError> {
        if !is_host(host) {
            return Err(UpstreamKeySetError::Host);
        }
        if !is_key(key.expose_secret()) {
            return Err(UpstreamKeySetError::Key);
        }
        Ok(self.0.insert(host.to_owned(), key).is_some())
    }

    /// Takes the key of a host away; says whether it had one.
    pub fn remove(&mut self, host: &str) -> bool {
        self.0.remove(host).is_some()
    }
}

/// A name, an IPv4 address, or an IPv6 address in brackets, as URLs print it (RFC 3986, section 3.2.2).
fn is_host(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-._".contains(&byte);
    let bracketed = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let right = match bracketed {
        Some(number) => number.parse::<std::net::Ipv6Addr>().is_ok(),
        None => text.bytes().all(plain),
    };
    right && (1..=253).contains(&text.len())
}

/// Dots alone would climb out of a URL's path; quotes and backslashes look different in the answers of servers
/// that repeat what they were asked, and would not be found there.
fn is_key(text: &str) -> bool {
    let visible = |byte: u8| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\';
    let dots = text.bytes().all(|byte| byte == b'.');
    (1..=LONGEST_KEY).contains(&text.len()) && text.bytes().all(visible) && !dots
}

/// The keys of the secret store.
///
/// Read at most every five minutes. While the store fails or holds something unusable, the last good keys serve up to
/// 15 minutes; without any, no upstream that wants one can be asked.
pub struct CachedUpstreamKeys {
    store: Arc<dyn SecretStore>,
    name: String,
    clock: Arc<dyn Clock>,
    keys: Slot<Arc<UpstreamKeySet>>,
}

impl CachedUpstreamKeys {
    /// The keys in the secret `{prefix}/upstreams`, read when they are first needed.
    pub fn new(store: Arc<dyn SecretStore>, names: &SecretNames, clock: Arc<dyn Clock>) -> Self {
        Self {
            store,
            name: names.upstreams(),
            clock,
            keys: Slot::new(),
        }
    }

    /// The keys in AWS Secrets Manager as the settings name it: `setting` gives the value of a variable. They are read
    /// at once.
    pub async fn on_aws(
        setting: impl Fn(&str) -> Option<String>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, AwsSetupError> {
        let aws = AwsSettings::from_settings(&setting).load().await?;
        let store = Arc::new(AwsSecrets::new(Client::new(&aws)));
        let keys = Self::new(store, &SecretNames::from_settings(setting), clock);
        keys.warm().await;
        Ok(keys)
    }

    /// Reads the secret during start-up rather than in the first request. A failure is left to that request to report.
    pub async fn warm(&self) {
        if let Err(error) = self.all().await {
            tracing::warn!(%error, "the keys of upstreams cannot be read yet");
        }
    }

    async fn all(&self) -> Result<Arc<UpstreamKeySet>, StoreError> {
        self.keys.get(&*self.clock, || self.read()).await
    }

    async fn read(&self) -> Result<Arc<UpstreamKeySet>, StoreError> {
        let name = &self.name;
        let late = |_| StoreError::new(format!("{name}: no answer in time"));
        let found = tokio::time::timeout(PATIENCE, self.store.get(name))
            .await
            .map_err(late)?;
        let Some(secret) = found? else {
            return Ok(Arc::default());
        };
        let text = Zeroizing::new(secret.expose_secret().to_owned());
        let keys = UpstreamKeySet::from_secret_json(&text);
        keys.map(Arc::new)
            .map_err(|error| StoreError::new(format!("{name}: {error}")))
    }
}

#[async_trait]
impl UpstreamKeys for CachedUpstreamKeys {
    async fn key(&self, host: &str) -> Result<SecretString, UpstreamKeyError> {
        let host = host.to_owned();
        match self.all().await {
            Ok(keys) => keys.get(&host).cloned().ok_or(UpstreamKeyError::Missing { host }),
            Err(error) => Err(UpstreamKeyError::Unavailable {
                host,
                cause: error.cause,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_read_changed_and_written() {
        let mut set = UpstreamKeySet::from_secret_json(r#"{"b.example": "0one", "[::1]": "a/b?c&d=e"}"#).unwrap();
        assert_eq!(set.hosts().collect::<Vec<_>>(), ["[::1]", "b.example"]);
        assert_eq!(set.set("b.example", "two".into()), Ok(true));
        assert_eq!(set.set("a.example", "three".into()), Ok(false));
        assert!(set.remove("[::1]") && !set.remove("[::1]"));
        assert_eq!(
            set.to_secret_json().expose_secret(),
            r#"{"a.example":"three","b.example":"two"}"#
        );
    }

    #[test]
    fn what_is_no_host_or_no_key_is_refused_and_not_quoted() {
        let mut set = UpstreamKeySet::default();
        for host in [
            "",
            "A.example",
            "a.example:443",
            "https://a.example",
            "a.example/x",
            "[a]",
            "[::1",
        ] {
            assert_eq!(set.set(host, "key".into()), Err(UpstreamKeySetError::Host), "{host}");
        }
        for key in ["", ".", "..", "a b", "a\n", "ä", "a\"b", "a\\b", &"x".repeat(513)] {
            assert_eq!(set.set("a", key.into()), Err(UpstreamKeySetError::Key), "{key}");
        }
        for json in [
            "",
            "0canary",
            r#"["0canary"]"#,
            r#"{"a": {"0canary": 1}}"#,
            r#"{"a": 0}"#,
            r#"{"a": "0canary "}"#,
        ] {
            let error = UpstreamKeySet::from_secret_json(json).unwrap_err();
            assert!(!format!("{error} {error:?}").contains("0canary"), "{error}");
        }
        let set = UpstreamKeySet::from_secret_json(r#"{"a": "0canary"}"#).unwrap();
        assert!(!format!("{set:?}").contains("0canary"));
    }
}
