//! A scripted Horizon of the livenet: its state and the responses.

use super::records::account_of;
use crate::support::stub::{Reply, Request};
use serde_json::{Value, json};
use std::collections::HashMap;
use wallet_core::model::Network;
use wallet_xlm::passphrase;

/// Sequence number of the latest ledger.
pub const LEDGER: u32 = 59_000_000;

/// The state of a scripted Horizon.
pub struct Ledger {
    /// The accounts by address. A missing account yields 404.
    pub accounts: HashMap<String, Value>,
    /// The operations of every account, latest first.
    pub operations: Vec<Value>,
    /// The transactions of every account without the operations, latest first. A real server also lists the others.
    pub transactions: Vec<Value>,
    /// The claimable balances, latest first.
    pub claimable: Vec<Value>,
    /// The effects of every transaction.
    pub effects: Vec<Value>,
    /// The trades of every account, latest first.
    pub trades: Vec<Value>,
    /// The open offers of every account, latest first.
    pub offers: Vec<Value>,
    /// Close time of the latest ledger.
    pub closed_at: &'static str,
    /// Replaces every response.
    pub instead: Option<Reply>,
    /// The response to every request with this address.
    pub rejected: Option<(&'static str, Reply)>,
    /// Replaces the responses of an endpoint: `accounts`, `operations`, `transactions`, `trades`, `claimable_balances`
    /// or
    /// `ledgers`.
    pub instead_of: HashMap<&'static str, Reply>,
}

impl Default for Ledger {
    fn default() -> Self {
        Self {
            accounts: HashMap::new(),
            operations: Vec::new(),
            transactions: Vec::new(),
            claimable: Vec::new(),
            effects: Vec::new(),
            trades: Vec::new(),
            offers: Vec::new(),
            closed_at: "2027-01-15T07:59:57Z",
            instead: None,
            rejected: None,
            instead_of: HashMap::new(),
        }
    }
}

impl Ledger {
    /// Inserts an account by the address in the record.
    pub fn put(&mut self, account: Value) {
        self.accounts.insert(account_of(&account), account);
    }

    pub(super) fn response(&self, request: &Request) -> Reply {
        if let Some((address, reply)) = &self.rejected
            && request.path.contains(address)
        {
            return reply.clone();
        }
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        let mut parts = path.trim_matches('/').split('/');
        let parts = [parts.next(), parts.next(), parts.next()];
        let subject = match parts {
            [Some("accounts"), _, Some(list)] => list,
            [Some(first), ..] => first,
            [None, ..] => "",
        };
        if let Some(reply) = self.instead.as_ref().or_else(|| self.instead_of.get(subject)) {
            return reply.clone();
        }
        match self.document(parts, query) {
            Some(document) => Reply::ok(document.to_string()),
            None => problem(404, "not_found"),
        }
    }

    /// Returns the document at the parts of a path, or `None` if there is none.
    fn document(&self, parts: [Option<&str>; 3], query: &str) -> Option<Value> {
        Some(match parts {
            [Some(""), None, None] => json!({ "horizon_version": "28.0.0-abc", "core_version": "v25.0.0",
                "history_latest_ledger": LEDGER, "network_passphrase": passphrase(Network::Livenet) }),
            [Some("ledgers"), None, None] => page(&[json!({ "id": "00", "sequence": LEDGER,
                "closed_at": self.closed_at, "base_fee_in_stroops": 100, "base_reserve_in_stroops": 5_000_000,
                "protocol_version": 25 })]),
            [Some("accounts"), Some(id), None] => self.accounts.get(id)?.clone(),
            [Some("accounts"), Some(_), Some(list @ ("operations" | "transactions"))] => {
                let number = |record: &Value| {
                    record["paging_token"]
                        .as_str()
                        .and_then(|text| text.parse::<u64>().ok())
                };
                let before = parameter(query, "cursor").and_then(|text| text.parse().ok());
                let records = if list == "operations" {
                    &self.operations
                } else {
                    &self.transactions
                };
                let records = records.iter();
                let records = records.filter(|record| before.is_none_or(|before| number(record) < Some(before)));
                page(&first(records, query))
            }
            [Some("accounts"), Some(_), Some("offers")] => {
                let id = |record: &Value| record["id"].as_str().and_then(|id| id.parse::<u64>().ok());
                let before = parameter(query, "cursor").and_then(|text| text.parse().ok());
                let records = self.offers.iter();
                let records = records.filter(|record| before.is_none_or(|before| id(record) < Some(before)));
                page(&first(records, query))
            }
            [Some("offers"), Some(id), None] => self.offers.iter().find(|record| record["id"] == id)?.clone(),
            [Some("accounts"), Some(_), Some("trades")] => {
                // The first part is the id of the operation.
                let number = |text: &str| text.split('-').next().and_then(|part| part.parse::<u64>().ok());
                let before = parameter(query, "cursor").and_then(number);
                let operation = |record: &Value| record["id"].as_str().and_then(number);
                let records = self.trades.iter();
                let records = records.filter(|record| before.is_none_or(|before| operation(record) < Some(before)));
                page(&first(records, query))
            }
            [Some("transactions"), Some(_), Some("effects")] => page(&first(self.effects.iter(), query)),
            [Some("claimable_balances"), None, None] => {
                let cursor = parameter(query, "cursor");
                let place = self
                    .claimable
                    .iter()
                    .position(|record| record["paging_token"].as_str() == cursor);
                let records = self.claimable.iter().skip(place.map_or(0, |place| place + 1));
                page(&first(records, query))
            }
            _ => return None,
        })
    }
}

/// Returns as many records as the query's `limit` allows.
fn first<'a>(records: impl Iterator<Item = &'a Value>, query: &str) -> Vec<Value> {
    let limit = parameter(query, "limit").and_then(|text| text.parse().ok());
    records.take(limit.unwrap_or(10)).cloned().collect()
}

fn parameter<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    query
        .split('&')
        .find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

/// A page of records.
pub fn page(records: &[Value]) -> Value {
    json!({ "_links": { "self": { "href": "https://evil.example" }, "next": { "href": "https://evil.example" },
        "prev": { "href": "https://evil.example" } }, "_embedded": { "records": records } })
}

/// A problem document.
pub fn problem(status: u16, word: &str) -> Reply {
    problem_with(status, word, &json!({ "reason": "secret words" }))
}

/// A problem document with the extras.
pub fn problem_with(status: u16, word: &str, extras: &Value) -> Reply {
    let document = json!({ "type": format!("https://stellar.org/horizon-errors/{word}"), "title": "secret words",
        "status": status, "detail": "secret words", "extras": extras });
    Reply::text(status, "application/problem+json; charset=utf-8", document.to_string())
}
