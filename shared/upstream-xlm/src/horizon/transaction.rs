//! Transactions: `/transactions/{hash}`, and as part of operation records.

use super::fields::{WireNumber, hash, muxed, read, unix_time};
use super::{Horizon, Lookup};
use crate::upstreams::source::Found;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use futures::future::try_join;
use serde::Deserialize;
use wallet_upstream::{Deadline, Failure};
use wallet_xlm::history::{Entry, TransactionEffects};
use wallet_xlm::{Memo, MemoType, ResultCodes, Stroops, TransactionStatus};

#[derive(Debug, Deserialize)]
pub(super) struct WireTransaction {
    hash: String,
    ledger: u32,
    created_at: String,
    /// Absent from servers that list successful transactions only.
    #[serde(default = "successful")]
    successful: bool,
    source_account: String,
    account_muxed: Option<String>,
    /// The account that paid the fee. Absent on servers from before fee bumps.
    fee_account: Option<String>,
    fee_charged: Option<WireNumber>,
    /// The name of the charged fee until 2019.
    fee_paid: Option<WireNumber>,
    memo_type: Option<String>,
    /// Text, a number, or a hash in base64. Absent for an empty text on old servers.
    memo: Option<String>,
    /// Base64 of a text, which need not be UTF-8.
    memo_bytes: Option<String>,
    result_xdr: Option<String>,
    /// Absent if the operator omits the meta.
    result_meta_xdr: Option<String>,
    /// Present for a fee bump.
    inner_transaction: Option<WireInner>,
}

const fn successful() -> bool {
    true
}

/// Inner transaction of a fee bump.
#[derive(Debug, Deserialize)]
struct WireInner {
    hash: String,
}

impl Horizon {
    /// Returns a transaction by hash (for a fee bump, either hash), `None` if no ledger contains it.
    pub(crate) async fn transaction(&self, hash: [u8; 32], deadline: Deadline) -> Result<Option<Found>, Failure> {
        let url = self.endpoint.url(&["transactions", &hex::encode(hash)]);
        match self.seek::<WireTransaction>(url, deadline).await? {
            Lookup::Found(transaction) => transaction.decode(hash).map(Some),
            Lookup::Missing | Lookup::BeforeHistory => Ok(None),
        }
    }

    /// Returns the status of a transaction, `None` if no ledger contains it.
    pub(crate) async fn status(
        &self,
        hash: [u8; 32],
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, Failure> {
        let (found, latest) = try_join(self.transaction(hash, deadline), self.ledger(deadline)).await?;
        Ok(found.map(|found| TransactionStatus {
            succeeded: found.succeeded,
            ledger: found.ledger,
            confirmations: latest.sequence.saturating_sub(found.ledger).saturating_add(1),
            time: found.time,
        }))
    }
}

impl WireTransaction {
    /// Decodes the transaction and checks the hash against the request.
    pub(super) fn decode(&self, requested: [u8; 32]) -> Result<Found, Failure> {
        let inner = self.inner_transaction.as_ref().map(|inner| inner.hash.as_str());
        let hashes = std::iter::once(self.hash.as_str()).chain(inner);
        let hashes = hashes.map(|text| hash("hash", text)).collect::<Result<Vec<_>, _>>()?;
        if !hashes.contains(&requested) {
            return Err(Failure::unusable("transaction hash does not match the request"));
        }
        Ok(Found {
            succeeded: self.successful,
            ledger: self.ledger,
            time: unix_time("created_at", &self.created_at)?,
            codes: self.result_xdr.as_deref().and_then(ResultCodes::read),
        })
    }

    /// Returns true if the transaction has this hash.
    pub(super) fn has_hash(&self, hash: &[u8; 32]) -> bool {
        hex::encode(hash).eq_ignore_ascii_case(&self.hash)
    }

    /// Converts this into a history entry without operations.
    pub(super) fn entry(&self) -> Result<Entry, Failure> {
        let effects = if self.successful {
            TransactionEffects::read(self.result_xdr.as_deref(), self.result_meta_xdr.as_deref())
        } else {
            TransactionEffects::default()
        };
        let source = muxed("source_account", &self.source_account, self.account_muxed.as_deref())?;
        let fee_payer = self.fee_account.as_deref().map(|payer| read("fee_account", payer));
        Ok(Entry {
            hash: hash("hash", &self.hash)?,
            ledger: self.ledger,
            time: unix_time("created_at", &self.created_at)?,
            succeeded: self.successful,
            source,
            fee: self.fee()?,
            fee_payer: fee_payer.transpose()?.unwrap_or(source.account),
            memo: self.memo()?,
            operations: Vec::new(),
            effects,
        })
    }

    fn fee(&self) -> Result<Stroops, Failure> {
        match (&self.fee_charged, &self.fee_paid) {
            (Some(fee), _) => fee.read("fee_charged"),
            (None, Some(fee)) => fee.read("fee_paid"),
            (None, None) => Err(Failure::unusable("fee_charged: missing")),
        }
    }

    fn memo(&self) -> Result<Memo, Failure> {
        let Some(kind) = self.memo_type.as_deref().filter(|kind| *kind != "none") else {
            return Ok(Memo::NONE);
        };
        let content = self.memo.as_deref().unwrap_or_default();
        let bytes = |text: &str| {
            BASE64
                .decode(text)
                .map_err(|_| Failure::unusable("memo: expected base64"))
        };
        let hash = || {
            let hash = bytes(content)?.try_into();
            hash.map_err(|_| Failure::unusable("memo: expected a hash"))
        };
        match (read("memo_type", kind)?, &self.memo_bytes) {
            (MemoType::Text, Some(text)) => Memo::of_text(&bytes(text)?),
            (MemoType::Text, None) => Memo::of_text(content.as_bytes()),
            (MemoType::Id, _) => Memo::of_id(content),
            (MemoType::Hash, _) => Ok(Memo::of_hash(hash()?)),
            (MemoType::Return, _) => Ok(Memo::of_return(hash()?)),
        }
        .map_err(|error| Failure::unusable(format_args!("memo: {error}")))
    }
}
