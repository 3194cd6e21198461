//! `ports::AssetChanges`.

use super::on_each_database;
use crate::support::assets::{TETHER, added, deleted};
use crate::support::database::Database;
use futures::future::join_all;
use wallet_assets::Change;
use wallet_assets::ports::{AssetChanges, ChangeAssetError, MAX_CHANGES_PER_BATCH};

on_each_database!(
    stored_changes_are_read_back,
    change_must_succeed_the_stored_revision,
    one_of_many_concurrent_changes_wins,
    changes_are_stored_atomically,
    malformed_asset_counts_as_deleted,
    maximum_batch_of_changes_is_one_write,
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
