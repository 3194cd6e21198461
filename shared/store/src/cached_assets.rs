//! [`CachedAssets`].

use async_trait::async_trait;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use tokio::sync::Mutex;
use wallet_assets::ports::{AssetChanges, Assets, AtHand, ChangeAssetError};
use wallet_assets::{AssetId, AssetMeta, Catalogue, Change};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_eth_like::ports::Erc20List;
use wallet_eth_like::{self as eth_like, Erc20Token};

/// How old a catalogue may be before somebody looks, behind an answer, whether anything was written.
const FRESH: Duration = Duration::from_secs(10);

/// How old it may be before answers wait for that look: as old as the lists may be in caches on the way.
const PATIENCE: Duration = Duration::from_mins(5);

/// How long an answer waits for a look when there is an older catalogue to answer with.
const WAIT: Duration = Duration::from_secs(3);

/// How long the storage is left alone after it failed.
const PAUSE: Duration = Duration::from_secs(2);

/// The ports `Assets` and `Erc20List`: the catalogue in memory, read anew only when the count of writes has changed.
///
/// Once it has been read it serves as long as the process lives, however long the storage fails.
#[derive(Clone)]
pub struct CachedAssets(Arc<Inner>);

struct Inner {
    seed: Vec<(AssetId, AssetMeta)>,
    changes: Arc<dyn AssetChanges>,
    clock: Arc<dyn Clock>,
    state: RwLock<State>,
    /// Held during a look, so that there is one at a time.
    looking: Mutex<()>,
}

#[derive(Default)]
struct State {
    loaded: Option<Loaded>,
    /// When the last look failed; `None` when it did not.
    failed_at: Option<Timestamp>,
}

#[derive(Clone)]
struct Loaded {
    catalogue: Arc<Catalogue>,
    writes: u64,
    /// When the count of writes was last seen to be that.
    checked_at: Timestamp,
}

impl CachedAssets {
    /// The seed under the stored changes. Nothing is read before it is needed.
    pub fn new(seed: Vec<(AssetId, AssetMeta)>, changes: Arc<dyn AssetChanges>, clock: Arc<dyn Clock>) -> Self {
        Self(Arc::new(Inner {
            seed,
            changes,
            clock,
            state: RwLock::default(),
            looking: Mutex::default(),
        }))
    }

    /// Looks behind the back of an answer, unless somebody does already.
    fn look_later(&self) {
        let inner = Arc::clone(&self.0);
        tokio::spawn(async move {
            if let Ok(_alone) = inner.looking.try_lock() {
                // A failure is noted in the state, and logged there.
                let _ = inner.look().await;
            }
        });
    }
}

#[async_trait]
impl Assets for CachedAssets {
    async fn at_hand(&self) -> Result<AtHand, StoreError> {
        let inner = &self.0;
        let now = inner.clock.now();
        let Some(loaded) = inner.loaded() else {
            return inner.look_after(now).await.map(AtHand::fresh);
        };
        let age = now.since(loaded.checked_at);
        if age >= PATIENCE && !inner.pauses(now) {
            let looked = tokio::time::timeout(WAIT, inner.look_after(now)).await;
            if let Ok(Ok(catalogue)) = looked {
                return Ok(AtHand::fresh(catalogue));
            }
        } else if age >= FRESH && !inner.pauses(now) {
            self.look_later();
        }
        Ok(AtHand {
            catalogue: loaded.catalogue,
            stale: age >= PATIENCE || inner.failed_at().is_some(),
        })
    }

    async fn now(&self) -> Result<Arc<Catalogue>, StoreError> {
        let _alone = self.0.looking.lock().await;
        self.0.look().await
    }

    async fn change(&self, change: Change) -> Result<(), ChangeAssetError> {
        let outcome = self.0.changes.store(&[change]).await;
        // Whatever became of it, the next answer must not be older than this.
        self.0.forget_check();
        outcome
    }
}

#[async_trait]
impl Erc20List for CachedAssets {
    async fn erc20(&self, chain: eth_like::Chain) -> Result<Arc<[Erc20Token]>, StoreError> {
        Ok(self.at_hand().await?.catalogue.erc20(chain))
    }
}

impl Inner {
    /// The catalogue as of this moment or later: whoever waited for another's look takes what that one found.
    async fn look_after(&self, moment: Timestamp) -> Result<Arc<Catalogue>, StoreError> {
        let _alone = self.looking.lock().await;
        match self.loaded() {
            Some(loaded) if loaded.checked_at >= moment => Ok(loaded.catalogue),
            _ if self.pauses(moment) => Err(StoreError::new("the assets could not be read a moment ago")),
            _ => self.look().await,
        }
    }

    /// Reads the changes if any were written since the last time. The caller holds `looking`.
    async fn look(&self) -> Result<Arc<Catalogue>, StoreError> {
        let began = self.clock.now();
        let read = self.read(began).await;
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
                tracing::error!(%error, "the assets cannot be read");
                state.failed_at = Some(self.clock.now());
                Err(error)
            }
        }
    }

    async fn read(&self, now: Timestamp) -> Result<Loaded, StoreError> {
        // Counted before the changes are read: a write in between makes the next look read again.
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

    fn pauses(&self, now: Timestamp) -> bool {
        self.failed_at().is_some_and(|failed_at| now.since(failed_at) < PAUSE)
    }

    fn forget_check(&self) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = &mut state.loaded {
            loaded.checked_at = Timestamp::default();
        }
    }
}
