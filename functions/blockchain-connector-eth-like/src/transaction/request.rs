//! Request fields common to get-hash and attach-signature, and the transaction that they determine.

use crate::wire;
use serde::Deserialize;
use utoipa::ToSchema;
use wallet_core::wire::{AmountText, DataText, PositiveAmountText};
use wallet_eth_like::{GasPrice, Params, TransactionFields, UnsignedTransaction};
use wallet_http::{ApiError, Field, Required};

/// Transaction without its chain.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransactionRequest {
    /// The address of the recipient of a payment, or of the called contract. `null` deploys a contract.
    #[serde(default)]
    #[schema(value_type = Option<String>, required, example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
    to: Field<String>,
    /// The amount for the recipient in wei. 0 for a token transfer, which has its amount in `data`.
    amount: Required<AmountText>,
    /// The maximum fee in wei: exactly `gasLimit` times `gasPrice` or `maxFeePerGas`.
    fee: Required<AmountText>,
    /// The gas limit: at least 21000, at most the chain's maximum.
    gas_limit: Required<PositiveAmountText>,
    /// The price per unit of gas in wei. Mutually exclusive with `maxFeePerGas`.
    gas_price: Field<AmountText>,
    /// The maximum price per unit of gas in wei, base fee and tip together (EIP-1559). Replaces `gasPrice` on
    /// chains with a base fee.
    max_fee_per_gas: Field<AmountText>,
    /// The maximum tip per unit of gas in wei; at most `maxFeePerGas`, which it accompanies.
    max_priority_fee_per_gas: Field<AmountText>,
    /// The nonce of the transaction, as returned by nonce or estimate.
    nonce: Required<wire::Nonce>,
    /// Calldata in hex, or the code of a contract deployment; empty for a payment.
    data: Required<DataText>,
}

impl TransactionRequest {
    /// Validates the fields and builds the transaction.
    pub fn build(self, params: Params) -> Result<UnsignedTransaction, ApiError> {
        let to = wire::recipient(self.to)?;
        let amount = wire::amount(self.amount, "amount")?;
        let fee = wire::amount(self.fee, "fee")?;
        let gas_limit = wire::gas_limit(self.gas_limit)?;
        let price = read_price(self.gas_price, self.max_fee_per_gas, self.max_priority_fee_per_gas)?;
        let nonce = self.nonce.required("nonce")?.0;
        let data = wire::data(self.data)?;
        let fields = TransactionFields {
            params,
            nonce,
            to,
            amount,
            data,
            gas_limit,
            price,
        };
        Ok(UnsignedTransaction::build(fields, fee)?)
    }
}

/// Reads one price, or the two prices of EIP-1559.
fn read_price(
    gas_price: Field<AmountText>,
    max_fee_per_gas: Field<AmountText>,
    max_priority_fee_per_gas: Field<AmountText>,
) -> Result<GasPrice, ApiError> {
    let is_present = |field: &Field<AmountText>| !matches!(field, Field::Absent | Field::Null);
    let market = [
        ("maxFeePerGas", is_present(&max_fee_per_gas)),
        ("maxPriorityFeePerGas", is_present(&max_priority_fee_per_gas)),
    ];
    let present = market.into_iter().find_map(|(name, present)| present.then_some(name));
    match (is_present(&gas_price), present) {
        (true, Some(name)) => {
            let message = format!("Send either gasPrice or {name}, not both.");
            Err(ApiError::invalid_request(message).at(name))
        }
        (_, None) => Ok(GasPrice::Legacy {
            gas_price: wire::amount(gas_price, "gasPrice")?,
        }),
        (false, Some(_)) => Ok(GasPrice::FeeMarket {
            max_fee_per_gas: wire::amount(max_fee_per_gas, "maxFeePerGas")?,
            max_priority_fee_per_gas: wire::amount(max_priority_fee_per_gas, "maxPriorityFeePerGas")?,
        }),
    }
}
