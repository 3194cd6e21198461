//! Errors of the UTXO chains.

use super::{ApiError, ErrorCode, explained};
use wallet_btc_like::history::CursorError;
use wallet_btc_like::{
    AddressError, AttachError, BuildError, PaymentError, SpendError, TransactionError, TxidError, UncompressedKeyError,
    UnknownAddressTypeError, UtxosError,
};
use wallet_core::ports::upstream::RejectReason;

impl From<AddressError> for ApiError {
    fn from(error: AddressError) -> Self {
        match error {
            AddressError::Unrecognised { .. }
            | AddressError::BadChecksum
            | AddressError::MixedCase
            | AddressError::Mweb
            | AddressError::UnknownWitnessVersion { .. }
            | AddressError::UnknownCashAddrType
            | AddressError::CashAddrLength
            | AddressError::WrongNetwork { .. } => explained(ErrorCode::InvalidAddress, error),
        }
    }
}

impl From<UncompressedKeyError> for ApiError {
    fn from(error: UncompressedKeyError) -> Self {
        explained(ErrorCode::InvalidPublicKey, error)
    }
}
impl From<UnknownAddressTypeError> for ApiError {
    fn from(error: UnknownAddressTypeError) -> Self {
        explained(ErrorCode::InvalidRequest, error)
    }
}

impl From<TxidError> for ApiError {
    fn from(error: TxidError) -> Self {
        explained(ErrorCode::InvalidRequest, error)
    }
}

impl From<CursorError> for ApiError {
    fn from(error: CursorError) -> Self {
        explained(ErrorCode::InvalidRequest, error)
    }
}

impl From<UtxosError> for ApiError {
    fn from(error: UtxosError) -> Self {
        match error {
            UtxosError::Empty | UtxosError::TooMany { .. } => explained(ErrorCode::InvalidRequest, error),
            UtxosError::NullOutpoint { index } | UtxosError::Duplicate { index } => {
                explained(ErrorCode::InvalidRequest, error).at(format!("[{index}]"))
            }
            UtxosError::ValueTooLarge { index, .. } => {
                explained(ErrorCode::InvalidAmount, error).at(format!("[{index}].value"))
            }
            UtxosError::SumTooLarge { .. } => explained(ErrorCode::InvalidAmount, error),
        }
    }
}

impl From<PaymentError> for ApiError {
    fn from(error: PaymentError) -> Self {
        match error {
            PaymentError::Dust { minimum } => explained(ErrorCode::AmountBelowDust, error).amount("minimum", minimum),
            PaymentError::TooLarge { .. } => explained(ErrorCode::InvalidAmount, error),
        }
    }
}

impl From<BuildError> for ApiError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::InsufficientFunds { available, required } => explained(ErrorCode::InsufficientFunds, error)
                .amount("available", available)
                .amount("required", required),
            BuildError::FeeTooLow { minimum } => explained(ErrorCode::FeeTooLow, error)
                .amount("minimum", minimum)
                .at("fee"),
            BuildError::FeeTooHigh { maximum } => explained(ErrorCode::FeeTooHigh, error)
                .amount("maximum", maximum)
                .at("fee"),
            BuildError::OtherChain { .. } => explained(ErrorCode::InvalidAddress, error).at("to"),
        }
    }
}

impl From<AttachError> for ApiError {
    fn from(error: AttachError) -> Self {
        match error {
            AttachError::Missing { .. } => explained(ErrorCode::InvalidRequest, error),
            AttachError::Surplus { at } | AttachError::Repeated { at } => {
                explained(ErrorCode::InvalidRequest, error).at(format!("[{at}].inputIndex"))
            }
            AttachError::Invalid { at } => explained(ErrorCode::InvalidSignature, error).at(format!("[{at}]")),
        }
    }
}

impl From<TransactionError> for ApiError {
    fn from(error: TransactionError) -> Self {
        match error {
            TransactionError::NotHex
            | TransactionError::Malformed
            | TransactionError::Empty
            | TransactionError::TooLarge { .. }
            | TransactionError::Coinbase { .. }
            | TransactionError::DuplicateInput { .. }
            | TransactionError::Unsigned { .. }
            | TransactionError::Witness { .. }
            | TransactionError::OutputsTooLarge { .. } => explained(ErrorCode::InvalidTransaction, error),
        }
    }
}

impl From<SpendError> for ApiError {
    fn from(error: SpendError) -> Self {
        let error_at = |code| explained(code, error).at("txdata");
        match error {
            // A nonexistent output cannot be spent; nodes reject such a transaction with the same reason.
            SpendError::MissingParent { .. } | SpendError::MissingOutput { .. } => RejectReason::MissingInputs.into(),
            SpendError::CarriesToken { .. } | SpendError::ImpossibleValue => error_at(ErrorCode::InvalidTransaction),
            SpendError::Overspent { inputs, outputs } => error_at(ErrorCode::InsufficientFunds)
                .amount("available", inputs)
                .amount("required", outputs),
            SpendError::FeeTooLow { minimum, .. } => error_at(ErrorCode::FeeTooLow).amount("minimum", minimum),
            SpendError::FeeTooHigh { maximum, .. } => error_at(ErrorCode::FeeTooHigh).amount("maximum", maximum),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wallet_core::ecdsa::{PublicKeyError, SignatureError};

    #[test]
    fn message_is_a_sentence() {
        let error = ApiError::from(PublicKeyError::NotHex);
        assert_eq!(error.message, "Public key must be a hex string.");
    }

    #[test]
    fn messages_start_with_an_article_and_end_with_one_full_stop() {
        let errors: [ApiError; 8] = [
            TransactionError::NotHex.into(),
            TransactionError::Malformed.into(),
            UtxosError::Empty.into(),
            UtxosError::TooMany { maximum: 500 }.into(),
            SignatureError::NotHex { part: "r" }.into(),
            SignatureError::OutOfRange.into(),
            UnknownAddressTypeError.into(),
            SpendError::FeeTooHigh { fee: 2, maximum: 1 }.into(),
        ];
        let first_words = ["A ", "An ", "The ", "At "];
        for error in errors {
            let text = error.message;
            assert!(first_words.iter().any(|word| text.starts_with(word)), "{text}");
            assert!(!text.contains('?') && text.matches('.').count() == 1, "{text}");
        }
    }

    #[test]
    fn error_inside_a_list_has_the_index() {
        let error = ApiError::from(UtxosError::ValueTooLarge { index: 2, maximum: 5 }).at("utxo");
        assert_eq!(error.field.as_deref(), Some("utxo[2].value"));
        let error = ApiError::from(AttachError::Invalid { at: 1 }).at("signatures");
        assert_eq!(error.field.as_deref(), Some("signatures[1]"));
    }

    #[test]
    fn amounts_in_details_are_strings() {
        let error = ApiError::from(BuildError::InsufficientFunds {
            available: 1,
            required: u64::MAX,
        });
        assert_eq!(error.details["available"], "1");
        assert_eq!(error.details["required"], "18446744073709551615");
    }
}
