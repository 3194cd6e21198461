//! `txpool_contentFrom`: the pending transactions of an address.
//!
//! The method is not part of the Ethereum JSON-RPC specification; go-ethereum, forks of go-ethereum, Erigon, reth,
//! Nethermind and anvil have the method, and most gateways do not
//! (<https://geth.ethereum.org/docs/interacting-with-geth/rpc/ns-txpool>).
//!
//! A pending transaction by sender and nonce also comes from `eth_getTransactionBySenderAndNonce`, and from the pending
//! block of nodes that have neither method.

use super::message::Call;
use super::values::{Account, Bytes, Id, Number, Quantity, plain, quantity};
use super::{JsonRpc, Outcome};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use wallet_eth_like::{
    Address, Amount, GasPrice, Hash, Params, PendingTransaction, PoolTransaction, TransactionFields, erc20,
};
use wallet_upstream::{Deadline, Failure, Lane, ListRow, Topic};

/// Gas of a blob (EIP-4844).
const BLOB_GAS: u64 = 1 << 17;

/// Pool transactions of an address. Transactions behind a nonce gap (`queued`) cannot be mined.
#[derive(Debug, Deserialize)]
struct ReadyPool {
    /// Transactions that are ready for a block, by nonce in decimal digits.
    #[serde(default)]
    pending: BTreeMap<String, ListRow<PoolRow>>,
}

/// Pending transaction with the fields of the cost.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PoolRow {
    hash: Id,
    pub(super) from: Account,
    nonce: Number,
    /// `null` while pending.
    block_number: Option<Number>,
    /// `null` deploys a contract.
    to: Option<Account>,
    value: Quantity,
    gas: Number,
    /// Equal to `maxFeePerGas` for a pending EIP-1559 transaction.
    gas_price: Option<Quantity>,
    max_fee_per_gas: Option<Quantity>,
    max_priority_fee_per_gas: Option<Quantity>,
    /// Maximum price per gas of a blob.
    max_fee_per_blob_gas: Option<Quantity>,
    #[serde(default)]
    blob_versioned_hashes: Vec<IgnoredAny>,
    input: Bytes,
    access_list: Option<Vec<Access>>,
    /// Present in a transaction that sets the code of accounts (EIP-7702).
    authorization_list: Option<Vec<Authorization>>,
}

/// Entry of an authorisation list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Authorization {
    chain_id: Quantity,
    address: Account,
    nonce: Number,
    #[serde(alias = "v")]
    y_parity: Option<Quantity>,
    r: Quantity,
    s: Quantity,
}

/// Entry of an access list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Access {
    pub(super) address: Account,
    pub(super) storage_keys: Vec<Id>,
}

impl JsonRpc {
    /// Returns the transactions of an address that are ready for a block, `None` if the node does not list them.
    pub(crate) async fn pool_transactions(
        &self,
        sender: Address,
        deadline: Deadline,
    ) -> Result<Option<Vec<PoolTransaction>>, Failure> {
        if self.lacks_pool.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let call = Call::new("txpool_contentFrom", json!([plain(sender)]));
        let outcome = self.call_in(Lane::Optional(Topic::Pool), call, deadline).await?;
        if let Err(error) = &outcome.0 {
            tracing::debug!(error = error.for_log(), "node lists no pending transactions");
            if error.is_missing_method() {
                self.lacks_pool.store(true, Ordering::Relaxed);
            }
            return Ok(None);
        }
        let first_seen = |hash| self.first_seen.time(hash);
        decode_pool(&outcome, sender, self.params, first_seen).map(Some)
    }
}

/// Reads the transactions of a pool. Unreadable transactions are omitted, so that the list is incomplete.
pub(super) fn decode_pool(
    outcome: &Outcome,
    sender: Address,
    params: Params,
    first_seen: impl Fn(Hash) -> u64,
) -> Result<Vec<PoolTransaction>, Failure> {
    let pool: ReadyPool = outcome.value()?;
    let rows = pool.pending.into_values().filter_map(|row| match row {
        ListRow::Read(row) => Some(row),
        ListRow::Unreadable(_) => None,
    });
    let pending = rows.filter(|row| row.from.0 == sender && row.block_number.is_none());
    Ok(pending.filter_map(|row| row.decode(params, &first_seen)).collect())
}

impl PoolRow {
    /// Decodes the transaction, `None` for an implausible price.
    pub(super) fn decode(self, params: Params, first_seen: impl Fn(Hash) -> u64) -> Option<PoolTransaction> {
        let Quantity(price) = self.max_fee_per_gas.or(self.gas_price)?;
        let blob_price = self.max_fee_per_blob_gas.map_or(Amount::ZERO, |Quantity(price)| price);
        if price.max(blob_price) > params.max_gas_price() {
            return None;
        }
        let gas_fee = price.checked_mul(self.gas.0.into())?;
        let blob_gas = BLOB_GAS.checked_mul(self.blob_versioned_hashes.len() as u64)?;
        let to = self.to.map(|Account(to)| to);
        let tip = self.max_priority_fee_per_gas.map_or(price, |Quantity(tip)| tip);
        let fields = TransactionFields {
            params,
            nonce: self.nonce.0,
            to,
            amount: self.value.0,
            data: [
                &self.input.0,
                &*bytes_of(self.access_list),
                &*bytes_of_authorizations(self.authorization_list),
            ]
            .concat(),
            gas_limit: self.gas.0,
            price: GasPrice::FeeMarket {
                max_fee_per_gas: price,
                max_priority_fee_per_gas: tip,
            },
        };
        Some(PoolTransaction {
            hash: self.hash.0,
            nonce: self.nonce.0,
            to,
            value: self.value.0,
            max_fee: gas_fee.checked_add(blob_price.checked_mul(blob_gas.into())?)?,
            token_call: to.and_then(|_| erc20::decode(&self.input.0)),
            input: self.input.0,
            first_seen: first_seen(self.hash.0),
            gas_limit: self.gas.0,
            unsigned: fields.encode(),
            l1_fee: (!params.is_rollup()).then_some(Amount::ZERO),
        })
    }
}

/// Returns the bytes of an access list, which count for the L1 fee like calldata.
fn bytes_of(access_list: Option<Vec<Access>>) -> Vec<u8> {
    let items = access_list.into_iter().flatten();
    items
        .flat_map(|item| {
            let keys = item.storage_keys.into_iter().flat_map(|Id(Hash(key))| key);
            item.address.0.to_bytes().into_iter().chain(keys).collect::<Vec<_>>()
        })
        .collect()
}

/// Returns the bytes of an authorisation list, which count for the L1 fee like calldata.
fn bytes_of_authorizations(list: Option<Vec<Authorization>>) -> Vec<u8> {
    let items = list.into_iter().flatten();
    items
        .flat_map(|item| {
            let parity = item.y_parity.map_or(Amount::ZERO, |Quantity(parity)| parity);
            let numbers = [item.chain_id.0, item.nonce.0.into(), parity, item.r.0, item.s.0];
            let numbers = numbers.map(rlp_number).concat();
            // The prefixes of the item (a length of two bytes) and of the address.
            let prefixes = [0xf8, u8::MAX, 0x94];
            [&prefixes, &item.address.0.to_bytes()[..], &numbers].concat()
        })
        .collect()
}

/// Returns the bytes of a number in RLP: without leading zeros, with the prefix of the length.
fn rlp_number(number: Amount) -> Vec<u8> {
    let bytes = number.to_be_bytes();
    let significant: Vec<u8> = bytes.into_iter().skip_while(|byte| *byte == 0).collect();
    match significant.as_slice() {
        [single @ 0..0x80] => vec![*single],
        longer => {
            let length = u8::try_from(longer.len()).unwrap_or(u8::MAX);
            [&[length.saturating_add(0x80)], longer].concat()
        }
    }
}

/// Transaction with the fields of price and position.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PendingRow {
    hash: Id,
    from: Account,
    nonce: Number,
    /// `null` while pending.
    block_number: Option<Number>,
    /// Equal to `maxFeePerGas` for a pending EIP-1559 transaction.
    gas_price: Option<Quantity>,
    max_fee_per_gas: Option<Quantity>,
    max_priority_fee_per_gas: Option<Quantity>,
}

/// Pool transactions of an address, by nonce in decimal digits.
#[derive(Debug, Deserialize)]
struct WholePool {
    /// Transactions that are ready for a block.
    #[serde(default)]
    pending: BTreeMap<String, PendingRow>,
    /// Transactions behind a nonce gap.
    #[serde(default)]
    queued: BTreeMap<String, PendingRow>,
}

/// Pending block of the node.
#[derive(Debug, Deserialize)]
struct NextBlock {
    #[serde(default)]
    transactions: Vec<PendingRow>,
}

/// Pending transaction that a node reports, or the reason why the response cannot be used.
pub(crate) type Reported = Result<PendingTransaction, Failure>;

/// Sender and nonce of the requested transaction.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingQuery {
    pub(super) sender: Address,
    pub(super) nonce: u64,
}

impl JsonRpc {
    /// Returns the pending transaction with this nonce, `None` if the node does not know or report any. The requests
    /// are optional: many nodes lack the methods or limit them.
    pub(crate) async fn pending_transaction(
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
    /// Returns the hash of the transaction in a block with this nonce, `None` if the node does not know or report the
    /// transaction. The request is optional.
    pub(crate) async fn mined_with_nonce(
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
    let row: Option<PendingRow> = match outcome.0 {
        Ok(_) => outcome.value()?,
        Err(_) => None,
    };
    let is_mined =
        |row: &PendingRow| row.block_number.is_some() && (row.from.0, row.nonce.0) == (query.sender, query.nonce);
    Ok(row.filter(is_mined).map(|row| row.hash.0))
}

/// Reads the pool by either call; the node may lack support for either.
pub(super) fn in_pool(
    by_nonce: &Outcome,
    pool: &Outcome,
    query: PendingQuery,
    params: Params,
) -> Result<Option<PendingTransaction>, Failure> {
    let by_nonce: Option<PendingRow> = match by_nonce.0 {
        Ok(_) => by_nonce.value()?,
        Err(_) => None,
    };
    let pool: Option<WholePool> = match pool.0 {
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
    // The pending block already has a number, which pending transactions may carry.
    let rows = rows.map(|row| PendingRow {
        block_number: None,
        ..row
    });
    first(rows, query, params)
}

fn first(
    rows: impl Iterator<Item = PendingRow>,
    query: PendingQuery,
    params: Params,
) -> Result<Option<PendingTransaction>, Failure> {
    let matches =
        |row: &PendingRow| (row.from.0, row.nonce.0) == (query.sender, query.nonce) && row.block_number.is_none();
    rows.filter(matches).map(|row| row.decode(params)).next().transpose()
}

impl PendingRow {
    fn decode(self, params: Params) -> Result<PendingTransaction, Failure> {
        let price = self.max_fee_per_gas.or(self.gas_price);
        let Quantity(max_fee) = price.ok_or_else(|| Failure::unusable("pending transaction without a gas price"))?;
        let tip = self.max_priority_fee_per_gas.map_or(max_fee, |Quantity(tip)| tip);
        // A wallet cannot have sent the transaction at such a price, and a replacement would have to pay more.
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
