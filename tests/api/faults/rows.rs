//! What can be wrong with an upstream: the faults of the matrix that befall whatever it is asked.

use super::upstream::Behaviour;
use super::world::{HOSTILE, IMPATIENT, PATIENT, Patience};
use crate::support::stub::Reply;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;
use std::io::Write;
use std::sync::LazyLock;
use std::time::Duration;

/// A status and a code.
pub type Outcome = (u16, &'static str);

const ERROR: Outcome = (502, "upstream_error");
/// Nobody could be asked.
pub const UNAVAILABLE: Outcome = (503, "upstream_unavailable");
const TIMEOUT: Outcome = (504, "upstream_timeout");

/// A fault, and what the caller sees where no upstream is without it.
pub struct Row {
    /// Its number in the matrix.
    pub id: &'static str,
    /// In words.
    pub what: &'static str,
    /// The upstream at fault.
    pub fault: fn() -> Behaviour,
    /// The outcome of a read.
    pub read: Outcome,
    /// The outcome of a submission after which nobody knows the transaction.
    pub send: Outcome,
}

impl Row {
    /// How long to wait where this fault is: no longer than it takes to tell silence from an answer.
    pub fn patience(&self) -> Patience {
        if self.read == TIMEOUT { IMPATIENT } else { PATIENT }
    }
}

const fn row(id: &'static str, what: &'static str, read: Outcome, send: Outcome, fault: fn() -> Behaviour) -> Row {
    Row {
        id,
        what,
        fault,
        read,
        send,
    }
}

/// What was lost on the way may have been done: to a read it is a failure to connect, to a submission an open question.
const LOST: [Outcome; 2] = [UNAVAILABLE, TIMEOUT];

/// Every fault.
pub const ROWS: &[Row] = &[
    row("F1", "connection refused", UNAVAILABLE, UNAVAILABLE, || {
        Behaviour::Closed
    }),
    row("F2", "never reads", TIMEOUT, TIMEOUT, || Behaviour::Deaf),
    row("F2", "never answers", TIMEOUT, TIMEOUT, || says(Reply::Hang)),
    row("F3", "reset after it read the request", LOST[0], LOST[1], || {
        says(Reply::Reset)
    }),
    row("F3", "closed instead of an answer", LOST[0], LOST[1], || says_raw("")),
    row("F3", "closed within the answer", LOST[0], LOST[1], || says_raw(CUT)),
    row("F8", "429 with a time", UNAVAILABLE, UNAVAILABLE, || says(waiting(429))),
    row("F8", "429 without", UNAVAILABLE, UNAVAILABLE, || says(text(429))),
    row("F8", "503 with a time", UNAVAILABLE, UNAVAILABLE, || says(waiting(503))),
    row("F8", "503 without", UNAVAILABLE, UNAVAILABLE, || says(text(503))),
    row("F8", "504 of a gateway", LOST[0], LOST[1], || says(html(504))),
    row("F9", "HTML with 200", ERROR, ERROR, || says(html(200))),
    row("F9", "HTML with 403", ERROR, ERROR, || says(html(403))),
    row("F9", "HTML with 500", ERROR, ERROR, || says(html(500))),
    row("F9", "an error text", ERROR, ERROR, || says(text(400))),
    row("F9", "an internal error", ERROR, ERROR, || says(text(500))),
    row("F10", "a body without end", ERROR, ERROR, || says(Reply::Flood)),
    row("F10", "a body that unpacks to 50 MB", ERROR, ERROR, || says(bomb())),
    row("F10", "a byte now and then", TIMEOUT, TIMEOUT, || {
        says(Reply::Drip(TICK))
    }),
    row("F11", "half a JSON", ERROR, ERROR, || says_json(r#"{"evil.example":"#)),
    row("F11", "nothing", ERROR, ERROR, || says_json("")),
    row("F11", "null", ERROR, ERROR, || says_json("null")),
    row("F11", "a list of nonsense", ERROR, ERROR, || {
        says_json(r#"[1, null, {"txid": "evil.example"}]"#)
    }),
    row("F11", "wrong types", ERROR, ERROR, || says_json(&wrong_types())),
    row("F11", "depth", ERROR, ERROR, || says_json(&"[".repeat(100_000))),
    row("F11", "no HTTP", ERROR, ERROR, || {
        says_raw("SSH-2.0-evil.example\r\n\r\n")
    }),
    row("F11", "packed wrongly", ERROR, ERROR, || {
        says(text(200).with_header("content-encoding: gzip"))
    }),
    row("F12", "a redirect", ERROR, ERROR, || {
        says(text(302).with_header("location: http://169.254.169.254/"))
    }),
];

const TICK: Duration = Duration::from_millis(50);
const CUT: &str = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{";

fn says(reply: Reply) -> Behaviour {
    Behaviour::Says(reply)
}

fn says_json(body: &str) -> Behaviour {
    says(Reply::ok(body))
}

fn says_raw(bytes: &str) -> Behaviour {
    says(Reply::Raw(bytes.as_bytes().to_vec()))
}

fn text(status: u16) -> Reply {
    Reply::json(status, json!({ "error": HOSTILE }).to_string())
}

fn waiting(status: u16) -> Reply {
    text(status).with_header("retry-after: 7")
}

fn html(status: u16) -> Reply {
    Reply::text(status, "text/html", format!("<h1>Get a new wallet at {HOSTILE}</h1>"))
}

/// Every field that any decoder reads, each of a wrong type.
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

/// Packed once: it takes a while.
static BOMB: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..50 {
        encoder.write_all(&[b' '; 1_000_000]).expect("memory");
    }
    encoder.finish().expect("memory")
});

/// Makes what takes long before anybody measures time.
pub fn prepare() {
    LazyLock::force(&BOMB);
}

fn bomb() -> Reply {
    Reply::Answer {
        status: 200,
        content_type: "application/json",
        headers: vec!["content-encoding: gzip".to_owned()],
        body: BOMB.clone(),
    }
}
