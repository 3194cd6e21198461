//! Typed data (<https://eips.ethereum.org/EIPS/eip-712>): values with their types and their hashes, and the reading of
//! structs and arrays.

mod error;
mod field_type;
mod schema;
mod value;

pub use error::TypedDataError;

use crate::chain::params::Params;
use crate::value::{Address, Amount, Hash};
use error::Reason;
use field_type::Base;
use schema::{DeclaredField, Domain, Schema};
use serde_json::Value;
use std::collections::BTreeMap;

/// The parts of typed data, in the order of validation.
const TYPES: &str = "types";
const PRIMARY_TYPE: &str = "primaryType";
const DOMAIN: &str = "domain";
const MESSAGE: &str = "message";

/// Typed data with values of the declared types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedData {
    schema: Schema,
    domain: Domain,
    message: Struct,
}

impl TypedData {
    /// Parses the object of `eth_signTypedData_v4`.
    ///
    /// Every value has exactly the declared fields, in the range of the type.
    pub fn parse(json: &Value) -> Result<Self, TypedDataError> {
        let parts = json.as_object().ok_or_else(|| Reason::NotAnObject.at(""))?;
        if parts
            .keys()
            .any(|key| ![TYPES, PRIMARY_TYPE, DOMAIN, MESSAGE].contains(&&**key))
        {
            return Err(Reason::UnknownPart.at(""));
        }
        let part = |name: &str| parts.get(name).ok_or_else(|| Reason::Missing.at(name));
        let (schema, domain_type) = Schema::parse(part(TYPES)?).map_err(|error| error.inside(TYPES))?;
        let primary_type = part(PRIMARY_TYPE)?.as_str().filter(|name| schema.contains(name));
        let primary_type = primary_type
            .ok_or_else(|| Reason::PrimaryType.at(PRIMARY_TYPE))?
            .to_owned();
        let domain = Domain::parse(part(DOMAIN)?, domain_type).map_err(|error| error.inside(DOMAIN))?;
        let message = Reader::new(&schema).read(&primary_type, part(MESSAGE)?);
        let message = message.map_err(|error| error.inside(MESSAGE))?;
        Ok(Self {
            schema,
            domain,
            message,
        })
    }

    /// Checks that the domain is of this chain, or of no chain.
    pub fn check_chain(&self, params: Params) -> Result<(), TypedDataError> {
        self.domain.check_chain(params).map_err(|error| error.inside(DOMAIN))
    }

    /// Returns the chain id of the domain; `None` if the signature is valid on every chain.
    pub fn chain_id(&self) -> Option<Amount> {
        self.domain.chain_id()
    }

    /// Returns the hash to sign.
    pub fn hash(&self) -> Hash {
        const VERSION: [u8; 2] = [0x19, 0x01];
        let Hash(domain) = self.domain.separator();
        let Hash(message) = self.message.hash(&self.schema);
        Hash::of([&VERSION[..], &domain, &message].concat())
    }

    /// Returns the contract that verifies the signature, if the domain names one.
    pub fn verifying_contract(&self) -> Option<Address> {
        self.domain.verifying_contract()
    }

    /// Returns the encoded type of the message and of all inner structs.
    pub(super) fn encoded_type(&self) -> String {
        self.schema.encode_type(self.message.name())
    }

    pub(super) const fn message(&self) -> &Struct {
        &self.message
    }
}

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
    const fn new(name: String, fields: Vec<(String, Data)>) -> Self {
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
    fn hash(&self, schema: &Schema) -> Hash {
        Hash(self.hash_with(&schema.type_hashes()))
    }

    /// Hashes a struct of words and bytes with the hash of the type.
    fn hash_as(&self, type_hash: Hash) -> Hash {
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

/// The maximum depth of nested structs and arrays.
const MAX_DEPTH: usize = 32;

/// Reads values of declared types.
#[derive(Clone, Copy)]
struct Reader<'schema> {
    schema: &'schema Schema,
    depth: usize,
}

impl<'schema> Reader<'schema> {
    /// Creates a reader for the outermost value.
    const fn new(schema: &'schema Schema) -> Self {
        Self { schema, depth: 0 }
    }

    /// Reads a struct, which must have exactly the declared fields.
    fn read(self, name: &str, value: &Value) -> Result<Struct, TypedDataError> {
        let inner = self.deeper()?;
        let fields = read_fields(self.schema.fields(name), value, |field, value| {
            inner.read_array(&field.kind.base, &field.kind.dimensions, value)
        })?;
        Ok(Struct::new(name.to_owned(), fields))
    }

    /// Reads a value in arrays of the dimensions, innermost first.
    fn read_array(self, base: &Base, dimensions: &[Option<usize>], value: &Value) -> Result<Data, TypedDataError> {
        let Some((length, inner)) = dimensions.split_last() else {
            return self.read_base(base, value);
        };
        let deeper = self.deeper()?;
        let elements = value.as_array().ok_or_else(|| Reason::NotAList.at(""))?;
        if let Some(expected) = length.filter(|expected| *expected != elements.len()) {
            return Err(Reason::Length { expected }.at(""));
        }
        let elements = elements.iter().enumerate().map(|(index, element)| {
            let element = deeper.read_array(base, inner, element);
            element.map_err(|error| error.in_element(index))
        });
        elements.collect::<Result<_, _>>().map(Data::Array)
    }

    fn read_base(self, base: &Base, value: &Value) -> Result<Data, TypedDataError> {
        match base {
            Base::Atom(atom) => atom.read(value).ok_or_else(|| Reason::Value(*atom).at("")),
            Base::Struct(name) => self.read(name, value).map(Data::Struct),
        }
    }

    /// Returns the reader of the values inside.
    fn deeper(self) -> Result<Self, TypedDataError> {
        let depth = self.depth + 1;
        if depth > MAX_DEPTH {
            return Err(Reason::TooDeep { maximum: MAX_DEPTH }.at(""));
        }
        Ok(Self { depth, ..self })
    }
}

/// Reads the value of every declared field, in the order of the declaration.
fn read_fields(
    declared: &[DeclaredField],
    value: &Value,
    read: impl Fn(&DeclaredField, &Value) -> Result<Data, TypedDataError>,
) -> Result<Vec<(String, Data)>, TypedDataError> {
    let values = value.as_object().ok_or_else(|| Reason::NotAnObject.at(""))?;
    let mut fields = Vec::with_capacity(declared.len());
    for field in declared {
        let value = values.get(&field.name).ok_or_else(|| Reason::Missing.at(&field.name))?;
        let data = read(field, value).map_err(|error| error.inside(&field.name))?;
        fields.push((field.name.clone(), data));
    }
    if values.len() > declared.len() {
        return Err(Reason::Undeclared.at(""));
    }
    Ok(fields)
}
