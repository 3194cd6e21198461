//! A pending transaction by its hash, with its signature: `eth_getTransactionByHash`.

use super::message::Call;
use super::values::{Account, Bytes, Id, Number, Quantity};
use super::{JsonRpc, Outcome};
use serde::Deserialize;
use serde_json::json;
use wallet_eth_like::{
    AccessListItem, Amount, GasPrice, Hash, Params, PoolLookup, SignatureParts, SignedTransaction, TransactionFields,
};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// Transaction with all fields that its hash commits to.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    hash: Id,
    /// `null` while it is pending.
    #[serde(default)]
    block_number: Option<Number>,
    /// Absent in old nodes, which know only legacy transactions.
    #[serde(default)]
    r#type: Option<Number>,
    nonce: Number,
    #[serde(default)]
    to: Option<Account>,
    value: Quantity,
    gas: Number,
    input: Bytes,
    #[serde(default)]
    gas_price: Option<Quantity>,
    #[serde(default)]
    max_fee_per_gas: Option<Quantity>,
    #[serde(default)]
    max_priority_fee_per_gas: Option<Quantity>,
    #[serde(default)]
    access_list: Option<Vec<AccessRow>>,
    r: Quantity,
    s: Quantity,
    v: Quantity,
}

/// Entry of an access list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AccessRow {
    address: Account,
    storage_keys: Vec<Id>,
}

impl JsonRpc {
    /// Returns a transaction with this hash, `None` if the node does not know it.
    pub(super) async fn lookup(&self, hash: Hash, deadline: Deadline) -> Result<Option<PoolLookup>, Failure> {
        let call = Call::new("eth_getTransactionByHash", json!([hash.to_string()]));
        decode(&self.call(call, deadline).await?, hash, self.params)
    }
}

/// Reads a transaction. Its fields and its signature must have this hash, so that a node cannot report other ones.
pub(super) fn decode(outcome: &Outcome, hash: Hash, params: Params) -> Result<Option<PoolLookup>, Failure> {
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
    /// Decodes the transaction, `None` for another type and for fields that this service does not accept.
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
