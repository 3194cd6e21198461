//! [`CachedMerchants`].

use super::cache::CachedSecret;
use super::{SecretNames, SecretStore};
use async_trait::async_trait;
use lru::LruCache;
use secrecy::ExposeSecret;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use wallet_core::auth::{Merchant, MerchantId};
use wallet_core::ports::merchants::Merchants;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Timestamp};

/// The maximum number of cached merchants.
const KNOWN: NonZeroUsize = NonZeroUsize::new(512).expect("512 is not zero");

/// The maximum number of cached ids without a merchant, or not yet known to have one.
const UNKNOWN: NonZeroUsize = NonZeroUsize::new(1024).expect("1024 is not zero");

/// The maximum number of look-ups of unknown ids in one [`WINDOW`]: anyone can invent ids, and each look-up costs
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
