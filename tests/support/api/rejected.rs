//! Responses by which an HTTP server rejects one request.

use super::stub::Reply;
use serde_json::json;

/// Repetitions of each rejected request: more than the 20 recent calls by which a circuit breaker decides.
pub const REPETITIONS: usize = 25;

/// Returns the rejections: JSON, plain text and the page of a proxy.
pub fn rejections() -> Vec<Reply> {
    let text = "Invalid address, decoded address is of unknown format";
    let json = |status| Reply::json(status, json!({ "error": text }).to_string());
    vec![
        json(400),
        json(404),
        json(422),
        Reply::text(400, "text/plain", "Invalid Bitcoin address"),
        Reply::text(414, "text/html", "<html>URI Too Long"),
    ]
}
