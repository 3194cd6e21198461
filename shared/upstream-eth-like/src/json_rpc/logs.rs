//! `eth_getLogs`: events that name an owner, in windows of blocks that the node accepts.

use super::message::Call;
use super::values::{Account, Id, Number, hex_of, quantity};
use super::{JsonRpc, Outcome};
use serde::Deserialize;
use serde_json::json;
use wallet_eth_like::{Address, ApprovalEvent, ApprovalLogs, LoggedApproval, LoggedAt};
use wallet_upstream::{Deadline, Failure, Lane, ListRow, Topic};

/// Lane of the requests for logs, a failure of which affects no other request.
pub(crate) const LOGS: Lane = Lane::Optional(Topic::Logs);

/// Maximum number of requests of a page.
const MAX_CALLS: usize = 12;

/// Factor by which a window shrinks if the node declines it, and the smallest window: nodes limit the blocks or the
/// results of a request, by default to 100,000 blocks in reth, and most gateways to 10,000 or fewer.
const SHRINK: u64 = 4;
const MIN_WINDOW: u64 = 5_000;

/// Maximum number of windows of a whole chain: a client reads about 40 pages.
const MAX_WINDOWS: u64 = 512;

/// Log of a contract.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LogRow {
    address: Account,
    topics: Vec<Id>,
    block_number: Number,
    /// Present in newer versions of some clients.
    block_timestamp: Option<Number>,
    transaction_hash: Id,
    /// True for a log of an abandoned block.
    #[serde(default)]
    removed: bool,
}

impl JsonRpc {
    /// Returns the rights that an owner has granted or changed from a block upwards. With too many windows the page ends
    /// before the head and is partial.
    pub(crate) async fn approval_logs(
        &self,
        owner: Address,
        from: u64,
        deadline: Deadline,
    ) -> Result<ApprovalLogs, Failure> {
        if self.lacks_logs.is_known() {
            return Err(lacks_logs());
        }
        let head = Call::new("eth_blockNumber", json!([]));
        let Number(head) = self.call_in(LOGS, head, deadline).await?.value()?;
        let mut logs = ApprovalLogs::default();
        let mut first = from;
        let mut window = u64::MAX;
        for _ in 0..MAX_CALLS {
            if first > head {
                return Ok(logs);
            }
            let last = head.min(first.saturating_add(window - 1));
            match self.logs_between(owner, first, last, deadline).await {
                Ok(page) => {
                    logs.rows.extend(page.rows);
                    logs.is_partial |= page.is_partial;
                    first = last + 1;
                }
                // A window that the node declines, or whose logs are too many.
                Err(Failure::Declined { .. } | Failure::RejectedRequest { .. } | Failure::TooLong { .. })
                    if last - first >= MIN_WINDOW =>
                {
                    window = ((last - first) / SHRINK).max(MIN_WINDOW);
                    if (head - first) / window > MAX_WINDOWS {
                        return Err(lacks_logs());
                    }
                }
                Err(failure) => return Err(failure),
            }
        }
        if first > head {
            return Ok(logs);
        }
        if first == from {
            return Err(lacks_logs());
        }
        Ok(ApprovalLogs {
            next: Some(first),
            is_partial: true,
            ..logs
        })
    }

    async fn logs_between(
        &self,
        owner: Address,
        first: u64,
        last: u64,
        deadline: Deadline,
    ) -> Result<ApprovalLogs, Failure> {
        let events = ApprovalEvent::ALL.map(|event| event.topic().to_string());
        let owner_topic = hex_of(&[&[0; 12][..], &owner.to_bytes()].concat());
        let filter = json!({
            "fromBlock": quantity(first),
            "toBlock": quantity(last),
            "topics": [events, owner_topic],
        });
        let outcome = self
            .call_in(LOGS, Call::new("eth_getLogs", json!([filter])), deadline)
            .await?;
        if self.lacks_logs.note(&outcome) {
            return Err(lacks_logs());
        }
        if let Err(error) = &outcome.0 {
            // Limits have no common code or text.
            return Err(Failure::Declined { cause: error.for_log() });
        }
        decode(&outcome, owner, first, last)
    }
}

fn lacks_logs() -> Failure {
    Failure::Declined {
        cause: "the node lists no logs".to_owned(),
    }
}

/// Reads the logs of a range of blocks.
pub(super) fn decode(outcome: &Outcome, owner: Address, first: u64, last: u64) -> Result<ApprovalLogs, Failure> {
    let rows: Vec<ListRow<LogRow>> = outcome.value()?;
    let mut logs = ApprovalLogs::default();
    for row in rows {
        let ListRow::Read(row) = row else {
            logs.is_partial = true;
            continue;
        };
        let block = row.block_number.0;
        if row.removed || !(first..=last).contains(&block) {
            continue;
        }
        let at = LoggedAt {
            block,
            txid: row.transaction_hash.0,
            time: row.block_timestamp.map(|Number(time)| time),
        };
        let topics: Vec<_> = row.topics.iter().map(|Id(topic)| *topic).collect();
        logs.rows
            .extend(LoggedApproval::read(owner, row.address.0, &topics, at));
    }
    Ok(logs)
}
