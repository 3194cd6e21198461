//! Typed data: <https://eips.ethereum.org/EIPS/eip-712>.

mod data;
mod domain;
mod error;
mod field_type;
mod read;
mod schema;
mod value;

pub use error::TypedDataError;

pub(super) use data::{Data, Struct};

use crate::chain::params::Params;
use crate::value::address::Address;
use crate::value::amount::Amount;
use crate::value::hash::Hash;
use domain::Domain;
use error::Reason;
use read::Reader;
use schema::Schema;
use serde_json::Value;

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
