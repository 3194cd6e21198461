//! Currencies issued by states, as the units of prices.

use crate::error::{CodedError, ErrorCode, ErrorInfo};
use std::fmt;
use std::str::FromStr;

/// Currency code (ISO 4217) in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Currency([u8; 3]);

/// The string is not a valid currency code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("currency must be three lower-case letters (ISO 4217), for example usd")]
pub struct CurrencyError;

impl CodedError for CurrencyError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

impl FromStr for Currency {
    type Err = CurrencyError;

    fn from_str(text: &str) -> Result<Self, CurrencyError> {
        let code: [u8; 3] = text.as_bytes().try_into().map_err(|_| CurrencyError)?;
        let letters = code.iter().all(u8::is_ascii_lowercase);
        letters.then_some(Self(code)).ok_or(CurrencyError)
    }
}

impl Currency {
    /// Returns the letters of the code.
    pub const fn to_bytes(self) -> [u8; 3] {
        self.0
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|letter| write!(f, "{}", char::from(*letter)))
    }
}

/// The currencies in which prices are available: the currencies of CoinGecko's `simple/supported_vs_currencies` that the catalogue
/// has.
const CURRENCIES: [&str; 45] = [
    "usd", "aed", "ars", "aud", "bdt", "bhd", "bmd", "brl", "cad", "chf", "clp", "cny", "czk", "dkk", "eur", "gbp",
    "gel", "hkd", "huf", "idr", "ils", "inr", "jpy", "krw", "kwd", "lkr", "mmk", "mxn", "myr", "ngn", "nok", "nzd",
    "php", "pkr", "pln", "rub", "sar", "sek", "sgd", "thb", "try", "twd", "uah", "vnd", "zar",
];

/// Returns the currencies in which prices are available.
pub fn price_currencies() -> impl Iterator<Item = Currency> {
    CURRENCIES
        .into_iter()
        .map(|code| code.parse().expect("the codes are three letters"))
}

/// A currency in which prices are available, as parsed from a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceCurrency(pub Currency);

/// The string is not the code of a currency in which prices are available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceCurrencyError;

impl CodedError for PriceCurrencyError {
    fn info(&self) -> ErrorInfo {
        let message = format!("currency must be one of {}.", CURRENCIES.join(", "));
        ErrorInfo::new(ErrorCode::InvalidRequest, message)
    }
}

impl FromStr for PriceCurrency {
    type Err = PriceCurrencyError;

    fn from_str(text: &str) -> Result<Self, PriceCurrencyError> {
        let known = price_currencies().find(|currency| currency.to_string() == text);
        known.map(Self).ok_or(PriceCurrencyError)
    }
}
