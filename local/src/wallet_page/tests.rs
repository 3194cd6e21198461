//! Tests of the routes of the wallet page.

use super::*;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use tower::ServiceExt;

async fn fetch(path: &str) -> (StatusCode, axum::http::HeaderMap, Vec<u8>) {
    let app = with_wallet_page(Router::new());
    let response = app
        .oneshot(Request::get(path).body(Body::empty()).unwrap())
        .await
        .unwrap();
    let (parts, body) = response.into_parts();
    (
        parts.status,
        parts.headers,
        to_bytes(body, usize::MAX).await.unwrap().to_vec(),
    )
}

fn text(name: &str) -> String {
    String::from_utf8(content(name).unwrap().into_owned()).unwrap()
}

/// Returns the version that the page names.
fn version() -> String {
    let index = text("index.html");
    let script = index.split('"').find(|value| value.ends_with("/wallet.js")).unwrap();
    script.split('/').nth(2).unwrap().to_owned()
}

/// Returns the names of the files that the page and the script of the page load.
fn loaded() -> Vec<String> {
    let has_version = |name: &str| name != "index.html" && name != WORKER;
    WalletPage::iter()
        .map(Cow::into_owned)
        .filter(|name| has_version(name))
        .collect()
}

#[tokio::test]
async fn page_and_its_files_are_served_with_a_strict_policy() {
    let (status, headers, body) = fetch("/wallet").await;
    assert_eq!((status, &body[..]), (StatusCode::OK, text("index.html").as_bytes()));
    assert_eq!(headers[CACHE_CONTROL], "no-cache");
    assert_eq!(headers[OPENER_POLICY], "same-origin");
    let policy = headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(
        policy.starts_with("default-src 'none'") && !policy.contains("unsafe"),
        "{policy}"
    );
    let version = version();
    let names = loaded();
    assert!(
        names.iter().any(|name| name == "wallet.js") && names.len() > 3,
        "{names:?}"
    );
    for name in names {
        let (status, headers, body) = fetch(&format!("/wallet/{version}/{name}")).await;
        assert_eq!(
            (status, &body[..]),
            (StatusCode::OK, &content(&name).unwrap()[..]),
            "{name}"
        );
        let media_type = headers[CONTENT_TYPE].to_str().unwrap();
        let expected = match name.rsplit('.').next().unwrap() {
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "webmanifest" => "application/manifest+json",
            ending => panic!("{ending}"),
        };
        assert_eq!(media_type, expected, "{name}");
        assert_eq!(headers[CACHE_CONTROL], "public, max-age=31536000, immutable");
        assert_eq!(headers[CONTENT_SECURITY_POLICY], policy);
        assert_eq!(headers[X_CONTENT_TYPE_OPTIONS], "nosniff");
    }
}

#[tokio::test]
async fn service_worker_is_served_for_the_page_and_checked_for_updates() {
    let (status, headers, body) = fetch("/wallet/sw.js").await;
    assert_eq!((status, &body[..]), (StatusCode::OK, text(WORKER).as_bytes()));
    assert_eq!(headers[CONTENT_TYPE], "text/javascript; charset=utf-8");
    assert_eq!(headers[WORKER_ALLOWED], "/wallet");
    assert_eq!(headers[CACHE_CONTROL], "no-cache");
    assert_eq!(headers[CONTENT_SECURITY_POLICY], POLICY);
}

#[tokio::test]
async fn files_of_other_versions_do_not_exist() {
    let version = version();
    let path = |version: &str, name: &str| format!("/wallet/{version}/{name}");
    for path in [
        path("0000000000000000", "wallet.js"),
        path("x", "index.html"),
        path("..", "wallet.js"),
        path(&version, "index.html"),
        path(&version, "sw.js"),
        path(&version, "none.js"),
        path(&version, "..%2Fpackage.json"),
        path(&version, "..%2Fvite.config.mjs"),
        path(&version, "..%2F..%2Ftypescript%2Ftest%2Frun.js"),
    ] {
        assert_eq!(fetch(&path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[test]
fn page_has_no_inline_script_or_style() {
    let index = text("index.html");
    assert!(!index.contains("<style") && !index.contains("style="), "{index}");
    let scripts: Vec<_> = index.match_indices("<script").collect();
    assert_eq!(scripts.len(), 1);
    assert!(index.contains("></script>"), "{index}");
}
