//! The types of values.

/// The maximum number of array dimensions.
const MAX_DIMENSIONS: usize = 8;

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An address.
    Address,
    /// A truth value.
    Bool,
    /// A string.
    String,
    /// Bytes of any number.
    Bytes,
    /// This number of bytes, 1 to 32.
    FixedBytes(usize),
    /// An unsigned integer with this number of bits.
    Uint(usize),
    /// A signed integer with this number of bits.
    Int(usize),
    /// The struct with this name.
    Struct(String),
    /// An array of this length, or of any length.
    Array(Box<Self>, Option<usize>),
}

impl Kind {
    /// Parses a type. Names that are not a type of Solidity are those of structs.
    pub fn parse(text: &str) -> Option<Self> {
        let (base, dimensions) = text.split_at(text.find('[').unwrap_or(text.len()));
        let mut kind = Self::of_name(base)?;
        let mut rest = dimensions;
        let mut depth = 0;
        while !rest.is_empty() {
            let (length, remaining) = rest.strip_prefix('[')?.split_once(']')?;
            let length = if length.is_empty() { None } else { Some(number(length)?) };
            kind = Self::Array(Box::new(kind), length);
            rest = remaining;
            depth += 1;
        }
        (depth <= MAX_DIMENSIONS).then_some(kind)
    }

    /// Returns the struct in the type, without its arrays.
    pub fn struct_name(&self) -> Option<&str> {
        match self {
            Self::Struct(name) => Some(name),
            Self::Array(inner, _) => inner.struct_name(),
            _ => None,
        }
    }

    /// Returns `None` for names that are reserved but are no type of EIP-712, such as `uint` and `bytes33`.
    fn of_name(name: &str) -> Option<Self> {
        match name {
            "address" => return Some(Self::Address),
            "bool" => return Some(Self::Bool),
            "string" => return Some(Self::String),
            "bytes" => return Some(Self::Bytes),
            _ => {}
        }
        let letters = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == 'x');
        let size = || number(&name[letters.len()..]);
        let bits = || size().filter(|bits| bits % 8 == 0 && *bits <= 256);
        match letters {
            "uint" => bits().map(Self::Uint),
            "int" => bits().map(Self::Int),
            "bytes" => size().filter(|size| *size <= 32).map(Self::FixedBytes),
            "address" | "bool" | "string" | "byte" | "fi" | "fixed" | "ufi" | "ufixed" | "function" => None,
            _ => is_identifier(name).then(|| Self::Struct(name.to_owned())),
        }
    }
}

/// Returns true for an identifier of Solidity of at most 64 characters.
pub fn is_identifier(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphabetic() || "_$".contains(letter);
    name.len() <= 64
        && name.starts_with(is_letter)
        && name.chars().all(|letter| is_letter(letter) || letter.is_ascii_digit())
}

/// Parses a positive number without leading zeros.
fn number(digits: &str) -> Option<usize> {
    let is_canonical = !digits.starts_with('0') && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_canonical.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_solidity_are_types_or_rejected() {
        for (name, expected) in [
            ("uint8", Kind::Uint(8)),
            ("int256", Kind::Int(256)),
            ("bytes1", Kind::FixedBytes(1)),
            ("bytes32", Kind::FixedBytes(32)),
            ("Uint256", Kind::Struct("Uint256".to_owned())),
            ("intent", Kind::Struct("intent".to_owned())),
        ] {
            assert_eq!(Kind::parse(name), Some(expected), "{name}");
        }
        for name in [
            "uint",
            "int",
            "uint7",
            "uint0",
            "uint08",
            "uint264",
            "bytes0",
            "bytes33",
            "byte",
            "fixed128x18",
            "function",
            "ufixed",
            "",
            "1a",
            "a b",
            "A(",
        ] {
            assert_eq!(Kind::parse(name), None, "{name}");
        }
    }

    #[test]
    fn last_dimension_is_the_outermost() {
        let inner = Kind::Array(Box::new(Kind::Uint(8)), Some(2));
        assert_eq!(Kind::parse("uint8[2][]"), Some(Kind::Array(Box::new(inner), None)));
        assert_eq!(Kind::parse("A[][1]").unwrap().struct_name(), Some("A"));
        for text in ["uint8[", "uint8[]x", "uint8[0]", "uint8[01]", "uint8[-1]", "uint8]"] {
            assert_eq!(Kind::parse(text), None, "{text}");
        }
        assert!(Kind::parse(&format!("A{}", "[]".repeat(8))).is_some());
        assert!(Kind::parse(&format!("A{}", "[]".repeat(9))).is_none());
    }
}
