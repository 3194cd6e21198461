//! The added chain is in no document, so its responses are compared with none.

use axum::http::{HeaderMap, Method, StatusCode};

/// Accepts every response.
pub const fn check(_: &Method, _: &str, _: StatusCode, _: &HeaderMap, _: &[u8]) {}
