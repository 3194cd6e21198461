//! Payment requests as URIs (BIP 21): `bitcoin:`, `litecoin:`, `dogecoin:` and the CashAddr prefixes of bch.

use crate::address::{Address, AddressError};
use crate::chain::params::Params;
use crate::output::{Payment, PaymentError};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::{AmountError, parse_amount};
use wallet_core::payment_uri::{PaymentUri, UriError, in_whole_units, scaled, write};

/// Prefix of the parameters without which a request must not be paid (BIP 21).
const REQUIRED: &str = "req-";

/// A request for a payment to an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentRequest {
    /// The recipient of the payment.
    pub to: Address,
    /// The amount in base units, at least the dust limit; `None` if the payer chooses the amount.
    pub amount: Option<u64>,
    /// The name of the recipient.
    pub label: Option<String>,
    /// The purpose of the payment.
    pub message: Option<String>,
    /// The names of parameters without effect, for example `lightning`.
    pub ignored: Vec<String>,
}

/// Error of [`PaymentRequest::parse`] for invalid parts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaymentRequestError {
    /// The string is not a well-formed URI.
    #[error(transparent)]
    Uri(#[from] UriError),
    /// The URI has the scheme of another chain, or an unknown scheme.
    #[error("the URI must start with {expected}:, the scheme of {params}")]
    Scheme {
        /// The scheme of the chain.
        expected: &'static str,
        /// The chain and network.
        params: &'static Params,
    },
    /// The URI has no address.
    #[error("the URI has no address: a payment by other means is not supported")]
    NoAddress,
    /// The address is invalid.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The amount is not a decimal number of coins.
    #[error("the parameter amount must be a decimal number of coins with at most {decimals} decimal places")]
    Amount {
        /// The decimal places of a coin.
        decimals: u8,
    },
    /// The amount is above the money supply.
    #[error(transparent)]
    TooLarge(#[from] AmountError),
    /// The amount is below the dust limit.
    #[error(transparent)]
    Payment(#[from] PaymentError),
    /// An unknown parameter, without which the request must not be paid.
    #[error("the URI has a parameter that starts with req- and is not supported: the request must not be paid")]
    Required,
}

impl CodedError for PaymentRequestError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Uri(error) => error.info(),
            Self::Address(error) => error.info(),
            Self::TooLarge(error) => error.info(),
            Self::Payment(error) => error.info(),
            Self::NoAddress => ErrorInfo::describe(ErrorCode::InvalidAddress, self),
            Self::Amount { .. } => ErrorInfo::describe(ErrorCode::InvalidAmount, self),
            Self::Scheme { .. } | Self::Required => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
        }
    }
}

impl PaymentRequest {
    /// Parses a URI. The names of parameters may have any case, as in QR codes of capital letters. A URI without an address before
    /// the parameters may have a segwit address in the parameter that is named as the prefix of the network (BIP 321).
    pub fn parse(params: &'static Params, text: &str) -> Result<Self, PaymentRequestError> {
        let uri = PaymentUri::parse(text)?;
        if !uri.scheme.eq_ignore_ascii_case(params.uri_scheme) {
            return Err(PaymentRequestError::Scheme {
                expected: params.uri_scheme,
                params,
            });
        }
        let mut parameters = uri.parameters.with_lower_case_names();
        let to = match params.segwit_hrp {
            Some(hrp) if uri.path.is_empty() => parameters.take(hrp)?.unwrap_or_default(),
            _ => uri.path.to_owned(),
        };
        if to.is_empty() {
            return Err(PaymentRequestError::NoAddress);
        }
        let to = Address::parse_recipient(params, &to)?;
        let amount = parameters.take("amount")?;
        let amount = amount.map(|amount| base_units(&to, &amount)).transpose()?;
        let (label, message) = (parameters.take("label")?, parameters.take("message")?);
        let ignored = parameters.into_names();
        if ignored.iter().any(|name| name.starts_with(REQUIRED)) {
            return Err(PaymentRequestError::Required);
        }
        Ok(Self {
            to,
            amount,
            label,
            message,
            ignored,
        })
    }

    /// Returns the URI. The scheme of bch is the prefix of the address.
    pub fn to_uri(&self) -> String {
        let params = self.to.params();
        let start = format!("{}:{}", params.uri_scheme, self.to.encode(false));
        let amount = self
            .amount
            .map(|amount| in_whole_units(&amount.to_string(), usize::from(params.decimals)));
        let texts = [("label", &self.label), ("message", &self.message)];
        let texts = texts.map(|(name, text)| (name, text.as_deref()));
        write(&start, [("amount", amount.as_deref())].into_iter().chain(texts))
    }
}

/// Returns an amount of coins in base units, if a payment to the address can have the amount.
fn base_units(to: &Address, coins: &str) -> Result<u64, PaymentRequestError> {
    let params = to.params();
    let decimals = params.decimals;
    let units = scaled(coins, usize::from(decimals)).ok_or(PaymentRequestError::Amount { decimals })?;
    let units = parse_amount(&units, params.max_money)?;
    Ok(Payment::new(to.clone(), units)?.amount())
}
