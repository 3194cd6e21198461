//! Keys that replace `{key}` in upstream URLs.

use crate::failure::Failure;
use secrecy::SecretString;
use std::fmt;
use std::sync::Arc;
use tokio::time::Instant;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream_keys::UpstreamKeys;

/// Source of keys; none unless a composition root sets one.
#[derive(Clone, Default)]
pub struct Keys(pub Option<Arc<dyn UpstreamKeys>>);

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys")
    }
}

impl Keys {
    /// Returns the key for a host by the deadline. Without the key no request is sent.
    pub async fn get(&self, host: &str, deadline: Deadline) -> Result<SecretString, Failure> {
        let not_sent = |cause| Failure::NotSent { cause };
        let Self(Some(keys)) = self else {
            return Err(not_sent(format!(
                "{host} requires a key, but this process has no key source"
            )));
        };
        match tokio::time::timeout_at(Instant::from_std(deadline.instant()), keys.key(host)).await {
            Ok(found) => found.map_err(|error| not_sent(error.to_string())),
            Err(_) => Err(not_sent(format!("reading the key for {host} timed out"))),
        }
    }
}
