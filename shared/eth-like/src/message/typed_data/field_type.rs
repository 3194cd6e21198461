//! The types of fields.

use std::fmt;

/// The maximum number of array dimensions.
pub(super) const MAX_DIMENSIONS: usize = 8;
/// The bits and bytes of a word.
const WORD_BITS: u16 = 256;
const WORD_BYTES: u8 = 32;

/// A type without fields and elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atom {
    /// An address.
    Address,
    /// A truth value.
    Bool,
    /// A string of any length.
    String,
    /// Bytes of any number.
    Bytes,
    /// A fixed number of bytes, from 1 to 32.
    FixedBytes(u8),
    /// An unsigned integer with this number of bits, a multiple of 8 up to 256.
    Uint(u16),
    /// A signed integer with this number of bits, a multiple of 8 up to 256.
    Int(u16),
}

impl Atom {
    /// Parses the canonical name of a type; the aliases `uint` and `int` of Solidity are not canonical.
    pub(super) fn parse(name: &str) -> Option<Self> {
        match name {
            "address" => return Some(Self::Address),
            "bool" => return Some(Self::Bool),
            "string" => return Some(Self::String),
            "bytes" => return Some(Self::Bytes),
            _ => {}
        }
        let bits = |digits| number::<u16>(digits).filter(|bits| (8..=WORD_BITS).contains(bits) && bits % 8 == 0);
        let bytes = |digits| number::<u8>(digits).filter(|bytes| (1..=WORD_BYTES).contains(bytes));
        if let Some(digits) = name.strip_prefix("uint") {
            bits(digits).map(Self::Uint)
        } else if let Some(digits) = name.strip_prefix("int") {
            bits(digits).map(Self::Int)
        } else {
            bytes(name.strip_prefix("bytes")?).map(Self::FixedBytes)
        }
    }

    /// Returns true for a name that a struct must not have because the name looks like a type of Solidity.
    pub(super) fn is_reserved(name: &str) -> bool {
        let letters = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == 'x');
        let reserved = [
            "address", "bool", "string", "bytes", "byte", "uint", "int", "fixed", "ufixed", "function",
        ];
        Self::parse(name).is_some() || reserved.contains(&letters) || reserved.contains(&name)
    }
}

impl fmt::Display for Atom {
    /// Writes the expected value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address => f.write_str("an address: 0x and 40 hex digits, with a valid checksum (ERC-55) if mixed"),
            Self::Bool => f.write_str("true or false"),
            Self::String => f.write_str("a string"),
            Self::Bytes => f.write_str("0x and an even number of hex digits"),
            Self::FixedBytes(bytes) => write!(f, "0x and {} hex digits", u16::from(*bytes) * 2),
            Self::Uint(bits) => write!(
                f,
                "an unsigned integer of {bits} bits, as a string of decimal or 0x-prefixed hex digits, or up to 2^53 − 1 \
                 as a number"
            ),
            Self::Int(bits) => write!(
                f,
                "a signed integer of {bits} bits, as a string of decimal or 0x-prefixed hex digits, or up to 2^53 − 1 as \
                 a number"
            ),
        }
    }
}

/// The type of a field: an atom or a struct, in arrays or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldType {
    /// The type of a single value.
    pub base: Base,
    /// The lengths of the enclosing arrays, innermost first; `None` for any length.
    pub dimensions: Vec<Option<usize>>,
}

/// The type of a single value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Base {
    /// A type without fields.
    Atom(Atom),
    /// The struct with this name.
    Struct(String),
}

impl FieldType {
    /// Parses a type. The name of a struct is not checked.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (base, mut suffix) = text.split_at(text.find('[').unwrap_or(text.len()));
        let mut dimensions = Vec::new();
        while !suffix.is_empty() {
            let (length, rest) = suffix.strip_prefix('[')?.split_once(']')?;
            dimensions.push(if length.is_empty() { None } else { Some(number(length)?) });
            suffix = rest;
        }
        let base = Atom::parse(base).map_or_else(|| Base::Struct(base.to_owned()), Base::Atom);
        (dimensions.len() <= MAX_DIMENSIONS).then_some(Self { base, dimensions })
    }
}

/// Parses a positive number without leading zeros.
fn number<T: std::str::FromStr>(digits: &str) -> Option<T> {
    let is_canonical = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
    is_canonical.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_names_are_atoms() {
        assert_eq!(Atom::parse("uint8"), Some(Atom::Uint(8)));
        assert_eq!(Atom::parse("int256"), Some(Atom::Int(256)));
        assert_eq!(Atom::parse("bytes32"), Some(Atom::FixedBytes(32)));
        for other in [
            "uint", "int", "uint7", "uint0", "uint08", "uint264", "bytes0", "bytes33", "byte", "Uint8", "",
        ] {
            assert_eq!(Atom::parse(other), None, "{other}");
        }
    }

    #[test]
    fn names_of_solidity_types_are_reserved() {
        for name in ["uint", "uint9", "bytes33", "fixed128x18", "bool", "address", "function"] {
            assert!(Atom::is_reserved(name), "{name}");
        }
        for name in ["Mail", "Person2", "Uint256", "intent"] {
            assert!(!Atom::is_reserved(name), "{name}");
        }
    }

    #[test]
    fn dimensions_are_innermost_first() {
        let parsed = FieldType::parse("uint8[2][][3]").unwrap();
        assert_eq!(parsed.base, Base::Atom(Atom::Uint(8)));
        assert_eq!(parsed.dimensions, [Some(2), None, Some(3)]);
        for other in [
            "uint8[",
            "uint8[]x",
            "uint8[0]",
            "uint8[01]",
            "uint8[-1]",
            "uint8[99999999999999999999]",
        ] {
            assert_eq!(FieldType::parse(other), None, "{other}");
        }
        assert!(FieldType::parse(&format!("A{}", "[]".repeat(8))).is_some());
        assert!(FieldType::parse(&format!("A{}", "[]".repeat(9))).is_none());
    }
}
