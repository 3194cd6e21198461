//! `txpool_contentFrom`: the pending transactions of an address.
//!
//! The method is not part of the Ethereum JSON-RPC specification; go-ethereum, its forks, Erigon, reth, Nethermind and
//! anvil have it, and most gateways do not (<https://geth.ethereum.org/docs/interacting-with-geth/rpc/ns-txpool>).

use super::message::Call;
use super::values::{Account, Bytes, Id, Number, Quantity, plain};
use super::{JsonRpc, Outcome};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use wallet_eth_like::{Address, Amount, GasPrice, Hash, Params, PoolTransaction, TransactionFields, erc20};
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::{Lane, Topic};
use wallet_upstream::failure::Failure;
use wallet_upstream::list_row::ListRow;

/// Gas of a blob (EIP-4844).
const BLOB_GAS: u64 = 1 << 17;

/// Pool transactions of an address. Those behind a nonce gap (`queued`) cannot be mined.
#[derive(Debug, Deserialize)]
struct Pool {
    /// Transactions that are ready for a block, by nonce in decimal digits.
    #[serde(default)]
    pending: BTreeMap<String, ListRow<Row>>,
}

/// Pending transaction with the fields of its cost.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    hash: Id,
    from: Account,
    nonce: Number,
    /// `null` while it is pending.
    #[serde(default)]
    block_number: Option<Number>,
    /// `null` deploys a contract.
    #[serde(default)]
    to: Option<Account>,
    value: Quantity,
    gas: Number,
    /// Equal to `maxFeePerGas` for a pending EIP-1559 transaction.
    #[serde(default)]
    gas_price: Option<Quantity>,
    #[serde(default)]
    max_fee_per_gas: Option<Quantity>,
    #[serde(default)]
    max_priority_fee_per_gas: Option<Quantity>,
    /// Maximum price per gas of a blob.
    #[serde(default)]
    max_fee_per_blob_gas: Option<Quantity>,
    #[serde(default)]
    blob_versioned_hashes: Vec<IgnoredAny>,
    input: Bytes,
    #[serde(default)]
    access_list: Option<Vec<Access>>,
    /// Present in a transaction that sets the code of accounts (EIP-7702).
    #[serde(default)]
    authorization_list: Option<Vec<Authorization>>,
}

/// Entry of an authorisation list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Authorization {
    chain_id: Quantity,
    address: Account,
    nonce: Number,
    #[serde(default, alias = "v")]
    y_parity: Option<Quantity>,
    r: Quantity,
    s: Quantity,
}

/// Entry of an access list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Access {
    address: Account,
    storage_keys: Vec<Id>,
}

impl JsonRpc {
    /// Returns the transactions of an address that are ready for a block, `None` if the node does not list them.
    pub(super) async fn pool_of(
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
        decode(&outcome, sender, self.params, first_seen).map(Some)
    }
}

/// Reads the transactions of a pool. Unreadable ones are omitted, so that the list is incomplete.
pub(super) fn decode(
    outcome: &Outcome,
    sender: Address,
    params: Params,
    first_seen: impl Fn(Hash) -> u64,
) -> Result<Vec<PoolTransaction>, Failure> {
    let pool: Pool = outcome.value()?;
    let rows = pool.pending.into_values().filter_map(|row| match row {
        ListRow::Read(row) => Some(row),
        ListRow::Unreadable(_) => None,
    });
    let pending = rows.filter(|row| row.from.0 == sender && row.block_number.is_none());
    Ok(pending.filter_map(|row| row.decode(params, &first_seen)).collect())
}

impl Row {
    /// Decodes the transaction, `None` for an implausible price.
    fn decode(self, params: Params, first_seen: impl Fn(Hash) -> u64) -> Option<PoolTransaction> {
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
            first_seen: first_seen(self.hash.0),
            gas_limit: self.gas.0,
            unsigned: fields.encode(),
            l1_fee: (!params.is_rollup()).then_some(Amount::ZERO),
        })
    }
}

/// Returns the bytes of an access list, which count for the L1 fee like those of calldata.
fn bytes_of(access_list: Option<Vec<Access>>) -> Vec<u8> {
    let items = access_list.into_iter().flatten();
    items
        .flat_map(|item| {
            let keys = item.storage_keys.into_iter().flat_map(|Id(Hash(key))| key);
            item.address.0.to_bytes().into_iter().chain(keys).collect::<Vec<_>>()
        })
        .collect()
}

/// Returns the bytes of an authorisation list, which count for the L1 fee like those of calldata.
fn bytes_of_authorizations(list: Option<Vec<Authorization>>) -> Vec<u8> {
    let items = list.into_iter().flatten();
    items
        .flat_map(|item| {
            let parity = item.y_parity.map_or(Amount::ZERO, |Quantity(parity)| parity);
            let numbers = [item.chain_id.0, item.nonce.0.into(), parity, item.r.0, item.s.0];
            let numbers = numbers.map(rlp_number).concat();
            // The prefixes of the item (its length needs two bytes) and of the address.
            let prefixes = [0xf8, u8::MAX, 0x94];
            [&prefixes, &item.address.0.to_bytes()[..], &numbers].concat()
        })
        .collect()
}

/// Returns the bytes of a number in RLP: without leading zeros, with the prefix of its length.
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
