//! A transaction that waits for a block, by its sender and nonce: `eth_getTransactionBySenderAndNonce`,
//! `txpool_contentFrom`, and where a node has neither the block that it would make now.

use super::message::Call;
use super::values::{Account, Id, Number, Quantity, plain, quantity};
use super::{JsonRpc, Outcome};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use wallet_eth_like::{Address, Params, PendingTransaction};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// A transaction, as far as its price and place go.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Row {
    hash: Id,
    from: Account,
    nonce: Number,
    /// `null` while it waits.
    #[serde(default)]
    block_number: Option<Number>,
    /// Of a transaction of EIP-1559 that waits, the same as the next.
    #[serde(default)]
    gas_price: Option<Quantity>,
    #[serde(default)]
    max_fee_per_gas: Option<Quantity>,
    #[serde(default)]
    max_priority_fee_per_gas: Option<Quantity>,
}

/// The transactions of an address in the pool, by their nonces in decimal digits.
#[derive(Debug, Deserialize)]
struct Pool {
    /// Those that a block may take.
    #[serde(default)]
    pending: BTreeMap<String, Row>,
    /// Those behind a gap.
    #[serde(default)]
    queued: BTreeMap<String, Row>,
}

/// The block that the node would make now.
#[derive(Debug, Deserialize)]
struct NextBlock {
    #[serde(default)]
    transactions: Vec<Row>,
}

/// Whose transaction is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) sender: Address,
    pub(super) nonce: u64,
}

impl JsonRpc {
    /// The transaction with this nonce that waits for a block, `None` where the node knows or tells of none.
    pub(super) async fn waiting(
        &self,
        sender: Address,
        nonce: u64,
        deadline: Deadline,
    ) -> Result<Option<PendingTransaction>, Failure> {
        let wanted = Wanted { sender, nonce };
        let account = plain(sender);
        let questions = [
            Call::new("eth_getTransactionBySenderAndNonce", json!([account, quantity(nonce)])),
            Call::new("txpool_contentFrom", json!([account])),
        ];
        let [by_nonce, pool] = self.ask_all(questions, deadline).await?;
        if by_nonce.0.is_ok() || pool.0.is_ok() {
            return in_pool(&by_nonce, &pool, wanted, self.params);
        }
        let block = Call::new("eth_getBlockByNumber", json!(["pending", true]));
        in_next_block(&self.ask(block, deadline).await?, wanted, self.params)
    }
}

/// What the pool has, by either question; one of them may be unknown to the node.
pub(super) fn in_pool(
    by_nonce: &Outcome,
    pool: &Outcome,
    wanted: Wanted,
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
    first(by_nonce.into_iter().chain(rows), wanted, params)
}

pub(super) fn in_next_block(
    block: &Outcome,
    wanted: Wanted,
    params: Params,
) -> Result<Option<PendingTransaction>, Failure> {
    let block: Option<NextBlock> = match &block.0 {
        Ok(_) => block.value()?,
        Err(error) => {
            tracing::debug!(error = error.for_log(), "a node does not tell what waits for a block");
            None
        }
    };
    let rows = block.into_iter().flat_map(|block| block.transactions);
    // The block has a number already, which its transactions may carry.
    let rows = rows.map(|row| Row {
        block_number: None,
        ..row
    });
    first(rows, wanted, params)
}

fn first(
    rows: impl Iterator<Item = Row>,
    wanted: Wanted,
    params: Params,
) -> Result<Option<PendingTransaction>, Failure> {
    let is_it = |row: &Row| (row.from.0, row.nonce.0) == (wanted.sender, wanted.nonce) && row.block_number.is_none();
    rows.filter(is_it).map(|row| row.decode(params)).next().transpose()
}

impl Row {
    fn decode(self, params: Params) -> Result<PendingTransaction, Failure> {
        let price = self.max_fee_per_gas.or(self.gas_price);
        let Quantity(most) = price.ok_or_else(|| Failure::unusable("a transaction without a price"))?;
        let tip = self.max_priority_fee_per_gas.map_or(most, |Quantity(tip)| tip);
        // Nobody here can have sent it at such a price, and a replacement would have to pay more.
        if most > params.max_gas_price() || tip > most {
            return Err(Failure::unusable("an impossible price of a transaction that waits"));
        }
        Ok(PendingTransaction {
            hash: self.hash.0,
            max_fee_per_gas: most,
            max_priority_fee_per_gas: tip,
        })
    }
}
