//! `keys init`, `keys rotate` and `keys revoke`.

use super::{Operator, OperatorError, Report};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use std::time::Duration;
use wallet_core::auth::{KeySetError, PublicKeySet, SigningKeySet};
use wallet_store::secrets::update;

/// Time between the announcement of a new key and the first use. The functions load it within five minutes;
/// the rest is time to deploy the new public key set.
const ANNOUNCED_FOR: Duration = Duration::from_hours(1);

/// The time until a revocation takes effect (docs/decisions/accounts.md#revocation-of-signing-keys).
const EFFECTIVE: &str = "Its tokens are rejected everywhere within ten minutes, without a redeployment.";

impl Operator {
    /// Creates the first keys. Existing keys are not replaced.
    pub async fn init_keys(&self) -> Result<Report, OperatorError> {
        let name = self.names.signing_keys();
        let failed = |cause| OperatorError::Keys {
            name: name.clone(),
            cause,
        };
        let keys = SigningKeySet::generate(&*self.randomness, self.clock.now()).map_err(failed)?;
        self.store.create(&name, &keys.to_secret_json()).await?;
        let text = format!(
            "Signing keys are in {name}; they need not be displayed.\n\n{}",
            public_set(keys.public_keys())
        );
        Ok(Report::new(text, json!({ "jwks": jwks(keys.public_keys()) })))
    }

    /// Announces new keys and removes the keys that no valid token requires.
    pub async fn rotate_keys(&self) -> Result<Report, OperatorError> {
        let now = self.clock.now();
        let keys = self
            .change_keys(|keys| {
                if keys.has_announced(now) {
                    return Err(KeyChangeError::Pending);
                }
                let keys = keys.without_expired(now)?;
                Ok(keys.rotate(&*self.randomness, now.after(ANNOUNCED_FOR))?)
            })
            .await?;
        let text = format!(
            "A new signing key, a new refresh key and a new factor key are announced. They replace the old ones in one hour.\n\
             The old keys remain until their last token has expired and are removed at a later rotation.\n\n{}",
            public_set(&keys)
        );
        let active_at = now.after(ANNOUNCED_FOR).as_secs();
        Ok(Report::new(text, json!({ "activeAt": active_at, "jwks": jwks(&keys) })))
    }

    /// Ends a signing key immediately. If the key was active, another key becomes active.
    pub async fn revoke_key(&self, kid: &str) -> Result<Report, OperatorError> {
        let now = self.clock.now();
        let unknown = || KeyChangeError::Unknown { kid: kid.to_owned() };
        let keys = self
            .change_keys(|keys| keys.revoke(kid, &*self.randomness, now)?.ok_or_else(unknown))
            .await?;
        let text = format!("The key {kid} is revoked. {EFFECTIVE}\n\n{}", public_set(&keys));
        Ok(Report::new(text, json!({ "revoked": kid, "jwks": jwks(&keys) })))
    }

    /// Replaces all signing keys and refresh keys immediately, which ends every session. Factor keys remain.
    pub async fn revoke_all_keys(&self) -> Result<Report, OperatorError> {
        let now = self.clock.now();
        let keys = self
            .change_keys(|keys| Ok(keys.replace(&*self.randomness, now)?))
            .await?;
        let text = format!(
            "All keys are revoked and replaced. {EFFECTIVE}\nAll sessions end: users and back ends have to log in again.\n\n{}",
            public_set(&keys)
        );
        Ok(Report::new(text, json!({ "revoked": "all", "jwks": jwks(&keys) })))
    }

    /// Changes the keys as a function of the current keys and returns the public keys.
    async fn change_keys(
        &self,
        change: impl Fn(SigningKeySet) -> Result<SigningKeySet, KeyChangeError>,
    ) -> Result<PublicKeySet, OperatorError> {
        let name = self.names.signing_keys();
        let failed = |cause| OperatorError::Keys {
            name: name.clone(),
            cause,
        };
        update(&*self.store, &name, |secret| {
            let secret = secret.ok_or_else(|| OperatorError::NoKeys { name: name.clone() })?;
            let keys = SigningKeySet::from_secret_json(secret.expose_secret()).map_err(failed)?;
            let keys = change(keys).map_err(|error| match error {
                KeyChangeError::Pending => OperatorError::RotationPending,
                KeyChangeError::Unknown { kid } => OperatorError::UnknownKey { kid },
                KeyChangeError::Set(cause) => failed(cause),
            })?;
            Ok((keys.to_secret_json(), keys.public_keys().clone()))
        })
        .await
    }
}

/// Reasons why a change of the keys is not possible.
enum KeyChangeError {
    Pending,
    Unknown { kid: String },
    Set(KeySetError),
}

impl From<KeySetError> for KeyChangeError {
    fn from(error: KeySetError) -> Self {
        Self::Set(error)
    }
}

fn public_set(keys: &PublicKeySet) -> String {
    format!(
        "The public keys, for the template's parameter Jwks (the functions' WALLET_CLOUD_JWKS):\n\n{}",
        keys.to_jwks_json()
    )
}

fn jwks(keys: &PublicKeySet) -> Value {
    serde_json::from_str(&keys.to_jwks_json()).expect("a key set is written as JSON")
}
