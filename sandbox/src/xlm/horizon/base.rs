//! The base URL of the server, used in links.

use axum::extract::{FromRequestParts, OriginalUri};
use axum::http::header::HOST;
use axum::http::request::Parts;
use serde_json::{Value, json};
use std::convert::Infallible;

/// The URL of the server's root, without a trailing slash.
#[derive(Clone, Debug)]
pub struct Base {
    root: String,
    /// The request path, relative to the root.
    path: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Base {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let OriginalUri(original) = OriginalUri::from_request_parts(parts, state).await?;
        let path = parts.uri.path().to_owned();
        // The path of the root is "/", and a request may end in a slash.
        let original = original.path().trim_end_matches('/');
        let prefix = original.strip_suffix(path.trim_end_matches('/')).unwrap_or("");
        let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok());
        let root = format!("http://{}{prefix}", host.unwrap_or("localhost"));
        Ok(Self { root, path })
    }
}

impl Base {
    /// Returns a link.
    pub fn link(&self, path: &str) -> Value {
        json!({ "href": format!("{}{path}", self.root) })
    }

    /// Returns a link with a parameter template.
    pub fn template(&self, path: &str) -> Value {
        json!({ "href": format!("{}{path}", self.root), "templated": true })
    }

    /// Returns the request path.
    pub fn path(&self) -> &str {
        &self.path
    }
}
