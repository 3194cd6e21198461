//! Whole blocks with their receipts, both by hash, since a node behind a load balancer may not have the block of a
//! previous response: `eth_getBlockByHash` with `eth_getBlockReceipts`, or `eth_getTransactionReceipt` for each
//! transaction.

use super::head::BlockRow;
use super::message::Call;
use super::pool::PoolRow;
use super::rollup::{FeeFields, MAX_RECEIPTS};
use super::transaction::{by_hash, has_succeeded, receipt_of};
use super::values::{Account, Bytes, Id, Number, Quantity, quantity};
use super::{JsonRpc, Outcome};
use serde::Deserialize;
use serde_json::json;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;
use wallet_eth_like::block::{Block, BlockId, BlockTransaction, Log};
use wallet_eth_like::history::{Entry, HistoryPosition, TopLevelCall};
use wallet_eth_like::{Amount, Hash, Params, TRANSFER_GAS};
use wallet_upstream::{Deadline, Failure, Lane, Topic};

/// Lane of the requests for blocks, which use no permits of required requests.
pub(crate) const BLOCKS: Lane = Lane::Optional(Topic::Blocks);

/// Time for which a method that a node lacks is not called again.
const ABSENCE: Duration = Duration::from_mins(10);

/// Absence of a method at a node, as far as known.
#[derive(Debug, Default)]
pub(super) struct Absence(Mutex<Option<Instant>>);

impl Absence {
    /// Returns true for a while after a response that the node lacks the method.
    pub(super) fn is_known(&self) -> bool {
        let noted = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.is_some_and(|noted| noted.elapsed() < ABSENCE)
    }

    /// Returns true if the outcome states that the node lacks the method, and records the absence.
    pub(super) fn note(&self, outcome: &Outcome) -> bool {
        let is_missing = matches!(&outcome.0, Err(error) if error.is_missing_method());
        if is_missing {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
        is_missing
    }
}

/// End of the chain at a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Latest {
    pub(crate) id: BlockId,
    /// The height of the latest final block, `None` if the node reports none.
    pub(crate) finalized: Option<u64>,
}

/// Block with all transactions.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FullBlock {
    number: Number,
    hash: Id,
    parent_hash: Id,
    timestamp: Number,
    transactions: Vec<TransactionRow>,
}

/// Transaction in a block.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TransactionRow {
    hash: Id,
    from: Account,
    nonce: Number,
    /// `null` deploys a contract.
    to: Option<Account>,
    value: Quantity,
    input: Bytes,
    gas_price: Option<Quantity>,
}

/// Receipt of a transaction with the logs.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Receipt {
    transaction_hash: Id,
    transaction_index: Number,
    block_hash: Id,
    block_number: Number,
    status: Option<Number>,
    contract_address: Option<Account>,
    logs: Vec<LogRow>,
    /// Gas of the blobs of the transaction (EIP-4844).
    blob_gas_used: Option<Quantity>,
    blob_gas_price: Option<Quantity>,
    #[serde(flatten)]
    fees: FeeFields,
}

#[derive(Debug, Deserialize)]
struct LogRow {
    address: Account,
    topics: Vec<Id>,
    data: Bytes,
}

impl JsonRpc {
    /// Returns the latest block, and the latest final block as far as reported.
    pub(crate) async fn latest(&self, deadline: Deadline) -> Result<Latest, Failure> {
        let calls = ["latest", "finalized"].map(|tag| Call::new("eth_getBlockByNumber", json!([tag, false])));
        let [latest, finalized] = self.call_batch_in(BLOCKS, calls, deadline).await?;
        let latest: BlockRow = latest.value()?;
        // Nodes without finality return an error, and nodes without a final block `null`.
        let finalized: Option<BlockRow> = finalized.value().unwrap_or_default();
        Ok(Latest {
            id: BlockId {
                height: latest.number.0,
                hash: latest.hash.0,
            },
            finalized: finalized.map(|block| block.number.0),
        })
    }

    /// Returns the hashes of the blocks at heights, `None` above the head of the node.
    pub(crate) async fn hashes(&self, heights: &[u64], deadline: Deadline) -> Result<Vec<Option<Hash>>, Failure> {
        let header = |height: &u64| Call::new("eth_getBlockByNumber", json!([quantity(*height), false]));
        let calls: Vec<_> = heights.iter().map(header).collect();
        let outcomes = self.call_each(&calls, BLOCKS, deadline).await?;
        let hash = |(height, outcome): (&u64, Outcome)| {
            let block: Option<BlockRow> = outcome.value()?;
            match block {
                Some(block) if block.number.0 != *height => Err(Failure::unusable("block of a different height")),
                block => Ok(block.map(|block| block.hash.0)),
            }
        };
        heights.iter().zip(outcomes).map(hash).collect()
    }

    /// Returns a block without movements inside contracts, `None` if the node does not know the hash.
    /// `lacks_internal` is true if a transaction may have such movements.
    pub(crate) async fn block(&self, id: BlockId, deadline: Deadline) -> Result<Option<Block>, Failure> {
        let (block, receipts) = self.block_and_receipts(id, deadline).await?;
        let Some(block) = decode_block(&block, id)? else {
            return Ok(None);
        };
        let receipts = match receipts {
            Some(receipts) => receipts.value()?,
            None => self.receipts_of(&block, deadline).await?,
        };
        assemble(&block, &receipts, self.params).map(Some)
    }

    /// Returns the block, and the receipts unless the node lacks the method or the response would be too long.
    async fn block_and_receipts(
        &self,
        BlockId { hash, .. }: BlockId,
        deadline: Deadline,
    ) -> Result<(Outcome, Option<Outcome>), Failure> {
        let block = Call::new("eth_getBlockByHash", json!([hash.to_string(), true]));
        if !self.lacks_block_receipts.is_known() {
            let receipts = Call::new("eth_getBlockReceipts", json!([hash.to_string()]));
            match self.read_each([block.clone(), receipts], deadline).await {
                Ok([block, receipts]) => {
                    let is_missing = self.lacks_block_receipts.note(&receipts) || is_too_long(&receipts);
                    return Ok((block, (!is_missing).then_some(receipts)));
                }
                Err(Failure::TooLong { .. }) => {}
                Err(failure) => return Err(failure),
            }
        }
        let [block] = self.read_each([block], deadline).await?;
        Ok((block, None))
    }

    /// Returns the receipts of each transaction of a block.
    async fn receipts_of(&self, block: &FullBlock, deadline: Deadline) -> Result<Vec<Receipt>, Failure> {
        let mut receipts = Vec::with_capacity(block.transactions.len());
        for transactions in block.transactions.chunks(MAX_RECEIPTS) {
            let calls: Vec<_> = transactions.iter().map(|row| receipt_of(row.hash.0)).collect();
            let outcomes = self.call_each_at(&self.block_endpoint, &calls, BLOCKS, deadline);
            for outcome in outcomes.await? {
                receipts.push(outcome.value()?);
            }
        }
        Ok(receipts)
    }

    async fn read_each<const N: usize>(&self, calls: [Call; N], deadline: Deadline) -> Result<[Outcome; N], Failure> {
        let outcomes = self
            .call_each_at(&self.block_endpoint, &calls, BLOCKS, deadline)
            .await?;
        let outcomes = outcomes.try_into();
        outcomes.map_err(|_| Failure::unusable("number of responses differs from number of calls"))
    }

    /// Returns a transaction in a block or pending, `None` if unknown to the node.
    pub(crate) async fn block_transaction(
        &self,
        hash: Hash,
        deadline: Deadline,
    ) -> Result<Option<BlockTransaction>, Failure> {
        let [transaction, receipt] = self.read_each([by_hash(hash), receipt_of(hash)], deadline).await?;
        let Some(receipt) = receipt.value::<Option<Receipt>>()? else {
            // Pending, or in a block whose receipts are not written yet.
            let row: Option<PoolRow> = transaction.value()?;
            return row.map(|row| self.pending(hash, row)).transpose();
        };
        let transaction: TransactionRow = transaction.value()?;
        if transaction.hash.0 != hash {
            return Err(Failure::unusable("transaction hash does not match the request"));
        }
        let height = json!([quantity(receipt.block_number.0), false]);
        let block = self.call_in(BLOCKS, Call::new("eth_getBlockByNumber", height), deadline);
        let block: BlockRow = block.await?.value()?;
        let place = Place {
            block: BlockId {
                height: block.number.0,
                hash: block.hash.0,
            },
            time: block.timestamp.0,
            index: receipt.transaction_index.0,
        };
        // After a reorganisation the block at this height differs, which a later request shows.
        mined(&transaction, &receipt, place, self.params).map(Some)
    }

    fn pending(&self, hash: Hash, row: PoolRow) -> Result<BlockTransaction, Failure> {
        let sender = row.from.0;
        let pending = row.decode(self.params, |hash| self.first_seen.time(hash));
        let pending = pending.filter(|pending| pending.hash == hash);
        let pending = pending.ok_or_else(|| Failure::unusable("implausible pending transaction"))?;
        Ok(BlockTransaction::pending(sender, &pending))
    }
}

/// Returns true if the node rejects the call since the result would be too long.
fn is_too_long(outcome: &Outcome) -> bool {
    matches!(&outcome.0, Err(error) if matches!(error.failure(), Failure::TooLong { .. }))
}

/// Position of a transaction.
#[derive(Clone, Copy, Debug)]
struct Place {
    block: BlockId,
    /// Unix time in seconds.
    time: u64,
    index: u64,
}

/// Reads a block, which must have this height and hash.
pub(super) fn decode_block(outcome: &Outcome, id: BlockId) -> Result<Option<FullBlock>, Failure> {
    let block: Option<FullBlock> = outcome.value()?;
    match block {
        Some(block) if (block.number.0, block.hash.0) != (id.height, id.hash) => {
            Err(Failure::unusable("block does not match the request"))
        }
        block => Ok(block),
    }
}

/// Joins the transactions of a block with their receipts, which must be complete and in the same order.
pub(super) fn assemble(block: &FullBlock, receipts: &[Receipt], params: Params) -> Result<Block, Failure> {
    let id = BlockId {
        height: block.number.0,
        hash: block.hash.0,
    };
    if block.transactions.len() != receipts.len() {
        let (transactions, receipts) = (block.transactions.len(), receipts.len());
        let cause = format_args!("{receipts} receipts of a block with {transactions} transactions");
        return Err(Failure::unusable(cause));
    }
    let rows = block.transactions.iter().zip(receipts);
    let lacks_internal = rows.clone().any(|(row, receipt)| may_call(row, receipt));
    let transactions = (0..).zip(rows).map(|(index, (row, receipt))| {
        let place = Place {
            block: id,
            time: block.timestamp.0,
            index,
        };
        mined(row, receipt, place, params)
    });
    Ok(Block {
        id,
        parent: block.parent_hash.0,
        time: block.timestamp.0,
        transactions: transactions.collect::<Result<_, _>>()?,
        lacks_internal,
    })
}

/// Returns true if a transaction may have executed a contract: only a payment without data to an account without code
/// uses exactly this gas, and a failed transaction moves nothing.
fn may_call(row: &TransactionRow, receipt: &Receipt) -> bool {
    let is_plain = row.input.0.is_empty() && receipt.fees.gas_used.0 <= TRANSFER_GAS;
    !is_plain && !matches!(receipt.status, Some(Number(0)))
}

/// Returns the transaction with this receipt, which must be of the same transaction at this place.
fn mined(row: &TransactionRow, receipt: &Receipt, place: Place, params: Params) -> Result<BlockTransaction, Failure> {
    let expected = (row.hash.0, place.index, place.block);
    let block = BlockId {
        height: receipt.block_number.0,
        hash: receipt.block_hash.0,
    };
    if (receipt.transaction_hash.0, receipt.transaction_index.0, block) != expected {
        return Err(Failure::unusable("receipt of a different transaction or block"));
    }
    let (Account(sender), Number(nonce)) = (row.from, row.nonce);
    let created = || {
        receipt
            .contract_address
            .map_or_else(|| sender.deployed(nonce), |Account(created)| created)
    };
    let outer = TopLevelCall {
        from: sender,
        to: Some(row.to.map_or_else(created, |Account(to)| to)),
        value: row.value.0,
        succeeded: has_succeeded(receipt.status)?,
    };
    let logs: Vec<_> = receipt.logs.iter().map(LogRow::read).collect();
    let index = u32::try_from(place.index).map_err(Failure::unusable)?;
    let mut entry = Entry {
        position: HistoryPosition::Mined {
            block: place.block.height,
            index: Some(index),
            txid: row.hash.0,
        },
        time: place.time,
        outer: Some(outer),
        fee: Some(gas_fee(row, receipt)?),
        lacks_l1_fee: params.is_rollup(),
        lacks_gas_fee: receipt.fees.effective_gas_price.is_none(),
        transfers: Vec::new(),
        labels: Vec::new(),
    };
    let paid = params.has_fee_in_receipt().then(|| receipt.fees.paid(params));
    if let Some(paid) = paid.flatten() {
        entry.complete_fee(paid);
    }
    let transaction = BlockTransaction {
        entry,
        sender,
        nonce,
        parties: Vec::new(),
    };
    Ok(transaction.with_logs(&logs))
}

/// Returns the fee of gas and blobs in wei. Old nodes report no effective price; the price is that of the transaction.
fn gas_fee(row: &TransactionRow, receipt: &Receipt) -> Result<Amount, Failure> {
    let price = receipt.fees.effective_gas_price.or(row.gas_price);
    let Quantity(price) = price.ok_or_else(|| Failure::unusable("transaction without a gas price"))?;
    let blobs = match (receipt.blob_gas_used, receipt.blob_gas_price) {
        (Some(Quantity(gas)), Some(Quantity(price))) => gas.checked_mul(price),
        _ => Some(Amount::ZERO),
    };
    let fee = price.checked_mul(receipt.fees.gas_used.0.into());
    let fee = fee.zip(blobs).and_then(|(fee, blobs)| fee.checked_add(blobs));
    fee.ok_or_else(|| Failure::unusable("fee above 256 bits"))
}

impl LogRow {
    fn read(&self) -> Log {
        Log {
            contract: self.address.0,
            topics: self.topics.iter().map(|Id(topic)| *topic).collect(),
            data: self.data.0.clone(),
        }
    }
}
