//! JSON bodies. Checked in the order 415, 413, 400; a missing body without a content type is 400.

use crate::error::{ApiError, ErrorCode};
use axum::body::HttpBody as _;
use axum::extract::{FromRequest, Request};
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeSeed;
use serde_json::Deserializer;
use wallet_core::wire::{FromFields, Known};

/// The maximum size of a body: 256 KiB.
pub const MAX_BODY_BYTES: usize = 256 * 1024;

/// A JSON object from the request body.
#[derive(Clone, Debug)]
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: FromFields> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        if !request.headers().contains_key(CONTENT_TYPE) && request.body().is_end_stream() {
            return Err(not_an_object());
        }
        if !is_json(request.headers()) {
            let message = "Send the body as Content-Type: application/json.";
            return Err(ApiError::new(ErrorCode::UnsupportedMediaType, message));
        }
        // A body declared as too large is rejected before it has arrived.
        if request.body().size_hint().lower() > MAX_BODY_BYTES as u64 {
            return Err(too_large());
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
        too_large()
    } else {
        ApiError::invalid_request("The body ended early; send it again.")
    }
}

fn too_large() -> ApiError {
    ApiError::new(ErrorCode::PayloadTooLarge, "Send a body of at most 256 KiB.")
}

fn not_an_object() -> ApiError {
    ApiError::invalid_request("Send a JSON object as the body.")
}

fn parse<T: FromFields>(bytes: &[u8]) -> Result<T, ApiError> {
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err(not_an_object());
    }
    let mut json = Deserializer::from_slice(bytes);
    let fields = Known::of::<T>().deserialize(&mut json);
    let fields = fields.and_then(|fields| json.end().map(|()| fields));
    let invalid = |error: serde_json::Error| {
        let (line, column) = (error.line(), error.column());
        ApiError::invalid_request(format!("The body is not valid JSON (line {line}, column {column})."))
    };
    fields.map(|mut fields| T::take("", &mut fields)).map_err(invalid)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Bytes;
    use http_body::{Frame, SizeHint};
    use std::convert::Infallible;
    use std::pin::Pin;
    use std::task::{Context, Poll};
    use std::time::Duration;

    wallet_core::request! {
        #[derive(Debug)]
        struct Empty {}
    }

    async fn rejection(content_type: Option<&str>, body: axum::body::Body) -> (ErrorCode, String) {
        let mut request = Request::new(body);
        if let Some(content_type) = content_type {
            let value = content_type.parse().unwrap();
            request.headers_mut().insert(CONTENT_TYPE, value);
        }
        let extraction = Body::<Empty>::from_request(request, &());
        let result = tokio::time::timeout(Duration::from_secs(5), extraction).await.unwrap();
        let error = result.unwrap_err();
        (error.code, error.message.into_owned())
    }

    #[tokio::test]
    async fn missing_body_without_content_type_is_an_invalid_request() {
        let (code, message) = rejection(None, axum::body::Body::empty()).await;
        assert_eq!(code, ErrorCode::InvalidRequest);
        assert_eq!(message, "Send a JSON object as the body.");
        for (content_type, body) in [(Some("text/plain"), ""), (Some(""), ""), (None, "{}")] {
            let (code, _) = rejection(content_type, body.into()).await;
            assert_eq!(code, ErrorCode::UnsupportedMediaType, "{content_type:?}");
        }
    }

    /// A body with a declared length in bytes that never yields data.
    struct DeclaredBody(u64);

    impl http_body::Body for DeclaredBody {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            Poll::Pending
        }

        fn size_hint(&self) -> SizeHint {
            SizeHint::with_exact(self.0)
        }
    }

    #[tokio::test]
    async fn body_declared_too_large_is_rejected_before_it_arrives() {
        let body = axum::body::Body::new(DeclaredBody(256 * 1024 + 1));
        let (code, _) = rejection(Some("application/json"), body).await;
        assert_eq!(code, ErrorCode::PayloadTooLarge);
    }
}
