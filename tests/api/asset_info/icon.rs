//! `GET /api/icon/{kind}/{id}`

use super::fixture::{App, CONTRACT, TETHER, body, meta};
use crate::support::client::{TestResponse, call, request};
use crate::support::tokens;
use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::json;

/// Requests an icon without a token.
async fn icon(app: &App, path: &str, known: &str) -> TestResponse {
    let path = format!("/asset-info/v1/api/icon/{path}");
    let request = Request::get(path).header("if-none-match", known);
    call(&app.router, request.body(Body::empty()).expect("a request")).await
}

#[tokio::test]
async fn every_item_of_the_catalogue_has_an_icon() {
    let app = App::new().await;
    let mut generated = 0;
    for kind in ["fiat", "coin", "erc20", "xlm-asset"] {
        for item in app.list(&format!("{kind}/list")).await {
            let id = match kind {
                "fiat" => item["currency"].as_str().expect("a code").to_owned(),
                "coin" => item["chain"].as_str().expect("a chain").to_owned(),
                "xlm-asset" => format!(
                    "{}-{}",
                    item["code"].as_str().unwrap(),
                    item["issuer"].as_str().unwrap()
                ),
                _ => format!(
                    "{}:{}",
                    item["chain"].as_str().unwrap(),
                    item["contract"].as_str().unwrap()
                ),
            };
            let response = icon(&app, &format!("{kind}/{id}"), "").await;
            assert_eq!(response.status, 200, "{kind}/{id}");
            assert_eq!(response.headers["content-type"], "image/svg+xml");
            assert!(
                response.text.starts_with("<svg ") && response.text.ends_with("</svg>"),
                "{id}"
            );
            generated += usize::from(response.text.contains("<text "));
        }
    }
    assert!((1..120).contains(&generated), "{generated}");
}

#[tokio::test]
async fn images_are_passive_and_cacheable() {
    let app = App::new().await;
    let image = icon(&app, "coin/btc", "\"other\"").await;
    assert_eq!(image.status, 200);
    let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
    let tag = image.headers["etag"].to_str().expect("a string").to_owned();
    assert!(tag.starts_with('"'), "{tag}");
    let same = icon(&app, "coin/btc", &tag).await;
    assert_eq!((same.status.as_u16(), same.text.as_str()), (304, ""));
    for response in [&image, &same] {
        assert_eq!(response.headers["content-security-policy"], policy);
        assert_eq!(response.headers["x-content-type-options"], "nosniff");
        assert_eq!(response.headers["cache-control"], "public, max-age=86400");
        assert_eq!(response.headers["etag"], tag);
    }
    assert_ne!(icon(&app, "coin/ltc", &tag).await.headers["etag"], tag);
    // The contract in any case, and no storage.
    let tether = icon(&app, &format!("erc20/eth:{TETHER}"), "").await;
    assert_eq!(
        icon(&app, &format!("erc20/eth:{}", TETHER.to_lowercase()), "")
            .await
            .text,
        tether.text
    );
    assert_eq!(app.proxy.take_operations(), [""; 0]);
}

#[tokio::test]
async fn added_asset_has_its_letters() {
    let app = App::new().await;
    let path = format!("erc20/eth:{CONTRACT}");
    icon(&app, &path, "").await.assert_error(404, "not_found", None);
    let identity = json!({ "chain": "eth", "contract": CONTRACT });
    let mut added = body("Mine", &identity);
    added["ticker"] = json!("<&\u{7f8e}q>1");
    app.post("erc20", &added).await.data();
    let image = icon(&app, &path, "").await;
    assert!(image.text.ends_with(">\u{7f8e}Q1</text></svg>"), "{}", image.text);
    let mut changed = meta("Mine");
    changed["ticker"] = json!("Other");
    app.put(&path, &changed).await.data();
    assert!(icon(&app, &path, "").await.text.contains(">OTH</text>"));
}

#[tokio::test]
async fn unknown_icons_are_rejected() {
    let app = App::new().await;
    for (path, status, code, field) in [
        ("bond/usd", 404, "not_found", None),
        ("fiat/USD", 404, "not_found", None),
        ("fiat/xyz", 404, "not_found", None),
        ("coin/dash", 404, "chain_not_supported", None),
        ("erc20/eth", 404, "not_found", None),
        ("erc20/eth:usdt", 400, "invalid_address", Some("id")),
        ("xlm-asset/USDC", 404, "not_found", None),
        ("xlm-asset/USDC-G", 400, "invalid_address", Some("id")),
        (
            "erc721/eth:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            404,
            "not_found",
            None,
        ),
    ] {
        let response = icon(&app, path, "").await;
        response.assert_error(status, code, field);
    }
    let token = tokens::token(&["read", "assets"]);
    let post = request(Method::POST, "/asset-info/v1/api/icon/coin/btc", &token, None);
    call(&app.router, post)
        .await
        .assert_error(405, "method_not_allowed", None);
}
