//! Content of request fields, with parsers and schemas.

use crate::account::approvals::BlockCursor;
use crate::chain::params::Params;
use crate::history::{Cursor, Position};
use crate::transaction::fields::MAX_NONCE;
use crate::transaction::signed::{DecodedTransaction, SignedTransaction};
use crate::value::{Address, Amount, Hash, PublicKey};
use std::str::FromStr;
use wallet_core::error::{ErrorCode, ErrorInfo};
use wallet_core::model::{AmountError, is_amount, parse_hex};
use wallet_core::wire::utoipa::openapi::KnownFormat;
use wallet_core::wire::{
    AmountText, ApprovedText, CursorText, DataText, EthLikeAddressText, EthLikeSpendText, EthLikeTransactionText,
    HashText, OptionalDataText, PositiveAmountText, PublicKeyText, whole_number, whole_number_in,
};

/// Calldata, which may be empty (`""` or `"0x"`).
pub struct CallData;

/// Calldata, empty by default.
pub struct OptionalCallData;

/// A gas limit. The rules of the transaction check the range.
pub struct GasUnits;

/// An amount in wei, or `max` for all funds: `None`.
pub struct Spend;

/// The nonce of a transaction in a query.
pub struct NonceText;

/// The right of an operator in a query.
pub struct Approved;

wallet_core::wire_number! {
    /// The nonce of a transaction in a body: 0 to 2^53 − 1.
    Nonce(u64) = whole_number_in, 0..=MAX_NONCE, whole_number(KnownFormat::Int64, 0, Some(MAX_NONCE), 7);
}

wallet_core::wire_value! {
    PublicKey as PublicKeyText => Self, Self::parse;
    Address as EthLikeAddressText => Self, Self::from_str;
    Amount as AmountText => Self, Self::from_str;
    Hash as HashText => Self, Self::from_str;
    CallData as DataText => Vec<u8>, parse_data;
    OptionalCallData as OptionalDataText => Vec<u8>, parse_data;
    GasUnits as PositiveAmountText => u64, parse_gas;
    Spend as EthLikeSpendText => Option<Amount>, |text: &str| match text {
        "max" => Ok(None),
        text => text.parse().map(Some),
    };
    NonceText as wallet_core::wire::NonceText => u64, parse_nonce;
    Approved as ApprovedText => bool, parse_approved;
    SignedTransaction<Params> as EthLikeTransactionText => Self, Self::parse;
    DecodedTransaction<Params> as EthLikeTransactionText => Self, Self::parse;
    BlockCursor as CursorText => u64, |text: &str| Self::from_str(text).map(|Self(block)| block);
    Cursor as CursorText => Position, |text: &str| Self::from_str(text).map(|Self(position)| position);
}

fn invalid(message: impl Into<String>) -> ErrorInfo {
    ErrorInfo::new(ErrorCode::InvalidRequest, message.into())
}

fn parse_data(text: &str) -> Result<Vec<u8>, ErrorInfo> {
    parse_hex(text).map_err(|_| invalid("data must be an even number of hex digits, or empty."))
}

/// Parses a gas limit. A number that no transaction can have becomes the largest number.
fn parse_gas(text: &str) -> Result<u64, ErrorInfo> {
    match Amount::from_str(text) {
        Ok(gas) => Ok(gas.as_u64().unwrap_or(u64::MAX)),
        Err(AmountError::TooLarge { .. }) => Ok(u64::MAX),
        Err(AmountError::NotAnInteger) => Err(invalid("gasLimit must be a string of decimal digits.")),
    }
}

fn parse_nonce(text: &str) -> Result<u64, ErrorInfo> {
    let nonce = text.parse().ok().filter(|nonce| is_amount(text) && *nonce <= MAX_NONCE);
    nonce.ok_or_else(|| invalid(format!("nonce must be a whole number from 0 to {MAX_NONCE}.")))
}

fn parse_approved(text: &str) -> Result<bool, ErrorInfo> {
    text.parse().map_err(|_| invalid("approved must be true or false."))
}
