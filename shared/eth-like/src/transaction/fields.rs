//! The fields of a transaction, and their bounds.

use crate::chain::TRANSFER_GAS;
use crate::chain::params::Params;
use crate::value::{Address, Amount, Hash};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

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

/// Price per gas, in wei. The price determines the transaction type.
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

/// Maximum nonce: 2^53 − 1, the largest integer that every JSON parser represents exactly. The protocol allows
/// 2^64 − 2 (EIP-2681).
pub const MAX_NONCE: u64 = (1 << 53) - 1;
/// Maximum length of calldata or code in bytes. Nodes accept transactions of 128 KiB, and hex in a request of
/// at most 256 KiB doubles the size.
pub const MAX_DATA: usize = 100_000;

/// Gas beyond [`TRANSFER_GAS`] for a zero byte of data, a non-zero byte (EIP-2028), a deployment (EIP-2), and
/// an address and a slot of an access list (EIP-2930).
const ZERO_BYTE_GAS: u64 = 4;
const BYTE_GAS: u64 = 16;
const DEPLOYMENT_GAS: u64 = 32_000;
const LISTED_ADDRESS_GAS: u64 = 2400;
const LISTED_SLOT_GAS: u64 = 1900;

/// The bounds that apply to a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bounds {
    /// All bounds: the transaction is built here or broadcast.
    Service,
    /// All bounds except that of the tip on a chain that ignores tips: the unsigned transaction is only decoded.
    Unsigned,
    /// The rules of the chain: the signed transaction is only decoded, and may be in a block.
    Chain,
}

/// Error of a transaction that is out of bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoundsError {
    /// Below the minimum of any transaction or above the chain's maximum.
    #[error("gas limit must be between {minimum} and {maximum} on this chain")]
    GasLimit {
        /// The minimum gas limit of a transaction.
        minimum: u64,
        /// The chain's maximum gas limit.
        maximum: u64,
    },
    /// An EIP-1559 transaction on a chain without EIP-1559.
    #[error("this chain does not support maxFeePerGas: use gasPrice")]
    NoFeeMarket,
    /// A tip above the price that includes the tip.
    #[error("maxPriorityFeePerGas must be at most maxFeePerGas")]
    TipAboveMaxFee,
    /// A price of 0 on a chain with a minimum price.
    #[error("the maximum price per gas must be greater than 0 on this chain")]
    ZeroPrice {
        /// The field with the maximum price.
        field: &'static str,
    },
    /// A nonce above [`MAX_NONCE`].
    #[error("nonce must be at most {maximum}")]
    Nonce {
        /// The maximum nonce.
        maximum: u64,
    },
    /// More data than nodes relay.
    #[error("transaction data must be at most {maximum} bytes")]
    DataTooLong {
        /// The maximum length in bytes.
        maximum: usize,
    },
    /// Neither a recipient nor contract code.
    #[error("a transaction without a recipient must contain contract code in data")]
    EmptyDeployment,
    /// A gas limit below the intrinsic gas.
    #[error("gas limit must be at least {minimum} to cover the intrinsic gas")]
    IntrinsicGas {
        /// The intrinsic gas of this transaction.
        minimum: u64,
    },
    /// The fee is above the cap, which indicates a mistaken unit.
    #[error("transaction fee must be at most {maximum} wei on this chain")]
    FeeTooHigh {
        /// The maximum fee in wei.
        maximum: Amount,
    },
}

impl CodedError for BoundsError {
    /// Returns the error of a request that builds a transaction, with the field of the request.
    fn info(&self) -> ErrorInfo {
        let error_at = |field| ErrorInfo::describe(ErrorCode::InvalidRequest, self).at(field);
        match self {
            Self::GasLimit { minimum, maximum } => error_at("gasLimit")
                .amount("minimum", minimum)
                .amount("maximum", maximum),
            Self::NoFeeMarket => error_at("maxFeePerGas"),
            Self::TipAboveMaxFee => error_at("maxPriorityFeePerGas"),
            Self::ZeroPrice { field } => ErrorInfo::describe(ErrorCode::FeeTooLow, self).at(*field),
            Self::Nonce { .. } => error_at("nonce"),
            Self::DataTooLong { .. } | Self::EmptyDeployment => error_at("data"),
            Self::IntrinsicGas { minimum } => error_at("gasLimit").amount("minimum", minimum),
            Self::FeeTooHigh { maximum } => ErrorInfo::describe(ErrorCode::FeeTooHigh, self)
                .amount("maximum", maximum)
                .at("fee"),
        }
    }
}

/// Checks each field in the order of the specification, then their combination. Returns the fee in wei: gas
/// limit times maximum price per gas.
pub(crate) fn check(
    fields: &TransactionFields,
    access_list: &[AccessListItem],
    bounds: Bounds,
) -> Result<Amount, BoundsError> {
    let is_limited = bounds != Bounds::Chain;
    let gas = check_gas_limit(fields, is_limited)?;
    check_fee_market(fields)?;
    // Blocks of a chain that ignores tips contain transactions with a tip above the price.
    if bounds == Bounds::Service || !fields.params.ignores_tip() {
        check_tip(fields)?;
    }
    if fields.nonce > MAX_NONCE {
        return Err(BoundsError::Nonce { maximum: MAX_NONCE });
    }
    if is_limited {
        check_data(fields)?;
    }
    let minimum = intrinsic_gas(fields, access_list);
    if gas < minimum {
        return Err(BoundsError::IntrinsicGas { minimum });
    }
    let maximum = if is_limited {
        fields.params.max_fee()
    } else {
        Amount::MAX
    };
    Amount::from(gas)
        .checked_mul(fields.price.max_fee_per_gas())
        .filter(|&fee| fee <= maximum)
        .ok_or(BoundsError::FeeTooHigh { maximum })
}

fn check_data(fields: &TransactionFields) -> Result<(), BoundsError> {
    if fields.data.len() > MAX_DATA {
        return Err(BoundsError::DataTooLong { maximum: MAX_DATA });
    }
    if fields.to.is_none() && fields.data.is_empty() {
        return Err(BoundsError::EmptyDeployment);
    }
    Ok(())
}

/// Checks that a transaction to be signed pays for gas. Nodes keep a transaction that pays nothing out of the mempools,
/// and with that nonce all later transactions of the sender wait.
pub(crate) fn check_paid(fields: &TransactionFields) -> Result<(), BoundsError> {
    check_gas_limit(fields, true)?;
    check_fee_market(fields)?;
    check_tip(fields)?;
    let field = match fields.price {
        GasPrice::Legacy { .. } => "gasPrice",
        GasPrice::FeeMarket { .. } => "maxFeePerGas",
    };
    if fields.price.max_fee_per_gas() == Amount::ZERO && !fields.params.has_zero_base_fee() {
        return Err(BoundsError::ZeroPrice { field });
    }
    Ok(())
}

fn check_gas_limit(fields: &TransactionFields, is_limited: bool) -> Result<u64, BoundsError> {
    let (gas, maximum) = (fields.gas_limit, fields.params.max_gas());
    if gas < TRANSFER_GAS || is_limited && gas > maximum {
        return Err(BoundsError::GasLimit {
            minimum: TRANSFER_GAS,
            maximum,
        });
    }
    Ok(gas)
}

fn check_fee_market(fields: &TransactionFields) -> Result<(), BoundsError> {
    match fields.price {
        GasPrice::FeeMarket { .. } if !fields.params.has_fee_market() => Err(BoundsError::NoFeeMarket),
        GasPrice::FeeMarket { .. } | GasPrice::Legacy { .. } => Ok(()),
    }
}

fn check_tip(fields: &TransactionFields) -> Result<(), BoundsError> {
    match fields.price {
        GasPrice::FeeMarket {
            max_fee_per_gas,
            max_priority_fee_per_gas,
        } if max_priority_fee_per_gas > max_fee_per_gas => Err(BoundsError::TipAboveMaxFee),
        GasPrice::FeeMarket { .. } | GasPrice::Legacy { .. } => Ok(()),
    }
}

/// Returns a lower bound of the intrinsic gas for all supported chains. Surcharges of some chains (EIP-3860 for
/// code, EIP-7623 for data) are left to gas estimates of nodes
/// (docs/decisions/evm-payments.md#limits-of-evm-transactions).
fn intrinsic_gas(fields: &TransactionFields, access_list: &[AccessListItem]) -> u64 {
    let per_byte = |byte: &u8| if *byte == 0 { ZERO_BYTE_GAS } else { BYTE_GAS };
    let data: u64 = fields.data.iter().map(per_byte).sum();
    let per_item = |item: &AccessListItem| LISTED_ADDRESS_GAS + LISTED_SLOT_GAS * item.storage_keys.len() as u64;
    let list: u64 = access_list.iter().map(per_item).sum();
    let deployment = if fields.to.is_none() { DEPLOYMENT_GAS } else { 0 };
    TRANSFER_GAS + data + list + deployment
}
