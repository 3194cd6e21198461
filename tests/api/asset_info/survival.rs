//! Edits outlive restarts and newer seeds.

use super::fixture::{App, body, meta};
use serde_json::json;
use wallet_assets::{AssetId, AssetKind, AssetMeta, Seed, seed};

/// Returns a later seed: all names differ, `usd` remains, `chf` is removed, and `xts` is added.
fn later_seed() -> Vec<(AssetId, AssetMeta)> {
    let fiat = |code: &str| AssetId::parse(AssetKind::Fiat, code).expect("a currency");
    let mut later: Vec<_> = seed()
        .into_iter()
        .filter(|(id, _)| *id != fiat("chf"))
        .map(|(id, meta)| {
            let name = "Of the later seed".parse().expect("a name");
            (id, AssetMeta { name, ..meta })
        })
        .collect();
    let (_, meta) = later[0].clone();
    later.push((fiat("xts"), meta));
    later
}

#[tokio::test]
async fn deleted_seed_asset_stays_deleted() {
    let app = App::new().await;
    app.delete("fiat/usd").await.data();
    app.delete("coin/doge").await.data();
    for seed in [Seed::BuiltIn, later_seed().into()] {
        let later = app.instance(seed);
        for path in ["fiat/usd", "coin/doge"] {
            later.get(path).await.assert_error(404, "not_found", None);
        }
        let listed = later.list("fiat/list").await;
        assert!(!listed.iter().any(|item| item["currency"] == "usd"));
        assert_eq!(later.list("coin/list").await.len(), 14);
    }
}

#[tokio::test]
async fn edit_outlives_a_later_seed() {
    let app = App::new().await;
    app.put("fiat/usd", &meta("Mine")).await.data();
    app.put("fiat/chf", &meta("Mine too")).await.data();
    let later = app.instance(later_seed());
    let edited = later.get("fiat/usd").await;
    assert_eq!(
        (&edited.data()["name"], &edited.data()["revision"]),
        (&json!("Mine"), &json!(1))
    );
    assert_eq!(
        later.get("fiat/chf").await.data()["name"],
        "Mine too",
        "edit of an asset that the seed no longer has"
    );
    assert_eq!(later.get("fiat/eur").await.data()["name"], "Of the later seed");
    assert_eq!(later.get("fiat/xts").await.data()["revision"], 0);
}

#[tokio::test]
async fn added_asset_outlives_its_arrival_in_the_seed() {
    let app = App::new().await;
    app.post("fiat", &body("Mine", &json!({ "currency": "xts" })))
        .await
        .data();
    let later = app.instance(later_seed());
    assert_eq!(later.get("fiat/xts").await.data()["name"], "Mine");
    let twice = later.list("fiat/list").await;
    assert_eq!(twice.iter().filter(|item| item["currency"] == "xts").count(), 1);
}

#[tokio::test]
async fn deletion_of_added_asset_outlives_a_restart() {
    let app = App::new().await;
    app.post("fiat", &body("Mine", &json!({ "currency": "xts" })))
        .await
        .data();
    app.delete("fiat/xts").await.data();
    let later = app.instance(Seed::BuiltIn);
    later.get("fiat/xts").await.assert_error(404, "not_found", None);
}
