//! The ledgers that the API keeps, and the health of the server.

use crate::xlm::ledger::{Closed, Ledger};
use crate::xlm::node::Node;
use serde_json::{Value, json};

/// The period for which ledgers are kept, in seconds: seven days.
pub const PERIOD: u64 = 7 * 24 * 3600;
/// The number of ledgers that a public server closes in the period, five seconds each.
const WINDOW: u64 = PERIOD / 5;

/// The ledgers that are kept at an instant.
#[derive(Clone, Copy, Debug)]
pub struct Range<'a> {
    pub oldest: &'a Closed,
    pub latest: &'a Closed,
}

impl<'a> Range<'a> {
    /// Returns the ledgers of the last seven days before `now`, in seconds since the Unix epoch; at least the latest.
    pub fn at(ledger: &'a Ledger, now: u64) -> Self {
        let closed = ledger.closed();
        let first = closed.partition_point(|closed| close_time(closed) < now.saturating_sub(PERIOD));
        Self {
            oldest: closed.get(first).unwrap_or(ledger.tip()),
            latest: ledger.tip(),
        }
    }

    /// Returns the number of the oldest ledger.
    pub fn first(&self) -> u32 {
        self.oldest.header.ledger_seq
    }

    /// Returns the number of the latest ledger.
    pub fn last(&self) -> u32 {
        self.latest.header.ledger_seq
    }

    /// Returns true if a ledger is kept.
    pub fn has(&self, number: u32) -> bool {
        (self.first()..=self.last()).contains(&number)
    }

    /// Inserts the range with close times as strings.
    pub fn put(&self, fields: &mut Value) {
        fields["latestLedger"] = self.last().into();
        fields["latestLedgerCloseTime"] = close_time(self.latest).to_string().into();
        fields["oldestLedger"] = self.first().into();
        fields["oldestLedgerCloseTime"] = close_time(self.oldest).to_string().into();
    }

    /// Inserts the range with close times as numbers, whose names end in `suffix`.
    pub fn put_numbers(&self, fields: &mut Value, suffix: &str) {
        fields["latestLedger"] = self.last().into();
        fields[format!("latestLedger{suffix}")] = close_time(self.latest).into();
        fields["oldestLedger"] = self.first().into();
        fields[format!("oldestLedger{suffix}")] = close_time(self.oldest).into();
    }
}

/// Returns the close time of a ledger in seconds since the Unix epoch.
pub fn close_time(closed: &Closed) -> u64 {
    closed.header.scp_value.close_time.0
}

/// Calls `look` with the ledger and the kept range.
pub fn read<T>(node: &Node, look: impl FnOnce(&Ledger, Range<'_>) -> T) -> T {
    let now = node.now().as_secs();
    node.read(|ledger| look(ledger, Range::at(ledger, now)))
}

/// Returns the health. The age of the latest ledger does not count, because ledgers close on request.
pub fn health(node: &Node) -> Value {
    read(node, |_, range| {
        let mut fields = json!({ "status": "healthy", "ledgerRetentionWindow": WINDOW });
        range.put(&mut fields);
        fields
    })
}
