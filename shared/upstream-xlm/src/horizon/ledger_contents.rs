//! Ledgers with all transactions: `/ledgers/{sequence}`, the lists `transactions` and `operations` below, and single
//! transactions with their operations.
//!
//! A list is read to the end, and the numbers of records must be those that the ledger states. An operation that cannot
//! be read is omitted, so that no contract or future protocol stops the reading of ledgers; the accounts with balances
//! that changed are known by the meta.

use super::fields::{WireNumber, hash, unix_time};
use super::history::transaction_number;
use super::operation_row::WireOperation;
use super::response::Page;
use super::transaction::WireTransaction;
use super::{Horizon, Lookup};
use crate::upstreams::source::ReadLedger;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wallet_upstream::{Deadline, Failure, Lane, Topic};
use wallet_xlm::{LedgerContents, LedgerId, LedgerTransaction};

/// Lane of the requests for ledgers, which use no permits of payments.
pub(crate) const LEDGERS: Lane = Lane::Optional(Topic::Blocks);

/// Maximum number of records on a page of Horizon.
const MAX_PAGE: usize = 200;

/// Maximum number of operations of a ledger that is read, many times that of the network.
const MAX_OPERATIONS: usize = 20_000;

/// Record of a ledger with the numbers of its records.
#[derive(Debug, Deserialize)]
pub(super) struct WireClosed {
    sequence: u32,
    hash: String,
    prev_hash: String,
    closed_at: String,
    successful_transaction_count: usize,
    failed_transaction_count: usize,
    /// Number of operations of the successful transactions.
    operation_count: usize,
    /// Number of operations of all transactions.
    tx_set_operation_count: usize,
}

/// Transaction of a ledger.
#[derive(Debug, Deserialize)]
pub(super) struct WireIncluded {
    /// Transaction id: ledger and index of the transaction, from 1 (SEP-35).
    paging_token: WireNumber,
    source_account_sequence: WireNumber,
    operation_count: usize,
    /// Present for a fee bump.
    fee_bump_transaction: Option<WireBump>,
    #[serde(flatten)]
    transaction: WireTransaction,
}

/// Outer transaction of a fee bump.
#[derive(Debug, Deserialize)]
struct WireBump {
    hash: String,
}

/// Operation of a ledger.
#[derive(Debug, Deserialize)]
pub(super) struct WireStep {
    /// Operation id: transaction id, and index of the operation, from 1 (SEP-35).
    id: WireNumber,
    transaction_hash: String,
    #[serde(flatten)]
    operation: WireOperation,
}

/// Record of a list with a number (SEP-35).
pub(super) trait Numbered: DeserializeOwned {
    /// Name of the list.
    const LIST: &'static str;

    /// Returns the number of the record.
    fn number(&self) -> Result<u64, Failure>;
}

impl Numbered for WireIncluded {
    const LIST: &'static str = "transactions";

    fn number(&self) -> Result<u64, Failure> {
        self.paging_token.read("paging_token")
    }
}

impl Numbered for WireStep {
    const LIST: &'static str = "operations";

    fn number(&self) -> Result<u64, Failure> {
        self.id.read("id")
    }
}

/// Transaction of a ledger, before the operations are read.
pub(super) struct Included {
    number: u64,
    /// The hash as requested, for a fee bump the outer or the inner hash.
    hash: [u8; 32],
    operation_count: usize,
    transaction: LedgerTransaction,
}

impl Horizon {
    /// Returns the latest ledger, which may be a few seconds old.
    pub(crate) async fn latest_id(&self, deadline: Deadline) -> Result<LedgerId, Failure> {
        let latest = self.latest(deadline).await?;
        let hash = latest
            .hash
            .ok_or_else(|| Failure::unusable("latest ledger without a hash"))?;
        Ok(LedgerId {
            sequence: latest.ledger.sequence,
            hash,
        })
    }

    /// Returns the hash of a ledger, `None` above the latest ledger.
    pub(crate) async fn ledger_hash(&self, sequence: u32, deadline: Deadline) -> Result<Option<[u8; 32]>, Failure> {
        let closed = self.closed(sequence, deadline).await?;
        closed.map(|closed| hash("hash", &closed.hash)).transpose()
    }

    /// Returns a ledger with all transactions and operations, `None` above the latest ledger.
    pub(crate) async fn contents(&self, sequence: u32, deadline: Deadline) -> Result<Option<ReadLedger>, Failure> {
        let Some(closed) = self.closed(sequence, deadline).await? else {
            return Ok(None);
        };
        closed.check_size()?;
        let name = sequence.to_string();
        let path = ["ledgers", &name];
        let transactions = self.list(path, sequence, closed.transactions(), deadline);
        let transactions = transactions.await?.into_iter();
        let transactions = transactions.map(|(number, record): (u64, WireIncluded)| record.decode(number));
        let transactions = transactions.collect::<Result<Vec<_>, _>>()?;
        let operations = self.list(path, sequence, closed.tx_set_operation_count, deadline);
        closed.merge(transactions, &operations.await?).map(Some)
    }

    /// Returns a transaction with all operations by hash (for a fee bump, either hash), `None` if no ledger contains
    /// the transaction. Requests the amounts of claims if the meta lacks them.
    pub(crate) async fn ledger_transaction(
        &self,
        requested: [u8; 32],
        deadline: Deadline,
    ) -> Result<Option<LedgerTransaction>, Failure> {
        let name = hex::encode(requested);
        let path = ["transactions", &name];
        let record: WireIncluded = match self.seek_in(LEDGERS, self.endpoint.url(&path), deadline).await? {
            Lookup::Found(record) => record,
            Lookup::Missing | Lookup::BeforeHistory => return Ok(None),
        };
        record.transaction.decode(requested)?;
        let number = record.number()?;
        let included = record.decode(number)?;
        let sequence = included.transaction.entry.ledger;
        let operations = self.list(path, sequence, included.operation_count, deadline).await?;
        let (mut transaction, _) = included.with(&operations)?;
        self.complete_claims(&mut transaction, deadline).await;
        Ok(Some(transaction))
    }

    async fn closed(&self, sequence: u32, deadline: Deadline) -> Result<Option<WireClosed>, Failure> {
        // Requested first, so that a ledger which closes in the meantime is not taken for a gap.
        let latest = self.ledger(deadline).await?;
        let url = self.endpoint.url(&["ledgers", &sequence.to_string()]);
        match self.seek_in::<WireClosed>(LEDGERS, url, deadline).await? {
            Lookup::Found(closed) if closed.sequence == sequence => Ok(Some(closed)),
            Lookup::Found(_) => Err(Failure::unusable("ledger of a different sequence number")),
            Lookup::Missing if sequence > latest.sequence => Ok(None),
            Lookup::Missing => Err(Failure::Lagging {
                cause: format!("no ledger {sequence} although the latest is {}", latest.sequence),
            }),
            Lookup::BeforeHistory => Err(Failure::Declined {
                cause: format!("ledger {sequence} is older than the history"),
            }),
        }
    }

    /// Reads the list of records below a path to the end: exactly this number of records of a ledger, in the order of
    /// their application.
    async fn list<R: Numbered>(
        &self,
        path: [&str; 2],
        sequence: u32,
        count: usize,
        deadline: Deadline,
    ) -> Result<Vec<(u64, R)>, Failure> {
        let mut list = List::new(sequence, count);
        let mut size = MAX_PAGE;
        while count > 0 && !list.has_ended {
            match self.page(path, list.cursor, size, deadline).await {
                // Contract transactions are large.
                Err(Failure::TooLong { .. }) if size > 1 => size = (size / 4).max(1),
                Err(failure) => return Err(failure),
                Ok(records) => list.take(records, size)?,
            }
        }
        list.complete()
    }

    async fn page<R: Numbered>(
        &self,
        [kind, name]: [&str; 2],
        cursor: Option<u64>,
        size: usize,
        deadline: Deadline,
    ) -> Result<Vec<R>, Failure> {
        let mut url = self.endpoint.url(&[kind, name, R::LIST]);
        url.query_pairs_mut()
            .append_pair("order", "asc")
            .append_pair("limit", &size.to_string())
            .append_pair("include_failed", "true");
        if let Some(cursor) = cursor {
            url.query_pairs_mut().append_pair("cursor", &cursor.to_string());
        }
        match self.seek_in::<Page<R>>(LEDGERS, url, deadline).await? {
            Lookup::Found(page) => page.records(u32::try_from(size).unwrap_or(u32::MAX)),
            Lookup::Missing | Lookup::BeforeHistory => Err(Failure::unusable("no list of a known ledger")),
        }
    }
}

/// Progress of reading a list in ascending order.
pub(super) struct List<R> {
    sequence: u32,
    count: usize,
    cursor: Option<u64>,
    records: Vec<(u64, R)>,
    has_ended: bool,
}

impl<R: Numbered> List<R> {
    pub(super) const fn new(sequence: u32, count: usize) -> Self {
        Self {
            sequence,
            count,
            cursor: None,
            records: Vec::new(),
            has_ended: false,
        }
    }

    /// Adds the records of a page of this size.
    pub(super) fn take(&mut self, records: Vec<R>, size: usize) -> Result<(), Failure> {
        self.has_ended = records.len() < size;
        for record in records {
            let number = record.number()?;
            if number >> 32 != u64::from(self.sequence) {
                return Err(Failure::unusable("record of a different ledger"));
            }
            if self.cursor.is_some_and(|last| number <= last) {
                return Err(Failure::unusable("records are not in ascending order"));
            }
            self.cursor = Some(number);
            self.records.push((number, record));
        }
        if self.records.len() > self.count {
            return Err(incomplete(R::LIST, self.records.len(), self.count));
        }
        Ok(())
    }

    fn complete(self) -> Result<Vec<(u64, R)>, Failure> {
        if self.records.len() == self.count {
            Ok(self.records)
        } else {
            Err(incomplete(R::LIST, self.records.len(), self.count))
        }
    }
}

fn incomplete(what: &str, found: usize, stated: usize) -> Failure {
    Failure::unusable(format_args!("{found} {what} instead of {stated}"))
}

impl WireClosed {
    const fn transactions(&self) -> usize {
        self.successful_transaction_count
            .saturating_add(self.failed_transaction_count)
    }

    fn check_size(&self) -> Result<(), Failure> {
        if self.tx_set_operation_count > MAX_OPERATIONS || self.transactions() > MAX_OPERATIONS {
            return Err(Failure::Declined {
                cause: format!("a ledger with more than {MAX_OPERATIONS} operations"),
            });
        }
        Ok(())
    }

    /// Adds the operations to the transactions, and checks the numbers of both.
    pub(super) fn merge(
        &self,
        transactions: Vec<Included>,
        operations: &[(u64, WireStep)],
    ) -> Result<ReadLedger, Failure> {
        let mut rest = operations;
        let mut read = Vec::new();
        let (mut unreadable, mut succeeded, mut succeeded_operations) = (0, 0, 0);
        for included in transactions {
            let is_own = |step: &(u64, WireStep)| transaction_number(step.0) == included.number;
            let count = rest.iter().take_while(|step| is_own(step)).count();
            let (own, later) = rest.split_at(count);
            rest = later;
            if included.transaction.entry.succeeded {
                succeeded += 1;
                succeeded_operations += count;
            }
            let (transaction, omitted) = included.with(own)?;
            if transaction.entry.ledger != self.sequence {
                return Err(Failure::unusable("transaction of a different ledger"));
            }
            unreadable += omitted;
            read.push(transaction);
        }
        let counted = [succeeded, read.len(), succeeded_operations, rest.len()];
        let stated = [
            self.successful_transaction_count,
            self.transactions(),
            self.operation_count,
            0,
        ];
        if counted != stated {
            return Err(Failure::unusable("other numbers of records than the ledger states"));
        }
        Ok(ReadLedger {
            contents: self.contents(read)?,
            unreadable,
        })
    }

    fn contents(&self, transactions: Vec<LedgerTransaction>) -> Result<LedgerContents, Failure> {
        Ok(LedgerContents {
            id: LedgerId {
                sequence: self.sequence,
                hash: hash("hash", &self.hash)?,
            },
            parent: hash("prev_hash", &self.prev_hash)?,
            time: unix_time("closed_at", &self.closed_at)?,
            transactions,
        })
    }
}

impl WireIncluded {
    /// Decodes the transaction with this number, without operations.
    pub(super) fn decode(&self, number: u64) -> Result<Included, Failure> {
        let mut entry = self.transaction.entry()?;
        let own = entry.hash;
        // A transaction that was requested by the inner hash of a fee bump has that hash.
        if let Some(bump) = &self.fee_bump_transaction {
            entry.hash = hash("fee_bump_transaction.hash", &bump.hash)?;
        }
        Ok(Included {
            number,
            hash: own,
            operation_count: self.operation_count,
            transaction: LedgerTransaction {
                entry,
                sequence: self.source_account_sequence.read("source_account_sequence")?,
            },
        })
    }
}

impl Included {
    /// Adds all operations. Returns also the number of operations that are unreadable and omitted.
    fn with(self, operations: &[(u64, WireStep)]) -> Result<(LedgerTransaction, u64), Failure> {
        let Self { mut transaction, .. } = self;
        let entry = &mut transaction.entry;
        if operations.len() != self.operation_count {
            return Err(incomplete("operations", operations.len(), self.operation_count));
        }
        let mut unreadable = 0;
        for ((number, step), expected) in operations.iter().zip(self.number + 1..) {
            let owner: [u8; 32] = hash("transaction_hash", &step.transaction_hash)?;
            if *number != expected || (owner != entry.hash && owner != self.hash) {
                return Err(Failure::unusable("operation of a different transaction"));
            }
            match step.operation.decode(*number, entry) {
                Ok(decoded) => entry.operations.extend(decoded.operation),
                Err(failure) => {
                    tracing::warn!(%failure, hash = hex::encode(entry.hash), "unreadable operation of a ledger");
                    unreadable += 1;
                }
            }
        }
        Ok((transaction, unreadable))
    }
}
