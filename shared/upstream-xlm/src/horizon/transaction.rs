//! Transactions: `/transactions/{hash}`, and as they stand beside their operations.

use super::fields::{hash, muxed, read, unix_time};
use super::{Horizon, Sought};
use futures::future::try_join;
use serde::Deserialize;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;
use wallet_xlm::history::{Entry, TransactionEffects};
use wallet_xlm::{AccountId, ResultCodes, TransactionStatus};

/// A transaction in a ledger.
#[derive(Debug, Deserialize)]
pub(super) struct WireTransaction {
    hash: String,
    ledger: u32,
    created_at: String,
    successful: bool,
    source_account: String,
    #[serde(default)]
    account_muxed: Option<String>,
    fee_charged: String,
    #[serde(default)]
    result_xdr: Option<String>,
    /// Absent where the operator leaves it out.
    #[serde(default)]
    result_meta_xdr: Option<String>,
    /// Of a fee bump.
    #[serde(default)]
    inner_transaction: Option<WireInner>,
}

/// The transaction inside a fee bump.
#[derive(Debug, Deserialize)]
struct WireInner {
    hash: String,
}

/// A transaction that a ledger has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// Whether it did what it was to do.
    pub(crate) succeeded: bool,
    /// The number of its ledger.
    pub(crate) ledger: u32,
    /// When that was closed, in Unix seconds.
    pub(crate) time: u64,
    /// How it ended, where that can be read.
    pub(crate) codes: Option<ResultCodes>,
}

impl Horizon {
    /// A transaction by its hash, of a fee bump by either; `None` when no ledger has it.
    pub(crate) async fn transaction(&self, hash: [u8; 32], deadline: Deadline) -> Result<Option<Found>, Failure> {
        let url = self.endpoint.url(&["transactions", &hex::encode(hash)]);
        match self.seek::<WireTransaction>(url, deadline).await? {
            Sought::Found(transaction) => transaction.decode(hash).map(Some),
            Sought::Missing | Sought::BeforeHistory => Ok(None),
        }
    }

    /// Where a transaction stands, `None` when no ledger has it.
    pub(crate) async fn status(
        &self,
        hash: [u8; 32],
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, Failure> {
        let (found, newest) = try_join(self.transaction(hash, deadline), self.ledger(deadline)).await?;
        Ok(found.map(|found| TransactionStatus {
            succeeded: found.succeeded,
            ledger: found.ledger,
            confirmations: newest.sequence.saturating_sub(found.ledger).saturating_add(1),
            time: found.time,
        }))
    }
}

impl WireTransaction {
    /// The transaction that was asked for.
    pub(super) fn decode(&self, asked: [u8; 32]) -> Result<Found, Failure> {
        let inner = self.inner_transaction.as_ref().map(|inner| inner.hash.as_str());
        let hashes = std::iter::once(self.hash.as_str()).chain(inner);
        let hashes = hashes.map(|text| hash("hash", text)).collect::<Result<Vec<_>, _>>()?;
        if !hashes.contains(&asked) {
            return Err(Failure::unusable("another transaction than was asked for"));
        }
        Ok(Found {
            succeeded: self.successful,
            ledger: self.ledger,
            time: unix_time("created_at", &self.created_at)?,
            codes: self.result_xdr.as_deref().and_then(ResultCodes::read),
        })
    }

    /// Whether it is the one with this hash.
    pub(super) fn has_hash(&self, hash: &[u8; 32]) -> bool {
        hex::encode(hash).eq_ignore_ascii_case(&self.hash)
    }

    /// Whether it did what it was to do.
    pub(super) const fn succeeded(&self) -> bool {
        self.successful
    }

    /// The transaction in the history of an account, of which no operation is told yet.
    pub(super) fn entry(&self, account: AccountId) -> Result<Entry, Failure> {
        let effects = if self.successful {
            TransactionEffects::read(account, self.result_xdr.as_deref(), self.result_meta_xdr.as_deref())
        } else {
            TransactionEffects::default()
        };
        Ok(Entry {
            hash: hash("hash", &self.hash)?,
            ledger: self.ledger,
            time: unix_time("created_at", &self.created_at)?,
            succeeded: self.successful,
            source: muxed("source_account", &self.source_account, self.account_muxed.as_deref())?,
            fee: read("fee_charged", &self.fee_charged)?,
            operations: Vec::new(),
            effects,
        })
    }
}
