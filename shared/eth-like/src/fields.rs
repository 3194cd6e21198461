//! Fields of a transaction.

use super::address::Address;
use super::amount::Amount;
use super::hash::Hash;
use super::params::Params;

/// Fields supplied by a client. `amount` is in wei, prices are in wei per gas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransactionFields {
    /// The chain and network for which the transaction is valid (EIP-155).
    pub params: Params,
    /// The number of preceding transactions of the sender.
    pub nonce: u64,
    /// The recipient; `None` deploys a contract.
    pub to: Option<Address>,
    /// The value for the recipient, in wei.
    pub amount: Amount,
    /// Calldata, or the code of a contract deployment.
    pub data: Vec<u8>,
    /// The gas limit.
    pub gas_limit: u64,
    /// The price per gas.
    pub price: GasPrice,
}

/// Price per gas, in wei. It determines the transaction type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GasPrice {
    /// A legacy transaction with replay protection (EIP-155: <https://eips.ethereum.org/EIPS/eip-155>).
    Legacy {
        /// The price paid, regardless of the base fee.
        gas_price: Amount,
    },
    /// A transaction of type 2 (EIP-1559: <https://eips.ethereum.org/EIPS/eip-1559>).
    FeeMarket {
        /// The maximum of base fee and tip together.
        max_fee_per_gas: Amount,
        /// The maximum tip for the block producer.
        max_priority_fee_per_gas: Amount,
    },
}

impl GasPrice {
    /// Returns the maximum price per gas.
    pub const fn max_fee_per_gas(self) -> Amount {
        match self {
            Self::Legacy { gas_price } => gas_price,
            Self::FeeMarket { max_fee_per_gas, .. } => max_fee_per_gas,
        }
    }

    /// Returns the maximum tip for the block producer; of a legacy transaction the entire price.
    pub const fn max_priority_fee_per_gas(self) -> Amount {
        match self {
            Self::Legacy { gas_price } => gas_price,
            Self::FeeMarket {
                max_priority_fee_per_gas,
                ..
            } => max_priority_fee_per_gas,
        }
    }
}

/// Address and storage slots announced in an access list (EIP-2930: <https://eips.ethereum.org/EIPS/eip-2930>).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessListItem {
    /// The address.
    pub address: Address,
    /// The storage slots.
    pub storage_keys: Vec<Hash>,
}
