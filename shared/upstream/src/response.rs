//! HTTP responses of upstreams, read within limits, and the errors of their transport.

use crate::base_url::KEY_PLACEHOLDER;
use crate::failure::{Failure, for_log};
use bytes::{Bytes, BytesMut};
use reqwest::header::{AGE, CACHE_CONTROL, CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use reqwest::{Response, StatusCode};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::error::Error as _;
use std::fmt::Display;
use std::time::Duration;

/// Complete response with a status that an adapter handles, 2xx or 4xx.
#[derive(Clone, Debug)]
pub struct UpstreamResponse {
    status: StatusCode,
    kind: ContentKind,
    body: Bytes,
    max_age: Option<Duration>,
}

/// Declared type of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ContentKind {
    Json,
    Text,
    Bytes,
    /// A different type: only the status counts. Allowed for error statuses of protocols with plain text.
    Unread,
}

/// Responses that a request accepts beside JSON with a status of 2xx or 4xx.
#[derive(Clone, Copy, Debug, Default)]
pub struct Accepted {
    /// Plain text.
    pub text: bool,
    /// Bytes without a format (`application/octet-stream`).
    pub bytes: bool,
    /// JSON with the status 503 and without `Retry-After`, which has the result of this very request.
    pub unavailable: bool,
}

impl UpstreamResponse {
    /// Reads a response: at most `limit` bytes.
    pub async fn read(response: Response, limit: usize, accepted: Accepted) -> Result<Self, Failure> {
        let kind = check_head(&response, accepted)?;
        let status = response.status();
        let max_age = max_age(response.headers());
        let body = match kind {
            ContentKind::Json | ContentKind::Text | ContentKind::Bytes => read_body(response, limit).await?,
            ContentKind::Unread => Bytes::new(),
        };
        Ok(Self {
            status,
            kind,
            body,
            max_age,
        })
    }

    /// Returns the HTTP status.
    pub fn status(&self) -> u16 {
        self.status.as_u16()
    }

    /// Returns the time for which the response may be used, if stated: `max-age` of `Cache-Control` less the `Age`
    /// that the response has reached in caches on the way (RFC 9111, section 4.2).
    pub const fn max_age(&self) -> Option<Duration> {
        self.max_age
    }

    /// Returns true for a status of 2xx.
    pub fn is_success(&self) -> bool {
        self.status.is_success()
    }

    /// Returns the response with the secrets replaced by the placeholder.
    #[must_use]
    pub fn without(mut self, secrets: &[&str]) -> Self {
        let text = String::from_utf8_lossy(&self.body);
        if secrets.iter().any(|secret| text.contains(secret)) {
            let hide = |text: String, secret: &&str| text.replace(secret, KEY_PLACEHOLDER);
            self.body = secrets.iter().fold(text.into_owned(), hide).into();
        }
        self
    }

    /// Returns the body of a response of type application/octet-stream.
    pub fn bytes(&self) -> Result<&[u8], Failure> {
        match self.kind {
            ContentKind::Bytes => Ok(&self.body),
            _ => Err(self.failure("no bytes")),
        }
    }

    /// Returns the body as text.
    pub fn text(&self) -> Result<&str, Failure> {
        std::str::from_utf8(&self.body).map_err(|error| self.failure(error))
    }

    /// Returns the failure for a response that has no specific meaning. The cause must be safe for the log.
    pub fn failure(&self, cause: impl Display) -> Failure {
        failure_of(self.status, cause)
    }

    /// Returns the failure to read this response, as a failure of the request alone if the status states so.
    pub fn attributed(&self, failure: Failure) -> Failure {
        match failure {
            Failure::Unusable { cause } if self.rejects_request() => Failure::RejectedRequest { cause },
            failure => failure,
        }
    }

    /// Returns true if the status concerns the request alone, and not the upstream.
    pub fn rejects_request(&self) -> bool {
        rejects_request(self.status)
    }

    /// Returns true if the status concerns the key, the address or the plan of the caller of the upstream.
    pub fn concerns_upstream(&self) -> bool {
        OF_THE_UPSTREAM.contains(&self.status())
    }

    /// Deserialises the body.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        if self.kind != ContentKind::Json {
            return Err(self.failure("no JSON"));
        }
        serde_json::from_slice(&self.body).map_err(|error| self.failure(for_log(&error.to_string())))
    }
}

/// Statuses of a gateway that lost the server behind, which may have received the request: 502 and 504, 408 of
/// proxies that timed out, and Cloudflare's 524.
const LOST: [u16; 4] = [408, 502, 504, 524];

/// Statuses of 4xx that concern the caller of the upstream instead of a single request: a missing or invalid key (401),
/// a blocked address or plan (403), a proxy (407), a lost request (408) and a rate limit (429).
const OF_THE_UPSTREAM: [u16; 5] = [401, 403, 407, 408, 429];

fn rejects_request(status: StatusCode) -> bool {
    status.is_client_error() && !OF_THE_UPSTREAM.contains(&status.as_u16())
}

/// Returns the failure for a response with this status that has no specific meaning.
fn failure_of(status: StatusCode, cause: impl Display) -> Failure {
    let cause = format!("status {}: {cause}", status.as_u16());
    if rejects_request(status) {
        Failure::RejectedRequest { cause }
    } else {
        Failure::Unusable { cause }
    }
}

/// Checks status and headers before the body is read.
fn check_head(response: &Response, accepted: Accepted) -> Result<ContentKind, Failure> {
    let status = response.status();
    let kind = || check_content_type(status, response.headers(), accepted);
    match status {
        StatusCode::SERVICE_UNAVAILABLE
            if accepted.unavailable
                && !response.headers().contains_key(RETRY_AFTER)
                && matches!(kind(), Ok(ContentKind::Json)) =>
        {
            Ok(ContentKind::Json)
        }
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => Err(Failure::Throttled {
            status: status.as_u16(),
            retry_after: retry_after(response.headers()),
        }),
        _ if LOST.contains(&status.as_u16()) => Err(Failure::Lost {
            cause: format!("status {status}"),
        }),
        _ if status.is_success() || status.is_client_error() => kind(),
        _ if status.is_server_error() => Err(Failure::ServerError {
            cause: format!("status {status}"),
        }),
        _ => Err(Failure::unusable(format_args!("status {status}"))),
    }
}

/// Accepts `application/json` and `application/…+json`, with or without parameters, and on request `text/plain` and
/// `application/octet-stream`.
fn check_content_type(status: StatusCode, headers: &HeaderMap, accepted: Accepted) -> Result<ContentKind, Failure> {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = value.and_then(|value| value.split(';').next()).unwrap_or_default();
    let essence = essence.trim().to_ascii_lowercase();
    let json = essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"));
    match essence.as_str() {
        _ if json => Ok(ContentKind::Json),
        "application/octet-stream" if accepted.bytes => Ok(ContentKind::Bytes),
        "text/plain" if accepted.text => Ok(ContentKind::Text),
        _ if accepted.text && status.is_client_error() => Ok(ContentKind::Unread),
        _ => {
            let shown = for_log(&essence);
            Err(failure_of(status, format_args!("type '{shown}'")))
        }
    }
}

/// Maximum delay that is passed on; a longer delay does not help the caller.
const MAX_RETRY_AFTER: Duration = Duration::from_hours(1);

/// Parses `Retry-After` in seconds; no upstream here uses the form with a date.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds).min(MAX_RETRY_AFTER))
}

fn max_age(headers: &HeaderMap) -> Option<Duration> {
    let control = headers.get(CACHE_CONTROL)?.to_str().ok()?.to_ascii_lowercase();
    let mut directives = control.split(',').map(str::trim);
    let seconds = directives.find_map(|directive| directive.strip_prefix("max-age=")?.parse::<u64>().ok())?;
    let age = headers
        .get(AGE)
        .and_then(|age| age.to_str().ok()?.trim().parse::<u64>().ok());
    Some(Duration::from_secs(seconds.saturating_sub(age.unwrap_or(0))))
}

/// Reads the body chunk by chunk and stops once too large. Neither a huge body nor a small body that
/// decompresses to a huge body is ever held in memory.
async fn read_body(mut response: Response, limit: usize) -> Result<Bytes, Failure> {
    let mut body = BytesMut::new();
    while let Some(chunk) = response.chunk().await.map_err(broken)? {
        if chunk.len() > limit - body.len() {
            return Err(too_long(limit));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}

fn too_long(limit: usize) -> Failure {
    Failure::TooLong {
        cause: format!("a response of more than {limit} bytes"),
    }
}

/// Classifies a transport error by the possible effect of the request at the upstream.
pub fn broken(error: reqwest::Error) -> Failure {
    // The URL may hold a key.
    let error = error.without_url();
    let cause = chain_of_causes(&error);
    if error.is_connect() || error.is_builder() {
        return Failure::NotSent { cause };
    }
    if error.is_timeout() {
        return Failure::TimedOut;
    }
    let unusable = match transport_error(&error) {
        // The response is not valid HTTP.
        Some(transport) => transport.is_parse(),
        // The response is complete and cannot be decompressed.
        None => error.is_decode(),
    };
    if unusable {
        Failure::Unusable { cause }
    } else {
        Failure::Lost { cause }
    }
}

/// Returns the error of the underlying HTTP connection, if any.
fn transport_error(error: &reqwest::Error) -> Option<&hyper::Error> {
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(transport) = cause.downcast_ref() {
            return Some(transport);
        }
        source = cause.source();
    }
    None
}

/// Formats the error and the causes in a line.
fn chain_of_causes(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    for_log(&text)
}

/// Row of a list. Rows are decoded one by one, so that an unreadable row hides no other
/// (docs/decisions/upstreams.md#unreadable-rows).
#[derive(Clone, Debug)]
pub enum ListRow<T> {
    /// The row in the wire format.
    Read(T),
    /// JSON that is not in the wire format of a row. Such a row may still show the position in the list.
    Unreadable(Value),
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for ListRow<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Ok(T::deserialize(&value).map_or_else(|_| Self::Unreadable(value), Self::Read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_row_hides_no_other() {
        let rows: Vec<ListRow<u8>> = serde_json::from_str(r#"[1, "evil", 300, 2]"#).unwrap();
        let shown = rows.iter().map(|row| match row {
            ListRow::Read(number) => number.to_string(),
            ListRow::Unreadable(value) => value.to_string(),
        });
        assert_eq!(shown.collect::<Vec<_>>(), ["1", "\"evil\"", "300", "2"]);
        let is_read = |row: &ListRow<u8>| matches!(row, ListRow::Read(_));
        assert_eq!(rows.iter().map(is_read).collect::<Vec<_>>(), [true, false, false, true]);
    }

    #[test]
    fn document_without_a_list_is_invalid() {
        for text in ["{}", "\"evil\"", "[1", "[1] evil"] {
            assert!(serde_json::from_str::<Vec<ListRow<u8>>>(text).is_err(), "{text}");
        }
    }
}
