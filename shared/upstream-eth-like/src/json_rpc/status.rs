//! `eth_getTransactionByHash` and `eth_getTransactionReceipt`

use super::head::BlockRow;
use super::message::Call;
use super::values::{Account, Id, Number, quantity};
use super::{JsonRpc, Outcome};
use serde::Deserialize;
use serde_json::json;
use wallet_eth_like::{Hash, SignedTransaction, TransactionStatus};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// A transaction, as far as its place and its sender go.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TransactionRow {
    hash: Id,
    from: Account,
    nonce: Number,
}

/// What became of a transaction in a block.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Receipt {
    transaction_hash: Id,
    block_hash: Id,
    pub(super) block_number: Number,
    /// 1 or 0. Blocks of before Byzantium (EIP-658) have none: then it cannot be told.
    #[serde(default)]
    status: Option<Number>,
}

/// What the first questions came to.
#[derive(Debug)]
pub(super) enum Place {
    Unknown,
    Pending,
    Mined { receipt: Receipt, newest: u64 },
}

impl JsonRpc {
    /// Where a transaction stands, `None` when this node does not know it.
    pub(super) async fn status(&self, hash: Hash, deadline: Deadline) -> Result<Option<TransactionStatus>, Failure> {
        let questions = [
            by_hash(hash),
            Call::new("eth_getTransactionReceipt", json!([hash.to_string()])),
            Call::new("eth_blockNumber", json!([])),
        ];
        let [transaction, receipt, newest] = self.ask_all(questions, deadline).await?;
        match place(hash, &transaction, &receipt, &newest)? {
            Place::Unknown => Ok(None),
            Place::Pending => Ok(Some(TransactionStatus::Pending)),
            Place::Mined { receipt, newest } => {
                let block = json!([quantity(receipt.block_number.0), false]);
                let block = Call::new("eth_getBlockByNumber", block);
                let block = self.ask(block, deadline).await?;
                mined(&receipt, newest, &block).map(Some)
            }
        }
    }

    /// Whether this node has a transaction: not by its hash alone, which it was told, but by what only who has it knows.
    pub(super) async fn has(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<bool, Failure> {
        let outcome = self.ask(by_hash(transaction.hash()), deadline).await?;
        let found = found(transaction.hash(), &outcome)?;
        let is_it = |row: &TransactionRow| (row.from.0, row.nonce.0) == (transaction.sender(), transaction.nonce());
        match found {
            Some(row) if !is_it(&row) => Err(Failure::unusable("another sender or nonce of the transaction")),
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
        Some(row) if row.hash.0 != hash => Err(Failure::unusable("another transaction than the one asked for")),
        row => Ok(row),
    }
}

pub(super) fn place(hash: Hash, transaction: &Outcome, receipt: &Outcome, newest: &Outcome) -> Result<Place, Failure> {
    let transaction = found(hash, transaction)?;
    let receipt: Option<Receipt> = receipt.value()?;
    match (transaction, receipt) {
        (None, None) => Ok(Place::Unknown),
        // In a block whose receipts are not written yet, or waiting for one.
        (Some(_), None) => Ok(Place::Pending),
        (_, Some(receipt)) if receipt.transaction_hash.0 != hash => {
            Err(Failure::unusable("the receipt of another transaction"))
        }
        (_, Some(receipt)) => {
            let Number(newest) = newest.value()?;
            Ok(Place::Mined { receipt, newest })
        }
    }
}

/// The status of a transaction in this block.
pub(super) fn mined(receipt: &Receipt, newest: u64, block: &Outcome) -> Result<TransactionStatus, Failure> {
    let block: BlockRow = block.value()?;
    if block.number.0 != receipt.block_number.0 || block.hash.0 != receipt.block_hash.0 {
        // The chain may have been reorganised between the questions, which another try would show.
        return Err(Failure::unusable("another block than that of the receipt"));
    }
    let succeeded = match receipt.status {
        None | Some(Number(1)) => true,
        Some(Number(0)) => false,
        Some(Number(other)) => return Err(Failure::unusable(format_args!("status {other} of a transaction"))),
    };
    Ok(TransactionStatus::Mined {
        succeeded,
        block: block.number.0,
        // The newest block may have been told before the transaction's own.
        confirmations: newest.saturating_sub(block.number.0).saturating_add(1),
        time: block.timestamp.0,
    })
}
