//! The routes of the site on the local server.

use super::{FILES, File, PATH, policy, start};
use axum::Router;
use axum::extract::Path;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

/// A page of another site that opens one of these pages has no access to its window.
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Adds the start page and the documentation to the services.
pub fn with_site(app: Router) -> Router {
    let site = Router::new()
        .route("/", get(start_page))
        .route(PATH, get(async || Redirect::permanent("/docs/")))
        .route("/docs/", get(async || page("index.html")))
        .route("/docs/{*path}", get(async |Path(path): Path<String>| page(&path)))
        .layer(map_response(with_headers));
    app.merge(site)
}

/// `GET /`: HTML for browsers, otherwise a few lines of text.
async fn start_page(headers: HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    if accepted.is_some_and(|accepted| accepted.contains("text/html")) {
        return ([(CONTENT_TYPE, super::HTML)], start::html()).into_response();
    }
    ([(CONTENT_TYPE, "text/plain; charset=utf-8")], start::text()).into_response()
}

fn page(path: &str) -> Response {
    match FILES.get(path) {
        Some(File { media_type, body }) => ([(CONTENT_TYPE, *media_type)], body.as_slice()).into_response(),
        None => (StatusCode::NOT_FOUND, [(CONTENT_TYPE, super::HTML)], start::not_found()).into_response(),
    }
}

async fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    if let Ok(policy) = policy::header().try_into() {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
