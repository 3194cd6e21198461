//! The functions with named calls, and in this file transfers and approvals of tokens.

mod permit;
mod permit2;

use super::NamedCall;
use super::abi::{Kind, Value, types};
use crate::calls::{CallKind, TokenAmount};
use crate::value::{Address, Amount, Hash};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The first four bytes of the hash of a function's signature.
pub(super) type Selector = [u8; 4];

/// The calls of a function, for each token, or `None` without calls.
type Reading = Option<Vec<NamedCall>>;

/// A function with the types of the arguments.
pub(super) struct Function {
    name: &'static str,
    /// The types of the arguments.
    pub arguments: &'static [Kind],
    /// Names the call of a contract.
    pub read: fn(NamedCall, &[Value<'_>]) -> Reading,
}

static BY_SELECTOR: LazyLock<HashMap<Selector, &Function>> = LazyLock::new(|| {
    let signature = |function: &Function| format!("{}({})", function.name, types(function.arguments));
    let functions = [FUNCTIONS, permit::FUNCTIONS, permit2::FUNCTIONS];
    let functions = functions.into_iter().flatten();
    functions
        .map(|function| (selector(&signature(function)), function))
        .collect()
});

/// Returns the function with a selector.
pub(super) fn find(selector: Selector) -> Option<&'static Function> {
    BY_SELECTOR.get(&selector).copied()
}

/// Returns the selector of a signature.
pub(super) fn selector(signature: &str) -> Selector {
    let Hash(hash) = Hash::of(signature);
    [hash[0], hash[1], hash[2], hash[3]]
}

const AMOUNT: Kind = Kind::Uint(256);

#[expect(clippy::unnecessary_wraps, reason = "the result of a function that has one call")]
fn one(call: NamedCall) -> Reading {
    Some(vec![call])
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

/// Functions of token contracts. The comments name their standards.
const FUNCTIONS: &[Function] = &[
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
