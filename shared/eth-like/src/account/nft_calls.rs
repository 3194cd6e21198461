//! Calldata of transfers of non-fungible tokens, and of calls that grant or revoke the right to move them:
//! <https://eips.ethereum.org/EIPS/eip-721>, <https://eips.ethereum.org/EIPS/eip-1155>,
//! <https://docs.uniswap.org/contracts/permit2/reference/allowance-transfer>.

use super::erc20::ZeroAddressError;
use crate::value::{Address, Amount};
use ethers_core::abi::{self, Token};

/// Function selector of `safeTransferFrom(address,address,uint256)` of ERC-721.
const ERC721_TRANSFER: [u8; 4] = [0x42, 0x84, 0x2e, 0x0e];
/// Function selector of `safeTransferFrom(address,address,uint256,uint256,bytes)` of ERC-1155.
pub(super) const ERC1155_TRANSFER: [u8; 4] = [0xf2, 0x42, 0x43, 0x2a];
/// Function selector of `setApprovalForAll(address,bool)`.
const SET_APPROVAL_FOR_ALL: [u8; 4] = [0xa2, 0x2c, 0xb4, 0x65];
/// Function selector of Permit2's `lockdown((address,address)[])`.
const LOCKDOWN: [u8; 4] = [0xcc, 0x53, 0x28, 0x7f];

/// Encodes the calldata of a transfer of an ERC-721 token, which the recipient can reject if a contract.
pub fn erc721_transfer_data(from: Address, to: Address, id: Amount) -> Result<Vec<u8>, ZeroAddressError> {
    let arguments = [account(from), recipient(to)?, Token::Uint(id.0)];
    Ok(call(ERC721_TRANSFER, &arguments))
}

/// Encodes the calldata of a transfer of an amount of an ERC-1155 token, without data for the recipient.
pub fn erc1155_transfer_data(
    from: Address,
    to: Address,
    id: Amount,
    amount: Amount,
) -> Result<Vec<u8>, ZeroAddressError> {
    let arguments = [
        account(from),
        recipient(to)?,
        Token::Uint(id.0),
        Token::Uint(amount.0),
        Token::Bytes(Vec::new()),
    ];
    Ok(call(ERC1155_TRANSFER, &arguments))
}

/// Encodes the calldata that grants or revokes the right of an operator to move all tokens of a contract.
pub fn set_approval_for_all_data(operator: Address, approved: bool) -> Result<Vec<u8>, ZeroAddressError> {
    let arguments = [recipient(operator)?, Token::Bool(approved)];
    Ok(call(SET_APPROVAL_FOR_ALL, &arguments))
}

/// Encodes the calldata that revokes the allowance of a spender for a token within Permit2.
pub fn lockdown_data(token: Address, spender: Address) -> Vec<u8> {
    let pair = Token::Tuple(vec![account(token), account(spender)]);
    call(LOCKDOWN, &[Token::Array(vec![pair])])
}

const fn account(address: Address) -> Token {
    Token::Address(address.0)
}

fn recipient(address: Address) -> Result<Token, ZeroAddressError> {
    if address == Address::ZERO {
        return Err(ZeroAddressError);
    }
    Ok(account(address))
}

fn call(selector: [u8; 4], arguments: &[Token]) -> Vec<u8> {
    [&selector, abi::encode(arguments).as_slice()].concat()
}
