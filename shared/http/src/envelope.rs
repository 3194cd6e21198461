//! The envelope of every JSON response.
//!
//! Handlers and extractors attach a [`Payload`] to an empty response; the outermost layer ([`wrap`]) writes the
//! body, so only that layer needs the request id.

use crate::error::{ApiError, status};
use crate::request_id::{self, RequestId};
use crate::telemetry;
use axum::body::Body;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE, X_CONTENT_TYPE_OPTIONS};
use http::{HeaderMap, HeaderValue, StatusCode};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::time::{Duration, Instant};
use utoipa::ToSchema;
use uuid::Uuid;

/// The return type of a handler.
pub type HandlerResult<T> = Result<Data<T>, ApiError>;

/// A successful result, serialised as `{ "requestId", "data": … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data<T>(pub T);

/// A result with its fields at the same level as `requestId`, where the specification requires it: `{ "requestId", …
/// }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flat<T>(pub T);

/// The envelope of a result, for the OpenAPI document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Envelope<T> {
    /// The id of the request, for support.
    #[schema(example = "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a")]
    pub request_id: Uuid,
    /// The result.
    pub data: T,
}

/// The envelope of a [`Flat`] result, for the OpenAPI document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FlatEnvelope<T> {
    /// The id of the request, for support.
    #[schema(example = "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a")]
    pub request_id: Uuid,
    /// The result.
    #[serde(flatten)]
    pub fields: T,
}

/// The content that the outermost layer writes into the body.
#[derive(Clone, Debug)]
pub(crate) enum Payload {
    /// A result, already serialised.
    Data(Box<RawValue>),
    /// The fields of a result.
    Fields(Map<String, Value>),
    /// An error.
    Error(ApiError),
}

impl Payload {
    pub(crate) fn into_response(self, status: StatusCode) -> Response {
        let mut response = status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl<T: Serialize> IntoResponse for Data<T> {
    fn into_response(self) -> Response {
        match serde_json::value::to_raw_value(&self.0) {
            Ok(data) => Payload::Data(data).into_response(StatusCode::OK),
            Err(error) => ApiError::internal(error).into_response(),
        }
    }
}

impl<T: Serialize> IntoResponse for Flat<T> {
    fn into_response(self) -> Response {
        match serde_json::to_value(&self.0) {
            Ok(Value::Object(fields)) => Payload::Fields(fields).into_response(StatusCode::OK),
            Ok(_) => ApiError::internal("a result without fields").into_response(),
            Err(error) => ApiError::internal(error).into_response(),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = status(self.code);
        Payload::Error(self).into_response(status)
    }
}

impl ApiError {
    /// Adds `retryAfter` to the details of a 429.
    fn with_retry_detail(self) -> Self {
        match self.retry_after {
            Some(delay) if status(self.code) == StatusCode::TOO_MANY_REQUESTS => {
                self.detail("retryAfter", whole_seconds(delay))
            }
            _ => self,
        }
    }
}

/// Returns the seconds of `Retry-After`, rounded up, at least 1.
fn whole_seconds(delay: Duration) -> u64 {
    u64::try_from(delay.as_millis().div_ceil(1000))
        .unwrap_or(u64::MAX)
        .max(1)
}

/// The outermost layer: assigns the request id, and writes the envelope, the shared headers and the log line.
pub(crate) async fn wrap(mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = RequestId::from_headers(request.headers());
    request.extensions_mut().insert(id.clone());
    let note = telemetry::Note::of(&request, id.clone());
    let response = note.observe(next.run(request)).await;
    let (response, code) = finish(response, &id);
    note.log(response.status(), code, started.elapsed());
    response
}

/// Writes body and headers; returns the error code for the log.
fn finish(mut response: Response, id: &RequestId) -> (Response, Option<&'static str>) {
    let payload = response.extensions_mut().remove::<Payload>();
    let code = match &payload {
        Some(Payload::Error(error)) => Some(error.code.name()),
        _ => None,
    };
    if let Some(payload) = payload {
        if let Payload::Error(error) = &payload {
            add_error_headers(response.headers_mut(), error);
        }
        *response.body_mut() = Body::from(body(id, &payload));
        response.headers_mut().remove(http::header::CONTENT_LENGTH);
        response
            .headers_mut()
            .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    let headers = response.headers_mut();
    headers
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Ok(value) = HeaderValue::from_str(id.as_str()) {
        headers.insert(request_id::HEADER, value);
    }
    (response, code)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SuccessBody<'a> {
    request_id: &'a str,
    data: &'a RawValue,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FlatBody<'a> {
    request_id: &'a str,
    #[serde(flatten)]
    fields: &'a Map<String, Value>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FailureBody<'a> {
    request_id: &'a str,
    error: ErrorObject,
}

/// An error in a response.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ErrorObject {
    /// The stable code.
    #[schema(example = "invalid_address")]
    code: &'static str,
    /// One plain sentence that explains how to proceed.
    #[schema(example = "Invalid address checksum (ERC-55): a digit may be mistyped.")]
    message: String,
    /// True if the same request may succeed later.
    #[schema(example = false)]
    retriable: bool,
    /// The JSON path of the invalid input. Absent if no input is invalid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = String, example = "requests[3].address")]
    field: Option<String>,
    /// Additional data that depends on the code. Absent without any.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schema(required = false, value_type = Object)]
    details: Map<String, Value>,
}

impl From<ApiError> for ErrorObject {
    fn from(error: ApiError) -> Self {
        let error = error.with_retry_detail();
        Self {
            code: error.code.name(),
            message: error.message.into_owned(),
            retriable: error.code.is_retriable(),
            field: error.field,
            details: error.details,
        }
    }
}

fn body(id: &RequestId, payload: &Payload) -> Vec<u8> {
    let body = match payload {
        Payload::Data(data) => serde_json::to_vec(&SuccessBody {
            request_id: id.as_str(),
            data,
        }),
        Payload::Fields(fields) => serde_json::to_vec(&FlatBody {
            request_id: id.as_str(),
            fields,
        }),
        Payload::Error(error) => serde_json::to_vec(&FailureBody {
            request_id: id.as_str(),
            error: error.clone().into(),
        }),
    };
    body.expect("strings, booleans and JSON values always serialise")
}

/// Adds `Retry-After` (seconds, rounded up) and `WWW-Authenticate` (RFC 6750, section 3).
fn add_error_headers(headers: &mut HeaderMap, error: &ApiError) {
    if let Some(delay) = error.retry_after {
        headers.insert(RETRY_AFTER, HeaderValue::from(whole_seconds(delay)));
    }
    if let Some(challenge) = challenge(error)
        && let Ok(value) = HeaderValue::from_str(&challenge)
    {
        headers.insert(WWW_AUTHENTICATE, value);
    }
}

fn challenge(error: &ApiError) -> Option<String> {
    use crate::error::ErrorCode::{InsufficientPermission, InvalidToken, TokenExpired};
    match (error.code, status(error.code)) {
        (InvalidToken | TokenExpired, _) => Some(r#"Bearer error="invalid_token""#.to_owned()),
        (InsufficientPermission, _) => {
            let scope = error
                .details
                .get("required")
                .and_then(Value::as_str)
                .unwrap_or_default();
            Some(format!(r#"Bearer error="insufficient_scope", scope="{scope}""#))
        }
        (_, StatusCode::UNAUTHORIZED) => Some("Bearer".to_owned()),
        _ => None,
    }
}
