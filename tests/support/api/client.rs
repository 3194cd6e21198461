//! Calls of a router without a socket.

use super::contract;
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

#[derive(Debug)]
pub struct TestResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// The unparsed body.
    pub text: String,
    /// The body as JSON, or `null` if it is not JSON.
    pub json: Value,
}

impl TestResponse {
    /// Returns the `result` of a success.
    #[track_caller]
    pub fn data(&self) -> &Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text);
        assert!(self.json["requestId"].is_string(), "{}", self.text);
        &self.json["data"]
    }

    /// Checks for an error with this status, code and field, in the envelope and without a result.
    #[track_caller]
    pub fn assert_error(&self, status: u16, code: &str, field: Option<&str>) {
        let error = &self.json["error"];
        let found = (self.status.as_u16(), error["code"].as_str(), error["field"].as_str());
        assert_eq!(found, (status, Some(code), field), "{}", self.text);
        assert!(
            self.json["requestId"].is_string() && self.json["data"].is_null(),
            "{}",
            self.text
        );
        let message = error["message"].as_str().unwrap_or_default();
        assert!(message.ends_with('.'), "{message}");
        let retriable =
            matches!(status, 429 | 502 | 503 | 504) || matches!(code, "transaction_not_found" | "pending_transactions");
        assert_eq!(error["retriable"], retriable, "{}", self.text);
    }

    /// Returns the seconds of `Retry-After`.
    #[track_caller]
    pub fn retry_after(&self) -> u64 {
        let seconds = self.headers.get("retry-after").and_then(|value| value.to_str().ok());
        let seconds = seconds.and_then(|text| text.parse().ok());
        seconds.unwrap_or_else(|| panic!("no Retry-After: {}", self.text))
    }

    /// Returns a value of `error.details` by name.
    pub fn detail(&self, name: &str) -> &Value {
        &self.json["error"]["details"][name]
    }
}

/// Sends one request to the router, and checks that the document of the service describes the response.
pub async fn call(router: &Router, request: Request<Body>) -> TestResponse {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = router.clone().oneshot(request).await.expect("a router never fails");
    let (head, body) = response.into_parts();
    let bytes = body.collect().await.expect("a body in memory").to_bytes();
    let text = String::from_utf8(bytes.to_vec()).expect("the response is UTF-8");
    let json = serde_json::from_str(&text).unwrap_or_default();
    contract::check(&method, &path, head.status, &head.headers, text.as_bytes());
    TestResponse {
        status: head.status,
        headers: head.headers,
        json,
        text,
    }
}

/// Returns a request with a bearer token and an optional JSON body.
pub fn request(method: Method, path: &str, token: &str, body: Option<&Value>) -> Request<Body> {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("authorization", format!("Bearer {token}"));
    match body {
        Some(body) => request
            .header("content-type", "application/json")
            .body(Body::from(body.to_string())),
        None => request.body(Body::empty()),
    }
    .expect("a well-formed request")
}
