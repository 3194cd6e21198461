//! What get-hash and attach-signature both read, and the transaction that it fixes.

use crate::wire;
use serde::Deserialize;
use utoipa::ToSchema;
use wallet_eth_like::{GasPrice, Params, TransactionFields, UnsignedTransaction};
use wallet_http::{ApiError, Field};

/// What fixes a transaction beside its chain.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransactionRequest {
    /// The recipient's address: of a payment who is paid, of a call the contract. `null` makes a new contract.
    #[serde(default)]
    #[schema(value_type = Option<String>, required, example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
    to: Field<String>,
    /// What the recipient gets, in wei. 0 for a transfer of tokens, whose amount is in `data`.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^(0|[1-9][0-9]*)$", example = "250000000000000000")]
    amount: Field<String>,
    /// The most that the transaction may cost, in wei: exactly `gasLimit` times `gasPrice`, or times `maxFeePerGas`.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^(0|[1-9][0-9]*)$", example = "661500000000000")]
    fee: Field<String>,
    /// The most gas that it may use: at least 21000, at most what the chain lets a transaction have.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^[1-9][0-9]*$", example = "21000")]
    gas_limit: Field<String>,
    /// The price of a unit of gas in wei. Not with `maxFeePerGas`.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(0|[1-9][0-9]*)$", example = "31500000000")]
    gas_price: Field<String>,
    /// Instead of `gasPrice`, on chains with a base fee (EIP-1559): the most for a unit of gas in wei, base fee and tip.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(0|[1-9][0-9]*)$", example = "31500000000")]
    max_fee_per_gas: Field<String>,
    /// With `maxFeePerGas`: how much of it may be the tip.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(0|[1-9][0-9]*)$", example = "1500000000")]
    max_priority_fee_per_gas: Field<String>,
    /// The one-time number of the sender's transaction, as nonce or estimate gives it.
    #[serde(default)]
    #[schema(value_type = u64, required, maximum = 9_007_199_254_740_991_i64, example = 7)]
    nonce: Field<wire::Nonce>,
    /// Calldata in hex, or the code of a new contract; empty for a payment.
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^(0[xX])?([0-9a-fA-F]{2})*$", example = "")]
    data: Field<String>,
}

impl TransactionRequest {
    /// The transaction.
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

/// One price, or the two of EIP-1559.
fn read_price(
    gas_price: Field<String>,
    max_fee_per_gas: Field<String>,
    max_priority_fee_per_gas: Field<String>,
) -> Result<GasPrice, ApiError> {
    let is_given = |field: &Field<String>| !matches!(field, Field::Absent | Field::Null);
    let market = [
        ("maxFeePerGas", is_given(&max_fee_per_gas)),
        ("maxPriorityFeePerGas", is_given(&max_priority_fee_per_gas)),
    ];
    let given = market.into_iter().find_map(|(name, given)| given.then_some(name));
    match (is_given(&gas_price), given) {
        (true, Some(name)) => {
            let message = format!("Give either gasPrice or {name}, not both.");
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
