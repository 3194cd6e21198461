//! `GET`, `PUT` and `DELETE /api/{kind}/{id}`

use super::fixture::{App, CONTRACT, TETHER, body, meta, stored};
use serde_json::json;

#[tokio::test]
async fn seed_asset_has_revision_0() {
    let app = App::new().await;
    let usd = json!({
        "kind": "fiat", "currency": "usd", "symbol": "$", "name": "US Dollar", "ticker": "USD", "decimals": 2, "tags": [],
        "revision": 0,
    });
    assert_eq!(app.get("fiat/usd").await.data(), &usd);
    let coin = app.get("coin/btc").await;
    assert_eq!(
        (&coin.data()["chain"], &coin.data()["ticker"], &coin.data()["decimals"]),
        (&json!("btc"), &json!("BTC"), &json!(8))
    );
    assert_eq!(coin.headers["cache-control"], "no-store");
    assert!(!coin.headers.contains_key("etag"));
}

#[tokio::test]
async fn contract_id_accepts_any_case_and_an_escaped_colon() {
    let app = App::new().await;
    let (lower, upper) = (TETHER.to_lowercase(), format!("0x{}", TETHER[2..].to_uppercase()));
    for id in [
        format!("eth:{TETHER}"),
        format!("eth%3A{TETHER}"),
        format!("eth%3a{lower}"),
        format!("eth:{lower}"),
        format!("eth:{upper}"),
        format!("eth:{TETHER}/"),
    ] {
        let response = app.get(&format!("erc20/{id}")).await;
        assert_eq!(response.data()["contract"], TETHER, "{id}");
    }
}

#[tokio::test]
async fn put_replaces_all_fields_and_increments_the_revision() {
    let app = App::new().await;
    let path = format!("erc20/eth:{TETHER}");
    let replaced = app.put(&path, &meta("Renamed")).await;
    let mut expected = stored(
        "Renamed",
        &json!({ "kind": "erc20", "chain": "eth", "contract": TETHER, "revision": 1 }),
    );
    assert_eq!(replaced.data(), &expected);
    assert_eq!(app.get(&path).await.data(), &expected);
    // Omitted fields are deleted.
    let bare = json!({ "name": "Bare", "ticker": "B", "decimals": 1, "force": true });
    let replaced = app.put(&path, &bare).await;
    expected = json!({
        "kind": "erc20", "chain": "eth", "contract": TETHER, "name": "Bare", "ticker": "B", "decimals": 1, "tags": [],
        "revision": 2
    });
    assert_eq!(replaced.data(), &expected);
    assert_eq!(app.list("erc20/list?tag=mine").await, Vec::<serde_json::Value>::new());
}

#[tokio::test]
async fn put_preserves_the_list_position() {
    let app = App::new().await;
    let before = app.list("fiat/list").await;
    let index = before
        .iter()
        .position(|item| item["currency"] == "eur")
        .expect("the euro");
    app.put("fiat/eur/", &meta("Renamed")).await.data();
    let after = app.list("fiat/list").await;
    assert_eq!((after.len(), &after[index]["name"]), (before.len(), &json!("Renamed")));
}

#[tokio::test]
async fn body_identity_must_match_the_path() {
    let app = App::new().await;
    let path = format!("erc20/eth:{TETHER}");
    let same = json!({ "kind": "erc20", "chain": "eth", "contract": TETHER.to_lowercase() });
    app.put(&path, &body("Mine", &same)).await.data();
    for (field, value) in [
        ("kind", json!("erc721")),
        ("chain", json!("op")),
        ("contract", json!(CONTRACT)),
        ("contract", json!("x")),
        ("currency", json!("usd")),
    ] {
        let response = app.put(&path, &body("Mine", &json!({ field: value }))).await;
        response.assert_error(400, "invalid_request", Some(field));
    }
    let response = app.put("fiat/usd", &body("Mine", &json!({ "currency": "eur" }))).await;
    response.assert_error(400, "invalid_request", Some("currency"));
}

#[tokio::test]
async fn missing_asset_is_not_found() {
    let app = App::new().await;
    for path in [
        "fiat/xts".to_owned(),
        "fiat/USD".to_owned(),
        "fiat/dollar".to_owned(),
        "erc20/eth".to_owned(),
        format!("erc20/eth:{CONTRACT}"),
        format!("erc721/eth:{TETHER}"),
        format!("erc1155/eth:{TETHER}"),
    ] {
        app.get(&path).await.assert_error(404, "not_found", None);
        app.put(&path, &meta("Mine")).await.assert_error(404, "not_found", None);
        app.delete(&path).await.assert_error(404, "not_found", None);
    }
}

#[tokio::test]
async fn deleted_asset_is_missing_until_added_again() {
    let app = App::new().await;
    assert_eq!(app.delete("fiat/usd").await.data(), &json!({}));
    app.get("fiat/usd").await.assert_error(404, "not_found", None);
    app.put("fiat/usd", &meta("Mine"))
        .await
        .assert_error(404, "not_found", None);
    app.delete("fiat/usd").await.assert_error(404, "not_found", None);
    let listed = app.list("fiat/list").await;
    assert!(!listed.iter().any(|item| item["currency"] == "usd"));
    let added = app.post("fiat", &body("Back", &json!({ "currency": "usd" }))).await;
    assert_eq!(added.data()["revision"], 2);
}

#[tokio::test]
async fn edit_with_outdated_revision_is_rejected() {
    let app = App::new().await;
    let at = |revision: u64| body("Mine", &json!({ "revision": revision }));
    app.put("coin/btc", &at(1))
        .await
        .assert_error(409, "revision_conflict", None);
    assert_eq!(app.put("coin/btc", &at(0)).await.data()["revision"], 1);
    app.put("coin/btc", &at(0))
        .await
        .assert_error(409, "revision_conflict", None);
    app.delete("coin/btc?revision=0")
        .await
        .assert_error(409, "revision_conflict", None);
    app.delete("coin/btc?revision=2")
        .await
        .assert_error(409, "revision_conflict", None);
    assert_eq!(app.get("coin/btc").await.data()["revision"], 1);
    app.delete("coin/btc?revision=1").await.data();
}

#[tokio::test]
async fn revision_must_be_an_integer() {
    let app = App::new().await;
    for revision in [json!("0"), json!(-1), json!(0.5), json!([])] {
        let response = app
            .put("coin/btc", &body("Mine", &json!({ "revision": revision })))
            .await;
        response.assert_error(400, "invalid_request", Some("revision"));
    }
    for query in [
        "revision=",
        "revision=-1",
        "revision=%2B0",
        "revision=x",
        "revision=18446744073709551616",
    ] {
        let response = app.delete(&format!("coin/btc?{query}")).await;
        response.assert_error(400, "invalid_request", Some("revision"));
    }
    let twice = app.delete("coin/btc?revision=0&revision=0").await;
    twice.assert_error(400, "invalid_request", None);
    app.get("coin/btc").await.data();
}
