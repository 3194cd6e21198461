//! Payment requests as URIs (EIP-681): payments of coins and ERC-20 tokens, and calls of contracts.

mod arguments;
mod error;

pub use error::PaymentRequestError;

use crate::account::erc20::{ZeroAddressError, transfer_data};
use crate::chain::params::Params;
use crate::value::address::Address;
use crate::value::amount::Amount;
use arguments::{Argument, call_data, read_address, read_number};
use wallet_core::payment_uri::{Parameters, PaymentUri, UriError};

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
