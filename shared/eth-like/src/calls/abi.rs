//! Reading of calldata in the canonical encoding of the contract ABI: heads, then tails without gaps, in order
//! (<https://docs.soliditylang.org/en/latest/abi-spec.html>).
//!
//! Other encodings are not interpreted. They could let two arguments share bytes, so that a small transaction has large
//! contents.

use crate::address::Address;
use crate::amount::Amount;

const WORD: usize = 32;

/// The type of an argument.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// An address.
    Address,
    /// A truth value.
    Bool,
    /// An unsigned integer of at most this many bits.
    Uint(usize),
    /// 32 bytes.
    Word,
    /// Bytes of any number.
    Bytes,
    /// A list.
    List(&'static Self),
    /// A struct with a dynamic field.
    Struct(&'static [Self]),
}

/// An argument.
#[derive(Clone, Debug)]
pub(super) enum Value<'data> {
    Address(Address),
    Bool(bool),
    Uint(Amount),
    Word,
    Bytes(&'data [u8]),
    List(Vec<Self>),
}

/// Reads arguments that fill all of the data.
pub(super) fn read<'data>(kinds: &[Kind], data: &'data [u8]) -> Option<Vec<Value<'data>>> {
    let (values, length) = read_items(kinds.iter(), data)?;
    (length == data.len()).then_some(values)
}

/// Reads items and returns them with the length of their heads and tails.
fn read_items<'kinds, 'data>(
    kinds: impl ExactSizeIterator<Item = &'kinds Kind>,
    data: &'data [u8],
) -> Option<(Vec<Value<'data>>, usize)> {
    let mut end = kinds.len().checked_mul(WORD).filter(|heads| *heads <= data.len())?;
    let mut values = Vec::with_capacity(kinds.len());
    for (kind, head) in kinds.zip(data.chunks_exact(WORD)) {
        let head: [u8; WORD] = head.try_into().ok()?;
        let value = if kind.is_static() {
            read_static(*kind, head)?
        } else {
            let is_next = Amount::from_be_bytes(head) == Amount::from(end as u64);
            let (value, length) = read_dynamic(*kind, data.get(end..).filter(|_| is_next)?)?;
            end += length;
            value
        };
        values.push(value);
    }
    Some((values, end))
}

impl Kind {
    /// Returns true if a value of this type is one word.
    const fn is_static(self) -> bool {
        !matches!(self, Self::Bytes | Self::List(_) | Self::Struct(_))
    }
}

/// Reads a value of one word; `None` if the word is not in its range.
fn read_static<'data>(kind: Kind, word: [u8; WORD]) -> Option<Value<'data>> {
    let number = Amount::from_be_bytes(word);
    let fits = |bits: usize| word.iter().take(WORD - bits / 8).all(|byte| *byte == 0);
    let mut address = [0; 20];
    address.copy_from_slice(&word[12..]);
    match kind {
        Kind::Address => fits(160).then(|| Value::Address(Address::from_bytes(address))),
        Kind::Bool => (number <= Amount::from(1_u64)).then(|| Value::Bool(number != Amount::ZERO)),
        Kind::Uint(bits) => fits(bits).then_some(Value::Uint(number)),
        Kind::Word => Some(Value::Word),
        Kind::Bytes | Kind::List(_) | Kind::Struct(_) => None,
    }
}

/// Reads a value of any length and returns it with its length in the data.
fn read_dynamic(kind: Kind, data: &[u8]) -> Option<(Value<'_>, usize)> {
    if let Kind::Struct(fields) = kind {
        let (values, length) = read_items(fields.iter(), data)?;
        return Some((Value::List(values), length));
    }
    let (count, rest) = data.split_first_chunk::<WORD>()?;
    let count = usize::try_from(Amount::from_be_bytes(*count).as_u64()?).ok()?;
    if let Kind::List(item) = kind {
        // Every item has at least a head, which bounds the list by the data.
        if count > rest.len() / WORD {
            return None;
        }
        let (values, length) = read_items(std::iter::repeat_n(item, count), rest)?;
        return Some((Value::List(values), WORD + length));
    }
    let (bytes, padding) = rest.split_at_checked(count)?;
    let padded = count.checked_next_multiple_of(WORD)?;
    let padding = padding.get(..padded - count)?;
    padding
        .iter()
        .all(|byte| *byte == 0)
        .then_some((Value::Bytes(bytes), WORD + padded))
}
