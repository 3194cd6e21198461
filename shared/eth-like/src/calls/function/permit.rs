//! Withdrawals by a signature of the owner.

use super::{AMOUNT, Function, Reading, address, number, one};
use crate::calls::abi::{Kind, Value};
use crate::calls::{CallKind, NamedCall};
use crate::value::Amount;

/// All functions. The comments name their standards; `bytes` instead of v, r and s is the form of USDC, for signatures of
/// contracts.
pub(super) const FUNCTIONS: &[Function] = &[
    // EIP-2612.
    Function {
        name: "permit",
        arguments: &[
            Kind::Address,
            Kind::Address,
            AMOUNT,
            AMOUNT,
            Kind::Uint(8),
            Kind::Word,
            Kind::Word,
        ],
        read: permit,
    },
    Function {
        name: "permit",
        arguments: &[Kind::Address, Kind::Address, AMOUNT, AMOUNT, Kind::Bytes],
        read: permit,
    },
    // DAI. The deadline 0 means no limit.
    Function {
        name: "permit",
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
            [holder, spender, _, expiry, Value::Bool(allowed), ..] => one(NamedCall {
                from: Some(address(holder)?),
                to: Some(address(spender)?),
                amount: Some(if *allowed { Amount::MAX } else { Amount::ZERO }),
                deadline: Some(number(expiry)?).filter(|expiry| *expiry != Amount::ZERO),
                ..call.with(CallKind::Permit)
            }),
            _ => None,
        },
    },
    // EIP-3009.
    Function {
        name: "transferWithAuthorization",
        arguments: AUTHORIZATION,
        read: |call, values| authorized(call, CallKind::TransferWithAuthorization, values),
    },
    Function {
        name: "transferWithAuthorization",
        arguments: AUTHORIZATION_BYTES,
        read: |call, values| authorized(call, CallKind::TransferWithAuthorization, values),
    },
    Function {
        name: "receiveWithAuthorization",
        arguments: AUTHORIZATION,
        read: |call, values| authorized(call, CallKind::ReceiveWithAuthorization, values),
    },
    Function {
        name: "receiveWithAuthorization",
        arguments: AUTHORIZATION_BYTES,
        read: |call, values| authorized(call, CallKind::ReceiveWithAuthorization, values),
    },
];

const AUTHORIZATION: &[Kind] = &[
    Kind::Address,
    Kind::Address,
    AMOUNT,
    AMOUNT,
    AMOUNT,
    Kind::Word,
    Kind::Uint(8),
    Kind::Word,
    Kind::Word,
];
const AUTHORIZATION_BYTES: &[Kind] = &[
    Kind::Address,
    Kind::Address,
    AMOUNT,
    AMOUNT,
    AMOUNT,
    Kind::Word,
    Kind::Bytes,
];

fn permit(call: NamedCall, values: &[Value<'_>]) -> Reading {
    let [owner, spender, amount, deadline, ..] = values else {
        return None;
    };
    one(NamedCall {
        from: Some(address(owner)?),
        to: Some(address(spender)?),
        amount: Some(number(amount)?),
        deadline: Some(number(deadline)?),
        ..call.with(CallKind::Permit)
    })
}

fn authorized(call: NamedCall, kind: CallKind, values: &[Value<'_>]) -> Reading {
    let [from, to, amount, _, valid_before, ..] = values else {
        return None;
    };
    one(NamedCall {
        from: Some(address(from)?),
        to: Some(address(to)?),
        amount: Some(number(amount)?),
        deadline: Some(number(valid_before)?),
        ..call.with(kind)
    })
}
