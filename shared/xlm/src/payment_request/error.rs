//! Errors of payment requests.

use super::origin::OriginError;
use crate::transaction::envelope::{EnvelopeError, OtherNetworkError};
use crate::transaction::memo::MemoError;
use crate::value::address::AddressError;
use crate::value::asset::AssetCodeError;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::{AmountError, Network};
use wallet_core::payment_uri::{MAX_TEXT, UriError};

/// Error of [`PaymentRequest::parse`](super::PaymentRequest::parse) for invalid parts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaymentRequestError {
    /// The string is not a well-formed URI.
    #[error(transparent)]
    Uri(#[from] UriError),
    /// The URI has another scheme.
    #[error("the URI must start with web+stellar:")]
    Scheme,
    /// The operation is unknown.
    #[error("the operation after web+stellar: must be pay or tx")]
    Operation,
    /// A required parameter is absent.
    #[error("the parameter {name} is required")]
    Missing {
        /// The name of the parameter.
        name: &'static str,
    },
    /// The URI is for the other network.
    #[error("the URI is for {found}, expected {expected}: without network_passphrase a URI is for livenet")]
    OtherNetwork {
        /// The network of the URI.
        found: Network,
        /// The network of the request.
        expected: Network,
    },
    /// The passphrase belongs to no supported network.
    #[error("the parameter network_passphrase must be that of livenet or testnet")]
    UnknownNetwork,
    /// The recipient is a name.
    #[error("the destination is a name instead of an address: get its address from resolve-name and replace the name")]
    Name,
    /// An address is invalid.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The amount is not a positive decimal number.
    #[error("the parameter amount must be a decimal number above 0 with at most 7 decimal places")]
    Amount,
    /// The amount is too large.
    #[error(transparent)]
    TooLarge(#[from] AmountError),
    /// The asset has only a code or only an issuer.
    #[error("an asset requires asset_code and asset_issuer")]
    Asset,
    /// The asset code is invalid.
    #[error(transparent)]
    Code(#[from] AssetCodeError),
    /// The type of the memo is unknown.
    #[error("the parameter memo_type must be MEMO_TEXT, MEMO_ID, MEMO_HASH or MEMO_RETURN")]
    MemoType,
    /// The memo is not a value of the type.
    #[error(transparent)]
    Memo(#[from] MemoError),
    /// The memo is not a hash.
    #[error("memo of type MEMO_HASH or MEMO_RETURN must be the base64 of 32 bytes")]
    MemoHash,
    /// The text for the payer is too long.
    #[error("the parameter msg must have at most {MAX_TEXT} characters")]
    Message,
    /// The callback is not an HTTPS URL.
    #[error("the parameter callback must be url: and a URL that starts with https://")]
    Callback,
    /// The transaction has placeholders.
    #[error("the parameter replace is not supported: request a transaction without placeholders")]
    Placeholders,
    /// The transaction is not base64.
    #[error("the parameter xdr must be base64")]
    Base64,
    /// The transaction is invalid.
    #[error(transparent)]
    Envelope(#[from] EnvelopeError),
    /// The transaction is signed for the other network.
    #[error(transparent)]
    SignedFor(#[from] OtherNetworkError),
    /// The origin is not proven.
    #[error(transparent)]
    Origin(#[from] OriginError),
}

impl CodedError for PaymentRequestError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Uri(error) => error.info(),
            Self::Address(error) => error.info(),
            Self::TooLarge(error) => error.info(),
            Self::Code(error) => error.info(),
            Self::Memo(error) => error.info(),
            Self::Envelope(error) => error.info(),
            Self::SignedFor(error) => error.info(),
            Self::Origin(error) => error.info(),
            Self::Name => ErrorInfo::describe(ErrorCode::InvalidAddress, self),
            Self::Amount => ErrorInfo::describe(ErrorCode::InvalidAmount, self),
            Self::Base64 | Self::Placeholders => ErrorInfo::describe(ErrorCode::InvalidTransaction, self),
            Self::Scheme
            | Self::Operation
            | Self::Missing { .. }
            | Self::OtherNetwork { .. }
            | Self::UnknownNetwork
            | Self::Asset
            | Self::MemoType
            | Self::MemoHash
            | Self::Message
            | Self::Callback => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
        }
    }
}
