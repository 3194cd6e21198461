//! Schemas as lists of fields.

use super::super::markdown;
use super::Document;
use maud::{Markup, html};
use serde_json::Value;

/// A field of an object, or a parameter.
pub struct Field<'a> {
    /// The name.
    pub name: &'a str,
    /// The schema of the value.
    pub schema: &'a Value,
    /// True if the field is always present.
    pub required: bool,
    /// The description, unless the schema has a description.
    pub description: Option<&'a str>,
}

/// Returns the named schemas that a page shows: all except envelopes, which have a result in `data` or an error.
pub fn shown(document: &Document) -> impl Iterator<Item = (&str, &Value)> {
    let schemas = document.value["components"]["schemas"]
        .as_object()
        .into_iter()
        .flatten();
    let is_envelope = |schema: &Value| {
        let has = |name| schema["properties"].get(name).is_some();
        has("requestId") && (has("data") || has("error"))
    };
    schemas
        .map(|(name, schema)| (name.as_str(), schema))
        .filter(move |(_, schema)| !is_envelope(schema))
}

/// Returns the section of a named schema.
pub fn section(document: &Document, name: &str, schema: &Value) -> Markup {
    html! {
        section class="schema" aria-labelledby={ "schema-" (name) } {
            h2 id={ "schema-" (name) } { (name) }
            (markdown::inline(schema["description"].as_str().unwrap_or_default()))
            (content(document, schema, &LINKS))
        }
    }
}

/// Returns the fields of a request or response; the fields of `data` if the schema is an envelope.
pub fn fields(document: &Document, schema: &Value) -> Markup {
    let target = document.resolve(schema);
    let fields = all_fields(document, target);
    let data = fields.iter().find(|field| field.name == "data");
    match data {
        Some(data) if fields.len() == 2 => html! {
            p { code { "data" } ": " (type_name(data.schema)) }
            (content(document, document.resolve(data.schema), &[]))
        },
        _ => html! {
            p { (type_name(schema)) }
            (content(document, target, &[]))
        },
    }
}

/// The maximum depth of named schemas within each other on a page; deeper ones are links.
const DEPTH: usize = 3;

/// The schemas around a schema of the page of all schemas, on which named schemas are links.
const LINKS: [&str; DEPTH] = [""; DEPTH];

/// Returns the fields or variants of a schema. `path` contains the names of the schemas around.
fn content(document: &Document, schema: &Value, path: &[&str]) -> Markup {
    let fields = all_fields(document, schema);
    let variants = variants(schema);
    html! {
        @if !fields.is_empty() {
            ul class="fields" { @for it in &fields { (field(document, it, None, path)) } }
        }
        @if variants.len() > 1 {
            p { "One of:" }
            ul class="variants" { @for variant in variants { li { (type_name(variant)) (nested(document, variant, path)) } } }
        }
        @if fields.is_empty() { (limits(document, schema)) }
    }
}

/// Returns the content of the schema of a field or variant: a disclosure if the schema has a name.
fn nested(document: &Document, schema: &Value, path: &[&str]) -> Markup {
    let Some(name) = name_of(schema) else {
        let is_inline = schema.get("properties").is_some() || schema.get("allOf").is_some();
        return html! { @if is_inline { (content(document, schema, path)) } };
    };
    let target = document.resolve_name(name);
    let has_content = !all_fields(document, target).is_empty() || variants(target).len() > 1;
    if !has_content || path.len() >= DEPTH || path.contains(&name) {
        return html! {};
    }
    let inner = [path, &[name]].concat();
    html! {
        details class="nested" {
            summary { "Fields of " (name) }
            (content(document, target, &inner))
        }
    }
}

/// Returns the name of the schema, also of a schema that may be `null`.
fn name_of(schema: &Value) -> Option<&str> {
    if let Some(target) = schema["$ref"].as_str() {
        return target.rsplit('/').next();
    }
    match variants(schema)[..] {
        [only] => name_of(only),
        _ => schema["allOf"].as_array().and_then(|parts| match parts.as_slice() {
            [only] => name_of(only),
            _ => None,
        }),
    }
}

/// Returns a parameter of an operation.
pub fn parameter(document: &Document, parameter: &Value) -> Markup {
    let described = Field {
        name: parameter["name"].as_str().unwrap_or_default(),
        schema: &parameter["schema"],
        required: parameter["required"] == true,
        description: parameter["description"].as_str(),
    };
    field(document, &described, parameter["in"].as_str(), &[])
}

/// Returns a field. `place` is where a parameter belongs.
fn field(document: &Document, field: &Field<'_>, place: Option<&str>, path: &[&str]) -> Markup {
    let schema = field.schema;
    let description = field.description.or(schema["description"].as_str()).unwrap_or_default();
    let inner = [&schema["items"], &schema["additionalProperties"]]
        .into_iter()
        .find(|inner| inner.is_object())
        .unwrap_or(schema);
    html! {
        li {
            div class="field" {
                code class="name" { (field.name) } " "
                span class="type" { (type_name(schema)) }
                @if let Some(place) = place { span class="type" { " in " (place) } }
                @if field.required { span class="required" { " required" } }
            }
            (markdown::inline(description))
            (limits(document, schema))
            (nested(document, inner, path))
        }
    }
}

/// Returns the fields of an object, including the fields of all parts.
pub fn all_fields<'a>(document: &'a Document, schema: &'a Value) -> Vec<Field<'a>> {
    let mut fields = Vec::new();
    collect(document, schema, &mut fields);
    fields
}

fn collect<'a>(document: &'a Document, schema: &'a Value, fields: &mut Vec<Field<'a>>) {
    for part in schema["allOf"].as_array().into_iter().flatten() {
        collect(document, document.resolve(part), fields);
    }
    let required = |name: &str| {
        schema["required"]
            .as_array()
            .is_some_and(|names| names.iter().any(|it| it == name))
    };
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        fields.retain(|field| field.name != name);
        fields.push(Field {
            name,
            schema,
            required: required(name),
            description: None,
        });
    }
}

/// Returns a value as the text of a URL or of an input.
pub fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns the alternatives of a schema, without `null`.
pub fn variants(schema: &Value) -> Vec<&Value> {
    let list = schema["oneOf"].as_array().or(schema["anyOf"].as_array());
    list.into_iter()
        .flatten()
        .filter(|variant| variant["type"] != "null")
        .collect()
}

/// Returns the type of a schema; the first type except `null` if there are several.
pub fn kind(schema: &Value) -> &str {
    match &schema["type"] {
        Value::String(name) => name,
        Value::Array(names) => names
            .iter()
            .filter_map(Value::as_str)
            .find(|name| *name != "null")
            .unwrap_or("any"),
        _ if schema.get("properties").is_some() || schema.get("allOf").is_some() => "object",
        _ => "any",
    }
}

/// Returns the type, with a link to the schema if the schema has a name.
fn type_name(schema: &Value) -> Markup {
    if let Some(name) = schema["$ref"].as_str().and_then(|target| target.rsplit('/').next()) {
        return html! { a href={ "schemas.html#schema-" (name) } { (name) } };
    }
    let variants = variants(schema);
    if let [only] = variants[..] {
        return type_name(only);
    }
    if !variants.is_empty() {
        return html! { "one of " (variants.len()) };
    }
    match kind(schema) {
        "array" => html! { "array of " (type_name(&schema["items"])) },
        "object" if schema["additionalProperties"].is_object() => {
            html! { "map of " (type_name(&schema["additionalProperties"])) }
        }
        "object" => {
            if let Some([only]) = schema["allOf"].as_array().map(Vec::as_slice) {
                type_name(only)
            } else {
                html! { "object" }
            }
        }
        kind => html! { (kind) @if let Some(format) = schema["format"].as_str() { " (" (format) ")" } },
    }
}

/// The names and texts of limits.
const LIMITS: [(&str, &str); 9] = [
    ("const", "always"),
    ("pattern", "pattern"),
    ("minimum", "at least"),
    ("maximum", "at most"),
    ("minLength", "minimum length"),
    ("maxLength", "maximum length"),
    ("minItems", "minimum number"),
    ("maxItems", "maximum number"),
    ("default", "default"),
];

/// Returns the limits and the example of a value.
fn limits(document: &Document, schema: &Value) -> Markup {
    let target = document.resolve(schema);
    let texts = LIMITS
        .iter()
        .filter_map(|(key, name)| Some((*name, text(target.get(*key)?))));
    let example = schema
        .get("example")
        .filter(|example| !example.is_object() && !example.is_array());
    let texts: Vec<_> = texts.chain(example.map(|example| ("example", text(example)))).collect();
    let values = target["enum"].as_array().map(Vec::as_slice).unwrap_or_default();
    html! {
        @if !values.is_empty() {
            p class="limits" { "One of " @for (index, value) in values.iter().enumerate() { @if index > 0 { ", " } code { (text(value)) } } }
        }
        @if !texts.is_empty() {
            p class="limits" { @for (index, (text, value)) in texts.iter().enumerate() { @if index > 0 { " · " } (text) " " code { (value) } } }
        }
    }
}
