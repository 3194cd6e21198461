//! The functions of tokens whose calls are named.

use super::abi::{Kind, Value};
use super::{CallKind, NamedCall, TokenAmount};
use crate::address::Address;
use crate::amount::Amount;
use crate::hash::Hash;

/// The first four bytes of the hash of a function's signature.
pub(super) type Selector = [u8; 4];

/// A function with the types of its arguments.
pub(super) struct Function {
    /// The signature of which the selector is the hash.
    signature: &'static str,
    /// The types of the arguments.
    pub arguments: &'static [Kind],
    /// Names the call of a contract.
    pub read: fn(NamedCall, &[Value<'_>]) -> Option<NamedCall>,
}

impl Function {
    /// Returns the selector.
    pub(super) fn selector(&self) -> Selector {
        selector(self.signature)
    }
}

/// Returns the selector of a signature.
pub(super) fn selector(signature: &str) -> Selector {
    let Hash(hash) = Hash::of(signature);
    [hash[0], hash[1], hash[2], hash[3]]
}

const AMOUNT: Kind = Kind::Uint(256);

/// All functions. The comments name their standards.
pub(super) const FUNCTIONS: &[Function] = &[
    // EIP-20.
    Function {
        signature: "transfer(address,uint256)",
        arguments: &[Kind::Address, AMOUNT],
        read: |call, values| to_amount(call, CallKind::Transfer, values),
    },
    Function {
        signature: "approve(address,uint256)",
        arguments: &[Kind::Address, AMOUNT],
        read: |call, values| to_amount(call, CallKind::Approve, values),
    },
    Function {
        signature: "transferFrom(address,address,uint256)",
        arguments: &[Kind::Address, Kind::Address, AMOUNT],
        read: |call, values| match values {
            [from, to, amount] => Some(NamedCall {
                from: Some(address(from)?),
                to: Some(address(to)?),
                amount: Some(number(amount)?),
                ..call.with(CallKind::TransferFrom)
            }),
            _ => None,
        },
    },
    // OpenZeppelin's ERC20.
    Function {
        signature: "increaseAllowance(address,uint256)",
        arguments: &[Kind::Address, AMOUNT],
        read: |call, values| to_amount(call, CallKind::IncreaseAllowance, values),
    },
    Function {
        signature: "decreaseAllowance(address,uint256)",
        arguments: &[Kind::Address, AMOUNT],
        read: |call, values| to_amount(call, CallKind::DecreaseAllowance, values),
    },
    // EIP-721 and EIP-1155.
    Function {
        signature: "setApprovalForAll(address,bool)",
        arguments: &[Kind::Address, Kind::Bool],
        read: |call, values| match values {
            [operator, Value::Bool(approved)] => Some(NamedCall {
                to: Some(address(operator)?),
                approved: Some(*approved),
                ..call.with(CallKind::SetApprovalForAll)
            }),
            _ => None,
        },
    },
    // EIP-2612.
    Function {
        signature: "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)",
        arguments: &[
            Kind::Address,
            Kind::Address,
            AMOUNT,
            AMOUNT,
            Kind::Uint(8),
            Kind::Word,
            Kind::Word,
        ],
        read: |call, values| match values {
            [owner, spender, amount, deadline, ..] => Some(NamedCall {
                from: Some(address(owner)?),
                to: Some(address(spender)?),
                amount: Some(number(amount)?),
                deadline: Some(number(deadline)?),
                ..call.with(CallKind::Permit)
            }),
            _ => None,
        },
    },
    // DAI. The deadline 0 means no limit.
    Function {
        signature: "permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)",
        arguments: &[
            Kind::Address,
            Kind::Address,
            AMOUNT,
            AMOUNT,
            Kind::Bool,
            Kind::Uint(8),
            Kind::Word,
            Kind::Word,
        ],
        read: |call, values| match values {
            [holder, spender, _, expiry, Value::Bool(allowed), ..] => Some(NamedCall {
                from: Some(address(holder)?),
                to: Some(address(spender)?),
                amount: Some(if *allowed { Amount::MAX } else { Amount::ZERO }),
                deadline: Some(number(expiry)?).filter(|expiry| *expiry != Amount::ZERO),
                ..call.with(CallKind::Permit)
            }),
            _ => None,
        },
    },
    // EIP-721.
    Function {
        signature: "safeTransferFrom(address,address,uint256)",
        arguments: &[Kind::Address, Kind::Address, AMOUNT],
        read: single_nft,
    },
    Function {
        signature: "safeTransferFrom(address,address,uint256,bytes)",
        arguments: &[Kind::Address, Kind::Address, AMOUNT, Kind::Bytes],
        read: single_nft,
    },
    // EIP-1155.
    Function {
        signature: "safeTransferFrom(address,address,uint256,uint256,bytes)",
        arguments: &[Kind::Address, Kind::Address, AMOUNT, AMOUNT, Kind::Bytes],
        read: |call, values| match values {
            [from, to, id, amount, _] => Some(NamedCall {
                from: Some(address(from)?),
                to: Some(address(to)?),
                tokens: vec![TokenAmount {
                    id: number(id)?,
                    amount: number(amount)?,
                }],
                ..call.with(CallKind::SafeTransferFrom)
            }),
            _ => None,
        },
    },
    Function {
        signature: "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)",
        arguments: &[
            Kind::Address,
            Kind::Address,
            Kind::List(&AMOUNT),
            Kind::List(&AMOUNT),
            Kind::Bytes,
        ],
        read: |call, values| match values {
            [from, to, Value::List(ids), Value::List(amounts), _] if ids.len() == amounts.len() => {
                let tokens = ids.iter().zip(amounts).map(|(id, amount)| {
                    Some(TokenAmount {
                        id: number(id)?,
                        amount: number(amount)?,
                    })
                });
                Some(NamedCall {
                    from: Some(address(from)?),
                    to: Some(address(to)?),
                    tokens: tokens.collect::<Option<_>>()?,
                    ..call.with(CallKind::SafeBatchTransferFrom)
                })
            }
            _ => None,
        },
    },
];

fn to_amount(call: NamedCall, kind: CallKind, values: &[Value<'_>]) -> Option<NamedCall> {
    let [to, amount] = values else { return None };
    Some(NamedCall {
        to: Some(address(to)?),
        amount: Some(number(amount)?),
        ..call.with(kind)
    })
}

fn single_nft(call: NamedCall, values: &[Value<'_>]) -> Option<NamedCall> {
    let [from, to, id, ..] = values else { return None };
    Some(NamedCall {
        from: Some(address(from)?),
        to: Some(address(to)?),
        tokens: vec![TokenAmount {
            id: number(id)?,
            amount: Amount::from(1_u64),
        }],
        ..call.with(CallKind::SafeTransferFrom)
    })
}

/// Returns the address in a value.
pub(super) const fn address(value: &Value<'_>) -> Option<Address> {
    match value {
        Value::Address(address) => Some(*address),
        _ => None,
    }
}

/// Returns the number in a value.
pub(super) const fn number(value: &Value<'_>) -> Option<Amount> {
    match value {
        Value::Uint(number) => Some(*number),
        _ => None,
    }
}
