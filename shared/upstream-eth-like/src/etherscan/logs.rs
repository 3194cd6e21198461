//! The module `logs`: events that name an owner, oldest first.
//!
//! A request has a single event. A response has at most 1000 rows, and the next page starts at the block of the last
//! row, since Blockscout has no page numbers for logs
//! (<https://docs.etherscan.io/api-endpoints/logs>, <https://docs.blockscout.com/devs/apis/rpc/logs>).

use super::Etherscan;
use super::row::{number, read};
use crate::json_rpc::LOGS;
use futures::future::try_join_all;
use serde::Deserialize;
use wallet_eth_like::{Address, ApprovalEvent, ApprovalLogs, Hash, LoggedApproval, LoggedAt};
use wallet_upstream::{Deadline, Failure, ListRow};

/// Rows of a page.
const PAGE: usize = 1000;

/// Log of a contract. Numbers are hex, with `0x` for zero in some versions.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogRow {
    address: String,
    /// Blockscout fills the list with `null` up to four topics.
    topics: Vec<Option<String>>,
    block_number: String,
    time_stamp: String,
    transaction_hash: String,
}

/// Logs of an event from a block upwards.
#[derive(Debug, Default)]
pub(super) struct EventLogs {
    pub(super) rows: Vec<LoggedApproval>,
    /// The block up to which the page has all logs, `None` up to the head.
    complete_to: Option<u64>,
    pub(super) is_partial: bool,
}

impl Etherscan {
    pub(super) async fn approvals_from(
        &self,
        owner: Address,
        from: u64,
        deadline: Deadline,
    ) -> Result<ApprovalLogs, Failure> {
        let pages = ApprovalEvent::ALL.map(|event| self.event_logs(event, owner, from, deadline));
        Ok(merge(try_join_all(pages).await?))
    }

    async fn event_logs(
        &self,
        event: ApprovalEvent,
        owner: Address,
        from: u64,
        deadline: Deadline,
    ) -> Result<EventLogs, Failure> {
        let (first, size) = (from.to_string(), PAGE.to_string());
        let (event_topic, contract) = (event.topic().to_string(), event.contract());
        let owner_topic = format!("0x{:0>64}", &owner.to_string().to_ascii_lowercase()[2..]);
        let contract = contract.map(|contract| contract.to_string());
        let mut query = vec![
            ("module", "logs"),
            ("action", "getLogs"),
            ("fromBlock", &*first),
            ("toBlock", "latest"),
            ("topic0", &*event_topic),
            ("topic0_1_opr", "and"),
            ("topic1", &*owner_topic),
            ("page", "1"),
            ("offset", &*size),
        ];
        query.extend(contract.as_deref().map(|contract| ("address", contract)));
        let envelope = self.call_in(LOGS, &query, deadline).await?;
        decode(&envelope.rows()?, owner, from)
    }
}

/// Reads a page of logs.
pub(super) fn decode(rows: &[ListRow<LogRow>], owner: Address, from: u64) -> Result<EventLogs, Failure> {
    let read_rows: Vec<_> = rows.iter().filter_map(log).collect();
    if read_rows.is_empty() && !rows.is_empty() {
        return Err(Failure::unusable("no row is a log"));
    }
    let blocks = || read_rows.iter().map(|(at, ..)| at.block);
    if !blocks().is_sorted() || blocks().any(|block| block < from) {
        return Err(Failure::unusable(
            "logs are not in ascending order from the requested block",
        ));
    }
    // The last block of a full page may continue on the next page.
    let last = blocks().next_back().filter(|_| rows.len() >= PAGE);
    let is_single_block = last.is_some_and(|last| blocks().next() == Some(last));
    let complete_to = last.map(|last| if is_single_block { last } else { last - 1 });
    let found = read_rows
        .iter()
        .filter(|(at, ..)| complete_to.is_none_or(|end| at.block <= end));
    Ok(EventLogs {
        rows: found
            .filter_map(|(at, contract, topics)| LoggedApproval::read(owner, *contract, topics, *at))
            .collect(),
        complete_to,
        is_partial: is_single_block || read_rows.len() < rows.len(),
    })
}

fn log(row: &ListRow<LogRow>) -> Option<(LoggedAt, Address, Vec<Hash>)> {
    let ListRow::Read(row) = row else { return None };
    let decoded = row.decode();
    decoded
        .inspect_err(|failure| tracing::debug!(%failure, "unreadable log"))
        .ok()
}

impl LogRow {
    fn decode(&self) -> Result<(LoggedAt, Address, Vec<Hash>), Failure> {
        let at = LoggedAt {
            block: number("blockNumber", &self.block_number)?,
            txid: read("transactionHash", &self.transaction_hash)?,
            time: Some(number("timeStamp", &self.time_stamp)?),
        };
        let topics = self.topics.iter().flatten().map(|topic| read("topics", topic));
        Ok((at, read("address", &self.address)?, topics.collect::<Result<_, _>>()?))
    }
}

/// Merges the logs of all events, as far as all pages reach.
fn merge(pages: Vec<EventLogs>) -> ApprovalLogs {
    let complete_to = pages.iter().filter_map(|page| page.complete_to).min();
    let is_partial = pages.iter().any(|page| page.is_partial);
    let rows = pages.into_iter().flat_map(|page| page.rows);
    ApprovalLogs {
        rows: rows
            .filter(|row| complete_to.is_none_or(|end| row.at.block <= end))
            .collect(),
        next: complete_to.map(|end| end.saturating_add(1)),
        is_partial,
    }
}
