//! Tests of the errors as clients receive them.

use crate::{AttachError, BuildError, InputsError, SpendError, TransactionError, UnknownAddressTypeError};
use wallet_core::error::CodedError;

#[test]
fn every_message_is_one_sentence() {
    let errors: [&dyn CodedError; 6] = [
        &TransactionError::NotHex,
        &TransactionError::Malformed,
        &InputsError::Empty,
        &InputsError::TooMany { maximum: 500 },
        &UnknownAddressTypeError,
        &SpendError::FeeTooHigh { fee: 2, maximum: 1 },
    ];
    for error in errors {
        let text = error.info().message;
        let first = text.chars().next().unwrap();
        assert!(first.is_ascii_uppercase() && text.ends_with('.'), "{text}");
        assert!(!text.contains('?') && text.matches('.').count() == 1, "{text}");
    }
}

#[test]
fn error_inside_a_list_has_the_index() {
    let error = InputsError::ValueTooLarge { index: 2, maximum: 5 };
    assert_eq!(error.info().at("utxo").field.as_deref(), Some("utxo[2].value"));
    let error = AttachError::Invalid { at: 1 };
    assert_eq!(error.info().at("signatures").field.as_deref(), Some("signatures[1]"));
}

#[test]
fn amounts_in_details_are_strings() {
    let error = BuildError::InsufficientFunds {
        available: 1,
        required: u64::MAX,
    };
    let details = error.info().details;
    assert_eq!(details["available"], "1");
    assert_eq!(details["required"], "18446744073709551615");
}
