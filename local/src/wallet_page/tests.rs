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

/// Returns the addresses of all files that the page and the script name.
fn addresses() -> Vec<String> {
    let attributes = INDEX.split('"').filter(|text| text.starts_with("/wallet/"));
    let mut addresses: Vec<_> = attributes.map(str::to_owned).collect();
    let script = addresses
        .iter()
        .find(|address| address.ends_with("/wallet.js"))
        .unwrap();
    let (_, _, text) = file_of(script);
    assert!(str::from_utf8(text).unwrap().contains("import(`./rare.js`)"));
    addresses.push(script.replace("/wallet.js", "/rare.js"));
    addresses
}

#[tokio::test]
async fn page_and_its_files_are_served_with_a_strict_policy() {
    let (status, headers, body) = fetch("/wallet").await;
    assert_eq!((status, &body[..]), (StatusCode::OK, INDEX.as_bytes()));
    assert_eq!(headers[CACHE_CONTROL], "no-cache");
    assert_eq!(headers[OPENER_POLICY], "same-origin");
    let policy = headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(
        policy.starts_with("default-src 'none'") && !policy.contains("unsafe"),
        "{policy}"
    );
    let addresses = addresses();
    assert_eq!(addresses.len(), FILES.len(), "{addresses:?}");
    for (address, (_, media_type, content)) in addresses.iter().map(|address| (address, file_of(address))) {
        let (status, headers, body) = fetch(address).await;
        assert_eq!((status, &body[..]), (StatusCode::OK, content), "{address}");
        assert_eq!(headers[CONTENT_TYPE], media_type);
        assert_eq!(headers[CACHE_CONTROL], "public, max-age=31536000, immutable");
        assert_eq!(headers[CONTENT_SECURITY_POLICY], policy);
        assert_eq!(headers[X_CONTENT_TYPE_OPTIONS], "nosniff");
    }
}

#[tokio::test]
async fn service_worker_is_served_for_the_page_and_checked_for_updates() {
    let (status, headers, body) = fetch("/wallet/sw.js").await;
    assert_eq!((status, &body[..]), (StatusCode::OK, WORKER.as_bytes()));
    assert_eq!(headers[CONTENT_TYPE], "text/javascript; charset=utf-8");
    assert_eq!(headers[WORKER_ALLOWED], "/wallet");
    assert_eq!(headers[CACHE_CONTROL], "no-cache");
    assert_eq!(headers[CONTENT_SECURITY_POLICY], POLICY);
}

fn file_of(address: &str) -> File {
    let name = address.rsplit('/').next().unwrap();
    *FILES.iter().find(|(file, ..)| *file == name).unwrap()
}

#[tokio::test]
async fn files_of_other_versions_do_not_exist() {
    for path in [
        "/wallet/0000000000000000/wallet.js",
        "/wallet/x/index.html",
        "/wallet/../wallet.js",
    ] {
        assert_eq!(fetch(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[test]
fn page_has_no_inline_script_or_style() {
    assert!(!INDEX.contains("<style") && !INDEX.contains("style="), "{INDEX}");
    let scripts: Vec<_> = INDEX.match_indices("<script").collect();
    assert_eq!(scripts.len(), 1);
    assert!(INDEX.contains("></script>"), "{INDEX}");
}
