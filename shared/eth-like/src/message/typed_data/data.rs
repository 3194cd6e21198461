//! Values with their types, and their hashes.

use super::schema::Schema;
use crate::value::address::Address;
use crate::value::amount::Amount;
use crate::value::hash::Hash;
use std::collections::BTreeMap;

/// A value of a declared type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::message) enum Data {
    /// A value of at most 32 bytes, extended to a word.
    Word([u8; 32]),
    /// A string or bytes of any length.
    Bytes(Vec<u8>),
    /// An array.
    Array(Vec<Data>),
    /// A struct.
    Struct(Struct),
}

/// A struct with the values of all fields, in the order of the declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::message) struct Struct {
    name: String,
    fields: Vec<(String, Data)>,
}

impl Struct {
    /// Combines the values of all fields.
    pub(super) const fn new(name: String, fields: Vec<(String, Data)>) -> Self {
        Self { name, fields }
    }

    /// Returns the name of the struct.
    pub(in crate::message) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the value of a field.
    pub(in crate::message) fn field(&self, name: &str) -> Option<&Data> {
        let field = self.fields.iter().find(|(field, _)| field == name);
        field.map(|(_, data)| data)
    }

    /// Hashes the struct: `hashStruct` of EIP-712.
    pub(super) fn hash(&self, schema: &Schema) -> Hash {
        Hash(self.hash_with(&schema.type_hashes()))
    }

    /// Hashes a struct of words and bytes with the hash of the type.
    pub(super) fn hash_as(&self, type_hash: Hash) -> Hash {
        Hash(self.hash_fields(type_hash, &BTreeMap::new()))
    }

    fn hash_with(&self, types: &BTreeMap<&str, Hash>) -> [u8; 32] {
        // Every struct was read by the declaration.
        let type_hash = types.get(self.name.as_str()).copied().unwrap_or(Hash::ZERO);
        self.hash_fields(type_hash, types)
    }

    fn hash_fields(&self, Hash(type_hash): Hash, types: &BTreeMap<&str, Hash>) -> [u8; 32] {
        let mut bytes = type_hash.to_vec();
        for (_, data) in &self.fields {
            bytes.extend(data.word_of(types));
        }
        Hash::of(bytes).0
    }
}

impl Data {
    /// Returns the elements of an array.
    pub(in crate::message) fn elements(&self) -> Option<&[Self]> {
        match self {
            Self::Array(elements) => Some(elements),
            Self::Word(_) | Self::Bytes(_) | Self::Struct(_) => None,
        }
    }

    /// Returns the struct.
    pub(in crate::message) const fn as_struct(&self) -> Option<&Struct> {
        match self {
            Self::Struct(data) => Some(data),
            Self::Word(_) | Self::Bytes(_) | Self::Array(_) => None,
        }
    }

    /// Returns the address in a word.
    pub(in crate::message) fn address(&self) -> Option<Address> {
        let word = self.word()?;
        let mut bytes = [0; 20];
        bytes.copy_from_slice(&word[12..]);
        Some(Address::from_bytes(bytes))
    }

    /// Returns the unsigned integer in a word.
    pub(in crate::message) fn amount(&self) -> Option<Amount> {
        self.word().map(Amount::from_be_bytes)
    }

    const fn word(&self) -> Option<[u8; 32]> {
        match self {
            Self::Word(word) => Some(*word),
            Self::Bytes(_) | Self::Array(_) | Self::Struct(_) => None,
        }
    }

    /// Encodes a value as a single word: `encodeData` of EIP-712.
    fn word_of(&self, types: &BTreeMap<&str, Hash>) -> [u8; 32] {
        match self {
            Self::Word(word) => *word,
            Self::Bytes(bytes) => Hash::of(bytes).0,
            Self::Array(elements) => {
                let words: Vec<u8> = elements.iter().flat_map(|element| element.word_of(types)).collect();
                Hash::of(words).0
            }
            Self::Struct(data) => data.hash_with(types),
        }
    }
}
