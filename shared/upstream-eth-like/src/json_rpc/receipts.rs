//! Fees of a rollup that transactions have paid, from `eth_getTransactionReceipt`
//! (ethereum-optimism/op-geth, `core/types/receipt_opstack.go`; OffchainLabs/go-ethereum).

use super::message::Call;
use super::values::{Id, Number, Quantity};
use super::{JsonRpc, Outcome};
use crate::node_source::PaidRollupFees;
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use wallet_eth_like::{Inclusion, PaidFee, Params, RollupReceipt};
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::{Lane, Topic};
use wallet_upstream::failure::Failure;
use wallet_upstream::immutable_cache::ImmutableCache;

/// Paid fees by transaction and block: a receipt in a block never changes.
pub(super) type PaidFees = ImmutableCache<Inclusion, PaidFee>;

/// Maximum number of receipts of one batch: a receipt contains its logs. A usual page is one batch.
const MAX_RECEIPTS: usize = 50;

/// Type of a deposit from L1 (EIP-2718).
const DEPOSIT: u64 = 0x7e;

/// Receipt of a transaction on a rollup.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Receipt {
    transaction_hash: Id,
    block_number: Number,
    gas_used: Number,
    #[serde(default)]
    effective_gas_price: Option<Quantity>,
    #[serde(default)]
    r#type: Option<Number>,
    #[serde(default)]
    l1_fee: Option<Quantity>,
    #[serde(default)]
    operator_fee_scalar: Option<Quantity>,
    #[serde(default)]
    operator_fee_constant: Option<Quantity>,
    /// Present since Jovian.
    #[serde(default)]
    da_footprint_gas_scalar: Option<Quantity>,
}

impl JsonRpc {
    /// Returns the fees that these transactions have paid. Those that the node does not report are missing.
    pub(super) async fn paid_fees(&self, transactions: &[Inclusion], deadline: Deadline) -> PaidRollupFees {
        let mut paid = HashMap::new();
        let mut unknown = Vec::new();
        for transaction in transactions {
            match self.paid_fees.get(transaction) {
                Some(fee) => drop(paid.insert(*transaction, fee)),
                None => unknown.push(*transaction),
            }
        }
        for transactions in unknown.chunks(MAX_RECEIPTS) {
            match self.read_receipts(transactions, deadline).await {
                Ok(fees) => paid.extend(fees),
                Err(failure) => {
                    return PaidRollupFees {
                        paid,
                        failure: Some(failure),
                    };
                }
            }
        }
        PaidRollupFees { paid, failure: None }
    }

    async fn read_receipts(
        &self,
        transactions: &[Inclusion],
        deadline: Deadline,
    ) -> Result<Vec<(Inclusion, PaidFee)>, Failure> {
        let receipt = |one: &Inclusion| Call::new("eth_getTransactionReceipt", json!([one.txid.to_string()]));
        let calls: Vec<_> = transactions.iter().map(receipt).collect();
        let outcomes = self
            .call_each(&calls, Lane::Optional(Topic::Receipts), deadline)
            .await?;
        let mut paid = Vec::new();
        for (transaction, outcome) in transactions.iter().zip(outcomes) {
            match decode(&outcome, *transaction, self.params) {
                Ok(Some(fee)) => {
                    self.paid_fees.put(*transaction, fee);
                    paid.push((*transaction, fee));
                }
                Ok(None) => {}
                Err(failure) => tracing::debug!(%failure, "unreadable receipt"),
            }
        }
        Ok(paid)
    }
}

/// Reads the paid fee from a receipt; `None` if the node does not know the transaction in this block, or does not
/// report its fee.
pub(super) fn decode(outcome: &Outcome, transaction: Inclusion, params: Params) -> Result<Option<PaidFee>, Failure> {
    let receipt: Option<Receipt> = outcome.value()?;
    let found = |receipt: &Receipt| {
        let inclusion = (receipt.transaction_hash.0, receipt.block_number.0);
        inclusion == (transaction.txid, transaction.block)
    };
    let quantity = |field: Option<Quantity>| field.map(|Quantity(amount)| amount);
    let receipt = receipt.filter(found).map(|receipt| RollupReceipt {
        gas_used: receipt.gas_used.0,
        effective_gas_price: quantity(receipt.effective_gas_price),
        is_deposit: receipt.r#type.is_some_and(|Number(number)| number == DEPOSIT),
        l1_fee: quantity(receipt.l1_fee),
        operator_scalar: quantity(receipt.operator_fee_scalar),
        operator_constant: quantity(receipt.operator_fee_constant),
        is_jovian: receipt.da_footprint_gas_scalar.is_some(),
    });
    Ok(receipt.and_then(|receipt| receipt.paid(params)))
}
