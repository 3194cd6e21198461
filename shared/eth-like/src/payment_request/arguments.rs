//! Arguments of the calls in payment requests, encoded by the ABI
//! (<https://docs.soliditylang.org/en/latest/abi-spec.html>).

use super::error::PaymentRequestError;
use crate::value::address::Address;
use crate::value::amount::Amount;
use ethers_core::abi::{self, Token};
use ethers_core::types::U256;
use ethers_core::utils::id;
use std::str::FromStr;
use wallet_core::model::parse_hex;
use wallet_core::payment_uri::scaled;

/// An argument of an elementary type.
#[derive(Clone, Debug)]
pub(super) enum Argument {
    /// An address of 20 bytes.
    Address(Address),
    /// An unsigned integer of 256 bits.
    Uint256(Amount),
    /// A value of another type, with the canonical name of the type.
    Other(String, Token),
}

impl Argument {
    /// Reads parameters, of which the names are types and the values are arguments in order.
    pub(super) fn read(pairs: Vec<(String, String)>) -> Result<Vec<Self>, PaymentRequestError> {
        let pairs = (1..).zip(pairs);
        let read = |(position, (name, value)): (usize, (String, String))| Self::of(&name, &value, position);
        pairs.map(read).collect()
    }

    fn of(kind: &str, value: &str, position: usize) -> Result<Self, PaymentRequestError> {
        let invalid = PaymentRequestError::Argument { position };
        let token = match kind {
            "address" => return read_address(value).map(Self::Address),
            "uint256" | "uint" => return read_number(value).map(Self::Uint256).ok_or(invalid),
            "bool" => value.parse().ok().map(Token::Bool),
            "string" => Some(Token::String(value.to_owned())),
            "bytes" => bytes(value).map(Token::Bytes),
            _ => other(kind, value)?,
        };
        let kind = if kind == "int" { "int256" } else { kind };
        token.map(|token| Self::Other(kind.to_owned(), token)).ok_or(invalid)
    }

    fn kind(&self) -> &str {
        match self {
            Self::Address(_) => "address",
            Self::Uint256(_) => "uint256",
            Self::Other(kind, _) => kind,
        }
    }

    fn token(&self) -> Token {
        match self {
            Self::Address(address) => Token::Address(address.0),
            Self::Uint256(amount) => Token::Uint(amount.0),
            Self::Other(_, token) => token.clone(),
        }
    }
}

/// Returns the calldata of a call.
pub(super) fn call_data(function: &str, arguments: &[Argument]) -> Vec<u8> {
    let kinds: Vec<&str> = arguments.iter().map(Argument::kind).collect();
    let selector = id(format!("{function}({})", kinds.join(",")));
    let tokens: Vec<Token> = arguments.iter().map(Argument::token).collect();
    [selector.as_slice(), &abi::encode(&tokens)].concat()
}

/// Reads a value of a type with a size; `None` if the value does not have the type.
fn other(kind: &str, value: &str) -> Result<Option<Token>, PaymentRequestError> {
    if kind == "int" {
        return Ok(signed(value, 256));
    }
    let (name, size) = kind.split_at(kind.find(|letter: char| letter.is_ascii_digit()).unwrap_or(kind.len()));
    let size = size.parse::<usize>().ok().filter(|_| !size.starts_with('0'));
    let is_integer = |bits: &usize| bits.is_multiple_of(8) && *bits <= 256;
    match (name, size) {
        ("uint", Some(bits)) if is_integer(&bits) => {
            let number = read_number(value).filter(|number| number.0.bits() <= bits);
            Ok(number.map(|number| Token::Uint(number.0)))
        }
        ("int", Some(bits)) if is_integer(&bits) => Ok(signed(value, bits)),
        ("bytes", Some(length @ 1..=32)) => {
            let bytes = bytes(value).filter(|bytes| bytes.len() == length);
            Ok(bytes.map(Token::FixedBytes))
        }
        _ => Err(PaymentRequestError::ArgumentType),
    }
}

/// Reads a signed integer of this size as two's complement.
fn signed(value: &str, bits: usize) -> Option<Token> {
    let (is_negative, digits) = match value.strip_prefix('-') {
        Some(digits) if !digits.starts_with('+') => (true, digits),
        Some(_) => return None,
        None => (false, value),
    };
    let magnitude = read_number(digits)?.0;
    let limit = U256::one() << (bits - 1);
    let fits = if is_negative {
        magnitude <= limit
    } else {
        magnitude < limit
    };
    let number = if is_negative {
        U256::zero().overflowing_sub(magnitude).0
    } else {
        magnitude
    };
    fits.then_some(Token::Int(number))
}

fn bytes(value: &str) -> Option<Vec<u8>> {
    parse_hex(value).ok().filter(|_| value.starts_with("0x"))
}

/// Reads an address. Text with a dot is a name.
pub(super) fn read_address(text: &str) -> Result<Address, PaymentRequestError> {
    if text.contains('.') {
        return Err(PaymentRequestError::Name);
    }
    Ok(text.parse()?)
}

/// Reads a number without a minus: digits with an optional decimal point and exponent, which make a whole number.
pub(super) fn read_number(text: &str) -> Option<Amount> {
    let text = text.strip_prefix('+').unwrap_or(text);
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let is_number = !exponent.is_empty() && exponent.bytes().all(|digit| digit.is_ascii_digit());
    let exponent = exponent.parse().ok().filter(|_| is_number)?;
    Amount::from_str(&scaled(mantissa, exponent)?).ok()
}
