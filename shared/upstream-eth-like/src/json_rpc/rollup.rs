//! Fees of a rollup: the L1 data fee and the operator fee of the OP Stack's `GasPriceOracle` (ethereum-optimism/specs,
//! `protocol/predeploys.md`, `protocol/isthmus/exec-engine.md`), and paid fees from `eth_getTransactionReceipt`
//! (ethereum-optimism/op-geth, `core/types/receipt_opstack.go`; OffchainLabs/go-ethereum).

use super::message::Call;
use super::multicall::{Read, Returned, first_word};
use super::multicall::{bytes_argument, number_argument, word};
use super::transaction::receipt_of;
use super::values::{Bytes, Id, Number, Quantity, hex_of};
use super::{JsonRpc, Outcome};
use serde::Deserialize;
use serde_json::json;
use std::collections::HashMap;
use wallet_eth_like::{Address, Amount, Inclusion, PaidFee, Params, RollupReceipt};
use wallet_upstream::{Deadline, Failure, ImmutableCache, Lane, Topic};

/// Address of the contract, the same on every OP Stack chain.
const ORACLE: &str = "0x420000000000000000000000000000000000000f";

/// `getL1Fee(bytes)`, which takes the unsigned transaction and adds the share of the signature.
pub(super) const GET_L1_FEE: [u8; 4] = [0x49, 0x94, 0x8e, 0x0e];
/// `getOperatorFee(uint256)`, available since the Isthmus upgrade.
pub(super) const GET_OPERATOR_FEE: [u8; 4] = [0x27, 0x5a, 0xed, 0xd2];

impl JsonRpc {
    /// Returns the sum of L1 data fee and operator fee in wei, for the bytes with this gas limit.
    pub(crate) async fn rollup_fee(
        &self,
        unsigned: &[u8],
        gas_limit: u64,
        deadline: Deadline,
    ) -> Result<Amount, Failure> {
        let data = bytes_argument(GET_L1_FEE, unsigned);
        let operator = number_argument(GET_OPERATOR_FEE, gas_limit);
        let call = |data: Vec<u8>| Call::new("eth_call", json!([{ "to": ORACLE, "data": hex_of(&data) }, "latest"]));
        let [data, operator] = self.call_batch([call(data), call(operator)], deadline).await?;
        decode_oracle(&data, &operator, self.params)
    }
}

impl JsonRpc {
    /// Returns the sum of L1 data fee and operator fee in wei of each transaction with the gas limit, `None` if the
    /// contract does not return it. All fees are read by an optional call, since they only complete a response.
    pub(crate) async fn pending_rollup_fees(
        &self,
        transactions: &[(&[u8], u64)],
        deadline: Deadline,
    ) -> Result<Vec<Option<Amount>>, Failure> {
        let oracle: Address = ORACLE.parse().map_err(Failure::unusable)?;
        let reads = transactions.iter().flat_map(|(unsigned, gas_limit)| {
            [
                Read::Call(oracle, bytes_argument(GET_L1_FEE, unsigned)),
                Read::Call(oracle, number_argument(GET_OPERATOR_FEE, *gas_limit)),
            ]
        });
        let reads: Vec<_> = reads.collect();
        let values = self.optional_reads(Topic::L1Fees, &reads, deadline).await?;
        let fees = values.chunks_exact(2).map(|fees| self.fee_of(&fees[0], &fees[1]));
        Ok(fees.collect())
    }

    /// Returns the sum of both fees, `None` if unknown or implausible. Chains before Isthmus have no operator fee.
    fn fee_of(&self, data: &Returned, operator: &Returned) -> Option<Amount> {
        let operator = match operator {
            None => Amount::ZERO,
            returned => first_word(returned)?,
        };
        let fee = first_word(data)?.checked_add(operator)?;
        (fee <= self.params.max_fee()).then_some(fee)
    }
}

/// Returns the sum of both fees. Chains before Isthmus have no operator fee.
pub(super) fn decode_oracle(data: &Outcome, operator: &Outcome, params: Params) -> Result<Amount, Failure> {
    let read = |outcome: &Outcome| {
        let Bytes(bytes) = outcome.value()?;
        word(&bytes, 0).ok_or_else(|| Failure::unusable("no fee from the gas price oracle"))
    };
    let operator = match &operator.0 {
        Err(error) if error.revert_data().is_some() => Amount::ZERO,
        _ => read(operator)?,
    };
    let fee = read(data)?.checked_add(operator);
    let fee = fee.filter(|fee| *fee <= params.max_fee());
    fee.ok_or_else(|| Failure::unusable("rollup fee above the maximum"))
}

/// Fees of a rollup that transactions have paid, as far as a node reports them.
#[derive(Debug)]
pub(crate) struct PaidRollupFees {
    pub(crate) paid: HashMap<Inclusion, PaidFee>,
    /// The failure that ended the requests.
    pub(crate) failure: Option<Failure>,
}

/// Paid fees by transaction and block: a receipt in a block never changes.
pub(super) type PaidFees = ImmutableCache<Inclusion, PaidFee>;

/// Maximum number of receipts of a batch: a receipt contains logs. A usual page is a single batch.
pub(super) const MAX_RECEIPTS: usize = 50;

/// Type of a deposit from L1 (EIP-2718).
const DEPOSIT: u64 = 0x7e;

/// Receipt of a transaction on a rollup.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Receipt {
    transaction_hash: Id,
    block_number: Number,
    #[serde(flatten)]
    fees: FeeFields,
}

/// Fields of a receipt with the fees.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FeeFields {
    pub(super) gas_used: Number,
    pub(super) effective_gas_price: Option<Quantity>,
    r#type: Option<Number>,
    l1_fee: Option<Quantity>,
    operator_fee_scalar: Option<Quantity>,
    operator_fee_constant: Option<Quantity>,
    da_footprint_gas_scalar: Option<Quantity>,
}

impl FeeFields {
    /// Returns the fee that the transaction has paid on a rollup, `None` if the node does not report the fee.
    pub(super) fn paid(&self, params: Params) -> Option<PaidFee> {
        let quantity = |field: Option<Quantity>| field.map(|Quantity(amount)| amount);
        let receipt = RollupReceipt {
            gas_used: self.gas_used.0,
            effective_gas_price: quantity(self.effective_gas_price),
            is_deposit: self.r#type.is_some_and(|Number(number)| number == DEPOSIT),
            l1_fee: quantity(self.l1_fee),
            operator_scalar: quantity(self.operator_fee_scalar),
            operator_constant: quantity(self.operator_fee_constant),
            is_jovian: self.da_footprint_gas_scalar.is_some(),
        };
        receipt.paid(params)
    }
}

impl JsonRpc {
    /// Returns the fees that these transactions have paid. The requests are optional: fees that the node does not
    /// report are missing.
    pub(crate) async fn paid_rollup_fees(&self, transactions: &[Inclusion], deadline: Deadline) -> PaidRollupFees {
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
        let calls: Vec<_> = transactions.iter().map(|one| receipt_of(one.txid)).collect();
        let outcomes = self
            .call_each(&calls, Lane::Optional(Topic::Receipts), deadline)
            .await?;
        let mut paid = Vec::new();
        for (transaction, outcome) in transactions.iter().zip(outcomes) {
            match decode_receipt(&outcome, *transaction, self.params) {
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
/// report the fee.
pub(super) fn decode_receipt(
    outcome: &Outcome,
    transaction: Inclusion,
    params: Params,
) -> Result<Option<PaidFee>, Failure> {
    let receipt: Option<Receipt> = outcome.value()?;
    let found = |receipt: &Receipt| {
        let inclusion = (receipt.transaction_hash.0, receipt.block_number.0);
        inclusion == (transaction.txid, transaction.block)
    };
    let receipt = receipt.filter(found);
    Ok(receipt.and_then(|receipt| receipt.fees.paid(params)))
}
