//! The merchant of the local server, with all permissions and a key known to the developer.

use super::MERCHANT_KEY_VARIABLE;
use super::secrets::new_private_file;
use super::secrets::{Secrets, new_merchant_key};
use anyhow::Context;
use secrecy::{ExposeSecret, SecretString};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;
use wallet_core::auth::{Merchant, MerchantId, MerchantKey, MerchantKeyHash, Permission};
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;

/// The name of the file with the merchant key in a data folder.
pub const KEY_FILE: &str = "merchant-key";

/// The id of the generated merchant.
const MERCHANT_ID: &str = "local";

/// Ensures that a key has all permissions and returns the key.
///
/// The key is `fixed`, otherwise the content of `file`, otherwise a new key, which is written to `file`.
pub async fn entitle(
    secrets: &Secrets,
    fixed: Option<SecretString>,
    file: Option<&Path>,
) -> anyhow::Result<SecretString> {
    let (text, source) = match (fixed, file) {
        (Some(text), _) => (text, MERCHANT_KEY_VARIABLE.to_owned()),
        (None, Some(path)) => (stored_key(path)?, format!("the file {}", path.display())),
        (None, None) => (new_key()?, "a new key".to_owned()),
    };
    let key = MerchantKey::parse(text.expose_secret())
        .with_context(|| format!("{source} is not a merchant key (wck_<merchant>_<43 base64url characters>)"))?;
    let id = key.merchant();
    let stored = secrets
        .merchant(id)
        .await
        .with_context(|| format!("the merchant '{id}' cannot be read"))?;
    let is_valid = stored.is_some_and(|merchant| {
        let entitled = Permission::ALL
            .iter()
            .all(|permission| merchant.permissions.contains(permission));
        entitled && merchant.has_key(key.sha256(), SystemClock.now())
    });
    if !is_valid {
        let merchant = entitled_to_everything(&key);
        secrets
            .keep_merchant(&merchant)
            .await
            .with_context(|| format!("the merchant '{id}' cannot be stored"))?;
    }
    Ok(text)
}

fn entitled_to_everything(key: &MerchantKey) -> Merchant {
    Merchant {
        id: key.merchant().clone(),
        name: "Local development".to_owned(),
        keys: vec![MerchantKeyHash {
            sha256: *key.sha256(),
            expires_at: None,
        }],
        permissions: Permission::ALL.to_vec(),
        disabled: false,
    }
}

fn new_key() -> anyhow::Result<SecretString> {
    Ok(new_merchant_key(&MerchantId::parse(MERCHANT_ID)?))
}

/// Returns the key in the file, which is created with a new key if missing.
fn stored_key(path: &Path) -> anyhow::Result<SecretString> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text.trim().into()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let key = new_key()?;
            new_private_file(path)
                .and_then(|mut file| writeln!(file, "{}", key.expose_secret()))
                .with_context(|| format!("the merchant key cannot be written to {}", path.display()))?;
            Ok(key)
        }
        Err(error) => Err(error).with_context(|| format!("the merchant key in {} cannot be read", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::super::secrets;
    use super::*;
    use wallet_core::ports::merchants::Merchants;

    #[tokio::test]
    async fn key_of_a_folder_is_stable_and_private() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("merchant-key");
        let secrets = secrets::open(Some(folder.path().join("secrets.json"))).await.unwrap();
        let first = entitle(&secrets, None, Some(&file)).await.unwrap();
        let again = entitle(&secrets, None, Some(&file)).await.unwrap();
        assert_eq!(first.expose_secret(), again.expose_secret());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[tokio::test]
    async fn fixed_key_has_all_permissions() {
        let secrets = secrets::open(None).await.unwrap();
        let fixed = format!("wck_my-shop_{}", "A".repeat(43));
        let key = entitle(&secrets, Some(fixed.clone().into()), None).await.unwrap();
        assert_eq!(key.expose_secret(), fixed);
        let merchant = secrets
            .merchants
            .find(&MerchantId::parse("my-shop").unwrap())
            .await
            .unwrap()
            .unwrap();
        assert_eq!(merchant.permissions, Permission::ALL);
    }

    #[tokio::test]
    async fn invalid_fixed_key_fails_the_start_without_being_printed() {
        let secrets = secrets::open(None).await.unwrap();
        let error = entitle(&secrets, Some("hunter2".to_owned().into()), None)
            .await
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with(MERCHANT_KEY_VARIABLE) && !error.contains("hunter2"),
            "{error}"
        );
    }
}
