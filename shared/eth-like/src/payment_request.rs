//! Payment requests as URIs (EIP-681): payments of coins and ERC-20 tokens, and calls of contracts, whose arguments are
//! encoded by the ABI (<https://docs.soliditylang.org/en/latest/abi-spec.html>).

use crate::account::erc20::{ZeroAddressError, transfer_data};
use crate::chain::params::Params;
use crate::value::{Address, AddressError, Amount};
use ethers_core::abi::{self, Token};
use ethers_core::types::U256;
use ethers_core::utils::id;
use std::str::FromStr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::parse_hex;
use wallet_core::payment_uri::{Parameters, PaymentUri, UriError, scaled};

/// The scheme without the colon.
const SCHEME: &str = "ethereum";

/// Prefix of the target, which is optional.
const PREFIX: &str = "pay-";

/// The function of a token payment.
const TRANSFER: &str = "transfer";

/// A request for a payment or a contract call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentRequest {
    /// The recipient of coins, or the called contract.
    pub to: Address,
    /// The amount in wei; `None` if the payer chooses the amount.
    pub amount: Option<Amount>,
    /// The calldata; empty for a payment of coins, and for a token payment without an amount.
    pub data: Vec<u8>,
    /// The payment of an ERC-20 transfer; `to` is the token contract.
    pub token: Option<TokenPayment>,
    /// The gas limit that the recipient suggests.
    pub gas_limit: Option<Amount>,
    /// The gas price in wei that the recipient suggests.
    pub gas_price: Option<Amount>,
    /// The names of parameters without effect.
    pub ignored: Vec<String>,
}

/// A payment of ERC-20 tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenPayment {
    /// The recipient of the tokens.
    pub to: Address,
    /// The amount in the token's base unit; `None` if the payer chooses the amount.
    pub amount: Option<Amount>,
}

impl PaymentRequest {
    /// Parses a URI. Without a chain id, the URI is valid on every chain.
    pub fn parse(params: Params, text: &str) -> Result<Self, PaymentRequestError> {
        let uri = PaymentUri::parse(text)?;
        if !uri.scheme.eq_ignore_ascii_case(SCHEME) {
            return Err(PaymentRequestError::Scheme);
        }
        let (target, function) = match uri.path.split_once('/') {
            Some((target, function)) => (target, Some(function)),
            None => (uri.path, None),
        };
        let to = read_target(params, target)?;
        let mut parameters = uri.parameters;
        let value = take_number(&mut parameters, "value")?;
        let short = take_number(&mut parameters, "gas")?;
        let limit = take_number(&mut parameters, "gasLimit")?;
        if short.is_some() && limit.is_some() {
            return Err(UriError::Repeated { name: "gasLimit" }.into());
        }
        let request = Self {
            to,
            amount: value,
            data: Vec::new(),
            token: None,
            gas_limit: limit.or(short),
            gas_price: take_number(&mut parameters, "gasPrice")?,
            ignored: Vec::new(),
        };
        match function {
            None => Ok(Self {
                ignored: parameters.into_names(),
                ..request
            }),
            Some(function) => request.with_call(function, parameters),
        }
    }

    /// Adds a contract call with these arguments. Coins are part of a call only if the URI states an amount.
    fn with_call(self, function: &str, parameters: Parameters) -> Result<Self, PaymentRequestError> {
        if !is_identifier(function) {
            return Err(PaymentRequestError::Function);
        }
        let arguments = Argument::read(parameters.into_pairs())?;
        let amount = Some(self.amount.unwrap_or(Amount::ZERO));
        let token = match (function, arguments.as_slice()) {
            (TRANSFER, [Argument::Address(to)]) => Some(TokenPayment { to: *to, amount: None }),
            (TRANSFER, [Argument::Address(to), Argument::Uint256(tokens)]) => Some(TokenPayment {
                to: *to,
                amount: Some(*tokens),
            }),
            _ => None,
        };
        let data = match token {
            None => call_data(function, &arguments),
            Some(TokenPayment { to, amount }) => {
                let data = transfer_data(to, amount.unwrap_or_default())?;
                if amount.is_some() { data } else { Vec::new() }
            }
        };
        Ok(Self {
            amount,
            data,
            token,
            ..self
        })
    }
}

/// Returns the URI of a payment of coins, or of the tokens of a contract.
///
/// # Errors
/// The recipient of tokens is the zero address.
pub fn payment_uri(
    params: Params,
    to: Address,
    amount: Option<Amount>,
    contract: Option<Address>,
) -> Result<String, ZeroAddressError> {
    if contract.is_some() && to == Address::ZERO {
        return Err(ZeroAddressError);
    }
    let chain = params.chain_id();
    let (start, name) = match contract {
        None => (format!("{SCHEME}:{to}@{chain}"), "?value="),
        Some(contract) => (
            format!("{SCHEME}:{contract}@{chain}/{TRANSFER}?address={to}"),
            "&uint256=",
        ),
    };
    Ok(match amount {
        None => start,
        Some(amount) => format!("{start}{name}{}", scientific(amount)),
    })
}

/// Returns the shorter form of a number: `2.014e18`, or its digits.
fn scientific(amount: Amount) -> String {
    let digits = amount.to_string();
    let (first, rest) = digits.split_at(1);
    let (rest, exponent) = (rest.trim_end_matches('0'), rest.len());
    let point = if rest.is_empty() { "" } else { "." };
    let short = format!("{first}{point}{rest}e{exponent}");
    if short.len() < digits.len() { short } else { digits }
}

/// Reads the address before the slash, with an optional prefix and chain id.
fn read_target(params: Params, target: &str) -> Result<Address, PaymentRequestError> {
    let (address, chain) = match target.split_once('@') {
        Some((address, chain)) => (address, Some(chain)),
        None => (target, None),
    };
    let address = read_address(address.strip_prefix(PREFIX).unwrap_or(address))?;
    let Some(chain) = chain else {
        return Ok(address);
    };
    let is_number = !chain.is_empty() && chain.bytes().all(|digit| digit.is_ascii_digit());
    let found = chain.parse().ok().filter(|_| is_number);
    let (found, expected) = (found.ok_or(PaymentRequestError::ChainId)?, params.chain_id());
    if found != expected {
        return Err(PaymentRequestError::OtherChain { found, expected });
    }
    Ok(address)
}

fn take_number(parameters: &mut Parameters, name: &'static str) -> Result<Option<Amount>, PaymentRequestError> {
    let text = parameters.take(name)?;
    let number = |text: String| read_number(&text).ok_or(PaymentRequestError::Number { name });
    text.map(number).transpose()
}

fn is_identifier(text: &str) -> bool {
    const MAX_LENGTH: usize = 128;
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_$".contains(&byte);
    let starts_with_digit = text.starts_with(|first: char| first.is_ascii_digit());
    (1..=MAX_LENGTH).contains(&text.len()) && text.bytes().all(is_part) && !starts_with_digit
}

/// An argument of an elementary type.
#[derive(Clone, Debug)]
enum Argument {
    /// An address of 20 bytes.
    Address(Address),
    /// An unsigned integer of 256 bits.
    Uint256(Amount),
    /// A value of another type, with the canonical name of the type.
    Other(String, Token),
}

impl Argument {
    /// Reads parameters, of which the names are types and the values are arguments in order.
    fn read(pairs: Vec<(String, String)>) -> Result<Vec<Self>, PaymentRequestError> {
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
fn call_data(function: &str, arguments: &[Argument]) -> Vec<u8> {
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
fn read_address(text: &str) -> Result<Address, PaymentRequestError> {
    if text.contains('.') {
        return Err(PaymentRequestError::Name);
    }
    Ok(text.parse()?)
}

/// Reads a number without a minus: digits with an optional decimal point and exponent, which make a whole number.
fn read_number(text: &str) -> Option<Amount> {
    let text = text.strip_prefix('+').unwrap_or(text);
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let is_number = !exponent.is_empty() && exponent.bytes().all(|digit| digit.is_ascii_digit());
    let exponent = exponent.parse().ok().filter(|_| is_number)?;
    Amount::from_str(&scaled(mantissa, exponent)?).ok()
}

/// Error of [`PaymentRequest::parse`] for invalid parts.
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
