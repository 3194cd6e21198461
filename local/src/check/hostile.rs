//! Invalid calls to every documented operation, which have to be rejected as documented.

use super::contract::Kind;
use super::document::{Document, Operation};
use super::recorder::Recorder;
use serde_json::Value;
use uuid::Uuid;
use wallet_client::{Method, Request, Response};

/// A byte more than the largest accepted body.
const TOO_LARGE: usize = 256 * 1024 + 1;
/// A chain that no deployment serves.
const UNKNOWN_CHAIN: &str = "nochain";
/// A path that no service has.
const UNKNOWN_PATH: &str = "no/such/path/at/all";

/// The statuses and codes with which a call may be rejected; no code means any documented code.
type Rejections = &'static [(u16, Option<&'static str>)];

const UNAUTHORIZED: Rejections = &[(401, Some("unauthorized"))];
const INVALID_TOKEN: Rejections = &[(401, Some("invalid_token"))];
const UNKNOWN: Rejections = &[(404, Some("chain_not_supported"))];
const NOT_FOUND: Rejections = &[(404, Some("not_found"))];
const METHOD: Rejections = &[(405, Some("method_not_allowed"))];
const MALFORMED: Rejections = &[(400, Some("invalid_request"))];
const INVALID: Rejections = &[(400, None)];
const TOO_LARGE_BODY: Rejections = &[(413, Some("payload_too_large"))];
const MEDIA_TYPE: Rejections = &[(415, Some("unsupported_media_type"))];
/// The token of the run lacks the permission of this operation.
const PERMISSION: Rejections = &[(403, Some("insufficient_permission"))];

struct Call<'a> {
    operation: &'a str,
    case: &'static str,
    method: Method,
    path: String,
    token: Option<&'a str>,
    content_type: Option<&'static str>,
    body: Option<Vec<u8>>,
    expected: Rejections,
}

/// The tokens of a run.
pub struct Tokens {
    /// A token with the permission `read`.
    pub read: Option<String>,
    /// A token with the permission `notify`, if the merchant may grant it.
    pub notify: Option<String>,
}

impl Tokens {
    /// Returns the token for a service.
    fn of(&self, service: &str) -> Option<&str> {
        let notify = self.notify.as_deref().filter(|_| service == "notifications");
        notify.or(self.read.as_deref())
    }
}

/// Makes the calls.
pub async fn make(recorder: &Recorder, tokens: &Tokens) {
    for document in recorder.documents() {
        let token = tokens.of(&document.service);
        let path = format!("/{}/v1/{UNKNOWN_PATH}", document.service);
        let name = format!("GET {path}");
        make_one(
            recorder,
            &plain(&name, "an unknown path", Method::Get, path.clone(), NOT_FOUND),
        )
        .await;
        for operation in &document.operations {
            for call in calls(document, operation, token) {
                make_one(recorder, &call).await;
            }
            if operation.has_body {
                let token = token.filter(|_| operation.requires_token);
                make_with_invalid_bodies(recorder, operation, token).await;
            }
        }
    }
}

fn plain<'a>(operation: &'a str, case: &'static str, method: Method, path: String, expected: Rejections) -> Call<'a> {
    Call {
        operation,
        case,
        method,
        path,
        token: None,
        content_type: None,
        body: None,
        expected,
    }
}

/// Returns the calls without a relevant body.
fn calls<'a>(document: &'a Document, operation: &'a Operation, token: Option<&'a str>) -> Vec<Call<'a>> {
    let path = operation.path_with(None);
    let call = |case, method, path, expected| plain(&operation.name, case, method, path, expected);
    let mut calls = Vec::new();
    if operation.requires_token {
        calls.push(call("no token", operation.method, path.clone(), UNAUTHORIZED));
        calls.push(Call {
            token: Some("not-a-token"),
            ..call("an invalid token", operation.method, path.clone(), INVALID_TOKEN)
        });
    }
    if operation.parameters.iter().any(|(name, _)| name == "chain") {
        let path = operation.path_with(Some(("chain", UNKNOWN_CHAIN)));
        calls.push(Call {
            token,
            ..call("an unknown chain", operation.method, path, UNKNOWN)
        });
    }
    if operation.has_required_query {
        calls.push(Call {
            token,
            ..call("no query", operation.method, path.clone(), INVALID)
        });
    }
    let methods = [Method::Delete, Method::Put, Method::Post, Method::Get];
    let other = methods
        .into_iter()
        .find(|method| document.find(*method, &path).is_none());
    calls.extend(other.map(|method| call("another method", method, path, METHOD)));
    calls
}

/// Sends invalid bodies. If the token lacks the permission of the operation, all of them have to be rejected for this.
async fn make_with_invalid_bodies(recorder: &Recorder, operation: &Operation, token: Option<&str>) {
    let json = Some("application/json");
    let mut cases = vec![
        ("a malformed body", json, b"{\"".to_vec(), MALFORMED),
        ("an array as the body", json, b"[]".to_vec(), INVALID),
        ("a number as the body", json, b"7".to_vec(), INVALID),
        ("a body that is not UTF-8", json, b"{\"\xff\":1}".to_vec(), INVALID),
        ("a body of another type", Some("text/plain"), b"{}".to_vec(), MEDIA_TYPE),
        ("a body that is too large", json, vec![b' '; TOO_LARGE], TOO_LARGE_BODY),
    ];
    if is_reserved(operation) && lacks_permission(recorder, operation, token).await {
        for case in &mut cases {
            case.3 = PERMISSION;
        }
    }
    for (case, content_type, body, expected) in cases {
        let call = Call {
            token,
            content_type,
            body: Some(body),
            ..plain(
                &operation.name,
                case,
                operation.method,
                operation.path_with(None),
                expected,
            )
        };
        make_one(recorder, &call).await;
    }
}

/// Returns true if an operation may require more than the permission `read`: edits of assets and accounts, and subscriptions.
fn is_reserved(operation: &Operation) -> bool {
    operation.requires_token
        && ["/asset-info/", "/authorization/", "/notifications/"]
            .iter()
            .any(|service| operation.path.starts_with(service))
}

async fn lacks_permission(recorder: &Recorder, operation: &Operation, token: Option<&str>) -> bool {
    let call = Call {
        token,
        content_type: Some("application/json"),
        body: Some(b"[]".to_vec()),
        ..plain(
            &operation.name,
            "",
            operation.method,
            operation.path_with(None),
            PERMISSION,
        )
    };
    let response = recorder.exchange(request(recorder, &call)).await;
    response.is_some_and(|response| response.status == 403)
}

async fn make_one(recorder: &Recorder, call: &Call<'_>) {
    // The recorder has a finding if there is no response.
    let Some(response) = recorder.exchange(request(recorder, call)).await else {
        return;
    };
    let found = code(&response);
    let is_expected = |(status, code): &(u16, Option<&str>)| {
        *status == response.status && code.is_none_or(|code| found.as_deref() == Some(code))
    };
    if !call.expected.iter().any(is_expected) {
        let expected: Vec<_> = call
            .expected
            .iter()
            .map(|(status, code)| text(*status, *code))
            .collect();
        let problem = format!(
            "{}: the response is {}, expected {}",
            call.case,
            text(response.status, found.as_deref()),
            expected.join(" or ")
        );
        let id = response.header("request-id").map(str::to_owned);
        recorder.add(Kind::Rejection, call.operation, problem, id);
    }
}

fn text(status: u16, code: Option<&str>) -> String {
    code.map_or_else(|| status.to_string(), |code| format!("{status} {code}"))
}

fn code(response: &Response) -> Option<String> {
    let body: Value = serde_json::from_slice(&response.body).ok()?;
    Some(body.pointer("/error/code")?.as_str()?.to_owned())
}

fn request(recorder: &Recorder, call: &Call<'_>) -> Request {
    let mut headers = vec![("request-id", Uuid::new_v4().to_string())];
    headers.extend(call.token.map(|token| ("authorization", format!("Bearer {token}"))));
    headers.extend(call.content_type.map(|kind| ("content-type", kind.to_owned())));
    Request::builder()
        .method(call.method)
        .url(recorder.url(&call.path))
        .headers(headers)
        .maybe_body(call.body.clone())
        .build()
}
