//! Example values from schemas.

use super::{Document, schema};
use serde_json::{Map, Value, json};

/// The maximum depth of an example, which ends recursive schemas.
const DEPTH: usize = 8;

/// Optional fields of a request which are omitted only if an alternative, such as `outputs`, replaces them.
const USUAL: [&str; 2] = ["to", "amount"];

/// Returns a request with the required and the usual fields.
pub fn request(document: &Document, schema: &Value) -> Value {
    Examples {
        document,
        optional: false,
    }
    .of(schema, DEPTH)
}

/// Returns a response with all fields.
pub fn response(document: &Document, schema: &Value) -> Value {
    Examples {
        document,
        optional: true,
    }
    .of(schema, DEPTH)
}

/// Returns the value of a parameter.
pub fn parameter(document: &Document, parameter: &Value) -> Value {
    let stated = parameter.get("example").cloned();
    stated.unwrap_or_else(|| request(document, &parameter["schema"]))
}

struct Examples<'a> {
    document: &'a Document,
    /// True to include optional fields.
    optional: bool,
}

impl Examples<'_> {
    fn of(&self, schema: &Value, depth: usize) -> Value {
        if let Some(stated) = schema.get("example").or_else(|| schema["examples"].get(0)) {
            return stated.clone();
        }
        let Some(depth) = depth.checked_sub(1) else {
            return Value::Null;
        };
        let target = self.document.resolve(schema);
        if !std::ptr::eq(target, schema) {
            return self.of(target, depth);
        }
        if let Some(fixed) = schema
            .get("const")
            .or_else(|| schema["enum"].get(0))
            .or_else(|| schema.get("default"))
        {
            return fixed.clone();
        }
        if let Some(first) = schema::variants(schema).first() {
            return self.of(first, depth);
        }
        match schema::kind(schema) {
            "array" => json!([self.of(&schema["items"], depth)]),
            "boolean" => json!(true),
            "integer" | "number" => schema.get("minimum").cloned().unwrap_or(json!(0)),
            "string" => json!("…"),
            _ => self.object(schema, depth),
        }
    }

    fn object(&self, schema: &Value, depth: usize) -> Value {
        let fields = schema::all_fields(self.document, schema);
        let shown = fields
            .into_iter()
            .filter(|field| field.required || self.optional || USUAL.contains(&field.name));
        let object: Map<_, _> = shown
            .map(|field| (field.name.to_owned(), self.of(field.schema, depth)))
            .collect();
        object.into()
    }
}

/// Returns JSON with indentation.
pub fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}
