//! JSON bodies: 415, 413, then 400.

use crate::error::{ApiError, ErrorCode};
use axum::extract::{FromRequest, Request};
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;

/// The largest body that is read: 256 KiB.
pub const MAX_BODY_BYTES: usize = 256 * 1024;

/// A JSON object from the request's body.
#[derive(Clone, Debug)]
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            let message = "Send the body as Content-Type: application/json.";
            return Err(ApiError::new(ErrorCode::UnsupportedMediaType, message));
        }
        let body = Limited::new(request.into_body(), MAX_BODY_BYTES).collect().await;
        let bytes = body.map_err(|error| unread(&*error))?.to_bytes();
        parse(&bytes).map(Self)
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

fn unread(error: &(dyn std::error::Error + Send + Sync + 'static)) -> ApiError {
    if error.is::<LengthLimitError>() {
        ApiError::new(ErrorCode::PayloadTooLarge, "Send a body of at most 256 KiB.")
    } else {
        ApiError::invalid_request("The body ended early; send it again.")
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    // serde would also take an array with the fields in order.
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err(ApiError::invalid_request("Send a JSON object as the body."));
    }
    serde_json::from_slice(bytes).map_err(|error| {
        let message = format!(
            "The body is not valid JSON (line {}, column {}).",
            error.line(),
            error.column()
        );
        ApiError::invalid_request(message)
    })
}
