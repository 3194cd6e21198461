//! `eth_getTransactionByHash` and `eth_getTransactionReceipt`

use super::head::BlockRow;
use super::message::Call;
use super::values::{Account, Id, Number, plain, quantity};
use super::{JsonRpc, Outcome};
use crate::node_source::TransactionState;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use wallet_eth_like::{Address, Hash, SenderNonce, SignedTransaction, TransactionStatus};
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::{Lane, Topic};
use wallet_upstream::failure::Failure;

/// Transaction with the fields that identify it.
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
    #[serde(default)]
    status: Option<Number>,
}

/// Result of the first batch.
#[derive(Debug)]
pub(super) enum BlockState {
    Unknown,
    Pending { sender: Address, nonce: u64 },
    Mined { receipt: Receipt, latest: u64 },
}

impl JsonRpc {
    /// Returns the state of a transaction, `None` if this node does not know it.
    pub(super) async fn state_of(&self, hash: Hash, deadline: Deadline) -> Result<Option<TransactionState>, Failure> {
        let calls = [
            by_hash(hash),
            Call::new("eth_getTransactionReceipt", json!([hash.to_string()])),
            Call::new("eth_blockNumber", json!([])),
        ];
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

    /// Returns `None` if the node has used the nonce of a transaction in a block and does not know the transaction. The count
    /// is read first and the transaction last, in one batch where the node accepts it: the block that uses the nonce would
    /// show the transaction.
    pub(super) async fn objection(
        &self,
        hash: Hash,
        sent: SenderNonce,
        deadline: Deadline,
    ) -> Result<Option<()>, Failure> {
        let calls = [
            Call::new("eth_getTransactionCount", json!([plain(sent.sender), "latest"])),
            Call::new("eth_getTransactionReceipt", json!([hash.to_string()])),
            by_hash(hash),
        ];
        let lane = Lane::Optional(Topic::Replacements);
        let [count, receipt, transaction] = self.call_batch_in(lane, calls, deadline).await?;
        let Number(count) = count.value()?;
        let receipt: Option<IgnoredAny> = receipt.value()?;
        let is_unknown = receipt.is_none() && found(hash, &transaction)?.is_none();
        Ok((count <= sent.nonce || !is_unknown).then_some(()))
    }

    /// Returns true if this node has a transaction. The hash alone proves nothing, since it is part of the
    /// request; sender and nonce must match too.
    pub(super) async fn has(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<bool, Failure> {
        let outcome = self.call(by_hash(transaction.hash()), deadline).await?;
        let found = found(transaction.hash(), &outcome)?;
        let matches = |row: &TransactionRow| (row.from.0, row.nonce.0) == (transaction.sender(), transaction.nonce());
        match found {
            Some(row) if !matches(&row) => Err(Failure::unusable("sender or nonce of the transaction does not match")),
            found => Ok(found.is_some()),
        }
    }
}

fn by_hash(hash: Hash) -> Call {
    Call::new("eth_getTransactionByHash", json!([hash.to_string()]))
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
    let succeeded = match receipt.status {
        None | Some(Number(1)) => true,
        Some(Number(0)) => false,
        Some(Number(other)) => return Err(Failure::unusable(format_args!("status {other} of a transaction"))),
    };
    Ok(TransactionStatus::Mined {
        succeeded,
        block: block.number.0,
        // The latest block may have been read before the transaction's own block.
        confirmations: latest.saturating_sub(block.number.0).saturating_add(1),
        time: block.timestamp.0,
    })
}
