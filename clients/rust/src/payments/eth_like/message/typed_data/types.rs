//! The declared structs and their encoding.

use super::invalid;
use super::kind::{Kind, is_identifier};
use crate::payments::check::PaymentError;
use crate::payments::eth_like::address::keccak;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of structs, with that of the domain.
const MAX_TYPES: usize = 65;

/// A declared field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    /// The type as declared.
    pub text: String,
    pub kind: Kind,
}

/// The structs by name.
#[derive(Clone, Debug)]
pub struct Types(BTreeMap<String, Vec<Field>>);

/// The hash of each struct's type.
pub type TypeHashes<'a> = BTreeMap<&'a str, [u8; 32]>;

impl Types {
    /// Parses the declarations. Each struct in a type must be declared.
    pub fn parse(json: &Map<String, Value>) -> Result<Self, PaymentError> {
        if json.len() > MAX_TYPES {
            return Err(invalid("types", "there are more than 64 structs"));
        }
        let structs = json
            .iter()
            .map(|(name, fields)| Ok((name.clone(), parse_struct(name, fields)?)));
        let structs: BTreeMap<_, _> = structs.collect::<Result<_, PaymentError>>()?;
        let fields = structs.values().flatten();
        for name in fields.filter_map(|field| field.kind.struct_name()) {
            if !structs.contains_key(name) || name == super::DOMAIN {
                return Err(invalid("types", format!("the struct {name} is not declared")));
            }
        }
        Ok(Self(structs))
    }

    /// Returns the fields of a struct.
    pub fn fields(&self, name: &str) -> Option<&[Field]> {
        self.0.get(name).map(Vec::as_slice)
    }

    /// Encodes the type of a struct: its declaration, then those of all structs in it, in alphabetical order.
    pub fn encode(&self, name: &str) -> String {
        let mut inner = BTreeSet::new();
        self.collect(name, &mut inner);
        inner.remove(name);
        let names = std::iter::once(name).chain(inner);
        names.map(|name| self.declaration(name)).collect()
    }

    /// Returns the hashes of all types.
    pub fn hashes(&self) -> TypeHashes<'_> {
        let names = self.0.keys();
        names
            .map(|name| (&**name, keccak(self.encode(name).as_bytes())))
            .collect()
    }

    /// Collects a struct and all structs in it.
    fn collect<'a>(&'a self, name: &'a str, found: &mut BTreeSet<&'a str>) {
        if found.insert(name) {
            let fields = self.fields(name).into_iter().flatten();
            for inner in fields.filter_map(|field| field.kind.struct_name()) {
                self.collect(inner, found);
            }
        }
    }

    fn declaration(&self, name: &str) -> String {
        let fields = self.fields(name).into_iter().flatten();
        let fields: Vec<_> = fields.map(|field| format!("{} {}", field.text, field.name)).collect();
        format!("{name}({})", fields.join(","))
    }
}

fn parse_struct(name: &str, declaration: &Value) -> Result<Vec<Field>, PaymentError> {
    let error = |problem: &str| invalid("types", format!("the struct {name:?}: {problem}"));
    if Kind::parse(name) != Some(Kind::Struct(name.to_owned())) {
        return Err(error("its name is not an identifier"));
    }
    let fields = declaration
        .as_array()
        .ok_or_else(|| error("it is not a list of fields"))?;
    let fields = fields
        .iter()
        .map(|field| parse_field(field).ok_or_else(|| error("a field is invalid")));
    let fields: Vec<Field> = fields.collect::<Result<_, _>>()?;
    let names: BTreeSet<_> = fields.iter().map(|field| &field.name).collect();
    if names.len() < fields.len() {
        return Err(error("two fields have the same name"));
    }
    Ok(fields)
}

fn parse_field(json: &Value) -> Option<Field> {
    let parts = json.as_object().filter(|parts| parts.len() == 2)?;
    let text = |part: &str| parts.get(part)?.as_str();
    let (name, text) = (text("name")?, text("type")?);
    is_identifier(name).then_some(Field {
        name: name.to_owned(),
        text: text.to_owned(),
        kind: Kind::parse(text)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parse(json: &Value) -> Result<Types, PaymentError> {
        Types::parse(json.as_object().expect("an object"))
    }

    /// EIP-712, "Definition of `encodeType`".
    #[test]
    fn inner_structs_follow_in_alphabetical_order() {
        let field = |name: &str, kind: &str| json!({ "name": name, "type": kind });
        let types = parse(&json!({
            "Transaction": [field("from", "Person"), field("to", "Person"), field("tx", "Asset")],
            "Person": [field("wallet", "address"), field("name", "string")],
            "Asset": [field("token", "address"), field("amount", "uint256")],
            "Tree": [field("children", "Tree[]")],
        }))
        .expect("types");
        assert_eq!(
            types.encode("Transaction"),
            "Transaction(Person from,Person to,Asset tx)Asset(address token,uint256 amount)Person(address wallet,string name)"
        );
        assert_eq!(types.encode("Tree"), "Tree(Tree[] children)");
    }

    #[test]
    fn invalid_declarations_are_rejected() {
        let field = json!({ "name": "a", "type": "bool" });
        for declarations in [
            json!({ "uint8": [] }),
            json!({ "A[]": [] }),
            json!({ "A": {} }),
            json!({ "A": [field, field] }),
            json!({ "A": [{ "name": "a" }] }),
            json!({ "A": [{ "name": "a", "type": "bool", "further": 1 }] }),
            json!({ "A": [{ "name": "a b", "type": "bool" }] }),
            json!({ "A": [{ "name": "a", "type": "uint" }] }),
            json!({ "A": [{ "name": "a", "type": "B" }] }),
        ] {
            assert!(parse(&declarations).is_err(), "{declarations}");
        }
        let many: Map<_, _> = (0..66).map(|index| (format!("A{index}"), json!([]))).collect();
        assert!(parse(&many.into()).is_err(), "too many structs");
    }
}
