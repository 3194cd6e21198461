//! Content of request fields, with parsers and schemas.

use crate::account::offers::{OfferCursor, OfferId};
use crate::chain::BalanceId;
use crate::contract::{CallAddress, ContractId, FunctionName};
use crate::fee::estimate::RequestedAmount;
use crate::history::{Cursor, Position};
use crate::operation::{MAX_OPERATIONS, PositiveStroops};
use crate::transaction::envelope::Envelope;
use crate::transaction::memo::MemoType;
use crate::transaction::signature::PublicKey;
use crate::value::address::{AccountId, MuxedAccount};
use crate::value::amount::Stroops;
use crate::value::asset::{Asset, AssetCode};
use std::str::FromStr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::{AmountError, is_amount, parse_hex};
use wallet_core::wire::utoipa::openapi::KnownFormat;
use wallet_core::wire::{
    AmountText, CursorText, HashText, PositiveAmountText, XlmAccountText, XlmAddressText, XlmAssetCodeText,
    XlmAssetText, XlmBalanceIdText, XlmContractText, XlmEnvelopeText, XlmFunctionText, XlmHolderText, XlmPublicKeyText,
    XlmRecipientText, XlmSpendText, whole_number, whole_number_in,
};

/// An account with an address that is not multiplexed.
pub struct AccountField;

/// A recipient, multiplexed or not.
pub struct Recipient;

/// A contract.
pub struct ContractField;

/// The holder of a token: an account, multiplexed or not, or a contract.
pub struct HolderField;

/// The name of a function of a contract.
pub struct FunctionField;

/// An amount above zero in base units of a token: at most 2^127 - 1.
pub struct TokenUnits;

/// The code of an asset.
pub struct AssetCodeField;

/// An amount in stroops.
pub struct Units;

/// The id of a claimable balance.
pub struct BalanceIdField;

/// The id of an offer.
pub struct OfferIdField;

/// An account with an address that is not multiplexed, and a pattern in the schema.
pub struct PlainAccount;

/// An account of a query, multiplexed or not.
pub struct AnyAccount;

/// An asset of a query.
pub struct QueryAsset;

/// An amount above zero, in stroops.
pub struct PositiveUnits;

/// An amount above zero in stroops, or `max` for the maximum.
pub struct Spend;

/// A fee in stroops. A number above the maximum amount saturates, since a fee has separate bounds.
pub struct FeeUnits;

/// The id of a transaction.
pub struct TxidField;

wallet_core::wire_number! {
    /// The validity period of a transaction in seconds.
    Timeout(u64) = whole_number_in, 30..=86_400, whole_number(KnownFormat::Int64, 30, Some(86_400), 600);
    /// The number of operations of a transaction.
    OperationCount(usize) = whole_number_in, 1..=MAX_OPERATIONS as u64,
        whole_number(KnownFormat::Int64, 1, Some(MAX_OPERATIONS as u64), 1);
}

wallet_core::wire_value! {
    PublicKey as XlmPublicKeyText => Self, Self::parse;
    AccountField as XlmAddressText => AccountId, AccountId::from_str;
    PlainAccount as XlmAccountText => AccountId, AccountId::from_str;
    Recipient as XlmRecipientText => MuxedAccount, MuxedAccount::from_str;
    AnyAccount as XlmAddressText => MuxedAccount, MuxedAccount::from_str;
    ContractField as XlmContractText => ContractId, ContractId::from_str;
    HolderField as XlmHolderText => CallAddress, CallAddress::from_str;
    FunctionField as XlmFunctionText => FunctionName, FunctionName::from_str;
    TokenUnits as PositiveAmountText => i128, parse_token_units;
    AssetCodeField as XlmAssetCodeText => AssetCode, AssetCode::from_str;
    QueryAsset as XlmAssetText => Asset, Asset::from_str;
    Units as AmountText => Stroops, Stroops::from_str;
    PositiveUnits as PositiveAmountText => PositiveStroops, parse_positive;
    Spend as XlmSpendText => RequestedAmount, parse_spend;
    FeeUnits as PositiveAmountText => u64, parse_fee;
    OfferIdField as PositiveAmountText => OfferId, parse_offer_id;
    BalanceIdField as XlmBalanceIdText => BalanceId, BalanceId::from_str;
    Envelope as XlmEnvelopeText => Self, Self::parse;
    MemoType as String => Self, Self::from_str;
    TxidField as HashText => [u8; 32], parse_txid;
    Cursor as CursorText => Position, |text: &str| Self::from_str(text).map(|Self(position)| position);
    OfferCursor as CursorText => OfferId, |text: &str| Self::from_str(text).map(|Self(offer)| offer);
}

fn parse_offer_id(text: &str) -> Result<OfferId, ErrorInfo> {
    let id = OfferId::from_str(text);
    id.map_err(|_| {
        ErrorInfo::new(
            ErrorCode::InvalidRequest,
            "offerId must be a whole number from 1 to 2^63 - 1.",
        )
    })
}

fn parse_positive(text: &str) -> Result<PositiveStroops, ErrorInfo> {
    let amount = Stroops::from_str(text).map_err(|error| error.info())?;
    let zero = || ErrorInfo::new(ErrorCode::InvalidAmount, "amount must be greater than 0.");
    PositiveStroops::new(amount).ok_or_else(zero)
}

fn parse_token_units(text: &str) -> Result<i128, ErrorInfo> {
    if !is_amount(text) {
        return Err(AmountError::<i128>::NotAnInteger.info());
    }
    let maximum = i128::MAX;
    let amount = text.parse().map_err(|_| AmountError::TooLarge { maximum }.info())?;
    if amount == 0 {
        return Err(ErrorInfo::new(
            ErrorCode::InvalidAmount,
            "amount must be greater than 0.",
        ));
    }
    Ok(amount)
}

fn parse_spend(text: &str) -> Result<RequestedAmount, ErrorInfo> {
    match text {
        "max" => Ok(RequestedAmount::Max),
        text => parse_positive(text).map(RequestedAmount::Fixed),
    }
}

fn parse_fee(text: &str) -> Result<u64, AmountError> {
    match Stroops::from_str(text) {
        Ok(stroops) => Ok(stroops.get().unsigned_abs()),
        Err(AmountError::TooLarge { .. }) => Ok(u64::MAX),
        Err(error @ AmountError::NotAnInteger) => Err(error),
    }
}

fn parse_txid(text: &str) -> Result<[u8; 32], ErrorInfo> {
    let bytes = parse_hex(text).ok().and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| ErrorInfo::new(ErrorCode::InvalidRequest, "txid must be 64 hex digits."))
}
