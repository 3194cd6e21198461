//! Tests of the errors as clients receive them.

use crate::account::erc20::ZeroAddressError;
use crate::{Amount, AttachError, BoundsError, BuildError, ParityError, TransactionError};
use wallet_core::error::{CodedError, ErrorCode};

#[test]
fn request_errors_have_the_field_and_the_expected_value() {
    let of = |error: BuildError| {
        let error = error.info();
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
        let error = TransactionError::from(error).info();
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
    let errors: [&dyn CodedError; 8] = [
        &ParityError::V { even: 37, odd: 38 },
        &AttachError::OtherParity,
        &TransactionError::Unprotected,
        &TransactionError::UnsupportedType { byte: 3, name: "x" },
        &TransactionError::Signature,
        &BoundsError::NoFeeMarket,
        &BoundsError::EmptyDeployment,
        &ZeroAddressError,
    ];
    for error in errors {
        let text = error.info().message;
        let first = text.chars().next().unwrap();
        assert!(first.is_ascii_uppercase() && text.ends_with('.'), "{text}");
        assert_eq!(text.matches('.').count(), 1, "{text}");
    }
}
