//! Events as an HTTP API sends them, and what a function gives back for one.
//!
//! The format is payload version 2.0:
//! <https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html>.
//! Two of its ways matter here: the path comes decoded while the query does not, and a header that was
//! sent twice comes once, its values joined by commas.

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
    /// A request without a body. `path` as the gateway gives it: decoded.
    pub fn new(method: &str, path: &str) -> Self {
        let mut event: Value = serde_json::from_str(include_str!("http_api.json")).expect("our own document");
        event["rawPath"] = path.into();
        event["requestContext"]["http"]["path"] = path.into();
        event["requestContext"]["http"]["method"] = method.into();
        Self(event)
    }

    /// The query, as the caller encoded it.
    pub fn query(mut self, raw: &str) -> Self {
        self.0["rawQueryString"] = raw.into();
        self
    }

    /// A header; `name` in lower case, as the gateway makes it.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.0["headers"][name] = value.into();
        self
    }

    /// The cookies, which the gateway takes out of the headers.
    pub fn cookies(mut self, cookies: &[&str]) -> Self {
        self.0["cookies"] = json!(cookies);
        self
    }

    /// A JSON body.
    pub fn json(self, body: &Value) -> Self {
        self.text("application/json", &body.to_string())
    }

    /// A body of text.
    pub fn text(self, content_type: &str, body: &str) -> Self {
        let mut event = self
            .header("content-type", content_type)
            .header("content-length", &body.len().to_string());
        event.0["body"] = body.into();
        event
    }

    /// The body in base64, as the gateway sends what it does not take for text.
    pub fn in_base64(mut self) -> Self {
        let body = self.0["body"].as_str().expect("a body was set");
        self.0["body"] = STANDARD.encode(body).into();
        self.0["isBase64Encoded"] = true.into();
        self
    }

    /// Anything else.
    pub fn with(mut self, change: impl FnOnce(&mut Value)) -> Self {
        change(&mut self.0);
        self
    }

    /// The event as it comes.
    pub fn into_json(self) -> Value {
        self.0
    }
}

/// What the function gives back, read as the gateway reads it.
#[derive(Debug)]
pub struct Answer(pub Value);

impl Answer {
    /// The status.
    pub fn status(&self) -> u64 {
        self.0["statusCode"].as_u64().expect("an answer has a status")
    }

    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.0["headers"][name].as_str()
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        assert_eq!(self.0["isBase64Encoded"], false, "JSON goes out as text: {}", self.0);
        let body = self.0["body"].as_str().expect("an answer has a body");
        serde_json::from_str(body).expect("the body is JSON")
    }

    /// Status and error code.
    pub fn refusal(&self) -> (u64, String) {
        let code = self.json()["error"]["code"].as_str().unwrap_or_default().to_owned();
        (self.status(), code)
    }
}

/// Sends an event through the runtime's own conversion into the router and back, as `lambda_http::run` does.
pub async fn invoke(router: &Router, event: Event) -> Answer {
    let request: LambdaRequest = serde_json::from_value(event.into_json()).expect("lambda_http knows the event");
    let event = LambdaEvent::new(request, Context::default());
    let answer = Adapter::from(router.clone())
        .call(event)
        .await
        .expect("a router never fails");
    Answer(serde_json::to_value(answer).expect("an answer is JSON"))
}
