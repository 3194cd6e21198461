//! Typed data: <https://eips.ethereum.org/EIPS/eip-712>.
//!
//! Values are read with their declared types, so that each value that is hashed is one that the app shows: fields without a
//! declaration, missing fields, and values out of the range of their type are errors.

mod kind;
mod types;
mod value;

pub use value::Node;

use crate::payments::amount::Amount;
use crate::payments::check::PaymentError;
use crate::payments::eth_like::address::{Address, keccak};
use serde_json::{Map, Value};
use std::fmt::Display;
use types::Types;
use value::Reader;

/// The struct of the domain.
const DOMAIN: &str = "EIP712Domain";
/// The fields of a domain, in their order.
const DOMAIN_FIELDS: [(&str, &str); 5] = [
    ("name", "string"),
    ("version", "string"),
    ("chainId", "uint256"),
    ("verifyingContract", "address"),
    ("salt", "bytes32"),
];
/// The first bytes of the hashed message (EIP-191, version 0x01).
const PREFIX: [u8; 2] = [0x19, 0x01];

/// Typed data whose values have the declared types.
#[derive(Clone, Debug)]
pub struct TypedData {
    types: Types,
    primary_type: String,
    domain: Node,
    message: Node,
}

impl TypedData {
    /// Parses the object of `eth_signTypedData_v4`.
    pub fn parse(json: &Value) -> Result<Self, PaymentError> {
        let parts = json.as_object().ok_or_else(|| invalid("", "it is not an object"))?;
        let part = |name: &str| parts.get(name).ok_or_else(|| invalid(name, "it is missing"));
        if parts.len() != 4 {
            return Err(invalid(
                "",
                "it has other parts than types, primaryType, domain and message",
            ));
        }
        let domain = part("domain")?;
        let types = Types::parse(&with_domain(part("types")?, domain)?)?;
        check_domain(&types)?;
        let primary_type = part("primaryType")?.as_str().filter(|name| *name != DOMAIN);
        let primary_type = primary_type.filter(|name| types.fields(name).is_some());
        let primary_type = primary_type.ok_or_else(|| invalid("primaryType", "it is not a declared struct"))?;
        let reader = Reader::new(&types);
        Ok(Self {
            domain: reader.read_struct(DOMAIN, domain, "domain")?,
            message: reader.read_struct(primary_type, part("message")?, "message")?,
            primary_type: primary_type.to_owned(),
            types,
        })
    }

    /// Returns the hash to sign.
    pub fn hash(&self) -> [u8; 32] {
        let hashes = self.types.hashes();
        let [domain, message] = [&self.domain, &self.message].map(|node| node.word(&hashes));
        keccak(&[&PREFIX[..], &domain, &message].concat())
    }

    /// Returns the chain id of the domain.
    pub fn chain_id(&self) -> Option<Amount> {
        self.domain.field("chainId")?.amount()
    }

    /// Returns the contract that verifies the signature.
    pub fn verifying_contract(&self) -> Option<Address> {
        self.domain.field("verifyingContract")?.address()
    }

    /// Returns the encoded type of the message, with those of all structs in it.
    pub fn encoded_type(&self) -> String {
        self.types.encode(&self.primary_type)
    }

    /// Returns the message.
    pub fn message(&self) -> &Node {
        &self.message
    }
}

/// Adds the struct of the domain to the declarations, unless they contain it: the fields that the domain has.
fn with_domain(types: &Value, domain: &Value) -> Result<Map<String, Value>, PaymentError> {
    let types = types
        .as_object()
        .ok_or_else(|| invalid("types", "it is not an object"))?;
    let domain = domain
        .as_object()
        .ok_or_else(|| invalid("domain", "it is not an object"))?;
    let mut types = types.clone();
    let present = DOMAIN_FIELDS.iter().filter(|(name, _)| domain.contains_key(*name));
    let fields = present.map(|(name, kind)| serde_json::json!({ "name": name, "type": kind }));
    types.entry(DOMAIN).or_insert_with(|| fields.collect());
    Ok(types)
}

/// Checks that the domain has only fields that EIP-712 defines, and at least one of them.
fn check_domain(types: &Types) -> Result<(), PaymentError> {
    let fields = types.fields(DOMAIN).unwrap_or_default();
    let is_defined = |name: &str, text: &str| DOMAIN_FIELDS.contains(&(name, text));
    if fields.is_empty() || !fields.iter().all(|field| is_defined(&field.name, &field.text)) {
        return Err(invalid("domain", "its fields are not those of EIP-712"));
    }
    Ok(())
}

/// Returns the error of a part of the message.
fn invalid(path: &str, problem: impl Display) -> PaymentError {
    let separator = if path.is_empty() { "" } else { ": " };
    PaymentError::invalid("message", format!("{path}{separator}{problem}"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::mail;
    use super::*;
    use serde_json::json;

    #[test]
    fn incomplete_and_contradictory_data_are_rejected() {
        let cases: [fn(&mut Value); 12] = [
            |data| *data = json!([]),
            |data| data["further"] = json!(1),
            |data| data["primaryType"] = json!("Letter"),
            |data| data["primaryType"] = json!("EIP712Domain"),
            |data| data["domain"] = json!({}),
            |data| data["domain"]["further"] = json!("1"),
            |data| data["domain"]["chainId"] = json!(null),
            |data| data["types"]["EIP712Domain"][0]["type"] = json!("bytes"),
            |data| data["message"]["further"] = json!(1),
            |data| data["message"]["from"]["wallet"] = json!("0xCD2a"),
            |data| data["message"]["contents"] = json!(1),
            |data| drop(data["message"].as_object_mut().unwrap().remove("contents")),
        ];
        for (index, change) in cases.iter().enumerate() {
            let mut data = mail();
            change(&mut data);
            let error = TypedData::parse(&data).expect_err("rejected");
            assert!(
                matches!(error, PaymentError::Invalid { field: "message", .. }),
                "case {index}: {error}"
            );
        }
        let mut unbound = mail();
        unbound["domain"] = json!({});
        unbound["types"].as_object_mut().unwrap().remove("EIP712Domain");
        assert!(TypedData::parse(&unbound).is_err(), "a domain without fields");
    }
}
