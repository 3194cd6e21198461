//! [`CachedUpstreamKeys`], [`UpstreamKeySet`] and [`UpstreamFamily`].

use super::cached::CachedSecret;
use super::{SecretNames, SecretReader, SignedReader};
use crate::aws::{AwsSettings, AwsSetupError};
use async_trait::async_trait;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream_keys::{UpstreamKeyError, UpstreamKeys};
use zeroize::Zeroizing;

/// The maximum length of a key, in characters.
const MAX_KEY_LENGTH: usize = 512;

/// The timeout of the secret store. Start-up waits for the store, and so do requests that could use a different
/// upstream.
const TIMEOUT: Duration = Duration::from_secs(2);

/// An invalid upstream key or set of upstream keys. The message never quotes the input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UpstreamKeySetError {
    /// The secret is not a JSON object of strings.
    #[error("secret must be a JSON object that maps hosts to keys: error near line {line}, column {column}")]
    Json {
        /// The line, starting at 1.
        line: usize,
        /// The column, starting at 1.
        column: usize,
    },
    /// The host is invalid.
    #[error("host must be a lower-case name or IP address as in the upstream URL, without scheme, port and path")]
    Host,
    /// The key is invalid.
    #[error("key must be 1 to {MAX_KEY_LENGTH} visible ASCII characters without quotes and backslashes, not only dots")]
    Key,
}

/// The upstream API keys by host, the content of the secret `{prefix}/upstreams/<family>`: `{ "<host>": "<key>" }`.
#[derive(Clone, Debug, Default)]
pub struct UpstreamKeySet(BTreeMap<String, SecretString>);

impl UpstreamKeySet {
    /// Parses the secret.
    pub fn from_secret_json(json: &str) -> Result<Self, UpstreamKeySetError> {
        // serde's message may quote the content, so only the position is reported.
        let entries: BTreeMap<String, String> =
            serde_json::from_str(json).map_err(|error| UpstreamKeySetError::Json {
                line: error.line(),
                column: error.column(),
            })?;
        let mut set = Self::default();
        for (host, key) in entries {
            set.set(&host, key.into())?;
        }
        Ok(set)
    }

    /// Serialises the secret.
    pub fn to_secret_json(&self) -> SecretString {
        let entries = self.0.iter();
        let entries = entries.map(|(host, key)| (host.clone(), key.expose_secret().into()));
        SecretString::from(Value::Object(entries.collect()).to_string())
    }

    /// Returns the hosts with a key, in alphabetical order.
    pub fn hosts(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Returns the key for a host.
    pub fn get(&self, host: &str) -> Option<&SecretString> {
        self.0.get(host)
    }

    /// Sets the key of a host and returns true if a key was replaced.
    pub fn set(&mut self, host: &str, key: SecretString) -> Result<bool, UpstreamKeySetError> {
        if !is_host(host) {
            return Err(UpstreamKeySetError::Host);
        }
        if !is_key(key.expose_secret()) {
            return Err(UpstreamKeySetError::Key);
        }
        Ok(self.0.insert(host.to_owned(), key).is_some())
    }

    /// Removes the key of a host and returns true if a key was removed.
    pub fn remove(&mut self, host: &str) -> bool {
        self.0.remove(host).is_some()
    }
}

/// Returns true for a name, an IPv4 address, or an IPv6 address in brackets, as in URLs (RFC 3986, section 3.2.2).
fn is_host(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-._".contains(&byte);
    let bracketed = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let valid = match bracketed {
        Some(number) => number.parse::<std::net::Ipv6Addr>().is_ok(),
        None => text.bytes().all(plain),
    };
    valid && (1..=253).contains(&text.len())
}

/// Returns true if the text is a valid key. Dots alone would leave the path of a URL. Quotes and backslashes are
/// escaped by servers that repeat the request, so redaction would not find the key in the response.
fn is_key(text: &str) -> bool {
    let visible = |byte: u8| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\';
    let dots = text.bytes().all(|byte| byte == b'.');
    (1..=MAX_KEY_LENGTH).contains(&text.len()) && text.bytes().all(visible) && !dots
}

/// The API keys of a family of upstreams in the secret store, cached for five minutes.
///
/// If the store fails or the content is unusable, the last valid keys are used for up to 15 minutes; without any,
/// no upstream that requires a key can be called.
pub struct CachedUpstreamKeys {
    store: Arc<dyn SecretReader>,
    name: String,
    keys: CachedSecret<Arc<UpstreamKeySet>>,
}

impl CachedUpstreamKeys {
    /// Creates a cache of the secret `{prefix}/upstreams/<family>`, read on first use.
    pub fn new(
        store: Arc<dyn SecretReader>,
        names: &SecretNames,
        family: UpstreamFamily,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            store,
            name: names.upstreams(family),
            keys: CachedSecret::new(clock),
        }
    }

    /// Creates a cache of the secret in AWS Secrets Manager and reads it immediately; `setting` returns the value of
    /// a variable.
    pub async fn on_aws(
        family: UpstreamFamily,
        setting: impl Fn(&str) -> Option<String>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, AwsSetupError> {
        let store = SignedReader::new(&AwsSettings::from_settings(&setting))?;
        let keys = Self::new(Arc::new(store), &SecretNames::from_settings(setting), family, clock);
        keys.warm().await;
        Ok(keys)
    }

    /// Reads the secret during start-up rather than in the first request. A failure is only logged here; that request
    /// reports it.
    pub async fn warm(&self) {
        if let Err(error) = self.all().await {
            tracing::warn!(%error, "upstream keys not readable yet");
        }
    }

    async fn all(&self) -> Result<Arc<UpstreamKeySet>, StoreError> {
        self.keys.get(|| read(Arc::clone(&self.store), self.name.clone())).await
    }
}

async fn read(store: Arc<dyn SecretReader>, name: String) -> Result<Arc<UpstreamKeySet>, StoreError> {
    let late = |_| StoreError::new(format!("{name}: no response in time"));
    let found = tokio::time::timeout(TIMEOUT, store.get(&name)).await.map_err(late)?;
    let Some(secret) = found? else {
        return Ok(Arc::default());
    };
    let text = Zeroizing::new(secret.expose_secret().to_owned());
    let keys = UpstreamKeySet::from_secret_json(&text);
    keys.map(Arc::new)
        .map_err(|error| StoreError::new(format!("{name}: {error}")))
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

/// A group of upstreams with API keys in the same secret, so that a function can read only the keys that it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UpstreamFamily {
    /// Upstreams of btc, ltc, bch and doge.
    BtcLike,
    /// Nodes and indexes of the EVM chains.
    EthLike,
    /// Horizon servers.
    Xlm,
    /// Price sources.
    Prices,
}

/// The text names no family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("family must be btc-like, eth-like, xlm or prices")]
pub struct UpstreamFamilyError;

impl UpstreamFamily {
    /// All families.
    pub const ALL: [Self; 4] = [Self::BtcLike, Self::EthLike, Self::Xlm, Self::Prices];

    /// Returns the name, the last part of the secret's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BtcLike => "btc-like",
            Self::EthLike => "eth-like",
            Self::Xlm => "xlm",
            Self::Prices => "prices",
        }
    }
}

impl fmt::Display for UpstreamFamily {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for UpstreamFamily {
    type Err = UpstreamFamilyError;

    fn from_str(text: &str) -> Result<Self, UpstreamFamilyError> {
        let family = Self::ALL.into_iter().find(|family| family.name() == text);
        family.ok_or(UpstreamFamilyError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_is_parsed_changed_and_serialised() {
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
    fn invalid_hosts_and_keys_are_rejected_and_not_quoted() {
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

    #[test]
    fn names_are_parsed_and_others_rejected() {
        for family in UpstreamFamily::ALL {
            assert_eq!(family.to_string().parse(), Ok(family));
        }
        for text in ["", "BTC-LIKE", "btc", "merchants/m", "../signing-keys"] {
            assert_eq!(text.parse::<UpstreamFamily>(), Err(UpstreamFamilyError), "{text}");
        }
    }
}
