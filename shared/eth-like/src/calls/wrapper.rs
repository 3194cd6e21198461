//! Calls that contain calls.

use super::abi::{Budget, Kind, ReadError, Value, read, types};
use super::function::{Selector, address, selector};
use crate::value::Address;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A call in a wrapper: the contract and the calldata.
pub(super) type InnerCall<'data> = (Address, &'data [u8]);

/// The calls in a wrapper.
pub(super) struct Wrapped<'data> {
    pub name: &'static str,
    pub calls: Vec<InnerCall<'data>>,
    /// True if the calldata are exactly the encoding of the wrapper.
    pub is_exact: bool,
}

/// A wrapper with the types of the arguments. The last argument is the list of calls.
struct Wrapper {
    name: &'static str,
    arguments: &'static [Kind],
}

const DATA: Kind = Kind::List(&Kind::Bytes);
const CALLS: Kind = Kind::List(&Kind::Struct(&[Kind::Address, Kind::Bytes]));
const CALLS3: Kind = Kind::List(&Kind::Struct(&[Kind::Address, Kind::Bool, Kind::Bytes]));
const CALLS3_VALUE: Kind = Kind::List(&Kind::Struct(&[
    Kind::Address,
    Kind::Bool,
    Kind::Uint(256),
    Kind::Bytes,
]));

/// `multicall` of Uniswap's routers and of `OpenZeppelin`, which call themselves, and Multicall3
/// (<https://www.multicall3.com>).
const WRAPPERS: &[Wrapper] = &[
    Wrapper {
        name: "multicall",
        arguments: &[DATA],
    },
    // With a deadline, and with the hash of the preceding block.
    Wrapper {
        name: "multicall",
        arguments: &[Kind::Uint(256), DATA],
    },
    Wrapper {
        name: "multicall",
        arguments: &[Kind::Word, DATA],
    },
    Wrapper {
        name: "aggregate",
        arguments: &[CALLS],
    },
    Wrapper {
        name: "blockAndAggregate",
        arguments: &[CALLS],
    },
    Wrapper {
        name: "tryAggregate",
        arguments: &[Kind::Bool, CALLS],
    },
    Wrapper {
        name: "tryBlockAndAggregate",
        arguments: &[Kind::Bool, CALLS],
    },
    Wrapper {
        name: "aggregate3",
        arguments: &[CALLS3],
    },
    Wrapper {
        name: "aggregate3Value",
        arguments: &[CALLS3_VALUE],
    },
];

static BY_SELECTOR: LazyLock<HashMap<Selector, &Wrapper>> = LazyLock::new(|| {
    let signature = |wrapper: &Wrapper| format!("{}({})", wrapper.name, types(wrapper.arguments));
    WRAPPERS
        .iter()
        .map(|wrapper| (selector(&signature(wrapper)), wrapper))
        .collect()
});

/// Returns the calls in a wrapper, `None` for different calldata.
pub(super) fn unwrap<'data>(
    contract: Address,
    found: Selector,
    data: &'data [u8],
    budget: &mut Budget,
) -> Result<Option<Wrapped<'data>>, ReadError> {
    let Some(wrapper) = BY_SELECTOR.get(&found) else {
        return Ok(None);
    };
    let arguments = read(wrapper.arguments, data, budget)?;
    let Some(Value::List(calls)) = arguments.values.last() else {
        return Err(ReadError::Form);
    };
    let calls = calls.iter().map(|call| match call {
        Value::Bytes(data) => Some((contract, *data)),
        Value::List(fields) => match (fields.first(), fields.last()) {
            (Some(target), Some(Value::Bytes(data))) => Some((address(target)?, *data)),
            _ => None,
        },
        _ => None,
    });
    Ok(Some(Wrapped {
        name: wrapper.name,
        calls: calls.collect::<Option<_>>().ok_or(ReadError::Form)?,
        is_exact: arguments.is_exact,
    }))
}
