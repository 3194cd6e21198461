//! Requests with any content.

use axum::body::Body;
use axum::http::{Method, Request};

/// The body of a request.
pub enum Content {
    /// No body.
    Empty,
    /// This text with the media type of JSON.
    Json(String),
    /// A JSON object with a different media type.
    Text,
}

/// Returns a request with a bearer token, if not empty.
pub fn build(method: Method, path: &str, token: &str, content: Content) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path);
    if !token.is_empty() {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let (media_type, body) = match content {
        Content::Empty => ("application/json", Body::empty()),
        Content::Json(text) => ("application/json", Body::from(text)),
        Content::Text => ("text/plain", Body::from("{}")),
    };
    let request = request.header("content-type", media_type);
    request.body(body).expect("a well-formed request")
}
