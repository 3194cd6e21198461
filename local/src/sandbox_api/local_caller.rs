//! Protection of the sandbox endpoints from foreign web pages. The endpoints require no token.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use wallet_http::ApiError;
use wallet_sandbox::local_caller::foreign_header;

/// Rejects a request that a foreign page caused.
pub async fn require(request: Request, next: Next) -> Response {
    match foreign_header(request.headers()) {
        None => next.run(request).await,
        Some(name) => {
            let message =
                "Call the sandbox by the address of this machine, from a page of this machine or without a page.";
            ApiError::invalid_request(message).at(name.as_str()).into_response()
        }
    }
}
