//! The functions with named calls.

mod permit;
mod permit2;
mod token;

use super::NamedCall;
use super::abi::{Kind, Value, types};
use crate::value::address::Address;
use crate::value::amount::Amount;
use crate::value::hash::Hash;
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
    let functions = [token::FUNCTIONS, permit::FUNCTIONS, permit2::FUNCTIONS];
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
