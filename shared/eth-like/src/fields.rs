//! What a transaction says before anybody signs it.

use super::address::Address;
use super::amount::Amount;
use super::hash::Hash;
use super::params::Params;

/// What a caller asks for. `amount` is in wei, the prices in wei per gas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransactionFields {
    /// The one chain that the transaction is good for (EIP-155).
    pub params: Params,
    /// How many transactions of the sender come before it.
    pub nonce: u64,
    /// The recipient; `None` deploys a contract.
    pub to: Option<Address>,
    /// Wei for the recipient.
    pub amount: Amount,
    /// Calldata, or the code that deploys a contract.
    pub data: Vec<u8>,
    /// The most gas that it may use.
    pub gas_limit: u64,
    /// What it pays per gas.
    pub price: GasPrice,
}

/// What a transaction pays per gas, in wei. It decides the type of the transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GasPrice {
    /// A legacy transaction with replay protection (EIP-155: <https://eips.ethereum.org/EIPS/eip-155>).
    Legacy {
        /// What is paid, however low the base fee is.
        gas_price: Amount,
    },
    /// A transaction of type 2 (EIP-1559: <https://eips.ethereum.org/EIPS/eip-1559>).
    FeeMarket {
        /// The most for base fee and tip together.
        max_fee_per_gas: Amount,
        /// The most for whoever makes the block.
        max_priority_fee_per_gas: Amount,
    },
}

impl GasPrice {
    /// The most that is paid per gas.
    pub const fn max_fee_per_gas(self) -> Amount {
        match self {
            Self::Legacy { gas_price } => gas_price,
            Self::FeeMarket { max_fee_per_gas, .. } => max_fee_per_gas,
        }
    }

    /// The most of it that may go to whoever makes the block: of a legacy transaction all.
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

/// An address and slots of its storage that a transaction announces to touch
/// (EIP-2930: <https://eips.ethereum.org/EIPS/eip-2930>).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessListItem {
    /// The address.
    pub address: Address,
    /// The slots.
    pub storage_keys: Vec<Hash>,
}
