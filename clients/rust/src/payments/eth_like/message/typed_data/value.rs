//! Values with their types, and their hashes.

use super::invalid;
use super::kind::Kind;
use super::types::{TypeHashes, Types};
use crate::payments::amount::Amount;
use crate::payments::check::PaymentError;
use crate::payments::eth_like::address::{Address, keccak};
use serde_json::Value;

/// The maximum depth of structs and arrays.
const MAX_DEPTH: usize = 32;
/// The largest number that every JSON parser represents exactly, in magnitude.
const MAX_NUMBER: u64 = (1 << 53) - 1;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A value of one word.
    Word([u8; 32]),
    /// Bytes or a string.
    Bytes(Vec<u8>),
    /// The elements of an array.
    List(Vec<Self>),
    /// A struct: its name, and all fields in the order of the declaration.
    Struct(String, Vec<(String, Self)>),
}

impl Node {
    /// Encodes the value as one word: `encodeData` of EIP-712, and `hashStruct` for a struct.
    pub fn word(&self, hashes: &TypeHashes<'_>) -> [u8; 32] {
        let join =
            |nodes: &mut dyn Iterator<Item = &Self>| nodes.flat_map(|node| node.word(hashes)).collect::<Vec<_>>();
        match self {
            Self::Word(word) => *word,
            Self::Bytes(bytes) => keccak(bytes),
            Self::List(items) => keccak(&join(&mut items.iter())),
            Self::Struct(name, fields) => {
                // Each struct was read with its declaration.
                let mut bytes = hashes.get(&**name).copied().unwrap_or_default().to_vec();
                bytes.extend(join(&mut fields.iter().map(|(_, node)| node)));
                keccak(&bytes)
            }
        }
    }

    /// Returns a field of a struct.
    pub fn field(&self, name: &str) -> Option<&Self> {
        let Self::Struct(_, fields) = self else {
            return None;
        };
        fields.iter().find(|(field, _)| field == name).map(|(_, node)| node)
    }

    /// Returns the elements of an array.
    pub fn elements(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the number in a word.
    pub fn amount(&self) -> Option<Amount> {
        match self {
            Self::Word(word) => Some(Amount::from_be_bytes(*word)),
            _ => None,
        }
    }

    /// Returns the address in a word.
    pub fn address(&self) -> Option<Address> {
        match self {
            Self::Word(word) => word[12..].try_into().ok().map(Address),
            _ => None,
        }
    }
}

/// Reads values of declared types.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    types: &'a Types,
    depth: usize,
}

impl<'a> Reader<'a> {
    /// Creates a reader of the outermost value.
    pub fn new(types: &'a Types) -> Self {
        Self { types, depth: 0 }
    }

    /// Reads a struct with exactly its declared fields. `path` is the path of the struct for errors.
    pub fn read_struct(self, name: &str, json: &Value, path: &str) -> Result<Node, PaymentError> {
        let inner = self.deeper(path)?;
        let declared = self.types.fields(name).unwrap_or_default();
        let values = json.as_object().ok_or_else(|| invalid(path, "it is not an object"))?;
        let mut fields = Vec::with_capacity(declared.len());
        for field in declared {
            let path = format!("{path}.{}", field.name);
            let value = values.get(&field.name).ok_or_else(|| invalid(&path, "it is missing"))?;
            fields.push((field.name.clone(), inner.read(&field.kind, value, &path)?));
        }
        if values.len() > declared.len() {
            return Err(invalid(path, "it has a field without a declaration"));
        }
        Ok(Node::Struct(name.to_owned(), fields))
    }

    fn read(self, kind: &Kind, json: &Value, path: &str) -> Result<Node, PaymentError> {
        match kind {
            Kind::Struct(name) => self.read_struct(name, json, path),
            Kind::Array(element, length) => self.read_array(element, *length, json, path),
            single => {
                read_single(single, json).ok_or_else(|| invalid(path, format!("it is not a value of {single:?}")))
            }
        }
    }

    fn read_array(self, element: &Kind, length: Option<usize>, json: &Value, path: &str) -> Result<Node, PaymentError> {
        let inner = self.deeper(path)?;
        let items = json.as_array().ok_or_else(|| invalid(path, "it is not a list"))?;
        if length.is_some_and(|length| length != items.len()) {
            return Err(invalid(path, "it has another length"));
        }
        let items = items.iter().enumerate();
        let items = items.map(|(index, item)| inner.read(element, item, &format!("{path}[{index}]")));
        items.collect::<Result<_, _>>().map(Node::List)
    }

    fn deeper(self, path: &str) -> Result<Self, PaymentError> {
        if self.depth == MAX_DEPTH {
            return Err(invalid(path, "it is nested too deeply"));
        }
        Ok(Self {
            depth: self.depth + 1,
            ..self
        })
    }
}

/// Reads a value that is neither a struct nor an array.
fn read_single(kind: &Kind, json: &Value) -> Option<Node> {
    match kind {
        Kind::Address => {
            let address: Address = json.as_str()?.parse().ok()?;
            let mut word = [0; 32];
            word[12..].copy_from_slice(&address.0);
            Some(Node::Word(word))
        }
        Kind::Bool => Some(Node::Word(word(u8::from(json.as_bool()?).into()))),
        Kind::String => Some(Node::Bytes(json.as_str()?.as_bytes().to_vec())),
        Kind::Bytes => bytes(json).map(Node::Bytes),
        Kind::FixedBytes(length) => {
            let bytes = bytes(json).filter(|bytes| bytes.len() == *length)?;
            let mut word = [0; 32];
            word[..*length].copy_from_slice(&bytes);
            Some(Node::Word(word))
        }
        Kind::Uint(bits) => {
            let (is_negative, magnitude) = integer(json)?;
            (!is_negative && fits(&magnitude, *bits)).then_some(Node::Word(magnitude))
        }
        Kind::Int(bits) => signed(integer(json)?, *bits).map(Node::Word),
        Kind::Struct(_) | Kind::Array(..) => None,
    }
}

fn bytes(json: &Value) -> Option<Vec<u8>> {
    hex::decode(json.as_str()?.strip_prefix("0x")?).ok()
}

fn word(number: u64) -> [u8; 32] {
    Amount::from(number).to_be_bytes()
}

/// Reads an integer as sign and magnitude: a number, or a string of decimal or `0x`-prefixed hex digits.
fn integer(json: &Value) -> Option<(bool, [u8; 32])> {
    if let Some(number) = json.as_i64() {
        let magnitude = number.unsigned_abs();
        return (magnitude <= MAX_NUMBER).then(|| (number < 0, word(magnitude)));
    }
    let text = json.as_str()?;
    if let Some(digits) = text.strip_prefix("0x") {
        let padded = format!("{digits:0>64}");
        let magnitude = hex::decode(&padded).ok().filter(|_| !digits.is_empty())?;
        return Some((false, magnitude.try_into().ok()?));
    }
    let digits = text.strip_prefix('-');
    let magnitude: Amount = digits.unwrap_or(text).parse().ok()?;
    let is_negative = digits.is_some();
    (!is_negative || magnitude != Amount::default()).then_some((is_negative, magnitude.to_be_bytes()))
}

/// Returns true if a number has at most this many bits, a multiple of 8.
fn fits(magnitude: &[u8; 32], bits: usize) -> bool {
    magnitude.iter().take(32 - bits / 8).all(|byte| *byte == 0)
}

/// Returns the two's complement of a number with this many bits, extended to a word.
fn signed((is_negative, magnitude): (bool, [u8; 32]), bits: usize) -> Option<[u8; 32]> {
    let first = 32 - bits / 8;
    let is_half = magnitude[first] == 0x80 && magnitude[first + 1..].iter().all(|byte| *byte == 0);
    let in_range = fits(&magnitude, bits) && (magnitude[first] < 0x80 || (is_negative && is_half));
    if !in_range {
        return None;
    }
    if !is_negative {
        return Some(magnitude);
    }
    // The complement is the inverted number plus 1.
    let inverted = Amount::from_be_bytes(magnitude.map(|byte| !byte));
    inverted.checked_add(Amount::from(1_u64)).map(Amount::to_be_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[expect(clippy::needless_pass_by_value, reason = "callers pass a literal")]
    fn read(kind: &str, json: Value) -> Option<Node> {
        read_single(&Kind::parse(kind).expect("a type"), &json)
    }

    #[test]
    fn bounds_of_integers_are_exact() {
        let highest = format!("0x{}", "f".repeat(64));
        let lowest = "-57896044618658097711785492504343953926634992332820282019728792003956564819968";
        for (kind, json) in [
            ("uint8", json!("255")),
            ("uint8", json!(0)),
            ("int8", json!("127")),
            ("int8", json!(-128)),
            ("uint16", json!("0x00ffff")),
            ("uint256", json!(highest)),
            ("int256", json!(lowest)),
            ("uint256", json!(9_007_199_254_740_991_u64)),
        ] {
            assert!(read(kind, json.clone()).is_some(), "{kind} {json}");
        }
        for (kind, json) in [
            ("uint8", json!("256")),
            ("uint8", json!("-1")),
            ("int8", json!("128")),
            ("int8", json!("-129")),
            ("int256", json!(highest)),
            ("int248", json!(lowest)),
            ("uint256", json!(9_007_199_254_740_992_u64)),
            ("uint256", json!(1.5)),
            ("uint256", json!(1e20)),
            ("uint256", json!(true)),
            ("uint256", json!(null)),
            ("uint256", json!("")),
            ("uint256", json!("0x")),
            ("uint256", json!("0xg")),
            ("uint256", json!("01")),
            ("int256", json!("-0")),
            ("int256", json!("-0x1")),
            ("uint256", json!("1e3")),
        ] {
            assert_eq!(read(kind, json.clone()), None, "{kind} {json}");
        }
    }

    #[test]
    fn negative_numbers_are_in_twos_complement() {
        assert_eq!(read("int8", json!(-1)), Some(Node::Word([0xff; 32])));
        let mut word = [0xff; 32];
        word[31] = 0x80;
        assert_eq!(read("int8", json!("-128")), Some(Node::Word(word)));
        let mut lowest = [0; 32];
        lowest[0] = 0x80;
        let text = "-57896044618658097711785492504343953926634992332820282019728792003956564819968";
        assert_eq!(read("int256", json!(text)), Some(Node::Word(lowest)));
    }

    #[test]
    fn other_values_have_one_form() {
        assert_eq!(read("bytes", json!("0xAb")), Some(Node::Bytes(vec![0xab])));
        assert!(read("bytes2", json!("0xabcd")).is_some());
        for (kind, json) in [
            ("bytes", json!("ab")),
            ("bytes", json!("0xabc")),
            ("bytes2", json!("0xab")),
            ("bytes2", json!("0xabcdef")),
            ("bool", json!("true")),
            ("bool", json!(1)),
            ("string", json!(1)),
            ("address", json!("0x0")),
            ("address", json!("0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")),
        ] {
            assert_eq!(read(kind, json.clone()), None, "{kind} {json}");
        }
    }

    #[test]
    fn depth_is_limited() {
        let types = json!({ "A": [{ "name": "a", "type": "A[]" }] });
        let types = Types::parse(types.as_object().unwrap()).expect("types");
        let nested = |levels: usize| (0..levels).fold(json!({ "a": [] }), |inner, _| json!({ "a": [inner] }));
        let read = |levels| Reader::new(&types).read_struct("A", &nested(levels), "message");
        assert!(read(15).is_ok());
        assert!(read(16).is_err());
    }
}
