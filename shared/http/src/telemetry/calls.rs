//! The calls of a request to upstreams.

use std::time::Instant;

/// The calls of a request to the same upstream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Upstream {
    pub(super) kind: String,
    pub(super) chain: String,
    pub(super) host: String,
    pub(super) breaker: String,
    pub(super) calls: u32,
    pub(super) failures: u32,
    pub(super) throttled: u32,
    pub(super) microseconds: Vec<u64>,
}

/// A call to an upstream.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// The index of the upstream.
    pub(super) upstream: usize,
    pub(super) outcome: String,
    pub(super) start: Instant,
    pub(super) end: Instant,
}

impl Upstream {
    /// Adds the figures of a further call.
    pub(super) fn add(&mut self, call: Self) {
        self.calls += call.calls;
        self.failures += call.failures;
        self.throttled += call.throttled;
        self.breaker = call.breaker;
        self.microseconds.extend(call.microseconds);
    }

    /// Returns the entry of the log line.
    pub(super) fn summary(&self) -> serde_json::Value {
        serde_json::json!({
            "kind": self.kind,
            "chain": self.chain,
            "host": self.host,
            "calls": self.calls,
            "failures": self.failures,
            "breaker": self.breaker,
            "milliseconds": self.microseconds.iter().sum::<u64>() / 1000,
        })
    }
}

/// Returns the length of the longest sequence of calls that did not overlap: 1 for calls in parallel.
pub(super) fn rounds(calls: &[Call]) -> usize {
    let mut by_end: Vec<&Call> = calls.iter().collect();
    by_end.sort_by_key(|call| call.end);
    let mut last: Option<Instant> = None;
    let mut count = 0;
    for call in by_end {
        if last.is_none_or(|last| call.start >= last) {
            last = Some(call.end);
            count += 1;
        }
    }
    count
}
