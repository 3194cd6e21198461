//! The faults of the matrix that affect every request to an upstream.

use super::fixture::{HOSTILE, IMPATIENT, PATIENT, Timeouts};
use super::upstream::Behaviour;
use crate::support::stub::Reply;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;
use std::io::Write;
use std::sync::LazyLock;
use std::time::Duration;

/// An HTTP status and an error code.
pub type Outcome = (u16, &'static str);

const ERROR: Outcome = (502, "upstream_error");
/// No upstream could be reached.
pub const UNAVAILABLE: Outcome = (503, "upstream_unavailable");
const TIMEOUT: Outcome = (504, "upstream_timeout");

/// A fault, and the visible outcome if every upstream has it.
pub struct Row {
    /// The id in the matrix.
    pub id: &'static str,
    /// A short description.
    pub description: &'static str,
    /// Creates the faulty upstream.
    pub fault: fn() -> Behaviour,
    /// The outcome of a read.
    pub read: Outcome,
    /// The outcome of a submission after which no upstream knows the transaction.
    pub send: Outcome,
}

impl Row {
    /// Returns the timeouts for this fault: short ones only if it causes a timeout.
    pub fn timeouts(&self) -> Timeouts {
        if self.read == TIMEOUT { IMPATIENT } else { PATIENT }
    }
}

const fn row(
    id: &'static str,
    description: &'static str,
    read: Outcome,
    send: Outcome,
    fault: fn() -> Behaviour,
) -> Row {
    Row {
        id,
        description,
        fault,
        read,
        send,
    }
}

/// A lost connection may have had an effect: for a read it is a connection failure, for a submission the
/// outcome is unknown.
const LOST: [Outcome; 2] = [UNAVAILABLE, TIMEOUT];

/// All faults.
pub const ROWS: &[Row] = &[
    row("F1", "connection refused", UNAVAILABLE, UNAVAILABLE, || {
        Behaviour::Closed
    }),
    row("F2", "never reads", TIMEOUT, TIMEOUT, || Behaviour::NeverReads),
    row("F2", "never responds", TIMEOUT, TIMEOUT, || reply(Reply::Hang)),
    row("F3", "reset after it read the request", LOST[0], LOST[1], || {
        reply(Reply::Reset)
    }),
    row("F3", "closed instead of a response", LOST[0], LOST[1], || raw_reply("")),
    row("F3", "closed within the response", LOST[0], LOST[1], || raw_reply(CUT)),
    row("F8", "429 with Retry-After", UNAVAILABLE, UNAVAILABLE, || {
        reply(with_retry_after(429))
    }),
    row("F8", "429 without Retry-After", UNAVAILABLE, UNAVAILABLE, || {
        reply(text(429))
    }),
    row("F8", "503 with Retry-After", UNAVAILABLE, UNAVAILABLE, || {
        reply(with_retry_after(503))
    }),
    row("F8", "503 without Retry-After", UNAVAILABLE, UNAVAILABLE, || {
        reply(text(503))
    }),
    row("F8", "504 of a gateway", LOST[0], LOST[1], || reply(html(504))),
    row("F9", "HTML with 200", ERROR, ERROR, || reply(html(200))),
    row("F9", "HTML with 403", ERROR, ERROR, || reply(html(403))),
    row("F9", "HTML with 500", ERROR, ERROR, || reply(html(500))),
    row("F9", "an error message", ERROR, ERROR, || reply(text(400))),
    row("F9", "an internal error", ERROR, ERROR, || reply(text(500))),
    row("F10", "an endless body", ERROR, ERROR, || reply(Reply::Flood)),
    row("F10", "a body that decompresses to 50 MB", ERROR, ERROR, || {
        reply(bomb())
    }),
    row("F10", "single bytes at intervals", TIMEOUT, TIMEOUT, || {
        reply(Reply::Drip(TICK))
    }),
    row("F11", "truncated JSON", ERROR, ERROR, || {
        json_reply(r#"{"evil.example":"#)
    }),
    row("F11", "an empty body", ERROR, ERROR, || json_reply("")),
    row("F11", "null", ERROR, ERROR, || json_reply("null")),
    row("F11", "a list of nonsense", ERROR, ERROR, || {
        json_reply(r#"[1, null, {"txid": "evil.example"}]"#)
    }),
    row("F11", "wrong types", ERROR, ERROR, || json_reply(&wrong_types())),
    row("F11", "depth", ERROR, ERROR, || json_reply(&"[".repeat(100_000))),
    row("F11", "not HTTP", ERROR, ERROR, || {
        raw_reply("SSH-2.0-evil.example\r\n\r\n")
    }),
    row("F11", "invalid compression", ERROR, ERROR, || {
        reply(text(200).with_header("content-encoding: gzip"))
    }),
    row("F12", "a redirect", ERROR, ERROR, || {
        reply(text(302).with_header("location: http://169.254.169.254/"))
    }),
];

const TICK: Duration = Duration::from_millis(50);
const CUT: &str = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{";

fn reply(reply: Reply) -> Behaviour {
    Behaviour::Replies(reply)
}

fn json_reply(body: &str) -> Behaviour {
    reply(Reply::ok(body))
}

fn raw_reply(bytes: &str) -> Behaviour {
    reply(Reply::Raw(bytes.as_bytes().to_vec()))
}

fn text(status: u16) -> Reply {
    Reply::json(status, json!({ "error": HOSTILE }).to_string())
}

fn with_retry_after(status: u16) -> Reply {
    text(status).with_header("retry-after: 7")
}

fn html(status: u16) -> Reply {
    Reply::text(status, "text/html", format!("<h1>Get a new wallet at {HOSTILE}</h1>"))
}

/// Returns a document with every decoded field, each of a wrong type.
fn wrong_types() -> String {
    json!({
        "result": 7,
        "balance": [],
        "transactions": 5,
        "txid": HOSTILE,
        "blockHeight": "1",
        "confirmations": -1,
        "hex": 0,
        "blockbook": HOSTILE,
        "id": HOSTILE,
    })
    .to_string()
}

/// Compressed only once, because it is slow.
static BOMB: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..50 {
        encoder.write_all(&[b' '; 1_000_000]).expect("memory");
    }
    encoder.finish().expect("memory")
});

/// Initialises slow data before any time measurement.
pub fn prepare() {
    LazyLock::force(&BOMB);
}

fn bomb() -> Reply {
    Reply::Response {
        status: 200,
        content_type: "application/json",
        headers: vec!["content-encoding: gzip".to_owned()],
        body: BOMB.clone(),
    }
}
