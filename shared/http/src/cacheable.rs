//! Cacheable results with entity tags (RFC 9110, section 13).

use crate::envelope::Payload;
use crate::error::ApiError;
use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, WARNING, X_CONTENT_TYPE_OPTIONS,
};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode};
use serde::Serialize;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::convert::Infallible;

/// The cache lifetime and scope of a result. A shared cache would return it to callers without a token.
const KEEP: HeaderValue = HeaderValue::from_static("private, max-age=300");

/// The warning that a result is stale (RFC 7234, section 5.5.1; later standards have no such header).
const STALE: HeaderValue = HeaderValue::from_static("110 - \"Response is Stale\"");

/// A result with an entity tag that changes with the data.
#[derive(Clone, Debug)]
pub struct Cacheable {
    data: Box<RawValue>,
    stale: bool,
}

impl Cacheable {
    /// Serialises a result.
    pub fn new(value: &impl Serialize) -> Result<Self, ApiError> {
        let data = serde_json::value::to_raw_value(value).map_err(ApiError::internal)?;
        Ok(Self { data, stale: false })
    }

    /// Sets the stale flag of the result.
    #[must_use]
    pub fn stale(self, stale: bool) -> Self {
        Self { stale, ..self }
    }

    /// Returns the response: 304 if the client has the same result.
    pub fn respond(self, known: &IfNoneMatch) -> Response {
        let tag = tag(self.data.get());
        let mut response = if known.has(&tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            Payload::Data(self.data).into_response(StatusCode::OK)
        };
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, KEEP);
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(ETAG, tag);
        }
        if self.stale {
            headers.insert(WARNING, STALE);
        }
        response
    }
}

/// Returns an entity tag of the data: a weak tag, because the body also contains a request id.
fn tag(data: &str) -> String {
    format!("W/{}", strong_tag(data))
}

/// Returns an entity tag of a body.
fn strong_tag(body: &str) -> String {
    let hash = Sha256::digest(body);
    format!("\"{}\"", hex::encode(&hash[..16]))
}

/// The cache lifetime of an image, which is the same for every caller.
const KEEP_IMAGE: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// Disables scripts and external content of an SVG image that is opened as a page.
const PASSIVE: HeaderValue = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");

/// An SVG image with an entity tag, which may be cached for a day, also by shared caches.
#[derive(Clone, Debug)]
pub struct SvgImage(pub Cow<'static, str>);

impl SvgImage {
    /// Returns the response: 304 if the client has the same image.
    pub fn respond(self, known: &IfNoneMatch) -> Response {
        let tag = strong_tag(&self.0);
        let mut response = if known.has(&tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let mut response = self.0.into_owned().into_response();
            let headers = response.headers_mut();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"));
            response
        };
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, KEEP_IMAGE);
        headers.insert(CONTENT_SECURITY_POLICY, PASSIVE);
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(ETAG, tag);
        }
        response
    }
}

/// The entity tags of the client's cached results: the header `If-None-Match`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IfNoneMatch(Vec<String>);

impl IfNoneMatch {
    /// Returns true if any of the tags matches `tag` by weak comparison (RFC 9110, section 8.8.3.2).
    fn has(&self, tag: &str) -> bool {
        let opaque = |tag: &str| tag.strip_prefix("W/").unwrap_or(tag).to_owned();
        self.0.iter().any(|known| known == "*" || opaque(known) == opaque(tag))
    }

    fn from_headers(headers: &HeaderMap) -> Self {
        let values = headers
            .get_all(IF_NONE_MATCH)
            .iter()
            .filter_map(|value| value.to_str().ok());
        // Our tags contain no comma, so splitting a tag with a comma yields pieces that match nothing.
        Self(
            values
                .flat_map(|value| value.split(','))
                .map(|tag| tag.trim().to_owned())
                .collect(),
        )
    }
}

impl<S: Sync> FromRequestParts<S> for IfNoneMatch {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::from_headers(&parts.headers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(values: &[&str]) -> IfNoneMatch {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(IF_NONE_MATCH, value.parse().unwrap());
        }
        IfNoneMatch::from_headers(&headers)
    }

    fn respond(value: &str, known: &IfNoneMatch) -> Response {
        Cacheable::new(&value).unwrap().respond(known)
    }

    #[test]
    fn tag_changes_with_the_data() {
        let tag = |value| respond(value, &known(&[])).headers()[ETAG].clone();
        assert_eq!(tag("a"), tag("a"));
        assert_ne!(tag("a"), tag("b"));
    }

    #[test]
    fn matching_tag_yields_304() {
        let response = respond("a", &known(&[]));
        assert_eq!(response.status(), StatusCode::OK);
        let tag = response.headers()[ETAG].to_str().unwrap().to_owned();
        let strong = tag.trim_start_matches("W/");
        for header in [
            &tag,
            strong,
            "*",
            &format!("\"x\", {tag}"),
            &format!("\"x\",{strong} ,W/\"y\""),
        ] {
            let response = respond("a", &known(&[header]));
            assert_eq!(response.status(), StatusCode::NOT_MODIFIED, "{header}");
            assert_eq!(response.headers()[ETAG], tag);
            assert_eq!(response.headers()[CACHE_CONTROL], KEEP);
        }
        assert_eq!(
            respond("a", &known(&["\"x\"", &tag])).status(),
            StatusCode::NOT_MODIFIED
        );
        for header in ["", "\"x\"", &tag.replace('"', ""), &tag[..10]] {
            assert_eq!(respond("a", &known(&[header])).status(), StatusCode::OK, "{header}");
        }
    }

    #[test]
    fn stale_result_has_a_warning() {
        let response = Cacheable::new(&"a").unwrap().stale(true).respond(&known(&[]));
        assert_eq!(response.headers()[WARNING], STALE);
        assert!(respond("a", &known(&[])).headers().get(WARNING).is_none());
    }
}
