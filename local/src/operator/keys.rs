//! `keys init` and `keys rotate`.

use super::{Operator, OperatorError};
use secrecy::ExposeSecret;
use std::time::Duration;
use wallet_core::auth::{PublicKeySet, SigningKeySet};

/// Time between the announcement of a new key and its first use. The functions load it within five minutes;
/// the rest is time to deploy the new public key set.
const ANNOUNCED_FOR: Duration = Duration::from_hours(1);

impl Operator {
    /// Creates the first keys. Existing keys are not replaced.
    pub async fn init_keys(&self) -> Result<String, OperatorError> {
        let name = self.names.signing_keys();
        let failed = |cause| OperatorError::Keys {
            name: name.clone(),
            cause,
        };
        let keys = SigningKeySet::generate(&*self.randomness, self.clock.now()).map_err(failed)?;
        self.store.create(&name, &keys.to_secret_json()).await?;
        Ok(format!(
            "Signing keys are in {name}; they need not be displayed.\n\n{}",
            public_set(keys.public_keys())
        ))
    }

    /// Announces new keys and removes those that no valid token requires.
    pub async fn rotate_keys(&self) -> Result<String, OperatorError> {
        let name = self.names.signing_keys();
        let failed = |cause| OperatorError::Keys {
            name: name.clone(),
            cause,
        };
        let Some(secret) = self.read(&name).await? else {
            return Err(OperatorError::NoKeys { name });
        };
        let now = self.clock.now();
        let keys = SigningKeySet::from_secret_json(secret.expose_secret()).map_err(failed)?;
        if keys.has_announced(now) {
            return Err(OperatorError::RotationPending);
        }
        let keys = keys
            .without_expired(now)
            .and_then(|keys| keys.rotate(&*self.randomness, now.after(ANNOUNCED_FOR)))
            .map_err(failed)?;
        self.store.replace(&name, &keys.to_secret_json()).await?;
        Ok(format!(
            "A new signing key and a new refresh key are announced. They replace the old ones in one hour.\n\
             The old keys remain until their last token has expired and are removed at a later rotation.\n\n{}",
            public_set(keys.public_keys())
        ))
    }
}

fn public_set(keys: &PublicKeySet) -> String {
    format!(
        "The public keys, for the template's parameter Jwks (the functions' WALLET_CLOUD_JWKS):\n\n{}",
        keys.to_jwks_json()
    )
}
