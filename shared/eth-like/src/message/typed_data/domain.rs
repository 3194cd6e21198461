//! The domain of typed data: the app, the chain and the contract for which a signature is valid.

use super::data::{Data, Struct};
use super::error::{Reason, TypedDataError};
use super::field_type::{Atom, Base, FieldType};
use super::read::read_fields;
use super::schema::{DeclaredField, encode_domain_type};
use crate::chain::params::Params;
use crate::value::address::Address;
use crate::value::amount::Amount;
use crate::value::hash::Hash;
use serde_json::Value;

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
