//! What every transaction must keep to, whether it is built here or comes from elsewhere.

use super::amount::Amount;
use super::fields::{AccessListItem, GasPrice, TransactionFields};
use super::gas::TRANSFER_GAS;

/// The highest nonce accepted: 2^53 − 1, the highest integer that every JSON reader keeps (the protocol has 2^64 − 2, EIP-2681).
pub const MAX_NONCE: u64 = (1 << 53) - 1;
/// The most bytes of calldata or code. Nodes take transactions of 128 KiB, requests have 256 KiB, and hex doubles.
pub const MAX_DATA: usize = 100_000;

/// Gas beyond [`TRANSFER_GAS`] for a zero byte of data, another byte (EIP-2028), a deployment (EIP-2), an address and a slot
/// of an access list (EIP-2930).
const ZERO_BYTE_GAS: u64 = 4;
const BYTE_GAS: u64 = 16;
const DEPLOYMENT_GAS: u64 = 32_000;
const LISTED_ADDRESS_GAS: u64 = 2400;
const LISTED_SLOT_GAS: u64 = 1900;

/// What is out of bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoundsError {
    /// Less than any transaction needs, or more than the chain allows.
    #[error("the gas limit lies between {minimum} and {maximum} on this chain")]
    GasLimit {
        /// The least that a transaction needs.
        minimum: u64,
        /// The most that it may ask for.
        maximum: u64,
    },
    /// A transaction of EIP-1559 on a chain that has none.
    #[error("this chain has no transactions with maxFeePerGas; give gasPrice")]
    NoFeeMarket,
    /// A tip above the price that it is a part of.
    #[error("the tip, maxPriorityFeePerGas, is a part of maxFeePerGas and never more")]
    TipAboveMaxFee,
    /// A nonce that nobody reaches.
    #[error("a nonce is at most {maximum}")]
    Nonce {
        /// The highest nonce accepted.
        maximum: u64,
    },
    /// More data than nodes relay.
    #[error("the data of a transaction is at most {maximum} bytes long")]
    DataTooLong {
        /// The most bytes.
        maximum: usize,
    },
    /// Neither a recipient nor a contract.
    #[error("a transaction without a recipient deploys a contract, whose code belongs into data")]
    EmptyDeployment,
    /// Too little gas for what the transaction costs before anything runs.
    #[error("this transaction needs a gas limit of at least {minimum} before anything runs")]
    IntrinsicGas {
        /// The least gas for this data.
        minimum: u64,
    },
    /// Somebody has mistaken a unit.
    #[error("the fee of a transaction is at most {maximum} wei on this chain; more looks like a mistake")]
    FeeTooHigh {
        /// The highest fee accepted, in wei.
        maximum: Amount,
    },
}

/// Checks fields one by one in the order of the specification, and then what they have to do with each other.
/// Gives the fee in wei: gas limit times the most paid per gas.
pub(super) fn check(fields: &TransactionFields, access_list: &[AccessListItem]) -> Result<Amount, BoundsError> {
    let (gas, max_gas) = (fields.gas_limit, fields.params.max_gas());
    if gas < TRANSFER_GAS || gas > max_gas {
        return Err(BoundsError::GasLimit {
            minimum: TRANSFER_GAS,
            maximum: max_gas,
        });
    }
    check_price(fields)?;
    if fields.nonce > MAX_NONCE {
        return Err(BoundsError::Nonce { maximum: MAX_NONCE });
    }
    if fields.data.len() > MAX_DATA {
        return Err(BoundsError::DataTooLong { maximum: MAX_DATA });
    }
    if fields.to.is_none() && fields.data.is_empty() {
        return Err(BoundsError::EmptyDeployment);
    }
    let minimum = intrinsic_gas(fields, access_list);
    if gas < minimum {
        return Err(BoundsError::IntrinsicGas { minimum });
    }
    let maximum = fields.params.max_fee();
    Amount::from(gas)
        .checked_mul(fields.price.max_fee_per_gas())
        .filter(|&fee| fee <= maximum)
        .ok_or(BoundsError::FeeTooHigh { maximum })
}

fn check_price(fields: &TransactionFields) -> Result<(), BoundsError> {
    let GasPrice::FeeMarket {
        max_fee_per_gas,
        max_priority_fee_per_gas,
    } = fields.price
    else {
        return Ok(());
    };
    if !fields.params.has_fee_market() {
        return Err(BoundsError::NoFeeMarket);
    }
    if max_priority_fee_per_gas > max_fee_per_gas {
        return Err(BoundsError::TipAboveMaxFee);
    }
    Ok(())
}

/// The gas that is gone before anything runs, as every chain of the table counts it at least. What some chains add to it
/// (EIP-3860 for code, EIP-7623 for data) is left to the nodes' estimates (docs/decisions/0801).
fn intrinsic_gas(fields: &TransactionFields, access_list: &[AccessListItem]) -> u64 {
    let per_byte = |byte: &u8| if *byte == 0 { ZERO_BYTE_GAS } else { BYTE_GAS };
    let data: u64 = fields.data.iter().map(per_byte).sum();
    let per_item = |item: &AccessListItem| LISTED_ADDRESS_GAS + LISTED_SLOT_GAS * item.storage_keys.len() as u64;
    let list: u64 = access_list.iter().map(per_item).sum();
    let deployment = if fields.to.is_none() { DEPLOYMENT_GAS } else { 0 };
    TRANSFER_GAS + data + list + deployment
}
