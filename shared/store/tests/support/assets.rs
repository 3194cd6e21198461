//! Asset changes, and a table of them with a failure switch.

use async_trait::async_trait;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use wallet_assets::ports::{AssetChanges, ChangeAssetError};
use wallet_assets::{AssetId, AssetKind, AssetMeta, Change, Tags};
use wallet_core::ports::store::StoreError;
use wallet_store::dynamodb::DynamoAssets;

/// The id of a token.
pub const TETHER: &str = "eth:0xdAC17F958D2ee523a2206206994597C13D831ec7";

/// Parses the id of a currency or a token.
pub fn id(text: &str) -> AssetId {
    let kind = if text.contains(':') {
        AssetKind::Erc20
    } else {
        AssetKind::Fiat
    };
    AssetId::parse(kind, text).unwrap()
}

/// Returns the metadata of an asset with this name.
pub fn meta(name: &str) -> AssetMeta {
    AssetMeta {
        name: name.parse().unwrap(),
        ticker: "TICK".parse().unwrap(),
        icon: Some("https://icons.example/1.png".parse().unwrap()),
        decimals: 6,
        tags: Tags::new(vec!["stablecoin".parse().unwrap(), "usd".parse().unwrap()]).unwrap(),
        home_domain: None,
    }
}

/// Returns the change that sets the name of an asset.
pub fn added(text: &str, name: &str, revision: u64) -> Change {
    Change {
        id: id(text),
        meta: Some(meta(name)),
        revision,
    }
}

/// Returns the change that deletes an asset.
pub fn deleted(text: &str, revision: u64) -> Change {
    Change {
        id: id(text),
        meta: None,
        revision,
    }
}

/// A table that counts reads, and fails while off.
pub struct SwitchableAssets {
    table: DynamoAssets,
    off: AtomicBool,
    counts: AtomicU64,
    scans: AtomicU64,
}

impl SwitchableAssets {
    /// Creates a table that is on.
    pub fn new(table: DynamoAssets) -> Self {
        Self {
            table,
            off: AtomicBool::new(false),
            counts: AtomicU64::new(0),
            scans: AtomicU64::new(0),
        }
    }

    /// Switches the table off or on.
    pub fn switch_off(&self, off: bool) {
        self.off.store(off, Ordering::SeqCst);
    }

    /// Returns the numbers of reads of the write counter and of the changes.
    pub fn reads(&self) -> (u64, u64) {
        (self.counts.load(Ordering::SeqCst), self.scans.load(Ordering::SeqCst))
    }

    fn check(&self) -> Result<(), StoreError> {
        let off = self.off.load(Ordering::SeqCst);
        if off {
            Err(StoreError::new("switched off"))
        } else {
            Ok(())
        }
    }
}

#[async_trait]
impl AssetChanges for SwitchableAssets {
    async fn writes(&self) -> Result<u64, StoreError> {
        self.counts.fetch_add(1, Ordering::SeqCst);
        self.check()?;
        self.table.writes().await
    }

    async fn one(&self, id: &AssetId) -> Result<Option<Change>, StoreError> {
        self.check()?;
        self.table.one(id).await
    }

    async fn all(&self) -> Result<Vec<Change>, StoreError> {
        self.scans.fetch_add(1, Ordering::SeqCst);
        self.check()?;
        self.table.all().await
    }

    async fn store(&self, changes: &[Change]) -> Result<(), ChangeAssetError> {
        self.check()?;
        self.table.store(changes).await
    }
}
