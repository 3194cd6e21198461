//! The documents of several services, and the comparison of responses with them.

use super::document::{Document, DocumentedHeader, DocumentedResponse, Operation};
use serde::Serialize;
use serde_json::Value;
use wallet_client::{Request, Response};

/// The media type of JSON.
const JSON: &str = "application/json";
/// The most deviations that are reported of a body.
const MAX_VIOLATIONS: usize = 5;

/// The kind of a deviation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The document is invalid.
    Document,
    /// No complete response was received.
    NoResponse,
    /// A path or status that is not documented, or a status that reports an internal error.
    Status,
    /// An error code that is not documented for the operation and the status.
    Code,
    /// A header that is missing or does not match the schema.
    Header,
    /// A body that does not match the schema.
    Body,
    /// A valid call that failed.
    Call,
    /// An invalid call that was not rejected as documented.
    Rejection,
    /// A step of a payment that failed.
    Payment,
}

/// A deviation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// The kind.
    pub kind: Kind,
    /// The operation as documented, or the chain and the step of a payment.
    pub subject: String,
    /// The found and the expected facts. Values of responses are masked, since some are secrets.
    pub problem: String,
    /// The id of the first request with this finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// The number of responses with this finding.
    pub times: u64,
}

/// A deviation of a response.
pub type Problem = (Kind, String);

/// The documents of several services.
pub struct Contract(Vec<Document>);

impl Contract {
    /// Creates the contract of the documents.
    pub fn new(documents: Vec<Document>) -> Self {
        Self(documents)
    }

    /// Returns the documents.
    pub fn documents(&self) -> &[Document] {
        &self.0
    }

    /// Returns the document of the service of a path.
    pub fn document(&self, path: &str) -> Option<&Document> {
        let service = path.split('/').nth(1).unwrap_or_default();
        self.0.iter().find(|document| document.service == service)
    }

    /// Returns the name of the operation at a path, or of an undocumented request, with the deviations of its
    /// response.
    pub fn compare(&self, path: &str, request: &Request, response: &Response) -> (String, Vec<Problem>) {
        let method = request.method;
        // A path with a different method still has a documented rejection.
        let found = self.document(path).and_then(|document| {
            let operation = document.find(method, path);
            Some((document, operation.or_else(|| document.at_path(path).next())?))
        });
        let Some((document, operation)) = found else {
            return (format!("{} {path}", method.name()), of_unknown_path(response));
        };
        let problems = of_operation(document, operation, request, response);
        if operation.method == method || response.status == 405 {
            return (operation.name.clone(), problems);
        }
        let Operation { path, .. } = operation;
        let problem = format!("the method is not documented, and the status is {}", response.status);
        (format!("{} {path}", method.name()), vec![(Kind::Status, problem)])
    }
}

/// Returns the deviations of a response to a documented operation.
fn of_operation(document: &Document, operation: &Operation, request: &Request, response: &Response) -> Vec<Problem> {
    let Some(expected) = operation.responses.get(&response.status) else {
        return vec![(
            Kind::Status,
            format!("the status {} is not documented", response.status),
        )];
    };
    let mut problems = Vec::new();
    if response.status == 500 {
        problems.push((Kind::Status, "an internal error".to_owned()));
    }
    problems.extend(headers(document, expected, request, response));
    problems.extend(content(document, expected, response));
    problems
}

/// Returns the deviations of a response to a path that is not documented.
fn of_unknown_path(response: &Response) -> Vec<Problem> {
    let code = serde_json::from_slice::<Value>(&response.body).ok();
    let code = code.as_ref().and_then(|body| body.pointer("/error/code")?.as_str());
    // A gateway limits the rate before the selection of a path.
    if (response.status, code) == (404, Some("not_found")) || response.status == 429 {
        return Vec::new();
    }
    vec![(
        Kind::Status,
        format!(
            "the path is not documented, and the response has the status {}",
            response.status
        ),
    )]
}

/// Compares the media type, and a JSON body.
fn content(document: &Document, expected: &DocumentedResponse, response: &Response) -> Vec<Problem> {
    let types = &expected.media_types;
    if types.is_empty() {
        let is_empty = response.body.is_empty();
        return (!is_empty)
            .then(|| (Kind::Body, "a body is not documented".to_owned()))
            .into_iter()
            .collect();
    }
    let declared = response.header("content-type").unwrap_or_default();
    let declared = declared.split(';').next().unwrap_or_default().trim();
    if !types.iter().any(|media_type| media_type == declared) {
        let problem = format!("the content type is not {}", types.join(" or "));
        return vec![(Kind::Header, problem)];
    }
    match &expected.schema {
        Some(schema) if declared == JSON => body(document, expected, schema, response),
        _ => Vec::new(),
    }
}

fn body(document: &Document, expected: &DocumentedResponse, schema: &Value, response: &Response) -> Vec<Problem> {
    let Ok(value) = serde_json::from_slice::<Value>(&response.body) else {
        return vec![(Kind::Body, "the body is not JSON".to_owned())];
    };
    // The gateway's responses have no code.
    let code = value.pointer("/error/code").and_then(Value::as_str);
    if let (Some(codes), Some(code)) = (&expected.codes, code)
        && !codes.iter().any(|documented| documented == code)
    {
        let status = response.status;
        return vec![(
            Kind::Code,
            format!("the code {code} is not documented for the status {status}"),
        )];
    }
    let mut problems = Vec::new();
    let id = value.get("requestId").and_then(Value::as_str);
    if id.is_some_and(|id| response.header("request-id") != Some(id)) {
        problems.push((Kind::Header, "request-id differs from requestId in the body".to_owned()));
    }
    match document.violations(schema, &value) {
        Ok(violations) => {
            let violations = violations.into_iter().take(MAX_VIOLATIONS);
            problems.extend(violations.map(|violation| (Kind::Body, violation)));
        }
        Err(_) => problems.push((Kind::Document, format!("the schema of {} is invalid", response.status))),
    }
    problems
}

fn headers(document: &Document, expected: &DocumentedResponse, request: &Request, response: &Response) -> Vec<Problem> {
    let mut problems = Vec::new();
    for header in &expected.headers {
        let name = &header.name;
        match response.header(name) {
            Some(value) => {
                let violations = document.violations(&header.schema, &typed(value, &header.schema));
                match violations {
                    Ok(violations) => problems.extend(
                        (violations.into_iter()).map(|violation| (Kind::Header, format!("{name}: {violation}"))),
                    ),
                    Err(_) => problems.push((Kind::Document, format!("the schema of the header {name} is invalid"))),
                }
            }
            None if is_mandatory(header, response.status) => {
                problems.push((Kind::Header, format!("{name} is missing")));
            }
            None => {}
        }
    }
    let sent = request.headers.iter().find(|(name, _)| *name == "request-id");
    let returned = response.header("request-id");
    if let (Some((_, sent)), Some(returned)) = (sent, returned)
        && sent != returned
    {
        problems.push((Kind::Header, "request-id is not that of the request".to_owned()));
    }
    problems
}

/// Returns true if a documented header has to be present: always, by RFC 9110 (sections 11.6.1 and 15.5.6), or since
/// every response of a service has the header. Only the gateway responds with 429 without an id.
fn is_mandatory(header: &DocumentedHeader, status: u16) -> bool {
    header.is_required
        || match &*header.name {
            "request-id" => status != 429,
            "www-authenticate" => status == 401,
            "allow" => status == 405,
            _ => false,
        }
}

/// Returns the value of a header as the type of the schema.
fn typed(value: &str, schema: &Value) -> Value {
    match schema["type"].as_str() {
        Some("integer" | "number") => serde_json::from_str(value).unwrap_or_else(|_| value.into()),
        _ => value.into(),
    }
}
