//! Assets issued on Stellar: list, single item, edits.

use super::fixture::{App, USDC};
use crate::support::client::{call, request};
use crate::support::tokens;
use axum::http::Method;
use serde_json::{Value, json};

/// An account that issues nothing in the seed (SEP-23).
const ISSUER: &str = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";

/// Returns the body that adds an asset of this account, without `force`.
fn mine() -> Value {
    json!({
        "code": "MINE", "issuer": ISSUER, "homeDomain": "mine.example", "name": "Mine", "ticker": "MINE", "decimals": 7,
        "tags": ["stablecoin"],
    })
}

fn path() -> String {
    format!("xlm-asset/MINE-{ISSUER}")
}

/// Returns the body with a field replaced.
fn with(field: &str, value: Value) -> Value {
    let mut body = mine();
    body[field] = value;
    body
}

#[tokio::test]
async fn seed_has_circles_dollar_with_its_home_domain() {
    let app = App::new().await;
    let usdc = app.get(&format!("xlm-asset/{USDC}")).await;
    let (code, issuer) = USDC.split_once('-').expect("code and issuer");
    for (field, value) in [
        ("kind", json!("xlm-asset")),
        ("chain", json!("xlm")),
        ("code", json!(code)),
        ("issuer", json!(issuer)),
        ("homeDomain", json!("circle.com")),
        ("ticker", json!("USDC")),
        ("decimals", json!(7)),
        ("revision", json!(0)),
    ] {
        assert_eq!(usdc.data()[field], value, "{field}");
    }
    let all = app.list("xlm-asset/list").await;
    assert_eq!(app.list("xlm-asset/list?chain=xlm").await, all);
    let stable = app.list("xlm-asset/list?tag=stablecoin").await;
    assert!(!stable.is_empty() && stable.len() < all.len());
}

#[tokio::test]
async fn list_is_cacheable() {
    let app = App::new().await;
    let token = tokens::token(&["read"]);
    let mut again = request(Method::GET, "/asset-info/v1/api/xlm-asset/list", &token, None);
    let first = app.get("xlm-asset/list").await;
    assert_eq!(
        first.headers["cache-control"],
        app.get("coin/list").await.headers["cache-control"]
    );
    again
        .headers_mut()
        .insert("if-none-match", first.headers["etag"].clone());
    assert_eq!(call(&app.router, again).await.status, 304);
}

#[tokio::test]
async fn asset_is_added_edited_and_deleted_with_revisions() {
    let app = App::new().await;
    let added = app.post("xlm-asset", &mine()).await;
    let mut expected = mine();
    expected["kind"] = json!("xlm-asset");
    expected["chain"] = json!("xlm");
    expected["revision"] = json!(1);
    assert_eq!(added.data(), &expected);
    assert_eq!(app.get(&path()).await.data(), &expected);
    app.post("xlm-asset", &mine())
        .await
        .assert_error(409, "already_exists", None);
    // The home domain is removed with all omitted fields, also after a restart.
    let bare = json!({ "name": "Still mine", "ticker": "MINE", "decimals": 7, "revision": 1 });
    assert_eq!(app.put(&path(), &bare).await.data()["revision"], 2);
    app.put(&path(), &bare)
        .await
        .assert_error(409, "revision_conflict", None);
    assert_eq!(app.get(&path()).await.data()["homeDomain"], Value::Null);
    app.put(&path(), &with("revision", json!(2))).await.data();
    let later = app.instance(wallet_assets::Seed::BuiltIn);
    assert_eq!(later.get(&path()).await.data()["homeDomain"], "mine.example");
    app.delete(&format!("{}?revision=2", path()))
        .await
        .assert_error(409, "revision_conflict", None);
    app.delete(&path()).await.data();
    app.get(&path()).await.assert_error(404, "not_found", None);
}

#[tokio::test]
async fn invalid_bodies_are_rejected() {
    let app = App::new().await;
    let flipped = ISSUER.replace("VSGZ", "VSGY");
    for (field, value, code) in [
        ("kind", json!("coin"), "invalid_request"),
        ("chain", json!("eth"), "invalid_request"),
        ("code", Value::Null, "invalid_request"),
        ("code", json!("MI NE"), "invalid_request"),
        ("code", json!("ABCDEFGHIJKLM"), "invalid_request"),
        ("issuer", Value::Null, "invalid_request"),
        ("issuer", json!("G"), "invalid_address"),
        ("issuer", json!(flipped), "invalid_address"),
        ("homeDomain", json!("https://mine.example"), "invalid_request"),
        ("homeDomain", json!(5), "invalid_request"),
        ("ticker", json!("OTHER"), "invalid_request"),
        ("ticker", json!("mine"), "invalid_request"),
        ("name", json!(""), "invalid_request"),
    ] {
        let response = app.post("xlm-asset", &with(field, value.clone())).await;
        println!("{field} = {value}: {}", response.text);
        response.assert_error(400, code, Some(field));
    }
    let coin = json!({ "name": "Bitcoin", "ticker": "BTC", "decimals": 8, "homeDomain": "bitcoin.org" });
    let of_a_coin = app.put("coin/btc", &coin).await;
    of_a_coin.assert_error(400, "invalid_request", Some("homeDomain"));
    let usdc = format!("xlm-asset/{USDC}");
    for (field, value) in [
        ("code", json!("EURC")),
        ("issuer", json!(ISSUER)),
        ("chain", json!("eth")),
        ("contract", json!("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")),
    ] {
        let body = json!({ "name": "USD Coin", "ticker": "USDC", "decimals": 7, field: value });
        let response = app.put(&usdc, &body).await;
        response.assert_error(400, "invalid_request", Some(field));
    }
}

#[tokio::test]
async fn misleading_edits_are_rejected() {
    let app = App::new().await;
    for (body, field, reason) in [
        (with("decimals", json!(6)), "decimals", "decimals_changed"),
        (with("name", json!("M\u{456}ne")), "name", "mixed_scripts"),
        (
            json!({ "code": "USDC", "issuer": ISSUER, "name": "USD Coin", "ticker": "USDC", "decimals": 7 }),
            "ticker",
            "ticker_listed",
        ),
    ] {
        let response = app.post("xlm-asset", &body).await;
        response.assert_error(400, "invalid_request", Some(field));
        assert_eq!(response.detail("reason"), reason);
    }
}

#[tokio::test]
async fn invalid_ids_are_rejected() {
    let app = App::new().await;
    let flipped = USDC.replace("KZVN", "KZVM");
    for (id, status, code, field) in [
        (path(), 404, "not_found", None),
        ("xlm-asset/USDC".to_owned(), 404, "not_found", None),
        ("xlm-asset/native".to_owned(), 404, "not_found", None),
        (format!("xlm-asset/{}", USDC.replace('-', ":")), 404, "not_found", None),
        (
            format!("xlm-asset/{}", USDC.replace("USDC", "usdc")),
            404,
            "not_found",
            None,
        ),
        ("xlm-asset/USDC-".to_owned(), 400, "invalid_address", Some("id")),
        (format!("xlm-asset/{flipped}"), 400, "invalid_address", Some("id")),
        (format!("xlm-asset/{USDC}-1"), 400, "invalid_address", Some("id")),
    ] {
        app.get(&id).await.assert_error(status, code, field);
        app.delete(&id).await.assert_error(status, code, field);
        if status == 400 {
            app.put(&id, &mine()).await.assert_error(status, code, field);
        }
    }
}

#[tokio::test]
async fn editing_requires_the_permission() {
    let app = App::new().await;
    let reader = tokens::token(&["read"]);
    let post = request(Method::POST, "/asset-info/v1/api/xlm-asset", &reader, Some(&mine()));
    call(&app.router, post)
        .await
        .assert_error(403, "insufficient_permission", None);
}
