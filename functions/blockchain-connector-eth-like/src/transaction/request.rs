//! Request fields common to get-hash and attach-signature, and the transaction that they determine.

use crate::wire;
use wallet_core::error::ErrorInfo;
use wallet_eth_like::wire::{CallData, GasUnits, Nonce};
use wallet_eth_like::{Address, Amount, GasPrice, Params, TransactionFields, UnsignedTransaction};
use wallet_http::{ApiError, Field, Required};

wallet_core::request! {
    /// Transaction without its chain.
    pub struct TransactionRequest {
        /// The address of the recipient of a payment, or of the called contract. `null` deploys a contract.
        #[schema(value_type = Option<String>, required, example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
        to: Field<Address>,
        /// The amount for the recipient in wei. 0 for a token transfer, which has its amount in `data`.
        amount: Required<Amount>,
        /// The maximum fee in wei: exactly `gasLimit` times `gasPrice` or `maxFeePerGas`.
        fee: Required<Amount>,
        /// The gas limit: at least 21000, at most the chain's maximum.
        gas_limit: Required<GasUnits>,
        /// The price per unit of gas in wei. Mutually exclusive with `maxFeePerGas`.
        gas_price: Field<Amount>,
        /// The maximum price per unit of gas in wei, base fee and tip together (EIP-1559). Replaces `gasPrice` on
        /// chains with a base fee.
        max_fee_per_gas: Field<Amount>,
        /// The maximum tip per unit of gas in wei; at most `maxFeePerGas`, which it accompanies.
        max_priority_fee_per_gas: Field<Amount>,
        /// The nonce of the transaction, as returned by nonce or estimate.
        nonce: Required<Nonce>,
        /// Calldata in hex, or the code of a contract deployment; empty for a payment.
        data: Required<CallData>,
    }
}

impl TransactionRequest {
    /// Validates the fields and builds the transaction.
    pub fn build(self, params: Params) -> Result<UnsignedTransaction, ApiError> {
        let to = wire::recipient(self.to)?;
        let amount = self.amount.get()?;
        let fee = self.fee.get()?;
        let gas_limit = self.gas_limit.get()?;
        let price = read_price(self.gas_price, self.max_fee_per_gas, self.max_priority_fee_per_gas)?;
        let nonce = self.nonce.get()?;
        let data = self.data.get()?;
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
    gas_price: Field<Amount>,
    max_fee_per_gas: Field<Amount>,
    max_priority_fee_per_gas: Field<Amount>,
) -> Result<GasPrice, ErrorInfo> {
    let market = [&max_fee_per_gas, &max_priority_fee_per_gas];
    let market = market.into_iter().find(|field| !field.is_absent());
    let both = market.map(|field| field.error(format!("Send either gasPrice or {}, not both.", field.name())));
    match (!gas_price.is_absent(), both) {
        (true, Some(error)) => Err(error),
        (_, None) => Ok(GasPrice::Legacy {
            gas_price: gas_price.required().get()?,
        }),
        (false, Some(_)) => Ok(GasPrice::FeeMarket {
            max_fee_per_gas: max_fee_per_gas.required().get()?,
            max_priority_fee_per_gas: max_priority_fee_per_gas.required().get()?,
        }),
    }
}
