//! Errors of the EVM chains.

use super::{ApiError, ErrorCode, explained};
use wallet_eth_like::erc20::ZeroAddressError;
use wallet_eth_like::history::CursorError;
use wallet_eth_like::{
    AddressError, AttachError, BoundsError, BuildError, FundsError, GasLimitError, HashError, ParityError,
    TransactionError,
};

impl From<AddressError> for ApiError {
    fn from(error: AddressError) -> Self {
        match error {
            AddressError::Form | AddressError::Checksum => explained(ErrorCode::InvalidAddress, error),
        }
    }
}

impl From<CursorError> for ApiError {
    fn from(error: CursorError) -> Self {
        explained(ErrorCode::InvalidRequest, error)
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
        match &error {
            GasLimitError::TooMuch { used, maximum } => explained(ErrorCode::InvalidRequest, &error)
                .amount("used", *used)
                .amount("maximum", *maximum),
            GasLimitError::Reverted { data } | GasLimitError::RevertedWithoutSender { data } => {
                let data = format!("0x{}", hex::encode(data));
                explained(ErrorCode::ExecutionReverted, &error).detail("revertData", data)
            }
            GasLimitError::InsufficientFunds => explained(ErrorCode::InsufficientFunds, error),
        }
    }
}

impl From<FundsError> for ApiError {
    fn from(error: FundsError) -> Self {
        let FundsError { available, required } = error;
        explained(ErrorCode::InsufficientFunds, error)
            .amount("available", available)
            .amount("required", required)
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
    /// Converts the error and names the field of a request that builds a transaction.
    fn from(error: BoundsError) -> Self {
        let error_at = |field| explained(ErrorCode::InvalidRequest, error).at(field);
        match error {
            BoundsError::GasLimit { minimum, maximum } => error_at("gasLimit")
                .amount("minimum", minimum)
                .amount("maximum", maximum),
            BoundsError::NoFeeMarket => error_at("maxFeePerGas"),
            BoundsError::TipAboveMaxFee => error_at("maxPriorityFeePerGas"),
            BoundsError::Nonce { .. } => error_at("nonce"),
            BoundsError::DataTooLong { .. } | BoundsError::EmptyDeployment => error_at("data"),
            BoundsError::IntrinsicGas { minimum } => error_at("gasLimit").amount("minimum", minimum),
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

/// Converts the bounds error of a finished transaction, which has no request fields to name.
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

#[cfg(test)]
mod tests {
    use super::*;
    use wallet_eth_like::Amount;

    #[test]
    fn request_errors_have_the_field_and_the_expected_value() {
        let of = |error: BuildError| {
            let error = ApiError::from(error);
            (error.code, error.field.unwrap(), error.details)
        };
        let maximum = Amount::from(10_u128.pow(18));
        let (code, field, details) = of(BuildError::FeeMismatch { expected: maximum });
        assert_eq!((code, field.as_str()), (ErrorCode::FeeMismatch, "fee"));
        assert_eq!(details["expected"], "1000000000000000000");
        let (code, field, details) = of(BoundsError::FeeTooHigh { maximum }.into());
        assert_eq!((code, field.as_str()), (ErrorCode::FeeTooHigh, "fee"));
        assert_eq!(details["maximum"], "1000000000000000000");
        let (code, field, details) = of(BoundsError::IntrinsicGas { minimum: 53_000 }.into());
        assert_eq!((code, field.as_str()), (ErrorCode::InvalidRequest, "gasLimit"));
        assert_eq!(details["minimum"], "53000");
    }

    #[test]
    fn finished_transaction_out_of_bounds_is_invalid_transaction_or_fee_too_high() {
        let of = |error: BoundsError| {
            let error = ApiError::from(TransactionError::from(error));
            (error.code, error.field)
        };
        assert_eq!(
            of(BoundsError::Nonce { maximum: 1 }),
            (ErrorCode::InvalidTransaction, None)
        );
        let too_high = BoundsError::FeeTooHigh { maximum: Amount::ZERO };
        assert_eq!(of(too_high), (ErrorCode::FeeTooHigh, None));
    }

    #[test]
    fn every_message_is_one_sentence() {
        let errors: [ApiError; 8] = [
            ParityError::V { even: 37, odd: 38 }.into(),
            AttachError::OtherParity.into(),
            TransactionError::Unprotected.into(),
            TransactionError::UnsupportedType { byte: 3, name: "x" }.into(),
            TransactionError::Signature.into(),
            BoundsError::NoFeeMarket.into(),
            BoundsError::EmptyDeployment.into(),
            ZeroAddressError.into(),
        ];
        for error in errors {
            let text = error.message;
            let first = text.chars().next().unwrap();
            assert!(first.is_ascii_uppercase() && text.ends_with('.'), "{text}");
            assert_eq!(text.matches('.').count(), 1, "{text}");
        }
    }
}
