//! `ports::AssetChanges`.

use super::on_each_database;
use crate::support::assets::{TETHER, added, deleted};
use crate::support::database::{Database, patient};
use crate::support::records::NOW;
use crate::support::secrets::ManualClock;
use futures::future::join_all;
use std::sync::Arc;
use wallet_assets::ports::{AssetChanges, ChangeAssetError, MAX_CHANGES_PER_BATCH};
use wallet_assets::{Change, Seed};
use wallet_core::model::ChainName;
use wallet_eth_like::ports::ListedContracts;
use wallet_eth_like::{Address, Chain};
use wallet_store::cached_assets::CachedAssets;
use wallet_store::signed_assets::SignedAssets;

on_each_database!(
    stored_changes_are_read_back,
    change_must_succeed_the_stored_revision,
    one_of_many_concurrent_changes_wins,
    changes_are_stored_atomically,
    malformed_asset_counts_as_deleted,
    maximum_batch_of_changes_is_one_write,
    contracts_are_listed_by_both_adapters,
);

async fn stored_changes_are_read_back(database: Database) {
    let assets = database.assets().await;
    assert_eq!(
        (assets.writes().await.unwrap(), assets.all().await.unwrap()),
        (0, vec![])
    );
    let changes = [
        added("usd", "US Dollar", 1),
        added(TETHER, "Tether", 1),
        deleted("eur", 1),
    ];
    for change in &changes {
        assets.store(std::slice::from_ref(change)).await.unwrap();
    }
    assert_eq!(assets.writes().await.unwrap(), 3);
    assert_eq!(sorted(assets.all().await.unwrap()), sorted(changes.to_vec()));
}

async fn change_must_succeed_the_stored_revision(database: Database) {
    let assets = database.assets().await;
    assets.store(&[added("usd", "first", 1)]).await.unwrap();
    for revision in [1, 3] {
        let result = assets.store(&[added("usd", "other", revision)]).await;
        assert!(
            matches!(result, Err(ChangeAssetError::Changed)),
            "{revision}: {result:?}"
        );
    }
    assert!(matches!(
        assets.store(&[deleted("eur", 2)]).await,
        Err(ChangeAssetError::Changed)
    ));
    assets.store(&[deleted("usd", 2)]).await.unwrap();
    assets.store(&[added("usd", "again", 3)]).await.unwrap();
    assert_eq!(assets.all().await.unwrap(), [added("usd", "again", 3)]);
    assert_eq!(assets.writes().await.unwrap(), 3);
}

async fn one_of_many_concurrent_changes_wins(database: Database) {
    let assets = database.assets().await;
    assets.store(&[added("usd", "first", 1)]).await.unwrap();
    let names: Vec<_> = (0..8).map(|number| format!("editor {number}")).collect();
    let outcomes = join_all(
        names
            .iter()
            .map(async |name| assets.store(&[added("usd", name, 2)]).await),
    )
    .await;
    let winners: Vec<_> = (0..8).filter(|index| outcomes[*index].is_ok()).collect();
    let [winner] = winners[..] else { panic!("{outcomes:?}") };
    assert_eq!(assets.all().await.unwrap(), [added("usd", &names[winner], 2)]);
}

async fn changes_are_stored_atomically(database: Database) {
    let assets = database.assets().await;
    assets.store(&[added("usd", "first", 1)]).await.unwrap();
    let result = assets.store(&[added("eur", "new", 1), added("usd", "late", 1)]).await;
    assert!(matches!(result, Err(ChangeAssetError::Changed)), "{result:?}");
    assert_eq!(assets.all().await.unwrap(), [added("usd", "first", 1)]);
}

async fn contracts_are_listed_by_both_adapters(database: Database) {
    const ADDED: &str = "eth:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d";
    const USD_COIN: &str = "eth:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
    let table = database.assets().await;
    let signed = SignedAssets::new(patient(&database.endpoint), table.table().to_owned());
    let address = |id: &str| -> Address { id.rsplit(':').next().unwrap().parse().unwrap() };
    // More contracts than one request has, the last of them built in, one twice.
    let mut contracts: Vec<_> = (0..70_u8).map(|number| Address::from_bytes([number; 20])).collect();
    contracts.extend([address(ADDED), address(TETHER), address(USD_COIN), address(TETHER)]);
    let chain = Chain::from_name("eth").unwrap();
    for (changes, expected) in [
        (vec![], [false, true, true, true]),
        (
            vec![added(ADDED, "Kitties", 1), deleted(TETHER, 1)],
            [true, false, true, false],
        ),
    ] {
        for change in &changes {
            table.store(std::slice::from_ref(change)).await.unwrap();
        }
        let cached = CachedAssets::new(Seed::BuiltIn, Arc::new(table.clone()), Arc::new(ManualClock::at(NOW)));
        for list in [&signed as &dyn ListedContracts, &cached] {
            let are_listed = list.are_listed(chain, &contracts).await.unwrap();
            assert_eq!(are_listed[70..], expected);
            assert_eq!(are_listed[..70], [false; 70]);
        }
    }
    assert!(signed.are_listed(chain, &[]).await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_table_of_assets_is_an_error() {
    let database = Database::dynoxide().await;
    let signed = SignedAssets::new(patient(&database.endpoint), "missing".to_owned());
    let chain = Chain::from_name("eth").unwrap();
    let contracts = [Address::from_bytes([1; 20])];
    let error = signed.are_listed(chain, &contracts).await.unwrap_err().to_string();
    assert!(
        error.contains("BatchGetItem: status 400, ResourceNotFoundException"),
        "{error}"
    );
}

async fn malformed_asset_counts_as_deleted(database: Database) {
    let assets = database.assets().await;
    assets
        .store(&[added("usd", "first", 1), added("eur", "other", 1)])
        .await
        .unwrap();
    database.corrupt_asset("fiat#usd").await;
    assert_eq!(
        sorted(assets.all().await.unwrap()),
        sorted(vec![deleted("usd", 1), added("eur", "other", 1)])
    );
}

async fn maximum_batch_of_changes_is_one_write(database: Database) {
    let assets = database.assets().await;
    let code = |number: usize| format!("{}{}x", letter(number / 26), letter(number % 26));
    let changes: Vec<_> = (0..MAX_CHANGES_PER_BATCH)
        .map(|number| added(&code(number), "load", 1))
        .collect();
    assets.store(&changes).await.unwrap();
    assert_eq!(assets.writes().await.unwrap(), 1);
    assert_eq!(assets.all().await.unwrap().len(), MAX_CHANGES_PER_BATCH);
}

fn letter(number: usize) -> char {
    char::from(b'a' + u8::try_from(number).unwrap())
}

fn sorted(mut changes: Vec<Change>) -> Vec<Change> {
    changes.sort_by_key(|change| change.id.to_string());
    changes
}
