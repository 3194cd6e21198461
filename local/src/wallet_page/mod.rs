//! `GET /wallet`: the reference wallet page.
//!
//! The page is built from `clients/wallet` and committed as built, so that Cargo needs no Node.js
//! (docs/decisions/clients.md#embedded-wallet-page). Only the local server has the page.

use axum::Router;
use axum::extract::Path;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

const INDEX: &str = include_str!("../../../clients/wallet/dist/index.html");

/// A file that the page loads: name, media type, content.
type File = (&'static str, &'static str, &'static [u8]);

const FILES: [File; 4] = [
    (
        "wallet.js",
        "text/javascript; charset=utf-8",
        include_bytes!("../../../clients/wallet/dist/wallet.js"),
    ),
    // The screens that the page imports when a screen opens.
    (
        "rare.js",
        "text/javascript; charset=utf-8",
        include_bytes!("../../../clients/wallet/dist/rare.js"),
    ),
    (
        "wallet.css",
        "text/css; charset=utf-8",
        include_bytes!("../../../clients/wallet/dist/wallet.css"),
    ),
    (
        "icon.svg",
        "image/svg+xml",
        include_bytes!("../../../clients/wallet/dist/icon.svg"),
    ),
];

/// The service worker that shows notifications. The URL is the same for all versions, since browsers look there for updates.
const WORKER: &str = include_str!("../../../clients/wallet/dist/sw.js");

/// The page is above the folder of the service worker.
const WORKER_ALLOWED: HeaderName = HeaderName::from_static("service-worker-allowed");

/// The page holds keys: only its script runs, nothing else is loaded, only this server is connected to, no foreign page
/// frames the wallet, and no text becomes code, except the constant URL of the service worker.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types service-worker",
);
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const NO_PERMISSIONS: HeaderValue =
    HeaderValue::from_static("camera=(), microphone=(), geolocation=(), payment=(), usb=()");

/// A page of a foreign site that opens the wallet has no access to its window.
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const SAME_ORIGIN: HeaderValue = HeaderValue::from_static("same-origin");

/// The URL of a file contains the hash of all files, so the content never changes.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const NO_CACHE: HeaderValue = HeaderValue::from_static("no-cache");

/// Adds the page to the routes of the services.
pub fn with_wallet_page(app: Router) -> Router {
    let page = Router::new()
        .route("/wallet", get(index))
        .route("/wallet/", get(async || Redirect::permanent("/wallet")))
        .route("/wallet/sw.js", get(worker))
        .route("/wallet/{version}/{name}", get(file))
        .layer(map_response(with_headers));
    app.merge(page)
}

async fn index() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/html; charset=utf-8")], INDEX)
}

async fn worker() -> impl IntoResponse {
    let headers = [
        (CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (WORKER_ALLOWED, "/wallet"),
    ];
    (headers, WORKER)
}

/// Returns a file. The version must be the version that the page names, since the content differs between versions.
async fn file(Path((version, name)): Path<(String, String)>) -> Response {
    let is_current = INDEX.contains(&format!("\"/wallet/{version}/wallet.js\""));
    match FILES.iter().find(|(file, ..)| is_current && *file == name) {
        Some((_, media_type, body)) => {
            let headers = [
                (CONTENT_TYPE, HeaderValue::from_static(media_type)),
                (CACHE_CONTROL, IMMUTABLE),
            ];
            (headers, *body).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.entry(CACHE_CONTROL).or_insert(NO_CACHE);
    headers.insert(CONTENT_SECURITY_POLICY, POLICY);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(PERMISSIONS_POLICY, NO_PERMISSIONS);
    headers.insert(OPENER_POLICY, SAME_ORIGIN);
    response
}

#[cfg(test)]
mod tests;
