//! The OP Stack's `GasPriceOracle`: L1 data fee and operator fee (ethereum-optimism/specs,
//! `protocol/predeploys.md`, `protocol/isthmus/exec-engine.md`).

use super::message::Call;
use super::multicall::{bytes_argument, number_argument, word};
use super::read_results::{Read, Returned, first_word};
use super::values::{Bytes, hex_of};
use super::{JsonRpc, Outcome};
use serde_json::json;
use wallet_eth_like::{Address, Amount, Params};
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Topic;
use wallet_upstream::failure::Failure;

/// Address of the contract, the same on every OP Stack chain.
const ORACLE: &str = "0x420000000000000000000000000000000000000f";

/// `getL1Fee(bytes)`, which takes the unsigned transaction and adds the share of the signature itself.
pub(super) const GET_L1_FEE: [u8; 4] = [0x49, 0x94, 0x8e, 0x0e];
/// `getOperatorFee(uint256)`, available since the Isthmus upgrade.
pub(super) const GET_OPERATOR_FEE: [u8; 4] = [0x27, 0x5a, 0xed, 0xd2];

impl JsonRpc {
    /// Returns the sum of L1 data fee and operator fee in wei.
    pub(super) async fn rollup_fees(
        &self,
        unsigned: &[u8],
        gas_limit: u64,
        deadline: Deadline,
    ) -> Result<Amount, Failure> {
        let data = bytes_argument(GET_L1_FEE, unsigned);
        let operator = number_argument(GET_OPERATOR_FEE, gas_limit);
        let call = |data: Vec<u8>| Call::new("eth_call", json!([{ "to": ORACLE, "data": hex_of(&data) }, "latest"]));
        let [data, operator] = self.call_batch([call(data), call(operator)], deadline).await?;
        decode(&data, &operator, self.params)
    }
}

impl JsonRpc {
    /// Returns the sum of L1 data fee and operator fee in wei of each of these transactions with its gas limit, `None` if the
    /// contract does not return it. All are read by one optional call, since they only complete a response.
    pub(super) async fn fees_of_pending(
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

    /// Returns the sum of both fees, `None` if it is unknown or implausible. Chains before Isthmus have no operator fee.
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
pub(super) fn decode(data: &Outcome, operator: &Outcome, params: Params) -> Result<Amount, Failure> {
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
