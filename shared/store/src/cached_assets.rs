//! [`CachedAssets`].

use crate::aws::{AwsSettings, AwsSetupError};
use crate::dynamodb::{Client, DynamoAssets};
use async_trait::async_trait;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wallet_assets::ports::{AssetChanges, Assets, CachedCatalogue, ChangeAssetError};
use wallet_assets::{AssetId, Catalogue, Change, CoinChain, Contract, Seed};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Clock;
use wallet_eth_like as eth_like;
use wallet_eth_like::Erc20Token;
use wallet_eth_like::ports::{Erc20List, ListedContracts};
use wallet_refresh::{Clocks, Policy, Reading, Refreshing};

const POLICY: Policy = Policy {
    // Equal to the lifetime of the lists in downstream caches.
    background_for: Duration::from_mins(5),
    // A loaded catalogue is used for the lifetime of the process, however long the storage fails.
    stale_for: Duration::MAX,
    wait: Duration::from_secs(3),
    backoff: Duration::from_secs(2),
    ..Policy::fresh_for(Duration::from_secs(10))
};

/// The ports `Assets` and `Erc20List`: the catalogue in memory, read again only if the write counter has changed.
#[derive(Clone)]
pub struct CachedAssets(Arc<Inner>);

struct Inner {
    seed: Seed,
    changes: Arc<dyn AssetChanges>,
    loaded: Refreshing<Loaded, StoreError>,
    /// The last change stored by this process.
    own: Mutex<Option<OwnChange>>,
}

/// A change stored by this process, and the write counter read afterwards.
#[derive(Clone)]
struct OwnChange {
    change: Change,
    writes: u64,
}

#[derive(Clone)]
struct Loaded {
    catalogue: Arc<Catalogue>,
    writes: u64,
}

impl CachedAssets {
    /// Creates a catalogue of the seed with the stored changes on top. Nothing is read before first use.
    pub fn new(seed: impl Into<Seed>, changes: Arc<dyn AssetChanges>, clock: Arc<dyn Clock>) -> Self {
        Self(Arc::new(Inner {
            seed: seed.into(),
            changes,
            loaded: Refreshing::new(Clocks::new(clock), POLICY),
            own: Mutex::default(),
        }))
    }

    /// Creates the compiled-in catalogue with the changes of a DynamoDB table, and loads it during start-up rather than
    /// in the first request, which reports a failure; `setting` returns the value of a variable.
    ///
    /// | Variable | Value |
    /// |---|---|
    /// | `AWS_CA_BUNDLE` | see [`AwsSettings`] |
    pub async fn on_aws(
        table: String,
        setting: impl Fn(&str) -> Option<String>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, AwsSetupError> {
        let aws = AwsSettings::from_settings(setting).load()?;
        let table = DynamoAssets::new(Client::new(&aws), table);
        let assets = Self::new(Seed::BuiltIn, Arc::new(table), clock);
        let _ = assets.cached().await;
        Ok(assets)
    }

    /// Returns the request for the current catalogue.
    fn read(&self) -> impl Future<Output = Result<Loaded, StoreError>> + Send + 'static {
        let inner = Arc::clone(&self.0);
        async move {
            let read = inner.read().await;
            read.inspect_err(|error| tracing::error!(%error, "assets not readable"))
        }
    }
}

#[async_trait]
impl Assets for CachedAssets {
    async fn cached(&self) -> Result<CachedCatalogue, StoreError> {
        let request = self.read();
        let Reading { value, stale } = self.0.loaded.read(|| request).await?;
        Ok(CachedCatalogue {
            catalogue: value.catalogue,
            stale,
        })
    }

    async fn now(&self) -> Result<Arc<Catalogue>, StoreError> {
        let request = self.read();
        let loaded = self.0.loaded.get_new(|| request).await?;
        Ok(loaded.catalogue)
    }

    async fn for_edit(&self, id: &AssetId) -> Result<Arc<Catalogue>, StoreError> {
        let catalogue = self.cached().await?.catalogue;
        let stored = self.0.changes.one(id).await?;
        let newer = stored.filter(|change| change.revision != catalogue.revision(id));
        Ok(newer.map_or_else(|| Arc::clone(&catalogue), |change| Arc::new(catalogue.with(change))))
    }

    async fn change(&self, change: Change) -> Result<(), ChangeAssetError> {
        let outcome = self.0.changes.store(std::slice::from_ref(&change)).await;
        if outcome.is_ok() {
            self.0.record_own(change).await;
        }
        // The next read must include this change, regardless of the outcome.
        self.0.loaded.invalidate();
        outcome
    }
}

#[async_trait]
impl ListedContracts for CachedAssets {
    async fn are_listed(
        &self,
        chain: eth_like::Chain,
        contracts: &[eth_like::Address],
    ) -> Result<Vec<bool>, StoreError> {
        let catalogue = self.cached().await?.catalogue;
        let is_listed = |address: &eth_like::Address| {
            let address = *address;
            let ids = AssetId::of_contract(Contract { chain, address });
            ids.iter().any(|id| catalogue.find(id).is_some())
        };
        Ok(contracts.iter().map(is_listed).collect())
    }
}

#[async_trait]
impl Erc20List for CachedAssets {
    async fn erc20(&self, chain: eth_like::Chain) -> Result<Arc<[Erc20Token]>, StoreError> {
        Ok(self.cached().await?.catalogue.erc20(chain))
    }

    async fn collections(&self, chain: eth_like::Chain) -> Result<Vec<eth_like::Address>, StoreError> {
        Ok(self.cached().await?.catalogue.collections(chain))
    }

    async fn symbols(
        &self,
        chain: eth_like::Chain,
        assets: &[Option<eth_like::Address>],
    ) -> Result<Vec<Option<String>>, StoreError> {
        let catalogue = self.cached().await?.catalogue;
        let symbol = |asset: &Option<eth_like::Address>| {
            let id = match *asset {
                None => AssetId::Coin(CoinChain::EthLike(chain)),
                Some(address) => AssetId::Erc20(Contract { chain, address }),
            };
            catalogue.find(&id).map(|listed| listed.meta.ticker.to_string())
        };
        Ok(assets.iter().map(symbol).collect())
    }
}

impl Inner {
    /// Records a stored change, so that the next read need not scan the table.
    async fn record_own(&self, change: Change) {
        // Without the counter, the next read scans the table.
        if let Ok(writes) = self.changes.writes().await {
            *self.own.lock().unwrap_or_else(PoisonError::into_inner) = Some(OwnChange { change, writes });
        }
    }

    /// Returns the last catalogue with the own change, if that is the only missing write.
    fn with_own(&self, last: &Loaded, writes: u64) -> Option<Loaded> {
        let own = self.own.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        let is_only_write = last.writes + 1 == writes && own.writes == writes;
        // The catalogue may have the change already; then a different write is missing.
        let is_missing = last.catalogue.revision(&own.change.id) < own.change.revision;
        (is_only_write && is_missing).then(|| Loaded {
            catalogue: Arc::new(last.catalogue.with(own.change)),
            writes,
        })
    }

    /// Reads the changes if the write counter has changed.
    async fn read(&self) -> Result<Loaded, StoreError> {
        // The counter is read before the changes: a write in between makes the next refresh read them again.
        let writes = self.changes.writes().await?;
        if let Some(last) = self.loaded.last(Duration::MAX) {
            if last.writes == writes {
                return Ok(last);
            }
            if let Some(loaded) = self.with_own(&last, writes) {
                return Ok(loaded);
            }
        }
        let changes = self.changes.all().await?;
        Ok(Loaded {
            catalogue: Arc::new(Catalogue::new(self.seed.clone(), changes)),
            writes,
        })
    }
}
