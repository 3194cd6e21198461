//! Calls of tokens (ERC-20: <https://eips.ethereum.org/EIPS/eip-20>).

use super::address::Address;
use super::amount::Amount;
use ethers_core::abi::{self, ParamType, Token};

/// The first four bytes of the hash of `transfer(address,uint256)`.
const TRANSFER: [u8; 4] = [0xa9, 0x05, 0x9c, 0xbb];
/// The first four bytes of the hash of `approve(address,uint256)`.
const APPROVE: [u8; 4] = [0x09, 0x5e, 0xa7, 0xb3];

/// Tokens cannot be sent to nobody, nor can nobody be allowed to take them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the zero address is nobody's; tokens refuse it")]
pub struct ZeroAddressError;

/// What a token is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenCall {
    /// Which of the two.
    pub kind: TokenCallKind,
    /// The recipient or the spender.
    pub address: Address,
    /// In the token's smallest units.
    pub amount: Amount,
}

/// Which function of a token is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenCallKind {
    /// Pays tokens to an address.
    Transfer,
    /// Lets an address take up to so many tokens; zero takes that back.
    Approve,
}

impl TokenCallKind {
    const fn selector(self) -> [u8; 4] {
        match self {
            Self::Transfer => TRANSFER,
            Self::Approve => APPROVE,
        }
    }
}

/// The calldata that pays this many smallest units to an address.
pub fn transfer_data(to: Address, amount: Amount) -> Result<Vec<u8>, ZeroAddressError> {
    encode(TokenCallKind::Transfer, to, amount)
}

/// The calldata that lets a spender take up to this many smallest units.
pub fn approve_data(spender: Address, amount: Amount) -> Result<Vec<u8>, ZeroAddressError> {
    encode(TokenCallKind::Approve, spender, amount)
}

/// The call in calldata of exactly its form; `None` for any other.
pub fn decode(data: &[u8]) -> Option<TokenCall> {
    let (selector, arguments) = data.split_first_chunk::<4>()?;
    let kind = [TokenCallKind::Transfer, TokenCallKind::Approve]
        .into_iter()
        .find(|kind| kind.selector() == *selector)?;
    let tokens = abi::decode_whole(&[ParamType::Address, ParamType::Uint(256)], arguments).ok()?;
    let &[Token::Address(address), Token::Uint(amount)] = tokens.as_slice() else {
        return None;
    };
    let call = TokenCall {
        kind,
        address: Address(address),
        amount: Amount(amount),
    };
    // The library overlooks what stands before an address in its word; contracts do not.
    (encode_call(&call) == data).then_some(call)
}

fn encode(kind: TokenCallKind, address: Address, amount: Amount) -> Result<Vec<u8>, ZeroAddressError> {
    if address == Address::ZERO {
        return Err(ZeroAddressError);
    }
    Ok(encode_call(&TokenCall { kind, address, amount }))
}

fn encode_call(call: &TokenCall) -> Vec<u8> {
    let arguments = abi::encode(&[Token::Address(call.address.0), Token::Uint(call.amount.0)]);
    [&call.kind.selector(), arguments.as_slice()].concat()
}
