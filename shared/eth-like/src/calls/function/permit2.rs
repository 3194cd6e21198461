//! The functions of Permit2 (Uniswap/permit2, MIT, `IAllowanceTransfer.sol` and `ISignatureTransfer.sol`), which
//! transfers tokens of different contracts.

use super::{AMOUNT, Function, Reading, address, number};
use crate::calls::abi::{Kind, Value};
use crate::calls::{CallKind, NamedCall};
use crate::value::Amount;

const AMOUNT160: Kind = Kind::Uint(160);
const TIME: Kind = Kind::Uint(48);
/// Token, amount, expiration and nonce.
const DETAILS: Kind = Kind::Struct(&[Kind::Address, AMOUNT160, TIME, TIME]);
/// From, to, amount and token.
const TRANSFER: &[Kind] = &[Kind::Address, Kind::Address, AMOUNT160, Kind::Address];
/// Token and amount, with a nonce and a deadline.
const PERMITTED: Kind = Kind::Struct(&[Kind::Address, AMOUNT]);
const PERMIT: Kind = Kind::Struct(&[PERMITTED, AMOUNT, AMOUNT]);
const PERMIT_BATCH: Kind = Kind::Struct(&[Kind::List(&PERMITTED), AMOUNT, AMOUNT]);
const RECIPIENT: Kind = Kind::Struct(&[Kind::Address, AMOUNT]);
const RECIPIENTS: Kind = Kind::List(&RECIPIENT);

/// All functions. A batch has a call for each token.
pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "approve",
        arguments: &[Kind::Address, Kind::Address, AMOUNT160, TIME],
        read: |call, values| match values {
            [token, spender, amount, expiration] => Some(vec![NamedCall {
                token: Some(address(token)?),
                to: Some(address(spender)?),
                amount: Some(number(amount)?),
                expiration: Some(number(expiration)?),
                ..call.with(CallKind::Approve)
            }]),
            _ => None,
        },
    },
    Function {
        name: "permit",
        arguments: &[
            Kind::Address,
            Kind::Struct(&[DETAILS, Kind::Address, AMOUNT]),
            Kind::Bytes,
        ],
        read: permit,
    },
    Function {
        name: "permit",
        arguments: &[
            Kind::Address,
            Kind::Struct(&[Kind::List(&DETAILS), Kind::Address, AMOUNT]),
            Kind::Bytes,
        ],
        read: permit,
    },
    Function {
        name: "transferFrom",
        arguments: TRANSFER,
        read: |call, values| Some(vec![transfer(&call, values)?]),
    },
    Function {
        name: "transferFrom",
        arguments: &[Kind::List(&Kind::Struct(TRANSFER))],
        read: |call, values| match values {
            [transfers] => items(transfers)?
                .iter()
                .map(|item| transfer(&call, fields(item)?))
                .collect(),
            _ => None,
        },
    },
    Function {
        name: "lockdown",
        arguments: &[Kind::List(&Kind::Struct(&[Kind::Address, Kind::Address]))],
        read: |call, values| match values {
            [pairs] => items(pairs)?
                .iter()
                .map(|pair| lockdown(&call, fields(pair)?))
                .collect(),
            _ => None,
        },
    },
    Function {
        name: "permitTransferFrom",
        arguments: &[PERMIT, RECIPIENT, Kind::Address, Kind::Bytes],
        read: permit_transfer,
    },
    Function {
        name: "permitTransferFrom",
        arguments: &[PERMIT_BATCH, RECIPIENTS, Kind::Address, Kind::Bytes],
        read: permit_transfer,
    },
    Function {
        name: "permitWitnessTransferFrom",
        arguments: &[PERMIT, RECIPIENT, Kind::Address, Kind::Word, Kind::Text, Kind::Bytes],
        read: permit_transfer,
    },
    Function {
        name: "permitWitnessTransferFrom",
        arguments: &[
            PERMIT_BATCH,
            RECIPIENTS,
            Kind::Address,
            Kind::Word,
            Kind::Text,
            Kind::Bytes,
        ],
        read: permit_transfer,
    },
];

/// Reads the owner and the permit of one token or a list.
fn permit(call: NamedCall, values: &[Value<'_>]) -> Reading {
    let [owner, permit, _] = values else { return None };
    let [details, spender, deadline] = fields(permit)? else {
        return None;
    };
    let call = NamedCall {
        from: Some(address(owner)?),
        to: Some(address(spender)?),
        deadline: Some(number(deadline)?),
        ..call.with(CallKind::Permit)
    };
    let details = items(details)?.iter().map(|item| match fields(item)? {
        [token, amount, expiration, _] => Some(NamedCall {
            token: Some(address(token)?),
            amount: Some(number(amount)?),
            expiration: Some(number(expiration)?),
            ..call.clone()
        }),
        _ => None,
    });
    details.collect()
}

fn transfer(call: &NamedCall, values: &[Value<'_>]) -> Option<NamedCall> {
    let [from, to, amount, token] = values else { return None };
    Some(NamedCall {
        from: Some(address(from)?),
        to: Some(address(to)?),
        amount: Some(number(amount)?),
        token: Some(address(token)?),
        ..call.clone().with(CallKind::TransferFrom)
    })
}

/// Reads the token and the spender of an allowance that ends.
fn lockdown(call: &NamedCall, values: &[Value<'_>]) -> Option<NamedCall> {
    let [token, spender] = values else { return None };
    Some(NamedCall {
        token: Some(address(token)?),
        to: Some(address(spender)?),
        amount: Some(Amount::ZERO),
        ..call.clone().with(CallKind::Lockdown)
    })
}

/// Reads the permit of a token or a list, the recipients and the owner.
fn permit_transfer(call: NamedCall, values: &[Value<'_>]) -> Reading {
    let [permit, recipients, owner, ..] = values else {
        return None;
    };
    let [permitted, _, deadline] = fields(permit)? else {
        return None;
    };
    let (permitted, recipients) = (items(permitted)?, items(recipients)?);
    if permitted.len() != recipients.len() {
        return None;
    }
    let call = NamedCall {
        from: Some(address(owner)?),
        deadline: Some(number(deadline)?),
        ..call.with(CallKind::PermitTransferFrom)
    };
    let transfers = permitted.iter().zip(recipients).map(|(permitted, recipient)| {
        Some(NamedCall {
            token: Some(address(fields(permitted)?.first()?)?),
            to: Some(address(fields(recipient)?.first()?)?),
            amount: Some(recipient_amount(recipient)?),
            ..call.clone()
        })
    });
    transfers.collect()
}

fn recipient_amount(recipient: &Value<'_>) -> Option<Amount> {
    number(fields(recipient)?.get(1)?)
}

fn fields<'values, 'data>(value: &'values Value<'data>) -> Option<&'values [Value<'data>]> {
    match value {
        Value::List(fields) => Some(fields),
        _ => None,
    }
}

/// Returns the structs of a list, or a single struct.
fn items<'values, 'data>(value: &'values Value<'data>) -> Option<&'values [Value<'data>]> {
    match value {
        Value::List(items) if items.iter().all(|item| matches!(item, Value::List(_))) => Some(items),
        Value::List(_) => Some(std::slice::from_ref(value)),
        _ => None,
    }
}
