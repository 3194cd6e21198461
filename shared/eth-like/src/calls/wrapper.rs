//! Calls that contain other calls.

use super::abi::{Kind, Value, read};
use super::function::{Selector, address, selector};
use crate::address::Address;

/// A call in a wrapper: the contract and the calldata.
pub(super) type InnerCall<'data> = (Address, &'data [u8]);

/// A wrapper with the types of its arguments. The last argument is the list of calls.
struct Wrapper {
    name: &'static str,
    signature: &'static str,
    arguments: &'static [Kind],
}

const CALL: Kind = Kind::Struct(&[Kind::Address, Kind::Bytes]);
const CALL3: Kind = Kind::Struct(&[Kind::Address, Kind::Bool, Kind::Bytes]);
const CALL3_VALUE: Kind = Kind::Struct(&[Kind::Address, Kind::Bool, Kind::Uint(256), Kind::Bytes]);

/// `multicall` of Uniswap's routers and of `OpenZeppelin`, which call themselves, and Multicall3
/// (<https://www.multicall3.com>).
const WRAPPERS: [Wrapper; 6] = [
    Wrapper {
        name: "multicall",
        signature: "multicall(bytes[])",
        arguments: &[Kind::List(&Kind::Bytes)],
    },
    Wrapper {
        name: "multicall",
        signature: "multicall(uint256,bytes[])",
        arguments: &[Kind::Uint(256), Kind::List(&Kind::Bytes)],
    },
    Wrapper {
        name: "aggregate",
        signature: "aggregate((address,bytes)[])",
        arguments: &[Kind::List(&CALL)],
    },
    Wrapper {
        name: "tryAggregate",
        signature: "tryAggregate(bool,(address,bytes)[])",
        arguments: &[Kind::Bool, Kind::List(&CALL)],
    },
    Wrapper {
        name: "aggregate3",
        signature: "aggregate3((address,bool,bytes)[])",
        arguments: &[Kind::List(&CALL3)],
    },
    Wrapper {
        name: "aggregate3Value",
        signature: "aggregate3Value((address,bool,uint256,bytes)[])",
        arguments: &[Kind::List(&CALL3_VALUE)],
    },
];

/// Returns the name of the wrapper and the calls in it, `None` for other calldata.
pub(super) fn unwrap(
    contract: Address,
    found: Selector,
    arguments: &[u8],
) -> Option<(&'static str, Vec<InnerCall<'_>>)> {
    let wrapper = WRAPPERS.iter().find(|wrapper| selector(wrapper.signature) == found)?;
    let values = read(wrapper.arguments, arguments)?;
    let Some(Value::List(calls)) = values.last() else {
        return None;
    };
    let calls = calls.iter().map(|call| match call {
        Value::Bytes(data) => Some((contract, *data)),
        Value::List(fields) => match (fields.first(), fields.last()) {
            (Some(target), Some(Value::Bytes(data))) => Some((address(target)?, *data)),
            _ => None,
        },
        _ => None,
    });
    Some((wrapper.name, calls.collect::<Option<_>>()?))
}
