//! Transfers and approvals of tokens.

use super::{AMOUNT, Function, Reading, address, number, one};
use crate::calls::abi::{Kind, Value};
use crate::calls::{CallKind, NamedCall, TokenAmount};
use crate::value::amount::Amount;

/// Functions of token contracts. The comments name their standards.
pub(super) const FUNCTIONS: &[Function] = &[
    // EIP-20.
    Function {
        name: "transfer",
        arguments: &[Kind::Address, AMOUNT],
        read: |call, values| to_amount(call, CallKind::Transfer, values),
    },
    Function {
        name: "approve",
        arguments: &[Kind::Address, AMOUNT],
        read: |call, values| to_amount(call, CallKind::Approve, values),
    },
    Function {
        name: "transferFrom",
        arguments: &[Kind::Address, Kind::Address, AMOUNT],
        read: |call, values| match values {
            [from, to, amount] => one(NamedCall {
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
        name: "increaseAllowance",
        arguments: &[Kind::Address, AMOUNT],
        read: |call, values| to_amount(call, CallKind::IncreaseAllowance, values),
    },
    Function {
        name: "decreaseAllowance",
        arguments: &[Kind::Address, AMOUNT],
        read: |call, values| to_amount(call, CallKind::DecreaseAllowance, values),
    },
    // EIP-721 and EIP-1155.
    Function {
        name: "setApprovalForAll",
        arguments: &[Kind::Address, Kind::Bool],
        read: |call, values| match values {
            [operator, Value::Bool(approved)] => one(NamedCall {
                to: Some(address(operator)?),
                approved: Some(*approved),
                ..call.with(CallKind::SetApprovalForAll)
            }),
            _ => None,
        },
    },
    // EIP-721.
    Function {
        name: "safeTransferFrom",
        arguments: &[Kind::Address, Kind::Address, AMOUNT],
        read: single_nft,
    },
    Function {
        name: "safeTransferFrom",
        arguments: &[Kind::Address, Kind::Address, AMOUNT, Kind::Bytes],
        read: single_nft,
    },
    // EIP-1155.
    Function {
        name: "safeTransferFrom",
        arguments: &[Kind::Address, Kind::Address, AMOUNT, AMOUNT, Kind::Bytes],
        read: |call, values| match values {
            [from, to, id, amount, _] => one(NamedCall {
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
        name: "safeBatchTransferFrom",
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
                one(NamedCall {
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

fn to_amount(call: NamedCall, kind: CallKind, values: &[Value<'_>]) -> Reading {
    let [to, amount] = values else { return None };
    one(NamedCall {
        to: Some(address(to)?),
        amount: Some(number(amount)?),
        ..call.with(kind)
    })
}

fn single_nft(call: NamedCall, values: &[Value<'_>]) -> Reading {
    let [from, to, id, ..] = values else { return None };
    one(NamedCall {
        from: Some(address(from)?),
        to: Some(address(to)?),
        tokens: vec![TokenAmount {
            id: number(id)?,
            amount: Amount::from(1_u64),
        }],
        ..call.with(CallKind::SafeTransferFrom)
    })
}
