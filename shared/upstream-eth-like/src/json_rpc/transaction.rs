//! Transactions by their hash: status, content with its signature, and submission: `eth_getTransactionByHash`,
//! `eth_getTransactionReceipt` and `eth_sendRawTransaction`.

use super::head::BlockRow;
use super::message::Call;
use super::pool::Access;
use super::rejection::classify;
use super::values::{Account, Bytes, Id, Number, Quantity, hex_of, plain, quantity};
use super::{JsonRpc, Outcome};
use async_trait::async_trait;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use wallet_eth_like::{
    AccessListItem, Address, Amount, GasPrice, Hash, Params, PoolLookup, SenderNonce, SignatureParts,
    SignedTransaction, TransactionFields, TransactionStatus,
};
use wallet_upstream::{Deadline, Failure, Lane, Submit, SubmitOutcome, Topic};

/// Transaction with the identifying fields.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TransactionRow {
    hash: Id,
    from: Account,
    nonce: Number,
}

/// Receipt of a transaction in a block.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Receipt {
    transaction_hash: Id,
    block_hash: Id,
    pub(super) block_number: Number,
    /// 1 or 0. Receipts before Byzantium (EIP-658) have none; the outcome is then unknown.
    status: Option<Number>,
}

/// State of a transaction at a node.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TransactionState {
    /// In the pool of the node.
    Pending { sender: Address, nonce: u64 },
    /// In a block.
    Mined(TransactionStatus),
}

/// Result of the first batch.
#[derive(Debug)]
pub(super) enum BlockState {
    Unknown,
    Pending { sender: Address, nonce: u64 },
    Mined { receipt: Receipt, latest: u64 },
}

impl JsonRpc {
    /// Returns the state of a transaction, `None` if unknown to this node.
    pub(crate) async fn transaction_state(
        &self,
        hash: Hash,
        deadline: Deadline,
    ) -> Result<Option<TransactionState>, Failure> {
        let calls = [by_hash(hash), receipt_of(hash), Call::new("eth_blockNumber", json!([]))];
        let [transaction, receipt, latest] = self.call_batch(calls, deadline).await?;
        match block_state(hash, &transaction, &receipt, &latest)? {
            BlockState::Unknown => Ok(None),
            BlockState::Pending { sender, nonce } => Ok(Some(TransactionState::Pending { sender, nonce })),
            BlockState::Mined { receipt, latest } => {
                let block = json!([quantity(receipt.block_number.0), false]);
                let block = Call::new("eth_getBlockByNumber", block);
                let block = self.call(block, deadline).await?;
                let mined = mined(&receipt, latest, &block)?;
                Ok(Some(TransactionState::Mined(mined)))
            }
        }
    }

    /// Returns `None` if the node has used the nonce of a transaction in a block and does not know the transaction. The
    /// count is read first and the transaction last, in a single batch where the node accepts batches: the block that
    /// uses the nonce would show the transaction. The request is optional.
    pub(crate) async fn objection_to_replacement(
        &self,
        hash: Hash,
        sent: SenderNonce,
        deadline: Deadline,
    ) -> Result<Option<()>, Failure> {
        let calls = [
            Call::new("eth_getTransactionCount", json!([plain(sent.sender), "latest"])),
            receipt_of(hash),
            by_hash(hash),
        ];
        let lane = Lane::Optional(Topic::Replacements);
        let [count, receipt, transaction] = self.call_batch_in(lane, calls, deadline).await?;
        let Number(count) = count.value()?;
        let receipt: Option<IgnoredAny> = receipt.value()?;
        let is_unknown = receipt.is_none() && found(hash, &transaction)?.is_none();
        Ok((count <= sent.nonce || !is_unknown).then_some(()))
    }
}

/// Returns the call for a transaction.
pub(super) fn by_hash(hash: Hash) -> Call {
    Call::new("eth_getTransactionByHash", json!([hash.to_string()]))
}

/// Returns the call for the receipt of a transaction.
pub(super) fn receipt_of(hash: Hash) -> Call {
    Call::new("eth_getTransactionReceipt", json!([hash.to_string()]))
}

fn found(hash: Hash, outcome: &Outcome) -> Result<Option<TransactionRow>, Failure> {
    let row: Option<TransactionRow> = outcome.value()?;
    match row {
        Some(row) if row.hash.0 != hash => Err(Failure::unusable("transaction hash does not match the request")),
        row => Ok(row),
    }
}

pub(super) fn block_state(
    hash: Hash,
    transaction: &Outcome,
    receipt: &Outcome,
    latest: &Outcome,
) -> Result<BlockState, Failure> {
    let transaction = found(hash, transaction)?;
    let receipt: Option<Receipt> = receipt.value()?;
    match (transaction, receipt) {
        (None, None) => Ok(BlockState::Unknown),
        // In a block whose receipts are not written yet, or pending.
        (Some(row), None) => Ok(BlockState::Pending {
            sender: row.from.0,
            nonce: row.nonce.0,
        }),
        (_, Some(receipt)) if receipt.transaction_hash.0 != hash => {
            Err(Failure::unusable("receipt of a different transaction"))
        }
        (_, Some(receipt)) => {
            let Number(latest) = latest.value()?;
            Ok(BlockState::Mined { receipt, latest })
        }
    }
}

/// Returns the status of a transaction in this block.
pub(super) fn mined(receipt: &Receipt, latest: u64, block: &Outcome) -> Result<TransactionStatus, Failure> {
    let block: BlockRow = block.value()?;
    if block.number.0 != receipt.block_number.0 || block.hash.0 != receipt.block_hash.0 {
        // A reorganisation may have happened between the calls; a retry will show.
        return Err(Failure::unusable("block does not match the receipt"));
    }
    Ok(TransactionStatus::Mined {
        succeeded: has_succeeded(receipt.status)?,
        block: block.number.0,
        // The latest block may have been read before the transaction's own block.
        confirmations: latest.saturating_sub(block.number.0).saturating_add(1),
        time: block.timestamp.0,
    })
}

/// Reads the status of a receipt, which receipts before Byzantium lack.
pub(super) fn has_succeeded(status: Option<Number>) -> Result<bool, Failure> {
    match status {
        None | Some(Number(1)) => Ok(true),
        Some(Number(0)) => Ok(false),
        Some(Number(other)) => Err(Failure::unusable(format_args!("status {other} of a transaction"))),
    }
}

/// Transaction with all fields that the hash commits to.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    hash: Id,
    /// `null` while pending.
    block_number: Option<Number>,
    /// Absent in old nodes, which know only legacy transactions.
    r#type: Option<Number>,
    nonce: Number,
    to: Option<Account>,
    value: Quantity,
    gas: Number,
    input: Bytes,
    gas_price: Option<Quantity>,
    max_fee_per_gas: Option<Quantity>,
    max_priority_fee_per_gas: Option<Quantity>,
    access_list: Option<Vec<Access>>,
    r: Quantity,
    s: Quantity,
    v: Quantity,
}

impl JsonRpc {
    /// Returns a transaction with this hash, `None` if unknown to the node.
    pub(crate) async fn pool_transaction(&self, hash: Hash, deadline: Deadline) -> Result<Option<PoolLookup>, Failure> {
        let call = Call::new("eth_getTransactionByHash", json!([hash.to_string()]));
        decode_lookup(&self.call(call, deadline).await?, hash, self.params)
    }
}

/// Reads a transaction. Fields and signature must have this hash, so that a node cannot report false fields.
pub(super) fn decode_lookup(outcome: &Outcome, hash: Hash, params: Params) -> Result<Option<PoolLookup>, Failure> {
    let Some(row) = outcome.value::<Option<Row>>()? else {
        return Ok(None);
    };
    if row.hash.0 != hash {
        return Err(Failure::unusable("transaction hash does not match the request"));
    }
    if row.block_number.is_some() {
        return Ok(Some(PoolLookup::Mined));
    }
    let Some(transaction) = row.decode(params) else {
        return Ok(Some(PoolLookup::Unsupported));
    };
    if transaction.hash() != hash {
        return Err(Failure::unusable("fields of a transaction do not match its hash"));
    }
    Ok(Some(PoolLookup::Pending(Box::new(transaction))))
}

impl Row {
    /// Decodes the transaction, `None` for a different type and for fields that this service rejects.
    fn decode(self, params: Params) -> Option<SignedTransaction> {
        let price = match self.r#type.map_or(0, |Number(kind)| kind) {
            0 => GasPrice::Legacy {
                gas_price: amount(self.gas_price)?,
            },
            2 => GasPrice::FeeMarket {
                max_fee_per_gas: amount(self.max_fee_per_gas)?,
                max_priority_fee_per_gas: amount(self.max_priority_fee_per_gas)?,
            },
            _ => return None,
        };
        let fields = TransactionFields {
            params,
            nonce: self.nonce.0,
            to: self.to.map(|Account(to)| to),
            amount: self.value.0,
            data: self.input.0,
            gas_limit: self.gas.0,
            price,
        };
        let access_list = self
            .access_list
            .unwrap_or_default()
            .into_iter()
            .map(|row| AccessListItem {
                address: row.address.0,
                storage_keys: row.storage_keys.into_iter().map(|Id(key)| key).collect(),
            });
        let signature = SignatureParts {
            r: self.r.0,
            s: self.s.0,
            v: self.v.0,
        };
        SignedTransaction::from_parts(fields, access_list.collect(), signature).ok()
    }
}

fn amount(quantity: Option<Quantity>) -> Option<Amount> {
    quantity.map(|Quantity(amount)| amount)
}

#[async_trait]
impl Submit<SignedTransaction> for JsonRpc {
    async fn submit(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<SubmitOutcome, Failure> {
        self.check_chain(deadline).await?;
        let call = Call::new("eth_sendRawTransaction", json!([hex_of(transaction.bytes())]));
        decode_submission(&self.call(call, deadline).await?)
    }

    /// The hash alone proves nothing, since the hash is part of the request; sender and nonce must match too.
    async fn knows(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<bool, Failure> {
        let outcome = self.call(by_hash(transaction.hash()), deadline).await?;
        let found = found(transaction.hash(), &outcome)?;
        let matches = |row: &TransactionRow| (row.from.0, row.nonce.0) == (transaction.sender(), transaction.nonce());
        match found {
            Some(row) if !matches(&row) => Err(Failure::unusable("sender or nonce of the transaction does not match")),
            found => Ok(found.is_some()),
        }
    }
}

/// Reads the outcome of a submission.
pub(super) fn decode_submission(outcome: &Outcome) -> Result<SubmitOutcome, Failure> {
    match &outcome.0 {
        Ok(_) => {
            let Id(hash) = outcome.value()?;
            Ok(SubmitOutcome::Accepted { id: hash.to_string() })
        }
        Err(error) => {
            tracing::info!(reason = error.for_log(), "node rejected the transaction");
            classify(error)
        }
    }
}
