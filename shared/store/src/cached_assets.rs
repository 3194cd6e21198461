//! [`CachedAssets`].

use async_trait::async_trait;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use tokio::sync::Mutex;
use wallet_assets::ports::{AssetChanges, Assets, CachedCatalogue, ChangeAssetError};
use wallet_assets::{AssetId, AssetMeta, Catalogue, Change};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_eth_like::ports::Erc20List;
use wallet_eth_like::{self as eth_like, Erc20Token};

/// The age from which a catalogue is refreshed in the background.
const FRESH: Duration = Duration::from_secs(10);

/// The age from which a request waits for the refresh: equal to the lifetime of the lists in downstream caches.
const MAX_AGE: Duration = Duration::from_mins(5);

/// The timeout for a refresh if an older catalogue is available.
const REFRESH_TIMEOUT: Duration = Duration::from_secs(3);

/// The backoff after a storage failure.
const BACKOFF: Duration = Duration::from_secs(2);

/// The ports `Assets` and `Erc20List`: the catalogue in memory, read again only if the write counter has changed.
///
/// A loaded catalogue is used for the lifetime of the process, however long the storage fails.
#[derive(Clone)]
pub struct CachedAssets(Arc<Inner>);

struct Inner {
    seed: Vec<(AssetId, AssetMeta)>,
    changes: Arc<dyn AssetChanges>,
    clock: Arc<dyn Clock>,
    state: RwLock<State>,
    /// Held during a refresh, so that only one runs at a time.
    refreshing: Mutex<()>,
}

#[derive(Default)]
struct State {
    loaded: Option<Loaded>,
    /// The time of the last refresh if it failed.
    failed_at: Option<Timestamp>,
}

#[derive(Clone)]
struct Loaded {
    catalogue: Arc<Catalogue>,
    writes: u64,
    /// The time of the last check that found this write count.
    checked_at: Timestamp,
}

impl CachedAssets {
    /// Creates a catalogue of the seed with the stored changes on top. Nothing is read before first use.
    pub fn new(seed: Vec<(AssetId, AssetMeta)>, changes: Arc<dyn AssetChanges>, clock: Arc<dyn Clock>) -> Self {
        Self(Arc::new(Inner {
            seed,
            changes,
            clock,
            state: RwLock::default(),
            refreshing: Mutex::default(),
        }))
    }

    /// Refreshes the catalogue in the background, unless a refresh is in progress.
    fn look_later(&self) {
        let inner = Arc::clone(&self.0);
        tokio::spawn(async move {
            if let Ok(_guard) = inner.refreshing.try_lock() {
                // The refresh stores and logs a failure.
                let _ = inner.refresh().await;
            }
        });
    }
}

#[async_trait]
impl Assets for CachedAssets {
    async fn cached(&self) -> Result<CachedCatalogue, StoreError> {
        let inner = &self.0;
        let now = inner.clock.now();
        let Some(loaded) = inner.loaded() else {
            return inner.look_after(now).await.map(CachedCatalogue::fresh);
        };
        let age = now.since(loaded.checked_at);
        if age >= MAX_AGE && !inner.is_backed_off(now) {
            let refreshed = tokio::time::timeout(REFRESH_TIMEOUT, inner.look_after(now)).await;
            if let Ok(Ok(catalogue)) = refreshed {
                return Ok(CachedCatalogue::fresh(catalogue));
            }
        } else if age >= FRESH && !inner.is_backed_off(now) {
            self.look_later();
        }
        Ok(CachedCatalogue {
            catalogue: loaded.catalogue,
            stale: age >= MAX_AGE || inner.failed_at().is_some(),
        })
    }

    async fn now(&self) -> Result<Arc<Catalogue>, StoreError> {
        let _guard = self.0.refreshing.lock().await;
        self.0.refresh().await
    }

    async fn change(&self, change: Change) -> Result<(), ChangeAssetError> {
        let outcome = self.0.changes.store(&[change]).await;
        // The next read must include this change, regardless of the outcome.
        self.0.invalidate();
        outcome
    }
}

#[async_trait]
impl Erc20List for CachedAssets {
    async fn erc20(&self, chain: eth_like::Chain) -> Result<Arc<[Erc20Token]>, StoreError> {
        Ok(self.cached().await?.catalogue.erc20(chain))
    }
}

impl Inner {
    /// Returns a catalogue checked at `earliest` or later. A caller that waited for another refresh uses its result.
    async fn look_after(&self, earliest: Timestamp) -> Result<Arc<Catalogue>, StoreError> {
        let _guard = self.refreshing.lock().await;
        match self.loaded() {
            Some(loaded) if loaded.checked_at >= earliest => Ok(loaded.catalogue),
            _ if self.is_backed_off(earliest) => Err(StoreError::new("asset storage backed off after a failure")),
            _ => self.refresh().await,
        }
    }

    /// Reads the changes if the write counter has changed. The caller holds `refreshing`.
    async fn refresh(&self) -> Result<Arc<Catalogue>, StoreError> {
        let started = self.clock.now();
        let read = self.read(started).await;
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        match read {
            Ok(loaded) => {
                let catalogue = Arc::clone(&loaded.catalogue);
                *state = State {
                    loaded: Some(loaded),
                    failed_at: None,
                };
                Ok(catalogue)
            }
            Err(error) => {
                tracing::error!(%error, "assets not readable");
                state.failed_at = Some(self.clock.now());
                Err(error)
            }
        }
    }

    async fn read(&self, now: Timestamp) -> Result<Loaded, StoreError> {
        // The counter is read before the changes: a write in between makes the next refresh read them again.
        let writes = self.changes.writes().await?;
        if let Some(loaded) = self.loaded().filter(|loaded| loaded.writes == writes) {
            return Ok(Loaded {
                checked_at: now,
                ..loaded
            });
        }
        let changes = self.changes.all().await?;
        Ok(Loaded {
            catalogue: Arc::new(Catalogue::new(&self.seed, changes)),
            writes,
            checked_at: now,
        })
    }

    fn loaded(&self) -> Option<Loaded> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        state.loaded.clone()
    }

    fn failed_at(&self) -> Option<Timestamp> {
        self.state.read().unwrap_or_else(PoisonError::into_inner).failed_at
    }

    fn is_backed_off(&self, now: Timestamp) -> bool {
        self.failed_at().is_some_and(|failed_at| now.since(failed_at) < BACKOFF)
    }

    fn invalidate(&self) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = &mut state.loaded {
            loaded.checked_at = Timestamp::default();
        }
    }
}
