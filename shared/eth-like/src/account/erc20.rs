//! ERC-20 calls: <https://eips.ethereum.org/EIPS/eip-20>.

use crate::calls::word;
use crate::value::{Address, Amount};
use ethers_core::abi::{self, Token};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Function selector of `transfer(address,uint256)`.
const TRANSFER: [u8; 4] = [0xa9, 0x05, 0x9c, 0xbb];
/// Function selector of `approve(address,uint256)`.
const APPROVE: [u8; 4] = [0x09, 0x5e, 0xa7, 0xb3];

/// Error for the zero address, which can neither receive tokens nor have an allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("tokens reject the zero address")]
pub struct ZeroAddressError;

impl CodedError for ZeroAddressError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidAddress, self)
    }
}

/// A decoded call of a token contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenCall {
    /// The called function.
    pub kind: TokenCallKind,
    /// The recipient or the spender.
    pub address: Address,
    /// The amount in the token's base units.
    pub amount: Amount,
}

/// Called function of a token contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenCallKind {
    /// Transfers tokens to an address.
    Transfer,
    /// Sets the allowance of an address; zero revokes it.
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

/// Encodes the calldata of a transfer of `amount` base units.
pub fn transfer_data(to: Address, amount: Amount) -> Result<Vec<u8>, ZeroAddressError> {
    encode(TokenCallKind::Transfer, to, amount)
}

/// Encodes the calldata of an allowance of `amount` base units.
pub fn approve_data(spender: Address, amount: Amount) -> Result<Vec<u8>, ZeroAddressError> {
    encode(TokenCallKind::Approve, spender, amount)
}

/// Decodes the calldata of a call as contracts read them: further bytes are ignored, missing bytes are zeros, as are
/// the bits that an address does not have (docs/decisions/evm-payments.md#calldata-as-contracts-read-them). Returns
/// `None` for a different function.
pub fn decode(data: &[u8]) -> Option<TokenCall> {
    let (selector, arguments) = data.split_first_chunk::<4>()?;
    let kind = [TokenCallKind::Transfer, TokenCallKind::Approve]
        .into_iter()
        .find(|kind| kind.selector() == *selector)?;
    let mut address = [0; 20];
    address.copy_from_slice(&word(arguments, 0)[12..]);
    Some(TokenCall {
        kind,
        address: Address::from_bytes(address),
        amount: Amount::from_be_bytes(word(arguments, 32)),
    })
}

/// Decodes calldata that are exactly the encoding of a call.
pub fn decode_exact(data: &[u8]) -> Option<TokenCall> {
    decode(data).filter(|call| encode_call(call) == data)
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
