//! What an editor did outlives restarts and newer seeds.

use super::world::{App, body, meta};
use serde_json::json;
use wallet_assets::{AssetId, AssetKind, AssetMeta, seed};

/// A later seed: every name is another, `usd` is still there, `chf` has gone, and `xts` has come.
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
async fn a_deleted_asset_of_the_seed_stays_deleted() {
    let app = App::new().await;
    app.delete("fiat/usd").await.data();
    app.delete("coin/doge").await.data();
    for seed in [seed(), later_seed()] {
        let later = app.instance(seed);
        for path in ["fiat/usd", "coin/doge"] {
            later.get(path).await.assert_error(404, "not_found", None);
        }
        let listed = later.list("fiat/list").await;
        assert!(!listed.iter().any(|item| item["currency"] == "usd"));
        assert_eq!(later.list("coin/list").await.len(), 11);
    }
}

#[tokio::test]
async fn an_edit_stays_while_the_rest_is_the_later_seeds() {
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
        "though the seed dropped it"
    );
    assert_eq!(later.get("fiat/eur").await.data()["name"], "Of the later seed");
    assert_eq!(later.get("fiat/xts").await.data()["revision"], 0);
}

#[tokio::test]
async fn what_an_editor_added_stays_when_the_seed_has_it_too() {
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
async fn an_added_asset_that_is_deleted_is_gone_after_a_restart() {
    let app = App::new().await;
    app.post("fiat", &body("Mine", &json!({ "currency": "xts" })))
        .await
        .data();
    app.delete("fiat/xts").await.data();
    let later = app.instance(seed());
    later.get("fiat/xts").await.assert_error(404, "not_found", None);
}
