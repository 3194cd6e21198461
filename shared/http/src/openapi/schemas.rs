//! The named schemas of a document: references, names, and the removal of unused schemas.

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The start of a reference to a schema.
pub(super) const PREFIX: &str = "#/components/schemas/";

/// Returns the name and the content of the schema that this schema refers to.
pub(super) fn resolve<'a>(schema: &'a Value, components: &'a Map<String, Value>) -> Option<(&'a str, &'a Value)> {
    let name = schema.get("$ref")?.as_str()?.strip_prefix(PREFIX)?;
    Some((name, components.get(name)?))
}

/// Returns words with any separators in the form of a type name: `asset-info` becomes `AssetInfo`.
pub(super) fn pascal_case(name: &str) -> String {
    let words = name.split(|symbol: char| !symbol.is_ascii_alphanumeric());
    words
        .flat_map(|word| {
            let (first, rest) = word.split_at(word.len().min(1));
            first
                .to_ascii_uppercase()
                .chars()
                .chain(rest.chars())
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Replaces each object or union that equals a named schema, apart from the description, by a reference: the derive
/// macros repeat the content of a generic argument.
pub(super) fn refer_to_equal(document: &mut Value) {
    let Some(components) = document["components"]["schemas"].as_object().cloned() else {
        return;
    };
    let named: Vec<_> = components
        .iter()
        .filter(|(_, schema)| is_object_or_union(schema))
        .collect();
    // Schemas with a name remain, also equal ones.
    let schemas = document["components"]["schemas"].as_object_mut();
    let parts = schemas
        .into_iter()
        .flatten()
        .filter_map(|(_, schema)| schema.as_object_mut());
    parts
        .flat_map(|schema| schema.values_mut())
        .for_each(|part| refer(part, &named));
}

fn is_object_or_union(schema: &Value) -> bool {
    ["oneOf", "allOf", "properties"]
        .iter()
        .any(|key| schema.get(key).is_some())
}

fn refer(value: &mut Value, named: &[(&String, &Value)]) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| refer(item, named)),
        Value::Object(_) => {
            let equal = named
                .iter()
                .find(|(_, schema)| is_object_or_union(value) && is_equal(value, schema));
            if let Some((name, schema)) = equal {
                let mut reference = json!({ "$ref": format!("{PREFIX}{name}") });
                if let Some(description) = value
                    .get("description")
                    .filter(|text| Some(*text) != schema.get("description"))
                {
                    reference["description"] = description.clone();
                }
                *value = reference;
            } else if let Some(fields) = value.as_object_mut() {
                fields.values_mut().for_each(|field| refer(field, named));
            }
        }
        _ => {}
    }
}

fn is_equal(one: &Value, other: &Value) -> bool {
    let without_description = |value: &Value| {
        let mut value = value.clone();
        value.as_object_mut().map(|fields| fields.remove("description"));
        value
    };
    without_description(one) == without_description(other)
}

/// Removes the schemas that no operation and no webhook refers to, directly or indirectly.
pub(super) fn remove_unused(document: &mut Value) {
    let mut used = BTreeSet::new();
    let mut new = references(&document["paths"]);
    new.extend(references(&document["webhooks"]));
    while let Some(name) = new.pop() {
        if used.insert(name.clone()) {
            new.extend(references(&document["components"]["schemas"][&name]));
        }
    }
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        schemas.retain(|name, _| used.contains(name));
    }
}

/// Returns the names of the schemas that a part of a document refers to.
fn references(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => text.strip_prefix(PREFIX).map(str::to_owned).into_iter().collect(),
        Value::Array(items) => items.iter().flat_map(references).collect(),
        Value::Object(fields) => fields.values().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_form_become_type_names() {
        for (name, expected) in [
            ("asset-info", "AssetInfo"),
            ("abs_before", "AbsBefore"),
            ("createAccount", "CreateAccount"),
            ("", ""),
        ] {
            assert_eq!(pascal_case(name), expected);
        }
    }

    #[test]
    fn repeated_union_becomes_a_reference() {
        let mut document = json!({ "components": { "schemas": {
            "Action": { "description": "A.", "oneOf": [{ "type": "string" }, { "type": "null" }] },
            "Same": { "oneOf": [{ "type": "string" }, { "type": "null" }] },
            "Row": { "properties": { "actions": { "items": { "oneOf": [{ "type": "string" }, { "type": "null" }] } } } },
        } } });
        let action = document["components"]["schemas"]["Action"].clone();
        refer_to_equal(&mut document);
        let schemas = &document["components"]["schemas"];
        let items = &schemas["Row"]["properties"]["actions"]["items"];
        assert_eq!(*items, json!({ "$ref": "#/components/schemas/Action" }));
        assert_eq!(schemas["Action"], action);
        assert_eq!(schemas["Same"]["oneOf"], action["oneOf"]);
    }

    #[test]
    fn schemas_without_use_are_removed() {
        let mut document = json!({
            "paths": { "/a": { "$ref": "#/components/schemas/A" } },
            "webhooks": { "e": { "$ref": "#/components/schemas/E" } },
            "components": { "schemas": {
                "A": { "properties": { "b": { "$ref": "#/components/schemas/B" } } },
                "B": { "discriminator": { "mapping": { "c": "#/components/schemas/C" } } },
                "C": { "items": { "$ref": "#/components/schemas/C" } },
                "D": { "items": { "$ref": "#/components/schemas/A" } },
                "E": { "type": "object" },
            } },
        });
        remove_unused(&mut document);
        let names: Vec<_> = document["components"]["schemas"].as_object().unwrap().keys().collect();
        assert_eq!(names, ["A", "B", "C", "E"]);
    }
}
