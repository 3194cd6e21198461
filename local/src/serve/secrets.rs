//! The secrets of the local server, in a private file or in memory, and files that only the owner can access.

use anyhow::{Context, bail};
use secrecy::{ExposeSecret, SecretString};
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wallet_core::auth::{KeySetError, Merchant, MerchantId, SigningKeySet};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Randomness};
use wallet_core::ports::upstream_keys::UpstreamKeys;
use wallet_http::system::{OsRandomness, SystemClock};
use wallet_store::secrets::{
    CachedMasterKey, CachedMerchants, CachedSigningKeys, CachedUpstreamKeys, DEFAULT_PREFIX, FileSecrets,
    MemorySecrets, SecretNames, SecretStore, UpstreamFamily, update,
};

/// The file name in a data folder.
pub const FILE: &str = "secrets.json";

/// The secrets and their caches, which the services use.
pub struct Secrets {
    pub merchants: Arc<CachedMerchants>,
    /// The keys that sign tokens; never empty.
    pub signing_keys: Arc<CachedSigningKeys>,
    /// The master key of deliveries.
    pub master_key: Arc<CachedMasterKey>,
    store: Arc<dyn SecretStore>,
    names: SecretNames,
    clock: Arc<dyn Clock>,
}

/// Opens the file, or a store in memory, and creates signing keys and the master key of deliveries if there are none.
pub async fn open(file: Option<PathBuf>) -> anyhow::Result<Secrets> {
    let store: Arc<dyn SecretStore> = match file {
        Some(path) => Arc::new(FileSecrets::new(path)),
        None => Arc::new(MemorySecrets::default()),
    };
    let names = SecretNames::with_prefix(DEFAULT_PREFIX);
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    create_keys(&*store, &names.signing_keys(), &*clock).await?;
    let created = CachedMasterKey::create(&*store, &names, &OsRandomness).await;
    created.context("the master key of deliveries cannot be stored")?;
    let master_key = Arc::new(CachedMasterKey::new(store.clone(), &names, Arc::clone(&clock)));
    let signing_keys = Arc::new(CachedSigningKeys::new(Arc::clone(&store), &names, Arc::clone(&clock)));
    let merchants = Arc::new(CachedMerchants::new(
        Arc::clone(&store),
        names.clone(),
        Arc::clone(&clock),
    ));
    Ok(Secrets {
        merchants,
        signing_keys,
        master_key,
        store,
        names,
        clock,
    })
}

/// Creates keys, or retains the keys of an earlier run. Keys of versions without second factors get a factor key.
async fn create_keys(store: &dyn SecretStore, name: &str, clock: &dyn Clock) -> anyhow::Result<()> {
    let now = clock.now();
    if let Some(stored) = store.get(name).await?
        && SigningKeySet::from_secret_json(stored.expose_secret())?.has_factor_key(now)
    {
        return Ok(());
    }
    let create = |stored: Option<&SecretString>| {
        let keys = match stored {
            Some(stored) => SigningKeySet::from_secret_json(stored.expose_secret())?,
            None => SigningKeySet::generate(&OsRandomness, now)?,
        };
        let keys = keys.with_factor_key(&OsRandomness, now);
        Ok((keys.to_secret_json(), ()))
    };
    update::<_, KeysError>(store, name, create)
        .await
        .context("the signing keys cannot be stored")
}

/// Reasons why the keys cannot be read or stored.
#[derive(Debug, thiserror::Error)]
enum KeysError {
    #[error(transparent)]
    Invalid(#[from] KeySetError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Secrets {
    /// Returns the API keys that the upstreams of a family require.
    pub fn upstream_keys(&self, family: UpstreamFamily) -> Arc<dyn UpstreamKeys> {
        let clock = Arc::clone(&self.clock);
        Arc::new(CachedUpstreamKeys::new(self.store.clone(), &self.names, family, clock))
    }

    /// Returns the current merchant from the store.
    pub async fn merchant(&self, id: &MerchantId) -> anyhow::Result<Option<Merchant>> {
        let secret = self.store.get(&self.names.merchant(id)).await?;
        Ok(secret
            .map(|secret| Merchant::from_secret_json(id, secret.expose_secret()))
            .transpose()?)
    }

    /// Stores a merchant, replacing the merchant with the same id.
    pub async fn keep_merchant(&self, merchant: &Merchant) -> anyhow::Result<()> {
        let name = self.names.merchant(&merchant.id);
        let stored = |_: Option<&SecretString>| Ok((merchant.to_secret_json().into(), ()));
        update::<_, StoreError>(&*self.store, &name, stored).await?;
        Ok(())
    }
}

/// Generates a random merchant key.
pub fn new_merchant_key(id: &MerchantId) -> SecretString {
    wallet_core::auth::MerchantKey::generate(id, &OsRandomness as &dyn Randomness)
}

/// Creates a file that only the owner can access. Fails if the file exists.
pub fn new_private_file(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Writes the entries of a folder to the disk, so that new files survive a power failure.
pub fn sync_folder(path: &Path) -> anyhow::Result<()> {
    let synced = File::open(path).and_then(|folder| folder.sync_all());
    synced.with_context(|| format!("the folder {} cannot be synchronized", path.display()))
}

/// Fails if further users can access the path; `mode` is the remedy.
#[cfg(unix)]
pub fn require_private(path: &Path, mode: &str) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = path
        .metadata()
        .with_context(|| format!("the mode of {} cannot be read", path.display()))?;
    if metadata.permissions().mode() & 0o077 != 0 {
        bail!(
            "{path} is accessible to other users; run chmod {mode} {path}",
            path = path.display()
        );
    }
    Ok(())
}

/// Fails, since the modes are unknown.
#[cfg(not(unix))]
pub fn require_private(_: &Path, _: &str) -> anyhow::Result<()> {
    bail!("a production server requires a system with file modes")
}
