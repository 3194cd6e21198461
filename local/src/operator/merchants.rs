//! `merchant create`, `merchant rotate`, `merchant disable` and `merchant enable`.

use super::{Operator, OperatorError, Report};
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use std::time::Duration;
use wallet_core::auth::{Merchant, MerchantId, MerchantKey, MerchantKeyHash, PermissionSet};
use wallet_core::ports::system::Timestamp;
use wallet_store::secrets::{CreateSecretError, update};

/// Maximum number of merchants with names that yield the same id.
const SAME_NAMES: u32 = 1000;

/// Maximum length of an id derived from a name; leaves room for a numeric suffix.
const LONGEST_FROM_NAME: usize = 34;

impl Operator {
    /// Creates a merchant with an id derived from the name, and the first key.
    pub async fn create_merchant(&self, name: &str, permissions: &[String]) -> Result<Report, OperatorError> {
        let permissions = PermissionSet::parse(permissions)?;
        let base = id_from(name);
        for number in 1..=SAME_NAMES {
            let id = match number {
                1 => MerchantId::parse(&base)?,
                _ => MerchantId::parse(&format!("{base}-{number}"))?,
            };
            let (key, hash) = self.new_key(&id);
            let merchant = Merchant {
                id: id.clone(),
                name: name.to_owned(),
                keys: vec![hash],
                permissions: permissions.iter().collect(),
                disabled: false,
            };
            let value = merchant.to_secret_json().into();
            match self.store.create(&self.names.merchant(&id), &value).await {
                Ok(()) => return Ok(created(&merchant, &key)),
                Err(CreateSecretError::Exists { .. }) => {}
                Err(CreateSecretError::Store(error)) => return Err(error.into()),
            }
        }
        Err(OperatorError::NameUsedUp { name: name.to_owned() })
    }

    /// Adds a second key to a merchant. The first key expires after `keep_old`, immediately if that is zero.
    pub async fn rotate_merchant(&self, id: &str, keep_old: Duration) -> Result<Report, OperatorError> {
        let id = MerchantId::parse(id)?;
        let now = self.clock.now();
        let (key, hash) = self.new_key(&id);
        let merchant = self
            .change_merchant(&id, |merchant| with_new_key(merchant, hash.clone(), keep_old, now))
            .await?;
        Ok(rotated(&merchant, &key, now))
    }

    /// Disables or enables a merchant. The keys of a disabled merchant are rejected.
    pub async fn disable_merchant(&self, id: &str, disabled: bool) -> Result<Report, OperatorError> {
        let id = MerchantId::parse(id)?;
        let merchant = self
            .change_merchant(&id, |merchant| Ok(Merchant { disabled, ..merchant }))
            .await?;
        let (name, id) = (&merchant.name, &merchant.id);
        let text = if disabled {
            format!(
                "{name} ({id}) is disabled: its keys are rejected within five minutes, its permission tokens\n\
                 expire within ten. To undo this: wallet-cloud merchant enable {id}"
            )
        } else {
            format!("{name} ({id}) is enabled: its keys are valid again within five minutes.")
        };
        let json = json!({ "id": id.as_str(), "name": name, "disabled": disabled });
        Ok(Report::new(text, json))
    }

    /// Changes a merchant as a function of the current state and returns the new state.
    async fn change_merchant(
        &self,
        id: &MerchantId,
        change: impl Fn(Merchant) -> Result<Merchant, OperatorError>,
    ) -> Result<Merchant, OperatorError> {
        let stored = |secret: Option<&SecretString>| {
            let unknown = || OperatorError::UnknownMerchant { id: id.to_string() };
            let json = secret.ok_or_else(unknown)?.expose_secret();
            Merchant::from_secret_json(id, json).map_err(|cause| OperatorError::Merchant {
                id: id.to_string(),
                cause,
            })
        };
        update(&*self.store, &self.names.merchant(id), |secret| {
            let merchant = change(stored(secret)?)?;
            Ok((merchant.to_secret_json().into(), merchant))
        })
        .await
    }

    fn new_key(&self, id: &MerchantId) -> (SecretString, MerchantKeyHash) {
        let key = MerchantKey::generate(id, &*self.randomness);
        let parsed = MerchantKey::parse(key.expose_secret()).expect("a generated key is well-formed");
        let hash = MerchantKeyHash {
            sha256: *parsed.sha256(),
            expires_at: None,
        };
        (key, hash)
    }
}

/// Adds a key to a merchant. Older keys expire after `keep_old`, immediately if that is zero.
fn with_new_key(
    mut merchant: Merchant,
    key: MerchantKeyHash,
    keep_old: Duration,
    now: Timestamp,
) -> Result<Merchant, OperatorError> {
    let end = now.after(keep_old);
    merchant
        .keys
        .retain(|key| key.expires_at.is_none_or(|expires_at| now < expires_at));
    if keep_old.is_zero() {
        merchant.keys.clear();
    }
    if let Some(ending) = merchant.keys.iter().filter_map(|key| key.expires_at).min()
        && merchant.keys.len() > 1
    {
        return Err(OperatorError::TwoKeys {
            id: merchant.id.to_string(),
            ends: format!("in {}", hours(ending.since(now))),
        });
    }
    for old in &mut merchant.keys {
        old.expires_at = Some(old.expires_at.map_or(end, |expires_at| expires_at.min(end)));
    }
    merchant.keys.push(key);
    Ok(merchant)
}

/// Returns the lower-case letters and digits of the name, with a hyphen for each run of further characters.
fn id_from(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let words = lower
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    let mut id = words.collect::<Vec<_>>().join("-");
    id.truncate(LONGEST_FROM_NAME);
    match id.trim_end_matches('-') {
        "" => "merchant".to_owned(),
        id => id.to_owned(),
    }
}

fn created(merchant: &Merchant, key: &SecretString) -> Report {
    let permissions: Vec<_> = merchant
        .permissions
        .iter()
        .map(|permission| permission.name())
        .collect();
    let text = format!(
        "{} is the merchant {} with the permissions: {}.\n\n{}",
        merchant.name,
        merchant.id,
        permissions.join(", "),
        shown_once(key)
    );
    let json = json!({
        "id": merchant.id.as_str(),
        "name": merchant.name,
        "permissions": permissions,
        "merchantKey": key.expose_secret(),
    });
    Report::new(text, json)
}

fn rotated(merchant: &Merchant, key: &SecretString, now: Timestamp) -> Report {
    let end = merchant.keys.first().and_then(|old| old.expires_at);
    let old = end.map_or_else(
        || "All older keys are rejected within five minutes.".to_owned(),
        |end| format!("The old one is valid for {} more.", hours(end.since(now))),
    );
    let (name, id) = (&merchant.name, &merchant.id);
    let text = format!("{name} ({id}) has a new key. {old}\n\n{}", shown_once(key));
    let json = json!({
        "id": id.as_str(),
        "name": name,
        "merchantKey": key.expose_secret(),
        "oldKeyExpiresAt": end.map(Timestamp::as_secs),
    });
    Report::new(text, json)
}

fn shown_once(key: &SecretString) -> String {
    format!(
        "Its key, shown only once and stored nowhere:\n\n  {}\n\n\
         It is valid as soon as a function reloads the merchant, in five minutes at the latest.",
        key.expose_secret()
    )
}

fn hours(duration: Duration) -> String {
    match duration.as_secs().div_ceil(3600) {
        1 => "1 hour".to_owned(),
        hours => format!("{hours} hours"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_consists_of_letters_and_digits_of_the_name() {
        assert_eq!(id_from("My  Wallet & Söhne, Ltd. 2"), "my-wallet-s-hne-ltd-2");
        assert_eq!(id_from("财布"), "merchant");
        assert_eq!(id_from("--"), "merchant");
        let long = id_from(&"abc ".repeat(20));
        assert!(long.len() <= LONGEST_FROM_NAME && !long.ends_with('-'), "{long}");
    }
}
