//! Cached values of the secret store: [`CachedSigningKeys`] and [`CachedMerchants`].

use super::{SecretNames, SecretStore};
use async_trait::async_trait;
use lru::LruCache;
use secrecy::ExposeSecret;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use wallet_core::auth::{Merchant, MerchantId, SigningKeySet};
use wallet_core::ports::merchants::Merchants;
use wallet_core::ports::signing_keys::SigningKeys;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_refresh::{Clocks, Policy, Refreshing};

/// The maximum age of a value if the store fails or the value is unusable.
const USABLE: Duration = Duration::from_mins(15);

/// Values are read again after five minutes. Requests during the backoff after a failure get the cached value or the
/// error immediately.
const POLICY: Policy = Policy {
    stale_for: USABLE,
    backoff: Duration::from_secs(2),
    ..Policy::fresh_for(Duration::from_mins(5))
};

/// A cached value of the secret store.
pub(super) struct CachedSecret<T>(Refreshing<T, StoreError>);

impl<T: Clone + Send + Sync + 'static> CachedSecret<T> {
    /// Creates a cache that reads nothing before first use.
    pub(super) fn new(clock: Arc<dyn Clock>) -> Self {
        Self(Refreshing::new(Clocks::new(clock), POLICY))
    }

    /// Returns the value, no older than five minutes unless the store fails.
    pub(super) async fn get<F>(&self, look_up: impl FnOnce() -> F) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        let has_valid = self.0.last(USABLE).is_some();
        let value = self.0.get(|| {
            let found = look_up();
            async move {
                found.await.inspect_err(|error| {
                    if has_valid {
                        tracing::error!(%error, "secret store failed, serving the last valid value");
                    }
                })
            }
        });
        value.await
    }
}

/// The signing keys of the secret store, cached for five minutes.
///
/// If the store fails or the content is unusable, the last valid keys are used for up to 15 minutes; without any,
/// every use is an error.
pub struct CachedSigningKeys {
    store: Arc<dyn SecretStore>,
    name: String,
    keys: CachedSecret<Arc<SigningKeySet>>,
}

impl CachedSigningKeys {
    /// Creates a cache of the secret `{prefix}/signing-keys`, read on first use.
    pub fn new(store: Arc<dyn SecretStore>, names: &SecretNames, clock: Arc<dyn Clock>) -> Self {
        Self {
            store,
            name: names.signing_keys(),
            keys: CachedSecret::new(clock),
        }
    }
}

async fn read(store: Arc<dyn SecretStore>, name: String) -> Result<Arc<SigningKeySet>, StoreError> {
    let Some(secret) = store.get(&name).await? else {
        let cause = format!("secret {name} does not exist; `wallet-cloud keys init` creates it");
        return Err(StoreError::new(cause));
    };
    let keys = SigningKeySet::from_secret_json(secret.expose_secret());
    keys.map(Arc::new)
        .map_err(|error| StoreError::new(format!("{name}: {error}")))
}

#[async_trait]
impl SigningKeys for CachedSigningKeys {
    async fn signing_keys(&self) -> Result<Arc<SigningKeySet>, StoreError> {
        self.keys.get(|| read(Arc::clone(&self.store), self.name.clone())).await
    }
}

/// The maximum number of cached merchants.
const KNOWN: NonZeroUsize = NonZeroUsize::new(512).expect("512 is not zero");

/// The maximum number of cached ids without a merchant, or not yet known to have one.
const UNKNOWN: NonZeroUsize = NonZeroUsize::new(1024).expect("1024 is not zero");

/// The maximum number of look-ups of unknown ids in a [`WINDOW`]: anyone can invent ids, and each look-up costs
/// money.
const LOOK_UPS: u32 = 100;

/// The time window of [`LOOK_UPS`].
const WINDOW: Duration = Duration::from_secs(1);

/// The merchants of the secret store, cached for five minutes, including ids without a merchant.
///
/// If the store fails, cached values are used for up to 15 minutes. Invented ids can neither evict merchants nor
/// cause a flood of look-ups: beyond 100 per second they yield an error, not "not found".
pub struct CachedMerchants(Arc<Inner>);

struct Inner {
    store: Arc<dyn SecretStore>,
    names: SecretNames,
    clock: Arc<dyn Clock>,
    slots: Mutex<Slots>,
}

type MerchantSlot = Arc<CachedSecret<Option<Merchant>>>;

struct Slots {
    known: LruCache<MerchantId, MerchantSlot>,
    unknown: LruCache<MerchantId, MerchantSlot>,
    window: Timestamp,
    looked_up: u32,
}

impl CachedMerchants {
    /// Creates a cache of the secrets `{prefix}/merchants/<id>`.
    pub fn new(store: Arc<dyn SecretStore>, names: SecretNames, clock: Arc<dyn Clock>) -> Self {
        let slots = Slots {
            known: LruCache::new(KNOWN),
            unknown: LruCache::new(UNKNOWN),
            window: Timestamp::default(),
            looked_up: 0,
        };
        Self(Arc::new(Inner {
            store,
            names,
            clock,
            slots: Mutex::new(slots),
        }))
    }
}

impl Inner {
    async fn look_up(self: Arc<Self>, id: MerchantId) -> Result<Option<Merchant>, StoreError> {
        if !self.slots().may_look_up(&id, self.clock.now()) {
            return Err(StoreError::new("too many look-ups of unknown merchant ids"));
        }
        let name = self.names.merchant(&id);
        let Some(secret) = self.store.get(&name).await? else {
            return Ok(None);
        };
        let merchant = Merchant::from_secret_json(&id, secret.expose_secret());
        merchant
            .map(Some)
            .map_err(|error| StoreError::new(format!("{name}: {error}")))
    }

    fn slots(&self) -> MutexGuard<'_, Slots> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Merchants for CachedMerchants {
    async fn find(&self, id: &MerchantId) -> Result<Option<Merchant>, StoreError> {
        let inner = &self.0;
        let slot = inner.slots().slot(id, &inner.clock);
        let found = slot.get(|| Arc::clone(inner).look_up(id.clone())).await?;
        if found.is_some() {
            inner.slots().now_known(id, slot);
        }
        Ok(found)
    }
}

impl Slots {
    fn slot(&mut self, id: &MerchantId, clock: &Arc<dyn Clock>) -> MerchantSlot {
        if let Some(slot) = self.known.get(id) {
            return Arc::clone(slot);
        }
        let new = || Arc::new(CachedSecret::new(Arc::clone(clock)));
        Arc::clone(self.unknown.get_or_insert(id.clone(), new))
    }

    fn now_known(&mut self, id: &MerchantId, slot: MerchantSlot) {
        if !self.known.contains(id) {
            self.unknown.pop(id);
            self.known.put(id.clone(), slot);
        }
    }

    fn may_look_up(&mut self, id: &MerchantId, now: Timestamp) -> bool {
        if self.known.contains(id) {
            return true;
        }
        if now.since(self.window) >= WINDOW || now < self.window {
            self.window = now;
            self.looked_up = 0;
        }
        self.looked_up += 1;
        self.looked_up <= LOOK_UPS
    }
}
