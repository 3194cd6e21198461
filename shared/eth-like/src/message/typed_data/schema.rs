//! The declared structs with the encoding of their types, and the domain: the app, the chain and the contract for which a
//! signature is valid.

use super::error::{Reason, TypedDataError};
use super::field_type::{Atom, Base, FieldType, MAX_DIMENSIONS};
use super::{Data, Struct, read_fields};
use crate::chain::params::Params;
use crate::value::{Address, Amount, Hash};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The struct of the domain, which no struct contains.
const DOMAIN_STRUCT: &str = "EIP712Domain";
/// The maximum number of structs; the largest in use have about ten.
const MAX_TYPES: usize = 64;
/// The maximum length of a name.
const MAX_NAME: usize = 64;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DeclaredField {
    /// The name.
    pub name: String,
    /// The type as declared.
    pub text: String,
    /// The parsed type.
    pub kind: FieldType,
}

/// The structs by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::message) struct Schema(BTreeMap<String, Vec<DeclaredField>>);

impl Schema {
    /// Parses the declarations. The fields of the domain, if declared, are returned separately.
    pub(super) fn parse(types: &Value) -> Result<(Self, Option<Vec<DeclaredField>>), TypedDataError> {
        let types = types.as_object().ok_or_else(|| Reason::NotAnObject.at(""))?;
        if types.len() > MAX_TYPES {
            return Err(Reason::TooManyTypes { maximum: MAX_TYPES }.at(""));
        }
        if types.keys().any(|name| !is_identifier(name) || Atom::is_reserved(name)) {
            return Err(Reason::StructName { maximum: MAX_NAME }.at(""));
        }
        let mut structs = BTreeMap::new();
        for (name, declaration) in types {
            let fields = parse_struct(declaration).map_err(|error| error.inside(name))?;
            structs.insert(name.clone(), fields);
        }
        let domain = structs.remove(DOMAIN_STRUCT);
        let schema = Self(structs);
        schema.check_references(domain.as_deref().unwrap_or_default(), DOMAIN_STRUCT)?;
        for (name, fields) in &schema.0 {
            schema.check_references(fields, name)?;
        }
        Ok((schema, domain))
    }

    /// Returns true if the struct is declared.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns the fields of a struct; none without a declaration.
    pub(super) fn fields(&self, name: &str) -> &[DeclaredField] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    /// Checks that every struct in a type is declared.
    fn check_references(&self, fields: &[DeclaredField], name: &str) -> Result<(), TypedDataError> {
        let is_unknown = |field: &DeclaredField| matches!(&field.kind.base, Base::Struct(name) if !self.contains(name));
        match fields.iter().position(is_unknown) {
            Some(index) => Err(unknown_type().in_element(index).inside(name)),
            None => Ok(()),
        }
    }

    /// Encodes the type of a struct: the declaration, then the declarations of all inner structs, by name.
    pub(in crate::message) fn encode_type(&self, name: &str) -> String {
        let mut referenced = BTreeSet::new();
        let mut open = vec![name];
        while let Some(next) = open.pop() {
            for field in self.fields(next) {
                if let Base::Struct(inner) = &field.kind.base
                    && inner != name
                    && referenced.insert(inner.as_str())
                {
                    open.push(inner);
                }
            }
        }
        std::iter::once(name)
            .chain(referenced)
            .map(|name| encode_declaration(name, self.fields(name)))
            .collect()
    }

    /// Returns the type hash of every struct.
    pub(super) fn type_hashes(&self) -> BTreeMap<&str, Hash> {
        let names = self.0.keys().map(String::as_str);
        names.map(|name| (name, Hash::of(self.encode_type(name)))).collect()
    }
}

/// Encodes a declaration: `Mail(Person from,string contents)`.
pub(super) fn encode_declaration(name: &str, fields: &[DeclaredField]) -> String {
    let mut text = format!("{name}(");
    for (index, field) in fields.iter().enumerate() {
        let separator = if index > 0 { "," } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(text, "{separator}{} {}", field.text, field.name);
    }
    text + ")"
}

/// Encodes the type of a domain with the fields.
pub(super) fn encode_domain_type(fields: &[DeclaredField]) -> String {
    encode_declaration(DOMAIN_STRUCT, fields)
}

fn parse_struct(declaration: &Value) -> Result<Vec<DeclaredField>, TypedDataError> {
    let declared = declaration.as_array().ok_or_else(|| Reason::Declaration.at(""))?;
    let mut names = BTreeSet::new();
    let fields = declared.iter().enumerate().map(|(index, field)| {
        let field = parse_field(field).map_err(|error| error.in_element(index))?;
        if names.insert(field.name.clone()) {
            Ok(field)
        } else {
            Err(Reason::FieldName { maximum: MAX_NAME }.at("name").in_element(index))
        }
    });
    fields.collect()
}

fn parse_field(field: &Value) -> Result<DeclaredField, TypedDataError> {
    let parts = field.as_object().filter(|parts| parts.len() == 2);
    let parts = parts.ok_or_else(|| Reason::Declaration.at(""))?;
    let text = |part: &str| {
        let text = parts.get(part).and_then(Value::as_str);
        text.ok_or_else(|| Reason::Declaration.at(part))
    };
    let (name, kind) = (text("name")?, text("type")?);
    if !is_identifier(name) {
        return Err(Reason::FieldName { maximum: MAX_NAME }.at("name"));
    }
    Ok(DeclaredField {
        name: name.to_owned(),
        text: kind.to_owned(),
        kind: FieldType::parse(kind).ok_or_else(unknown_type)?,
    })
}

fn unknown_type() -> TypedDataError {
    let maximum = MAX_DIMENSIONS;
    Reason::UnknownType { maximum }.at("type")
}

/// Returns true for an identifier of Solidity of bounded length.
fn is_identifier(name: &str) -> bool {
    let is_letter = |letter: u8| letter.is_ascii_alphabetic() || letter == b'_' || letter == b'$';
    let (first, rest) = name
        .as_bytes()
        .split_first()
        .map_or((b'0', &[][..]), |(first, rest)| (*first, rest));
    name.len() <= MAX_NAME
        && is_letter(first)
        && rest.iter().all(|&letter| is_letter(letter) || letter.is_ascii_digit())
}

/// The fields that EIP-712 defines, in their order.
const FIELDS: [(&str, &str, Atom); 5] = [
    ("name", "string", Atom::String),
    ("version", "string", Atom::String),
    (CHAIN_ID, "uint256", Atom::Uint(256)),
    (VERIFYING_CONTRACT, "address", Atom::Address),
    ("salt", "bytes32", Atom::FixedBytes(32)),
];
const CHAIN_ID: &str = "chainId";
const VERIFYING_CONTRACT: &str = "verifyingContract";

/// A domain with the encoding of the type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Domain {
    encoded_type: String,
    values: Struct,
}

impl Domain {
    /// Parses a domain. Without a declaration the type consists of the fields that the domain has, in the order of
    /// EIP-712.
    pub(super) fn parse(json: &Value, declared: Option<Vec<DeclaredField>>) -> Result<Self, TypedDataError> {
        let values = json.as_object().ok_or_else(|| Reason::NotAnObject.at(""))?;
        let declared = match declared {
            Some(declared) if declared.iter().all(is_defined) => declared,
            Some(_) => return Err(Reason::DomainField.at("")),
            None => {
                let present = FIELDS.iter().filter(|(name, ..)| values.contains_key(*name));
                present.map(|(name, text, atom)| declare(name, text, *atom)).collect()
            }
        };
        if declared.is_empty() {
            return Err(Reason::DomainField.at(""));
        }
        let fields = read_fields(&declared, json, |field, value| match field.kind.base {
            Base::Atom(atom) => atom.read(value).ok_or_else(|| Reason::Value(atom).at("")),
            Base::Struct(_) => Err(Reason::DomainField.at("")),
        })?;
        Ok(Self {
            encoded_type: encode_domain_type(&declared),
            values: Struct::new(String::new(), fields),
        })
    }

    /// Checks that the domain is of this chain, or of no chain.
    pub(super) fn check_chain(&self, params: Params) -> Result<(), TypedDataError> {
        let expected = params.chain_id();
        match self.chain_id().filter(|id| *id != expected.into()) {
            Some(chain_id) => Err(Reason::OtherChain { chain_id, expected }.at(CHAIN_ID)),
            None => Ok(()),
        }
    }

    /// Returns the chain id.
    pub(super) fn chain_id(&self) -> Option<Amount> {
        self.values.field(CHAIN_ID).and_then(Data::amount)
    }

    /// Returns the contract that verifies the signature.
    pub(super) fn verifying_contract(&self) -> Option<Address> {
        self.values.field(VERIFYING_CONTRACT).and_then(Data::address)
    }

    /// Hashes the domain: `domainSeparator` of EIP-712.
    pub(super) fn separator(&self) -> Hash {
        self.values.hash_as(Hash::of(&self.encoded_type))
    }
}

fn is_defined(field: &DeclaredField) -> bool {
    FIELDS
        .iter()
        .any(|(name, text, _)| (*name, *text) == (&field.name, &field.text))
}

fn declare(name: &str, text: &str, atom: Atom) -> DeclaredField {
    DeclaredField {
        name: name.to_owned(),
        text: text.to_owned(),
        kind: FieldType {
            base: Base::Atom(atom),
            dimensions: Vec::new(),
        },
    }
}
