//! Pending transactions by sender and nonce: `eth_getTransactionBySenderAndNonce`, `txpool_contentFrom`, and
//! the pending block of nodes that have neither.

use super::message::Call;
use super::values::{Account, Id, Number, Quantity, plain, quantity};
use super::{JsonRpc, Outcome};
use crate::node_source::Reported;
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use wallet_eth_like::{Address, Hash, Params, PendingTransaction};
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::{Lane, Topic};
use wallet_upstream::failure::Failure;

/// Transaction with the fields of its price and position.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Row {
    hash: Id,
    from: Account,
    nonce: Number,
    /// `null` while it is pending.
    #[serde(default)]
    block_number: Option<Number>,
    /// Equal to `maxFeePerGas` for a pending EIP-1559 transaction.
    #[serde(default)]
    gas_price: Option<Quantity>,
    #[serde(default)]
    max_fee_per_gas: Option<Quantity>,
    #[serde(default)]
    max_priority_fee_per_gas: Option<Quantity>,
}

/// Pool transactions of an address, by nonce in decimal digits.
#[derive(Debug, Deserialize)]
struct Pool {
    /// Transactions that are ready for a block.
    #[serde(default)]
    pending: BTreeMap<String, Row>,
    /// Transactions behind a nonce gap.
    #[serde(default)]
    queued: BTreeMap<String, Row>,
}

/// Pending block of the node.
#[derive(Debug, Deserialize)]
struct NextBlock {
    #[serde(default)]
    transactions: Vec<Row>,
}

/// Sender and nonce of the requested transaction.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingQuery {
    pub(super) sender: Address,
    pub(super) nonce: u64,
}

impl JsonRpc {
    /// Returns the pending transaction with this nonce, `None` if the node does not know or report one. The requests are
    /// optional: many nodes lack the methods or limit them.
    pub(super) async fn pending_by_nonce(
        &self,
        sender: Address,
        nonce: u64,
        deadline: Deadline,
    ) -> Result<Option<Reported>, Failure> {
        let query = PendingQuery { sender, nonce };
        let account = plain(sender);
        let calls = [
            Call::new("eth_getTransactionBySenderAndNonce", json!([account, quantity(nonce)])),
            Call::new("txpool_contentFrom", json!([account])),
        ];
        let lane = Lane::Optional(Topic::Pool);
        let [by_nonce, pool] = self.call_batch_in(lane, calls, deadline).await?;
        if by_nonce.0.is_ok() || pool.0.is_ok() {
            return Ok(in_pool(&by_nonce, &pool, query, self.params).transpose());
        }
        let block = Call::new("eth_getBlockByNumber", json!(["pending", true]));
        Ok(in_next_block(&self.call_in(lane, block, deadline).await?, query, self.params).transpose())
    }
}

impl JsonRpc {
    /// Returns the hash of the transaction in a block with this nonce, `None` if the node does not know or report it.
    pub(super) async fn mined_by_nonce(
        &self,
        sender: Address,
        nonce: u64,
        deadline: Deadline,
    ) -> Result<Option<Hash>, Failure> {
        let params = json!([plain(sender), quantity(nonce)]);
        let call = Call::new("eth_getTransactionBySenderAndNonce", params);
        let lane = Lane::Optional(Topic::Spenders);
        mined_hash(
            &self.call_in(lane, call, deadline).await?,
            PendingQuery { sender, nonce },
        )
    }
}

fn mined_hash(outcome: &Outcome, query: PendingQuery) -> Result<Option<Hash>, Failure> {
    let row: Option<Row> = match outcome.0 {
        Ok(_) => outcome.value()?,
        Err(_) => None,
    };
    let is_mined = |row: &Row| row.block_number.is_some() && (row.from.0, row.nonce.0) == (query.sender, query.nonce);
    Ok(row.filter(is_mined).map(|row| row.hash.0))
}

/// Reads the pool by either call; the node may not support one of them.
pub(super) fn in_pool(
    by_nonce: &Outcome,
    pool: &Outcome,
    query: PendingQuery,
    params: Params,
) -> Result<Option<PendingTransaction>, Failure> {
    let by_nonce: Option<Row> = match by_nonce.0 {
        Ok(_) => by_nonce.value()?,
        Err(_) => None,
    };
    let pool: Option<Pool> = match pool.0 {
        Ok(_) => Some(pool.value()?),
        Err(_) => None,
    };
    let rows = pool
        .into_iter()
        .flat_map(|pool| pool.pending.into_values().chain(pool.queued.into_values()));
    first(by_nonce.into_iter().chain(rows), query, params)
}

pub(super) fn in_next_block(
    block: &Outcome,
    query: PendingQuery,
    params: Params,
) -> Result<Option<PendingTransaction>, Failure> {
    let block: Option<NextBlock> = match &block.0 {
        Ok(_) => block.value()?,
        Err(error) => {
            tracing::debug!(error = error.for_log(), "node reports no pending transactions");
            None
        }
    };
    let rows = block.into_iter().flat_map(|block| block.transactions);
    // The pending block already has a number, which its transactions may carry.
    let rows = rows.map(|row| Row {
        block_number: None,
        ..row
    });
    first(rows, query, params)
}

fn first(
    rows: impl Iterator<Item = Row>,
    query: PendingQuery,
    params: Params,
) -> Result<Option<PendingTransaction>, Failure> {
    let matches = |row: &Row| (row.from.0, row.nonce.0) == (query.sender, query.nonce) && row.block_number.is_none();
    rows.filter(matches).map(|row| row.decode(params)).next().transpose()
}

impl Row {
    fn decode(self, params: Params) -> Result<PendingTransaction, Failure> {
        let price = self.max_fee_per_gas.or(self.gas_price);
        let Quantity(max_fee) = price.ok_or_else(|| Failure::unusable("pending transaction without a gas price"))?;
        let tip = self.max_priority_fee_per_gas.map_or(max_fee, |Quantity(tip)| tip);
        // A wallet cannot have sent it at such a price, and a replacement would have to pay more.
        if max_fee > params.max_gas_price() || tip > max_fee {
            return Err(Failure::unusable("implausible gas price of a pending transaction"));
        }
        Ok(PendingTransaction {
            hash: self.hash.0,
            max_fee_per_gas: max_fee,
            max_priority_fee_per_gas: tip,
        })
    }
}
