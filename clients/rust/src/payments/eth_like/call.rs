//! The content of a transaction: a payment, a token call or any call.

use super::address::Address;
use crate::payments::amount::Amount;
use crate::payments::check::PaymentError;

/// `transfer(address,uint256)`
const TRANSFER: [u8; 4] = [0xa9, 0x05, 0x9c, 0xbb];
/// `approve(address,uint256)`
const APPROVE: [u8; 4] = [0x09, 0x5e, 0xa7, 0xb3];

/// The content of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Pays coins.
    Pay {
        /// The recipient.
        to: String,
        /// The amount in wei.
        amount: Amount,
    },
    /// Pays all coins.
    PayAll {
        /// The recipient.
        to: String,
    },
    /// Transfers ERC-20 tokens.
    TransferToken {
        /// The contract of the token.
        contract: String,
        /// The recipient.
        to: String,
        /// The amount in base units of the token.
        amount: Amount,
    },
    /// Allows an address to transfer ERC-20 tokens; 0 revokes it.
    ApproveToken {
        /// The contract of the token.
        contract: String,
        /// The spender.
        spender: String,
        /// The amount in base units of the token.
        amount: Amount,
    },
    /// Calls a contract with any data, or deploys one. The app is responsible for the meaning of the data.
    Call {
        /// The contract; `None` deploys one.
        to: Option<String>,
        /// The amount in wei.
        amount: Amount,
        /// The calldata.
        data: Vec<u8>,
    },
}

/// The fields of a transaction that an action determines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fields {
    pub to: Option<Address>,
    /// The amount in wei; `None` for all coins.
    pub amount: Option<Amount>,
    pub data: Vec<u8>,
}

impl Action {
    /// Encodes the action.
    pub fn fields(&self) -> Result<Fields, PaymentError> {
        let zero = Some(Amount::default());
        Ok(match self {
            Self::Pay { to, amount } => Fields {
                to: Some(address("to", to)?),
                amount: Some(*amount),
                data: Vec::new(),
            },
            Self::PayAll { to } => Fields {
                to: Some(address("to", to)?),
                amount: None,
                data: Vec::new(),
            },
            Self::TransferToken { contract, to, amount } => Fields {
                to: Some(address("contract", contract)?),
                amount: zero,
                data: token_call(TRANSFER, address("to", to)?, *amount),
            },
            Self::ApproveToken {
                contract,
                spender,
                amount,
            } => Fields {
                to: Some(address("contract", contract)?),
                amount: zero,
                data: token_call(APPROVE, address("spender", spender)?, *amount),
            },
            Self::Call { to, amount, data } => Fields {
                to: to.as_deref().map(|to| address("to", to)).transpose()?,
                amount: Some(*amount),
                data: data.clone(),
            },
        })
    }
}

fn address(field: &'static str, text: &str) -> Result<Address, PaymentError> {
    text.parse().map_err(|error| PaymentError::invalid(field, error))
}

/// Encodes a call with an address and an amount (contract ABI).
fn token_call(selector: [u8; 4], address: Address, amount: Amount) -> Vec<u8> {
    let mut data = selector.to_vec();
    data.extend([0; 12]);
    data.extend(address.0);
    data.extend(amount.to_be_bytes());
    data
}
