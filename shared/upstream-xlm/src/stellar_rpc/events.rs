//! Transactions with transfers of an account, by the events of contracts: `getEvents`.
//!
//! A request covers at most 10,000 ledgers, the oldest event first, so that the ledgers are read in ranges from the latest
//! back.

use super::StellarRpc;
use super::ledger_contents::hash;
use crate::upstreams::source::LedgerSource;
use futures::stream::{self, StreamExt, TryStreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use wallet_upstream::{Deadline, Failure};
use wallet_xlm::AccountId;
use wallet_xlm::contract::{ContractId, transfer_filters};
use wallet_xlm::ports::RecentTransfers;

/// Maximum number of ledgers of a request.
const LEDGERS_OF_RANGE: u32 = 10_000;
/// Maximum number of ledgers that close while the latest ledger is remembered. A server ends the range with its latest ledger.
const UNREAD_LEDGERS: u32 = 100;
/// Maximum number of requests: the seven days that servers keep.
const MAX_RANGES: usize = 13;
/// Maximum number of events of a range. An account with more has no list.
const MAX_EVENTS: usize = 1_000;
/// Maximum number of transactions that are read.
const MAX_TRANSACTIONS: usize = 20;
/// Concurrent requests for transactions.
const CONCURRENCY: usize = 2;

/// Page of the events that a filter selects.
#[derive(Debug, Deserialize)]
pub(super) struct WireEvents {
    events: Vec<WireEvent>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireEvent {
    tx_hash: String,
}

/// Range of ledgers, without the end, and the filters of their events.
struct EventRange<'a> {
    start: u32,
    end: u32,
    filters: &'a Value,
}

impl StellarRpc {
    /// Returns the latest transactions in which the contracts transferred from or to an account, latest first; none from a
    /// server that does not report the oldest ledger.
    pub(super) async fn transfers(
        &self,
        id: AccountId,
        contracts: &[ContractId],
        limit: usize,
        deadline: Deadline,
    ) -> Result<RecentTransfers, Failure> {
        let health = self.health(deadline).await?;
        let filters = json!(transfer_filters(id, contracts));
        let (Some(oldest), false) = (health.oldest, contracts.is_empty()) else {
            return Ok(RecentTransfers::default());
        };
        let limit = limit.min(MAX_TRANSACTIONS);
        let mut end = health.sequence.saturating_add(1 + UNREAD_LEDGERS);
        let mut hashes: Vec<[u8; 32]> = Vec::new();
        let mut requests = 0;
        for _ in 0..MAX_RANGES {
            if end <= oldest || hashes.len() >= limit {
                break;
            }
            let start = end.saturating_sub(LEDGERS_OF_RANGE).max(oldest);
            let filters = &filters;
            let mut page = self.events(EventRange { start, end, filters }, deadline).await;
            requests += 1;
            if start == oldest && matches!(page, Err(Failure::RejectedRequest { .. })) {
                page = self
                    .events_since_the_oldest(EventRange { start, end, filters }, deadline)
                    .await;
                requests += 2;
            }
            for hash in page?.hashes()? {
                if !hashes.contains(&hash) {
                    hashes.push(hash);
                }
            }
            end = start;
        }
        hashes.truncate(limit);
        requests += hashes.len();
        let mut reads = Vec::with_capacity(hashes.len());
        for hash in hashes {
            reads.push(self.ledger_transaction(hash, deadline));
        }
        let found: Vec<_> = stream::iter(reads).buffered(CONCURRENCY).try_collect().await?;
        let found = found.into_iter().flatten();
        Ok(RecentTransfers {
            entries: found.map(|transaction| transaction.into_entry_of(id)).collect(),
            requests,
        })
    }

    async fn events(&self, range: EventRange<'_>, deadline: Deadline) -> Result<WireEvents, Failure> {
        let EventRange { start, end, filters } = range;
        let page = json!({ "startLedger": start, "endLedger": end, "filters": filters,
            "pagination": { "limit": MAX_EVENTS }, "xdrFormat": "base64" });
        self.call_for_ledger("getEvents", page, deadline).await
    }

    /// Requests a rejected range again: the server may have removed the first ledgers since the health was read.
    async fn events_since_the_oldest(&self, range: EventRange<'_>, deadline: Deadline) -> Result<WireEvents, Failure> {
        let start = self.oldest(deadline).await?.unwrap_or(range.start).max(range.start);
        if start >= range.end {
            return Ok(WireEvents { events: Vec::new() });
        }
        self.events(EventRange { start, ..range }, deadline).await
    }
}

impl WireEvents {
    /// Returns the hashes of the transactions, latest first, with repetitions.
    pub(super) fn hashes(&self) -> Result<Vec<[u8; 32]>, Failure> {
        if self.events.len() >= MAX_EVENTS {
            return Err(Failure::Declined {
                cause: format!("a range with {MAX_EVENTS} or more transfers"),
            });
        }
        self.events.iter().rev().map(|event| hash(&event.tx_hash)).collect()
    }
}
