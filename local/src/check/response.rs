//! The comparison of a response with the document.

use super::document::{Document, DocumentedHeader, DocumentedResponse, Operation};
use super::problem::Kind;
use serde_json::Value;
use wallet_client::{Request, Response};

/// A deviation of one response.
pub type Problem = (Kind, String);

/// The media type of JSON.
const JSON: &str = "application/json";
/// The most deviations that are reported of one body.
const MAX_VIOLATIONS: usize = 5;

/// Returns the deviations of a response to a documented operation.
pub fn of_operation(
    document: &Document,
    operation: &Operation,
    request: &Request,
    response: &Response,
) -> Vec<Problem> {
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
pub fn of_unknown_path(response: &Response) -> Vec<Problem> {
    let code = serde_json::from_slice::<Value>(&response.body).ok();
    let code = code.as_ref().and_then(|body| body.pointer("/error/code")?.as_str());
    // A gateway limits the rate before it selects a path.
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
/// every response of a service has it. Only the gateway responds with 429 without an id.
fn is_mandatory(header: &DocumentedHeader, status: u16) -> bool {
    header.is_required
        || match &*header.name {
            "request-id" => status != 429,
            "www-authenticate" => status == 401,
            "allow" => status == 405,
            _ => false,
        }
}

/// Returns the value of a header as the type of its schema.
fn typed(value: &str, schema: &Value) -> Value {
    match schema["type"].as_str() {
        Some("integer" | "number") => serde_json::from_str(value).unwrap_or_else(|_| value.into()),
        _ => value.into(),
    }
}
