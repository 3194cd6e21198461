//! The price of a transaction in responses.

use serde::Serialize;
use utoipa::ToSchema;
use wallet_eth_like::{Amount, GasPrice};

/// Legacy price, or the two prices of EIP-1559.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Price {
    /// Price of a legacy transaction.
    #[serde(rename_all = "camelCase")]
    #[schema(title = "Legacy")]
    Legacy {
        /// The price per unit of gas in wei.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "20000000000")]
        gas_price: String,
    },
    /// Prices of an EIP-1559 transaction.
    #[serde(rename_all = "camelCase")]
    #[schema(title = "FeeMarket")]
    FeeMarket {
        /// The maximum price per unit of gas in wei, base fee and tip together.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "31500000000")]
        max_fee_per_gas: String,
        /// The maximum tip per unit of gas in wei, included in `maxFeePerGas`.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "1500000000")]
        max_priority_fee_per_gas: String,
    },
}

impl From<GasPrice> for Price {
    fn from(price: GasPrice) -> Self {
        let text = |amount: Amount| amount.to_string();
        match price {
            GasPrice::Legacy { gas_price } => Self::Legacy {
                gas_price: text(gas_price),
            },
            GasPrice::FeeMarket {
                max_fee_per_gas,
                max_priority_fee_per_gas,
            } => Self::FeeMarket {
                max_fee_per_gas: text(max_fee_per_gas),
                max_priority_fee_per_gas: text(max_priority_fee_per_gas),
            },
        }
    }
}
