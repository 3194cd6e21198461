//! The Rust client has a function for every operation of the OpenAPI documents, with the fields of the request and
//! response.

mod sample;

use crate::repository::{self, assert_none, text};
use sample::{Document, Part, Sample};
use serde_json::Value;
use std::collections::BTreeSet;
use wallet_client::contract::{self, Contract, RoundTrip};

/// Returns every service with the committed document.
fn services() -> Vec<(String, Value)> {
    let document = |name: String| {
        let text = text(&format!("functions/{name}/openapi.json"));
        (name, serde_json::from_str(&text).expect("a document is JSON"))
    };
    repository::services().into_iter().map(document).collect()
}

/// An image, which pages request by its URL.
const ICON: &str = "/api/icon/{kind}/{id}";

#[test]
fn every_documented_operation_has_a_function_and_every_function_is_documented() {
    for (service, document) in services() {
        let document = Document(&document);
        let documented: BTreeSet<_> = document.operations().filter(|(_, path)| path != ICON).collect();
        let functions = contract::ALL.iter().flat_map(|module| module.iter());
        let ours: BTreeSet<_> = functions
            .filter(|contract| contract.operation.service == service)
            .map(|contract| {
                (
                    contract.operation.method.name().to_owned(),
                    contract.operation.path.to_owned(),
                )
            })
            .collect();
        assert_eq!(ours, documented, "{service}");
    }
}

/// Paths with unions whose variants have different fields. No sample has all of them, and a record that has the fields
/// of all variants must not require those of one.
const UNIONS: &[&str] = &[
    "/api/{kind}",
    "/api/{kind}/{id}",
    "/api/{kind}/list",
    "/api/prepare-transaction/bump/{chain}",
    "/api/transaction/get-hash/{chain}/multi-operations",
    "/api/transaction/parse/{chain}",
];

#[test]
fn records_have_the_documented_fields() {
    let mut findings = Vec::new();
    for (service, document) in services() {
        let document = Document(&document);
        for Contract {
            operation,
            request,
            response,
            ..
        } in contract::ALL.iter().flat_map(|module| module.iter())
        {
            if operation.service != service {
                continue;
            }
            let name = format!("{} {service} {}", operation.method.name(), operation.path);
            let method = operation.method.name().to_lowercase();
            match (document.request(operation.path, &method), request) {
                (None, None) => {}
                (Some(documented), Some(round_trip)) => {
                    for sample in &documented {
                        let name = format!("{name} request");
                        check(&name, operation.path, sample, *round_trip, &mut findings);
                    }
                }
                (documented, ours) => findings.push(format!(
                    "{name}: request documented {}, in the client {}",
                    documented.is_some(),
                    ours.is_some()
                )),
            }
            for sample in &document.response(operation.path, &method) {
                check(
                    &format!("{name} response"),
                    operation.path,
                    sample,
                    *response,
                    &mut findings,
                );
            }
        }
    }
    assert_none("the records of the client are those of the documents", &findings);
}

/// Compares a record with a sample of all documented fields.
fn check(name: &str, path: &str, sample: &Sample, round_trip: RoundTrip, findings: &mut Vec<String>) {
    match round_trip(sample.value.clone()) {
        Err(error) => findings.push(format!("{name}: {error} in {}", sample.value)),
        Ok((again, debug)) => {
            if again != sample.value {
                findings.push(format!("{name}: {} is read as {again}", sample.value));
            }
            let unknown = debug.matches("Other(Object").count();
            if unknown > sample.value.to_string().matches("\"xdr\"").count() {
                findings.push(format!("{name}: an alternative is not known: {debug}"));
            }
            if debug.contains(": None") && !UNIONS.contains(&path) {
                findings.push(format!("{name}: a field is not documented: {debug}"));
            }
        }
    }
    for Part {
        pointer,
        is_required,
        is_nullable,
    } in &sample.parts
    {
        let without = removed(&sample.value, pointer);
        match (round_trip(without), is_required) {
            (Ok(_), true) if !is_nullable && !UNIONS.contains(&path) => {
                findings.push(format!("{name}: {pointer} is required"));
            }
            (Err(error), false) => findings.push(format!("{name}: {pointer} is optional: {error}")),
            _ => {}
        }
    }
}

/// Returns the value without the field at a pointer.
fn removed(value: &Value, pointer: &str) -> Value {
    let mut value = value.clone();
    let (parent, field) = pointer.rsplit_once('/').expect("a pointer has a field");
    let parent = value.pointer_mut(parent).and_then(Value::as_object_mut);
    parent.expect("the parent is an object").remove(field);
    value
}

#[derive(Debug, serde::Serialize, serde::Deserialize)]
struct Same {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u32>,
}

#[derive(Debug, serde::Serialize, serde::Deserialize)]
struct Missing {
    name: String,
}

#[derive(Debug, serde::Serialize, serde::Deserialize)]
struct Required {
    name: String,
    size: u32,
}

#[derive(Debug, serde::Serialize, serde::Deserialize)]
struct Additional {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    colour: Option<String>,
}

#[test]
fn differences_are_found() {
    fn read<T: serde::de::DeserializeOwned + serde::Serialize + std::fmt::Debug>(
        value: Value,
    ) -> Result<(Value, String), serde_json::Error> {
        let read: T = serde_json::from_value(value)?;
        Ok((serde_json::to_value(&read)?, format!("{read:?}")))
    }
    let document = serde_json::json!({
        "components": { "schemas": { "Item": {
            "type": "object", "required": ["name"],
            "properties": { "name": { "type": "string" }, "size": { "type": ["integer", "null"] } },
        } } },
        "paths": { "/p": { "get": { "responses": { "200": { "content": { "application/json": {
            "schema": { "$ref": "#/components/schemas/Item" },
        } } } } } } },
    });
    let sample = Document(&document).response("/p", "get").remove(0);
    let found = |round_trip: RoundTrip| {
        let mut findings = Vec::new();
        check("item", "/p", &sample, round_trip, &mut findings);
        findings.len()
    };
    assert_eq!(found(read::<Same>), 0);
    assert_eq!(found(read::<Missing>), 1);
    assert_eq!(found(read::<Required>), 1);
    assert_eq!(found(read::<Additional>), 1);
}
