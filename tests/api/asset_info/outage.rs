//! Behaviour during a database outage.

use super::fixture::{App, body, meta};
use serde_json::json;
use std::time::Duration;

#[tokio::test]
async fn outage_before_first_load() {
    let app = App::new().await;
    app.proxy.cut(true);
    for path in ["coin/list", "coin/btc"] {
        let response = app.get(path).await;
        response.assert_error(503, "service_unavailable", None);
        assert!(response.headers.contains_key("retry-after"));
    }
    app.proxy.cut(false);
    app.clock.advance(Duration::from_secs(3));
    app.get("coin/list").await.data();
}

#[tokio::test]
async fn lists_are_served_stale_after_first_load() {
    let app = App::new().await;
    app.put("coin/btc", &meta("Mine")).await.data();
    let before = app.get("coin/list").await;
    assert!(!before.headers.contains_key("warning"));
    app.proxy.cut(true);
    app.age();
    for _ in 0..3 {
        let list = app.get("coin/list").await;
        assert_eq!(list.data(), before.data());
        assert_eq!(list.headers["warning"], "110 - \"Response is Stale\"");
        assert_eq!(list.headers["etag"], before.headers["etag"]);
        assert_eq!(app.get("coin/btc").await.data()["name"], "Mine");
        app.clock.advance(Duration::from_hours(24));
    }
    app.proxy.cut(false);
    let after = app.get("coin/list").await;
    assert_eq!(after.data(), before.data());
    assert!(!after.headers.contains_key("warning"));
}

#[tokio::test]
async fn edits_are_rejected_and_change_nothing() {
    let app = App::new().await;
    app.get("coin/list").await.data();
    app.proxy.cut(true);
    let added = body("Mine", &json!({ "currency": "xts" }));
    for response in [
        app.post("fiat", &added).await,
        app.put("coin/btc", &meta("Mine")).await,
        app.delete("coin/ltc").await,
    ] {
        response.assert_error(503, "service_unavailable", None);
        assert!(response.headers.contains_key("retry-after"));
    }
    app.proxy.cut(false);
    app.age();
    let listed = app.list("coin/list").await;
    assert_eq!(listed.len(), 15);
    assert_eq!(app.get("coin/btc").await.data()["revision"], 0);
    app.get("fiat/xts").await.assert_error(404, "not_found", None);
    app.post("fiat", &added).await.data();
}
