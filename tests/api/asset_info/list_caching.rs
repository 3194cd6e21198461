//! Client-side caching of `GET /api/{kind}/list` (RFC 9110, section 13), and the database cost of reads.

use super::fixture::{App, meta};
use crate::support::client::{TestResponse, call};
use crate::support::tokens;
use axum::body::Body;
use axum::http::Request;
use std::time::Duration;

async fn get(app: &App, path: &str, etags: &[&str]) -> TestResponse {
    let mut request = Request::get(format!("/asset-info/v1/api/{path}"))
        .header("authorization", format!("Bearer {}", tokens::token(&["read"])));
    for tag in etags {
        request = request.header("if-none-match", *tag);
    }
    call(&app.router, request.body(Body::empty()).expect("a request")).await
}

fn tag(response: &TestResponse) -> String {
    response.headers["etag"].to_str().expect("a string").to_owned()
}

#[tokio::test]
async fn matching_etag_yields_304() {
    let app = App::new().await;
    let list = get(&app, "coin/list", &[]).await;
    let tag = tag(&list);
    assert!(tag.starts_with("W/\""), "{tag}");
    assert_eq!(list.headers["cache-control"], "private, max-age=300");
    let several = format!("\"x\", {tag}");
    for etags in [&[tag.as_str()][..], &[&tag[2..]], &["*"], &[&several], &["\"x\"", &tag]] {
        let response = get(&app, "coin/list", etags).await;
        assert_eq!(
            (response.status.as_u16(), response.text.as_str()),
            (304, ""),
            "{etags:?}"
        );
        assert_eq!(self::tag(&response), tag);
        assert_eq!(response.headers["cache-control"], "private, max-age=300");
        assert!(response.headers.contains_key("request-id"));
    }
    for etags in [&["\"x\""][..], &["W/\"\""], &[""], &["coin"]] {
        assert_eq!(get(&app, "coin/list", etags).await.status, 200, "{etags:?}");
    }
}

#[tokio::test]
async fn each_list_and_filter_has_a_separate_tag() {
    let app = App::new().await;
    let mut tags = Vec::new();
    for path in [
        "coin/list",
        "fiat/list",
        "coin/list?chain=btc",
        "coin/list?chain=ltc",
        "coin/list?tag=utxo",
    ] {
        tags.push(tag(&get(&app, path, &[]).await));
    }
    assert_eq!(tags.iter().collect::<std::collections::BTreeSet<_>>().len(), tags.len());
    // The request id changes with each request, the tag does not.
    assert_eq!(tag(&get(&app, "coin/list", &[]).await), tags[0]);
    assert_eq!(
        tag(&app.instance(wallet_assets::Seed::BuiltIn).get("coin/list").await),
        tags[0]
    );
    app.put("coin/btc", &meta("Mine")).await.data();
    assert_ne!(tag(&get(&app, "coin/list", &[]).await), tags[0]);
    assert_eq!(tag(&get(&app, "coin/list?chain=ltc", &[]).await), tags[3]);
    assert_eq!(get(&app, "coin/list", &[&tags[0]]).await.status, 200);
}

#[tokio::test]
async fn error_responses_are_not_stored() {
    let app = App::new().await;
    let response = get(&app, "coin/list?chain=dash", &["*"]).await;
    response.assert_error(400, "invalid_request", Some("chain"));
    assert_eq!(response.headers["cache-control"], "no-store");
    assert!(!response.headers.contains_key("etag"));
}

#[tokio::test]
async fn reads_cost_one_scan_and_one_small_read_per_ten_seconds() {
    let app = App::new().await;
    let read = async || {
        for _ in 0..50 {
            get(&app, "erc20/list", &[]).await.data();
            app.get("fiat/usd").await.data();
        }
    };
    read().await;
    assert_eq!(app.proxy.take_operations(), ["GetItem", "Scan"]);
    read().await;
    assert_eq!(app.proxy.take_operations(), [""; 0]);
    app.clock.advance(Duration::from_secs(11));
    read().await;
    let refreshed = async {
        while app.proxy.take_operations().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), refreshed)
        .await
        .expect("a refresh in the background");
    read().await;
    assert_eq!(app.proxy.take_operations(), [""; 0]);
}

#[tokio::test]
async fn edit_at_another_instance_becomes_visible() {
    let app = App::new().await;
    let other = app.instance(wallet_assets::Seed::BuiltIn);
    other.get("coin/btc").await.data();
    app.put("coin/btc", &meta("Mine")).await.data();
    assert_eq!(other.get("coin/btc").await.data()["name"], "Bitcoin");
    other.age();
    assert_eq!(other.get("coin/btc").await.data()["name"], "Mine");
}
