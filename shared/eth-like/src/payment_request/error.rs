//! Errors of payment requests.

use crate::account::erc20::ZeroAddressError;
use crate::value::address::AddressError;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::payment_uri::UriError;

/// Error of [`PaymentRequest::parse`](super::PaymentRequest::parse) for invalid parts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaymentRequestError {
    /// The string is not a well-formed URI.
    #[error(transparent)]
    Uri(#[from] UriError),
    /// The URI has another scheme.
    #[error("the URI must start with ethereum:")]
    Scheme,
    /// The chain id is not a number.
    #[error("the chain id after @ must be decimal digits")]
    ChainId,
    /// The URI is for another chain or network.
    #[error("the URI is for the chain id {found}, expected {expected}")]
    OtherChain {
        /// The chain id of the URI.
        found: u64,
        /// The chain id of the request.
        expected: u64,
    },
    /// The URI has a name where a payment requires an address.
    #[error("the URI has a name instead of an address: get its address from resolve-name and replace the name")]
    Name,
    /// An address is invalid.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The recipient of tokens is the zero address.
    #[error(transparent)]
    ZeroAddress(#[from] ZeroAddressError),
    /// A number is not whole, negative, or too large.
    #[error("the parameter {name} must be a whole number below 2^256, for example 2.014e18")]
    Number {
        /// The name of the parameter.
        name: &'static str,
    },
    /// The name of a function is not an identifier.
    #[error("the function after the slash must be an identifier")]
    Function,
    /// An argument has a type that is not elementary.
    #[error("a parameter of a call must have an elementary type of the ABI as its name, for example uint256")]
    ArgumentType,
    /// An argument is not a value of the type.
    #[error("argument {position} of the call is not a value of its type")]
    Argument {
        /// The position of the argument, from 1.
        position: usize,
    },
}

impl CodedError for PaymentRequestError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Uri(error) => error.info(),
            Self::Address(error) => error.info(),
            Self::ZeroAddress(error) => error.info(),
            Self::Name => ErrorInfo::describe(ErrorCode::InvalidAddress, self),
            Self::Number { .. } => ErrorInfo::describe(ErrorCode::InvalidAmount, self),
            Self::Scheme
            | Self::ChainId
            | Self::OtherChain { .. }
            | Self::Function
            | Self::ArgumentType
            | Self::Argument { .. } => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
        }
    }
}
