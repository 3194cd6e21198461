//! Schemas that match no undocumented fields.
//!
//! The documents leave objects open, so that a field can be added without a breaking change. Their responses have no
//! undocumented fields, though.

use serde_json::{Map, Value, json};

/// The start of a reference to a schema of a document.
const OPEN: &str = "#/components/schemas/";
/// The start of a reference to the closed form of such a schema.
const CLOSED: &str = "#/closed/";

/// Returns the schemas of a document for [`schema`]: below `components` the schemas without limits at the top level, so
/// that `allOf` can combine them, and below `closed` the schemas with limits.
pub fn definitions(components: &Value) -> Map<String, Value> {
    let named = components["schemas"].as_object();
    let open: Map<_, _> = named
        .into_iter()
        .flatten()
        .map(|(name, schema)| (name.clone(), with_closed_parts(schema)))
        .collect();
    let closed: Map<_, _> = open
        .iter()
        .map(|(name, schema)| (name.clone(), limited(schema.clone())))
        .collect();
    let mut definitions = Map::new();
    definitions.insert("components".to_owned(), json!({ "schemas": open }));
    definitions.insert("closed".to_owned(), closed.into());
    definitions
}

/// Returns a schema that matches no unnamed fields, at any level. Objects without named fields match all.
pub fn schema(schema: &Value) -> Value {
    match schema["$ref"].as_str().and_then(|target| target.strip_prefix(OPEN)) {
        Some(name) => json!({ "$ref": format!("{CLOSED}{name}") }),
        None => limited(with_closed_parts(schema)),
    }
}

/// Closes the parts of a schema, but not the level of the schema.
fn with_closed_parts(schema: &Value) -> Value {
    let Value::Object(fields) = schema else {
        return schema.clone();
    };
    let parts = fields.iter().map(|(key, value)| {
        let value = match (&**key, value) {
            ("properties" | "patternProperties", Value::Object(properties)) => {
                let closed = properties.iter().map(|(name, part)| (name.clone(), self::schema(part)));
                Value::Object(closed.collect())
            }
            ("items" | "additionalProperties", part) => self::schema(part),
            ("oneOf" | "anyOf" | "prefixItems", Value::Array(parts)) => parts.iter().map(self::schema).collect(),
            ("allOf", Value::Array(parts)) => parts.iter().map(with_closed_parts).collect(),
            _ => value.clone(),
        };
        (key.clone(), value)
    });
    Value::Object(parts.collect())
}

/// Closes the top level of a schema that names fields, or that combines schemas.
fn limited(mut schema: Value) -> Value {
    let is_combined = schema.get("allOf").is_some();
    let is_open = schema.get("additionalProperties").is_some();
    if (schema.get("properties").is_some() || is_combined) && !is_open {
        schema["unevaluatedProperties"] = false.into();
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns true if a value matches the closed form of `{ "$ref": "#/components/schemas/A" }`.
    fn matches(components: &Value, value: &Value) -> bool {
        let mut whole = definitions(components);
        whole.insert(
            "allOf".to_owned(),
            json!([schema(&json!({ "$ref": "#/components/schemas/A" }))]),
        );
        jsonschema::draft202012::new(&whole.into()).unwrap().is_valid(value)
    }

    #[test]
    fn fields_that_are_not_in_the_schema_do_not_match() {
        let object = |name: &str, part: Value| json!({ "type": "object", "properties": { name: part } });
        let number = json!({ "type": "integer" });
        let b = json!({ "$ref": "#/components/schemas/B" });
        let cases = [
            (
                object("a", number.clone()),
                json!({ "a": 1 }),
                json!({ "a": 1, "x": 1 }),
            ),
            (
                object("a", b.clone()),
                json!({ "a": { "b": 1 } }),
                json!({ "a": { "x": 1 } }),
            ),
            (
                object("a", json!({ "type": "array", "items": b })),
                json!({ "a": [{ "b": 1 }] }),
                json!({ "a": [{ "b": 1, "x": 1 }] }),
            ),
            (
                json!({ "allOf": [b, object("a", number.clone())] }),
                json!({ "a": 1, "b": 1 }),
                json!({ "a": 1, "b": 1, "x": 1 }),
            ),
            (
                json!({ "oneOf": [b, { "type": "object", "properties": { "a": number }, "required": ["a"] }] }),
                json!({ "b": 1 }),
                json!({ "b": 1, "x": 1 }),
            ),
            (
                json!({ "type": "object", "additionalProperties": b }),
                json!({ "any": { "b": 1 } }),
                json!({ "any": { "x": 1 } }),
            ),
        ];
        for (a, valid, invalid) in cases {
            let components = json!({ "schemas": { "A": a, "B": object("b", json!({ "type": "integer" })) } });
            assert!(matches(&components, &valid), "{a}: {valid}");
            assert!(!matches(&components, &invalid), "{a}: {invalid}");
        }
    }

    #[test]
    fn object_without_named_fields_matches_all() {
        let components = json!({ "schemas": { "A": { "type": "object" } } });
        assert!(matches(&components, &json!({ "x": { "y": 1 } })));
    }
}
