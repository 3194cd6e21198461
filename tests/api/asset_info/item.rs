//! `GET`, `PUT` and `DELETE /api/{kind}/{id}`

use super::world::{App, CONTRACT, TETHER, body, meta};
use serde_json::json;

#[tokio::test]
async fn an_asset_of_the_seed_is_shown_with_revision_0() {
    let app = App::new().await;
    let usd = json!({
        "kind": "fiat", "currency": "usd", "name": "US Dollar", "ticker": "USD", "decimals": 2, "tags": [], "revision": 0
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
async fn a_contract_is_found_in_any_case_the_colon_escaped_or_not() {
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
        let answer = app.get(&format!("erc20/{id}")).await;
        assert_eq!(answer.data()["contract"], TETHER, "{id}");
    }
}

#[tokio::test]
async fn put_replaces_everything_and_counts_the_revision() {
    let app = App::new().await;
    let path = format!("erc20/eth:{TETHER}");
    let replaced = app.put(&path, &meta("Renamed")).await;
    let mut expected = body(
        "Renamed",
        &json!({ "kind": "erc20", "chain": "eth", "contract": TETHER, "revision": 1 }),
    );
    assert_eq!(replaced.data(), &expected);
    assert_eq!(app.get(&path).await.data(), &expected);
    // What is left out is gone.
    let bare = json!({ "name": "Bare", "ticker": "B", "decimals": 1 });
    let replaced = app.put(&path, &bare).await;
    expected = json!({
        "kind": "erc20", "chain": "eth", "contract": TETHER, "name": "Bare", "ticker": "B", "decimals": 1, "tags": [],
        "revision": 2
    });
    assert_eq!(replaced.data(), &expected);
    assert_eq!(app.list("erc20/list?tag=mine").await, Vec::<serde_json::Value>::new());
}

#[tokio::test]
async fn put_keeps_the_place_in_the_list() {
    let app = App::new().await;
    let before = app.list("fiat/list").await;
    let place = before
        .iter()
        .position(|item| item["currency"] == "eur")
        .expect("the euro");
    app.put("fiat/eur/", &meta("Renamed")).await.data();
    let after = app.list("fiat/list").await;
    assert_eq!((after.len(), &after[place]["name"]), (before.len(), &json!("Renamed")));
}

#[tokio::test]
async fn the_identity_in_a_body_must_be_that_of_the_path() {
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
        let answer = app.put(&path, &body("Mine", &json!({ field: value }))).await;
        answer.assert_error(400, "invalid_request", Some(field));
    }
    let answer = app.put("fiat/usd", &body("Mine", &json!({ "currency": "eur" }))).await;
    answer.assert_error(400, "invalid_request", Some("currency"));
}

#[tokio::test]
async fn what_is_not_there_is_neither_shown_nor_changed_nor_deleted() {
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
async fn a_deleted_asset_is_gone_until_it_is_added() {
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
async fn an_edit_that_names_an_older_revision_is_refused() {
    let app = App::new().await;
    let at = |revision: u64| body("Mine", &json!({ "revision": revision }));
    app.put("coin/btc", &at(1))
        .await
        .assert_error(409, "already_exists", None);
    assert_eq!(app.put("coin/btc", &at(0)).await.data()["revision"], 1);
    app.put("coin/btc", &at(0))
        .await
        .assert_error(409, "already_exists", None);
    app.delete("coin/btc?revision=0")
        .await
        .assert_error(409, "already_exists", None);
    app.delete("coin/btc?revision=2")
        .await
        .assert_error(409, "already_exists", None);
    assert_eq!(app.get("coin/btc").await.data()["revision"], 1);
    app.delete("coin/btc?revision=1").await.data();
}

#[tokio::test]
async fn a_revision_is_a_whole_number() {
    let app = App::new().await;
    for revision in [json!("0"), json!(-1), json!(0.5), json!([])] {
        let answer = app
            .put("coin/btc", &body("Mine", &json!({ "revision": revision })))
            .await;
        answer.assert_error(400, "invalid_request", Some("revision"));
    }
    for query in [
        "revision=",
        "revision=-1",
        "revision=%2B0",
        "revision=x",
        "revision=18446744073709551616",
    ] {
        let answer = app.delete(&format!("coin/btc?{query}")).await;
        answer.assert_error(400, "invalid_request", Some("revision"));
    }
    let twice = app.delete("coin/btc?revision=0&revision=0").await;
    twice.assert_error(400, "invalid_request", None);
    app.get("coin/btc").await.data();
}
