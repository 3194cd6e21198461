//! `keys init` and `keys rotate`.

use super::{Operator, OperatorError};
use secrecy::ExposeSecret;
use std::time::Duration;
use wallet_core::auth::{PublicKeySet, SigningKeySet};

/// How long a new key is announced before it signs. Functions learn of it within five minutes; the rest is
/// time to deploy the new public set.
const ANNOUNCED_FOR: Duration = Duration::from_hours(1);

impl Operator {
    /// Makes the first keys. Keys that are there already stay.
    pub async fn init_keys(&self) -> Result<String, OperatorError> {
        let name = self.names.signing_keys();
        let failed = |cause| OperatorError::Keys {
            name: name.clone(),
            cause,
        };
        let keys = SigningKeySet::generate(&*self.randomness, self.clock.now()).map_err(failed)?;
        self.store.create(&name, &keys.to_secret_json()).await?;
        Ok(format!(
            "Signing keys are in {name}; no one needs to see them.\n\n{}",
            public_set(keys.public_keys())
        ))
    }

    /// Announces new keys and drops those that no living token needs.
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
            "A new signing key and a new refresh key are announced. They take over in one hour; the old ones\n\
             stay until the last token they made has expired, and leave at a later rotation.\n\n{}",
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
