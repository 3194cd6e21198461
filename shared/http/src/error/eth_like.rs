//! Errors of the EVM chains.

use super::{ApiError, ErrorCode, explained};
use wallet_core::eth_like::erc20::ZeroAddressError;
use wallet_core::eth_like::{
    AddressError, AttachError, BoundsError, BuildError, GasLimitError, HashError, ParityError, TransactionError,
};

impl From<AddressError> for ApiError {
    fn from(error: AddressError) -> Self {
        match error {
            AddressError::Form | AddressError::Checksum => explained(ErrorCode::InvalidAddress, error),
        }
    }
}

impl From<ZeroAddressError> for ApiError {
    fn from(error: ZeroAddressError) -> Self {
        explained(ErrorCode::InvalidAddress, error)
    }
}

impl From<HashError> for ApiError {
    fn from(error: HashError) -> Self {
        explained(ErrorCode::InvalidRequest, error)
    }
}

impl From<GasLimitError> for ApiError {
    fn from(error: GasLimitError) -> Self {
        let GasLimitError { used, maximum } = error;
        explained(ErrorCode::InvalidRequest, error)
            .amount("used", used)
            .amount("maximum", maximum)
    }
}

impl From<ParityError> for ApiError {
    fn from(error: ParityError) -> Self {
        match error {
            ParityError::Recovery => explained(ErrorCode::InvalidSignature, error).at("recovery"),
            ParityError::V { .. } | ParityError::Conflict => explained(ErrorCode::InvalidSignature, error).at("v"),
        }
    }
}

impl From<BoundsError> for ApiError {
    /// Names the field of a request that builds a transaction.
    fn from(error: BoundsError) -> Self {
        let refused = |field| explained(ErrorCode::InvalidRequest, error).at(field);
        match error {
            BoundsError::GasLimit { minimum, maximum } => refused("gasLimit")
                .amount("minimum", minimum)
                .amount("maximum", maximum),
            BoundsError::NoFeeMarket => refused("maxFeePerGas"),
            BoundsError::TipAboveMaxFee => refused("maxPriorityFeePerGas"),
            BoundsError::Nonce { .. } => refused("nonce"),
            BoundsError::DataTooLong { .. } | BoundsError::EmptyDeployment => refused("data"),
            BoundsError::IntrinsicGas { minimum } => refused("gasLimit").amount("minimum", minimum),
            BoundsError::FeeTooHigh { maximum } => explained(ErrorCode::FeeTooHigh, error)
                .amount("maximum", maximum)
                .at("fee"),
        }
    }
}

impl From<BuildError> for ApiError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Bounds(bounds) => bounds.into(),
            BuildError::FeeMismatch { expected } => explained(ErrorCode::FeeMismatch, error)
                .amount("expected", expected)
                .at("fee"),
        }
    }
}

impl From<AttachError> for ApiError {
    fn from(error: AttachError) -> Self {
        match error {
            AttachError::Invalid | AttachError::OtherParity => explained(ErrorCode::InvalidSignature, error),
        }
    }
}

impl From<TransactionError> for ApiError {
    fn from(error: TransactionError) -> Self {
        match error {
            TransactionError::NotHex
            | TransactionError::TooLarge { .. }
            | TransactionError::Malformed
            | TransactionError::UnsupportedType { .. }
            | TransactionError::Unprotected
            | TransactionError::OtherChain { .. }
            | TransactionError::Unsigned => explained(ErrorCode::InvalidTransaction, error),
            TransactionError::Signature => explained(ErrorCode::InvalidSignature, error),
            TransactionError::Bounds(bounds) => out_of_bounds(bounds),
        }
    }
}

/// The same of a finished transaction, which has no fields to name.
fn out_of_bounds(error: BoundsError) -> ApiError {
    match error {
        BoundsError::FeeTooHigh { maximum } => explained(ErrorCode::FeeTooHigh, error).amount("maximum", maximum),
        BoundsError::GasLimit { .. }
        | BoundsError::NoFeeMarket
        | BoundsError::TipAboveMaxFee
        | BoundsError::Nonce { .. }
        | BoundsError::DataTooLong { .. }
        | BoundsError::EmptyDeployment
        | BoundsError::IntrinsicGas { .. } => explained(ErrorCode::InvalidTransaction, error),
    }
}
