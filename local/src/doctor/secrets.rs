//! The keys, and the API keys of upstreams.

use super::diagnosis::{Area, Check};
use secrecy::ExposeSecret;
use wallet_core::auth::{PublicKeySet, SigningKeySet};
use wallet_core::ports::system::Timestamp;
use wallet_store::secrets::{SecretNames, SecretStore, UpstreamFamily, UpstreamKeySet};

/// The remedy of a secret that cannot be read.
const UNREADABLE: &str = "check the location of the secrets, the credentials and their permissions";

/// Checks the secrets, and returns the public keys.
pub async fn check(store: &dyn SecretStore, names: &SecretNames, now: Timestamp) -> (Vec<Check>, Option<PublicKeySet>) {
    let mut checks = Vec::new();
    let keys = signing_keys(store, names, now, &mut checks).await;
    for family in UpstreamFamily::ALL {
        checks.extend(upstream_keys(store, &names.upstreams(family)).await);
    }
    (checks, keys)
}

async fn signing_keys(
    store: &dyn SecretStore,
    names: &SecretNames,
    now: Timestamp,
    checks: &mut Vec<Check>,
) -> Option<PublicKeySet> {
    let name = names.signing_keys();
    let finding = |problem: &str, action: &str| Check::finding(Area::Secrets, format!("{name} {problem}"), action);
    let secret = match store.get(&name).await {
        Ok(Some(secret)) => secret,
        Ok(None) => {
            checks.push(finding("holds no keys", "run wallet-cloud keys init"));
            return None;
        }
        Err(error) => {
            checks.push(finding(&format!("cannot be read: {error}"), UNREADABLE));
            return None;
        }
    };
    let keys = match SigningKeySet::from_secret_json(secret.expose_secret()) {
        Ok(keys) => keys,
        Err(error) => {
            let action = "restore the previous version of the secret; a new set ends all sessions";
            checks.push(finding(&format!("is invalid: {error}"), action));
            return None;
        }
    };
    let public = keys.public_keys().clone();
    if !keys.has_active_keys(now) {
        let action = "correct the clock of this machine, or wait until the announced key is active";
        checks.push(finding("has no active key", action));
    } else if !keys.has_factor_key(now) {
        let action = "run wallet-cloud keys rotate: until then users cannot enrol a second factor";
        checks.push(finding("has no key for second factors", action));
    } else {
        let announced = if keys.has_announced(now) {
            ", and announced ones"
        } else {
            ""
        };
        checks.push(Check::ok(Area::Secrets, format!("{name} has active keys{announced}")));
    }
    Some(public)
}

async fn upstream_keys(store: &dyn SecretStore, name: &str) -> Option<Check> {
    let secret = match store.get(name).await {
        Ok(secret) => secret?,
        Err(error) => {
            let problem = format!("{name} cannot be read: {error}");
            return Some(Check::finding(Area::Secrets, problem, UNREADABLE));
        }
    };
    Some(match UpstreamKeySet::from_secret_json(secret.expose_secret()) {
        Ok(keys) => Check::ok(
            Area::Secrets,
            format!("{name} has keys for {} hosts", keys.hosts().count()),
        ),
        Err(error) => Check::finding(
            Area::Secrets,
            format!("{name} is invalid: {error}"),
            "delete the secret and set the keys again with wallet-cloud upstreams set-key",
        ),
    })
}
