//! Events of an HTTP API and the responses of a function.
//!
//! The format is payload version 2.0:
//! <https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html>.
//! Two properties of the event matter here: the path is decoded while the query is not, and repeated headers are
//! joined by commas into a single header.

use axum::Router;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lambda_http::request::LambdaRequest;
use lambda_http::{Adapter, Context, LambdaEvent, Service};
use serde_json::{Value, json};

/// An event under construction.
#[derive(Clone)]
pub struct Event(Value);

impl Event {
    /// Creates a request without a body, matched by the route of the template for this path. `path` is decoded, as in
    /// the gateway's events.
    pub fn new(method: &str, path: &str) -> Self {
        let mut event: Value = serde_json::from_str(include_str!("http_api.json")).expect("the document is valid JSON");
        event["rawPath"] = path.into();
        event["requestContext"]["http"]["path"] = path.into();
        event["requestContext"]["http"]["method"] = method.into();
        Self(event).with_route(&route_key(method, path))
    }

    /// Sets the route that the gateway matched.
    pub fn with_route(mut self, route_key: &str) -> Self {
        self.0["routeKey"] = route_key.into();
        self.0["requestContext"]["routeKey"] = route_key.into();
        self
    }

    /// Sets the query, percent-encoded as sent by the client.
    pub fn query(mut self, raw: &str) -> Self {
        self.0["rawQueryString"] = raw.into();
        self
    }

    /// Sets a header. `name` is in lower case, as in the gateway's events.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.0["headers"][name] = value.into();
        self
    }

    /// Sets the cookies, which the gateway removes from the headers.
    pub fn cookies(mut self, cookies: &[&str]) -> Self {
        self.0["cookies"] = json!(cookies);
        self
    }

    /// Sets a JSON body.
    pub fn json(self, body: &Value) -> Self {
        self.text("application/json", &body.to_string())
    }

    /// Sets a text body.
    pub fn text(self, content_type: &str, body: &str) -> Self {
        let mut event = self
            .header("content-type", content_type)
            .header("content-length", &body.len().to_string());
        event.0["body"] = body.into();
        event
    }

    /// Encodes the body in base64, as the gateway does for non-text bodies.
    pub fn in_base64(mut self) -> Self {
        let body = self.0["body"].as_str().expect("a body was set");
        self.0["body"] = STANDARD.encode(body).into();
        self.0["isBase64Encoded"] = true.into();
        self
    }

    /// Applies a further change.
    pub fn with(mut self, change: impl FnOnce(&mut Value)) -> Self {
        change(&mut self.0);
        self
    }

    /// Returns the event as JSON.
    pub fn into_json(self) -> Value {
        self.0
    }
}

/// Returns the route of the template for a path.
fn route_key(method: &str, path: &str) -> String {
    let service = path.split('/').nth(1).unwrap_or_default();
    let separate = authorization::THROTTLED.map(|route| route.replacen(' ', " /authorization/v1", 1));
    let exact = format!("{method} {path}");
    if separate.contains(&exact) {
        return exact;
    }
    format!("ANY /{service}/v1/{{proxy+}}")
}

/// The response of a function in the gateway's format.
#[derive(Debug)]
pub struct FunctionResponse(pub Value);

impl FunctionResponse {
    /// Returns the status code.
    pub fn status(&self) -> u64 {
        self.0["statusCode"].as_u64().expect("the response has a status")
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.0["headers"][name].as_str()
    }

    /// Returns the body as JSON.
    pub fn json(&self) -> Value {
        assert_eq!(self.0["isBase64Encoded"], false, "JSON is returned as text: {}", self.0);
        let body = self.0["body"].as_str().expect("the response has a body");
        serde_json::from_str(body).expect("the body is JSON")
    }

    /// Returns the status code and the error code.
    pub fn error(&self) -> (u64, String) {
        let code = self.json()["error"]["code"].as_str().unwrap_or_default().to_owned();
        (self.status(), code)
    }
}

/// Sends an event through the runtime's conversion into the router and back, as `lambda_http::run` does.
pub async fn invoke(router: &Router, event: Event) -> FunctionResponse {
    let request: LambdaRequest = serde_json::from_value(event.into_json()).expect("lambda_http parses the event");
    let event = LambdaEvent::new(request, Context::default());
    let response = Adapter::from(router.clone())
        .call(event)
        .await
        .expect("a router never fails");
    FunctionResponse(serde_json::to_value(response).expect("the response is JSON"))
}
