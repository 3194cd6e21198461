//! `GET /wallet`: the reference wallet page.
//!
//! The page is built from `clients/wallet` and committed as built, so that Cargo needs no Node.js
//! (docs/decisions/clients.md#embedded-wallet-page). Only the local server has the page.

use std::borrow::Cow;

use axum::Router;
use axum::extract::Path;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use wallet_embedded::WalletPage;

/// The service worker, whose URL is the same for all versions, since browsers look there for updates.
const WORKER: &str = "sw.js";

/// The page is above the folder of the service worker.
const WORKER_ALLOWED: HeaderName = HeaderName::from_static("service-worker-allowed");

/// The page holds keys: only its script runs, nothing else is loaded, only this server is connected to, no foreign page
/// frames the wallet, and no text becomes code, except the constant URL of the service worker.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types service-worker",
);
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
/// The camera reads the address of a recipient from a QR code.
const PERMISSIONS: HeaderValue =
    HeaderValue::from_static("camera=(self), microphone=(), geolocation=(), payment=(), usb=()");

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

async fn index() -> Response {
    with_type("index.html").into_response()
}

async fn worker() -> Response {
    ([(WORKER_ALLOWED, "/wallet")], with_type(WORKER)).into_response()
}

/// Returns a file. The version must be the version that the page names, since the content differs between versions.
async fn file(Path((version, name)): Path<(String, String)>) -> Response {
    let is_current = str::from_utf8(&content("index.html").unwrap_or_default())
        .is_ok_and(|index| index.contains(&format!("\"/wallet/{version}/wallet.js\"")));
    if is_current && name != "index.html" && name != WORKER {
        ([(CACHE_CONTROL, IMMUTABLE)], with_type(&name)).into_response()
    } else {
        StatusCode::NOT_FOUND.into_response()
    }
}

fn content(name: &str) -> Option<Cow<'static, [u8]>> {
    WalletPage::get(name).map(|file| file.data)
}

/// Returns the content of a file with the media type of the ending of the name, or 404.
fn with_type(name: &str) -> Result<impl IntoResponse + use<>, StatusCode> {
    let media_type = match name.rsplit_once('.') {
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "png")) => "image/png",
        Some((_, "svg")) => "image/svg+xml",
        Some((_, "webmanifest")) => "application/manifest+json",
        _ => return Err(StatusCode::NOT_FOUND),
    };
    let content = content(name).ok_or(StatusCode::NOT_FOUND)?;
    Ok(([(CONTENT_TYPE, HeaderValue::from_static(media_type))], content))
}

async fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.entry(CACHE_CONTROL).or_insert(NO_CACHE);
    headers.insert(CONTENT_SECURITY_POLICY, POLICY);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(PERMISSIONS_POLICY, PERMISSIONS);
    headers.insert(OPENER_POLICY, SAME_ORIGIN);
    response
}

#[cfg(test)]
mod tests;
