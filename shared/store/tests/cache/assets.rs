//! `CachedAssets`.

use crate::support::assets::{SwitchableAssets, TETHER, added, deleted, id, meta};
use crate::support::database::Database;
use crate::support::records::NOW;
use crate::support::secrets::ManualClock;
use futures::future::join_all;
use std::sync::Arc;
use std::time::Duration;
use wallet_assets::ports::{AssetChanges, Assets, ChangeAssetError};
use wallet_assets::{AssetId, AssetKind, Change, Filter};
use wallet_core::model::ChainName;
use wallet_eth_like::Chain;
use wallet_eth_like::ports::{Erc20List, ListedContracts};
use wallet_store::cached_assets::CachedAssets;

const SECOND: Duration = Duration::from_secs(1);

struct Fixture {
    table: Arc<SwitchableAssets>,
    clock: Arc<ManualClock>,
    assets: CachedAssets,
}

impl Fixture {
    /// Creates a table without changes, under a seed with two currencies.
    async fn new() -> Self {
        let table = Database::dynoxide().await.assets().await;
        let table = Arc::new(SwitchableAssets::new(table));
        let clock = Arc::new(ManualClock::at(NOW));
        let seed = ["usd", "eur"].map(|code| (id(code), meta(code))).to_vec();
        let assets = CachedAssets::new(seed, table.clone(), clock.clone());
        Self { table, clock, assets }
    }

    /// Returns the names of the listed currencies and the stale flag; `None` on an error.
    async fn listed(&self) -> Option<(Vec<String>, bool)> {
        let cached = self.assets.cached().await.ok()?;
        let all = Filter::default();
        let currencies = cached.catalogue.list(AssetKind::Fiat, &all);
        Some((
            currencies.map(|asset| asset.meta.name.to_string()).collect(),
            cached.stale,
        ))
    }

    async fn names(&self) -> Vec<String> {
        let (names, stale) = self.listed().await.expect("a catalogue");
        assert!(!stale);
        names
    }

    /// Waits until a background refresh has ended.
    async fn refresh_ends(&self, counts: u64) {
        for _ in 0..200 {
            if self.table.reads().0 >= counts {
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let _ = self.assets.now().await;
    }
}

#[tokio::test]
async fn concurrent_reads_share_one_refresh() {
    let fixture = Fixture::new().await;
    let results = join_all((0..50).map(|_| fixture.names())).await;
    assert!(results.iter().all(|names| *names == ["usd", "eur"]));
    fixture.clock.forward(9 * SECOND);
    fixture.names().await;
    assert_eq!(fixture.table.reads(), (1, 1));
}

#[tokio::test]
async fn writes_of_other_instances_appear_after_a_background_refresh() {
    let fixture = Fixture::new().await;
    fixture.names().await;
    fixture.table.store(&[deleted("usd", 1)]).await.unwrap();
    assert_eq!(fixture.names().await, ["usd", "eur"], "fresh enough");
    fixture.clock.forward(10 * SECOND);
    assert_eq!(
        fixture.names().await,
        ["usd", "eur"],
        "served from memory, with a refresh in the background"
    );
    fixture.refresh_ends(2).await;
    assert_eq!(fixture.names().await, ["eur"]);
}

#[tokio::test]
async fn outdated_catalogue_is_refreshed_before_use() {
    let fixture = Fixture::new().await;
    fixture.names().await;
    fixture.table.store(&[added("gbp", "Pound", 1)]).await.unwrap();
    fixture.clock.forward(301 * SECOND);
    assert_eq!(fixture.names().await, ["usd", "eur", "Pound"]);
}

#[tokio::test]
async fn changes_are_read_again_only_after_a_write() {
    let fixture = Fixture::new().await;
    for _ in 0..3 {
        fixture.names().await;
        fixture.clock.forward(301 * SECOND);
    }
    assert_eq!(fixture.table.reads(), (3, 1));
}

#[tokio::test]
async fn local_change_appears_in_the_next_read() {
    let fixture = Fixture::new().await;
    fixture.names().await;
    fixture.assets.change(deleted("eur", 1)).await.unwrap();
    assert_eq!(fixture.names().await, ["usd"]);
    let late = fixture.assets.change(added("eur", "late", 1)).await;
    assert!(matches!(late, Err(ChangeAssetError::Changed)));
}

#[tokio::test]
async fn edits_of_one_instance_scan_the_table_once() {
    let fixture = Fixture::new().await;
    for revision in 1..=5 {
        let catalogue = fixture.assets.for_edit(&id("gbp")).await.unwrap();
        assert_eq!(catalogue.revision(&id("gbp")), revision - 1);
        let name = format!("Pound {revision}");
        fixture.assets.change(added("gbp", &name, revision)).await.unwrap();
        assert_eq!(fixture.names().await, ["usd", "eur", &name]);
    }
    assert_eq!(fixture.table.reads().1, 1);
}

#[tokio::test]
async fn edit_is_based_on_the_stored_asset() {
    let fixture = Fixture::new().await;
    fixture.names().await;
    fixture.table.store(&[deleted("usd", 1)]).await.unwrap();
    let catalogue = fixture.assets.for_edit(&id("usd")).await.unwrap();
    assert!(catalogue.is_deleted(&id("usd")));
    assert_eq!(fixture.names().await, ["usd", "eur"], "fresh enough for lists");
}

#[tokio::test]
async fn own_change_does_not_hide_one_of_another_instance() {
    for own_first in [true, false] {
        let fixture = Fixture::new().await;
        fixture.names().await;
        if !own_first {
            fixture.table.store(&[added("chf", "Franc", 1)]).await.unwrap();
        }
        fixture.assets.change(added("gbp", "Pound", 1)).await.unwrap();
        if own_first {
            fixture.table.store(&[added("chf", "Franc", 1)]).await.unwrap();
        }
        assert_eq!(fixture.names().await, ["usd", "eur", "Franc", "Pound"], "{own_first}");
    }
}

#[tokio::test]
async fn last_catalogue_is_served_as_stale_while_the_table_fails() {
    let fixture = Fixture::new().await;
    fixture.names().await;
    fixture.table.switch_off(true);
    fixture.clock.forward(10 * SECOND);
    fixture.names().await;
    fixture.refresh_ends(2).await;
    let usual = vec!["usd".to_owned(), "eur".to_owned()];
    assert_eq!(fixture.listed().await, Some((usual.clone(), true)));
    fixture.clock.forward(86_400 * SECOND);
    assert_eq!(fixture.listed().await, Some((usual, true)));
    assert!(
        fixture.assets.now().await.is_err(),
        "an edit must not be validated against stale data"
    );
    fixture.table.switch_off(false);
    fixture.clock.forward(3 * SECOND);
    assert_eq!(fixture.names().await, ["usd", "eur"]);
}

#[tokio::test]
async fn first_read_fails_while_the_table_fails() {
    let fixture = Fixture::new().await;
    fixture.table.switch_off(true);
    assert_eq!(fixture.listed().await, None);
    assert_eq!(fixture.listed().await, None);
    assert_eq!(fixture.table.reads().0, 1, "a failed table is backed off");
    fixture.table.switch_off(false);
    fixture.clock.forward(3 * SECOND);
    assert_eq!(fixture.names().await, ["usd", "eur"]);
}

#[tokio::test]
async fn token_lists_share_the_cache_of_the_asset_lists() {
    let fixture = Fixture::new().await;
    fixture.table.store(&[added(TETHER, "Tether", 1)]).await.unwrap();
    let chain = |name| Chain::from_name(name).unwrap();
    for _ in 0..50 {
        let tokens = fixture.assets.erc20(chain("eth")).await.unwrap();
        let contracts: Vec<_> = tokens.iter().map(|token| format!("eth:{}", token.contract)).collect();
        assert_eq!((contracts, tokens[0].decimals), (vec![TETHER.to_owned()], 6));
        assert!(fixture.assets.erc20(chain("op")).await.unwrap().is_empty());
    }
    let contract = |id: &str| id.rsplit(':').next().unwrap().parse().unwrap();
    let collection = "erc721 eth:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d";
    let contracts = [contract(TETHER), contract(collection)];
    let are_listed = fixture.assets.are_listed(chain("eth"), &contracts);
    assert_eq!(are_listed.await.unwrap(), [true, false]);
    assert!(fixture.assets.collections(chain("eth")).await.unwrap().is_empty());
    assert_eq!(fixture.table.reads(), (1, 1));
    fixture.table.switch_off(true);
    fixture.clock.forward(301 * SECOND);
    assert_eq!(fixture.assets.erc20(chain("eth")).await.unwrap().len(), 1);
}

#[tokio::test]
async fn added_collections_are_listed_on_their_chain() {
    const KITTIES: &str = "eth:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d";
    let fixture = Fixture::new().await;
    let collection = Change {
        id: AssetId::parse(AssetKind::Erc721, KITTIES).unwrap(),
        ..added(TETHER, "CryptoKitties", 1)
    };
    fixture.table.store(&[collection]).await.unwrap();
    let collections = async |chain| {
        let chain = Chain::from_name(chain).unwrap();
        fixture.assets.collections(chain).await.unwrap()
    };
    assert_eq!(
        collections("eth").await,
        ["0x06012c8cf97BEaD5deAe237070F9587f8E7A266d".parse().unwrap()]
    );
    assert_eq!(collections("op").await, []);
}
