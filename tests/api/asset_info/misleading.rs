//! Edits that could mislead users, and administrators who force them.

use super::fixture::{App, CONTRACT, TETHER, meta};
use crate::support::client::{TestResponse, call, request};
use crate::support::tokens;
use axum::http::Method;
use serde_json::{Value, json};

/// Returns the fields that all kinds share.
fn unforced(name: &str) -> Value {
    let mut body = meta(name);
    body["force"] = json!(false);
    body
}

/// Returns the body of an edit with a field replaced.
fn with(field: &str, value: Value) -> Value {
    let mut body = unforced("Mine");
    body["chain"] = json!("eth");
    body["contract"] = json!(CONTRACT);
    body[field] = value;
    body
}

#[track_caller]
fn assert_misleading(response: &TestResponse, field: &str, reason: &str) {
    response.assert_error(400, "invalid_request", Some(field));
    assert_eq!(response.detail("reason"), reason);
}

#[tokio::test]
async fn misleading_additions_are_rejected_and_store_nothing() {
    let app = App::new().await;
    for (field, value, reason) in [
        ("ticker", "USDT", "ticker_listed"),
        ("ticker", "usdt", "ticker_listed"),
        ("ticker", "BTC", "ticker_listed"),
        ("ticker", "\u{ff35}\u{ff33}\u{ff24}\u{ff34}", "ticker_listed"),
        ("ticker", "US\u{501}T", "mixed_scripts"),
        ("name", "T\u{435}ther USD", "mixed_scripts"),
    ] {
        let response = app.post("erc20", &with(field, json!(value))).await;
        assert_misleading(&response, field, reason);
    }
    let path = format!("erc20/eth:{CONTRACT}");
    app.get(&path).await.assert_error(404, "not_found", None);
}

#[tokio::test]
async fn decimals_of_a_listed_asset_are_fixed() {
    let app = App::new().await;
    let path = format!("erc20/eth:{TETHER}");
    let mut body = unforced("Tether USD");
    body["ticker"] = json!("USDT");
    body["decimals"] = json!(18);
    assert_misleading(&app.put(&path, &body).await, "decimals", "decimals_changed");
    app.delete(&path).await.data();
    body["chain"] = json!("eth");
    body["contract"] = json!(TETHER);
    body["ticker"] = json!("USDT-eth");
    assert_misleading(&app.post("erc20", &body).await, "decimals", "decimals_changed");
    body["decimals"] = json!(6);
    assert_eq!(app.post("erc20", &body).await.data()["decimals"], 6);
}

#[tokio::test]
async fn unchanged_ticker_of_a_bridged_token_is_accepted() {
    let app = App::new().await;
    let mut body = unforced("Tether");
    body["ticker"] = json!("USDT");
    let edited = app.put(&format!("erc20/eth:{TETHER}"), &body).await;
    assert_eq!(edited.data()["name"], "Tether");
}

#[tokio::test]
async fn own_ticker_with_a_symbol_more_is_no_unchanged_ticker() {
    let app = App::new().await;
    app.post("erc20", &with("ticker", json!("UDT"))).await.data();
    let path = format!("erc20/eth:{CONTRACT}");
    let mut body = unforced("Mine");
    for (ticker, is_accepted) in [
        ("udt", true),
        ("U$DT", false),
        ("UD\u{20ae}", true),
        ("\u{b5}SDT", false),
    ] {
        body["ticker"] = json!(ticker);
        let response = app.put(&path, &body).await;
        if is_accepted {
            assert_eq!(response.data()["ticker"], ticker);
        } else {
            assert_misleading(&response, "ticker", "ticker_listed");
        }
    }
}

#[tokio::test]
async fn only_administrators_force_an_edit() {
    let app = App::new().await;
    let mut body = with("ticker", json!("USDT"));
    for (permissions, force) in [(vec!["assets"], true), (vec!["assets", "assets-admin"], false)] {
        body["force"] = json!(force);
        let request = request(
            Method::POST,
            "/asset-info/v1/api/erc20",
            &tokens::token(&permissions),
            Some(&body),
        );
        assert_misleading(&call(&app.router, request).await, "ticker", "ticker_listed");
    }
    body["force"] = json!(true);
    let admin = tokens::token(&["assets", "assets-admin"]);
    let forced = call(
        &app.router,
        request(Method::POST, "/asset-info/v1/api/erc20", &admin, Some(&body)),
    )
    .await;
    assert_eq!(forced.data()["ticker"], "USDT");
    body["force"] = json!("yes");
    let malformed = call(
        &app.router,
        request(Method::POST, "/asset-info/v1/api/erc20", &admin, Some(&body)),
    )
    .await;
    malformed.assert_error(400, "invalid_request", Some("force"));
}

#[tokio::test]
async fn edits_scan_the_table_once() {
    let app = App::new().await;
    for number in 0..4 {
        let mut body = unforced("Mine");
        body["currency"] = json!(["xaa", "xab", "xac", "xad"][number]);
        body["ticker"] = json!(format!("MINE{number}"));
        app.post("fiat", &body).await.data();
    }
    let operations = app.proxy.take_operations();
    let scans = operations.iter().filter(|operation| **operation == "Scan").count();
    assert_eq!(scans, 1, "{operations:?}");
}
