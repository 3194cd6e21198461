//! Unions of objects, with a named schema for each variant and a discriminator.
//!
//! The derive macros write the variants of an enum without names and combine flattened fields by `allOf`. Generators
//! of clients give such variants numbers, or omit operations with them.

use super::schemas::{PREFIX, pascal_case, resolve};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// A variant of a union.
#[derive(Clone)]
struct Variant {
    /// The name of the variant's schema, if the schema is named.
    schema_name: Option<String>,
    object: Map<String, Value>,
}

impl Variant {
    /// Returns the title, the name of the schema, or the only property.
    fn label(&self) -> Option<&str> {
        let title = self.object.get("title").and_then(Value::as_str);
        let properties = self.object.get("properties").and_then(Value::as_object);
        let only_property = properties.filter(|properties| properties.len() == 1);
        let only_property = only_property.and_then(|properties| properties.keys().next());
        title
            .or(self.schema_name.as_deref())
            .or(only_property.map(String::as_str))
    }

    /// Returns the schema, in which each field has a description.
    fn schema(&self, tag: Option<&str>) -> Value {
        let mut object = self.object.clone();
        object.remove("title");
        let own = object.get("description").cloned();
        let properties = object.get_mut("properties").and_then(Value::as_object_mut);
        for (name, property) in properties.into_iter().flatten() {
            let constant = tag.filter(|tag| tag == name).and_then(|tag| constant(self, tag));
            let text = constant.map(|word| format!("Always `{word}`.").into());
            if let Some(property) = property.as_object_mut().filter(|fields| !fields.contains_key("$ref"))
                && let Some(text) = text.or_else(|| own.clone())
            {
                property.entry("description").or_insert(text);
            }
        }
        object.into()
    }
}

/// Gives every variant of every union of objects a schema with a name, and every union a discriminator if a property
/// has a different constant in each variant. A schema that combines a union with other fields becomes a union.
pub(super) fn name_variants(document: &mut Value) {
    let components = document["components"]["schemas"].as_object().cloned();
    for (name, schema) in components.iter().flatten() {
        let Some(variants) = components.as_ref().and_then(|all| union_of(schema, all)) else {
            continue;
        };
        let schemas = &mut document["components"]["schemas"];
        let tag = tag_of(&variants);
        if let [only] = &variants[..] {
            schemas[name] = only.schema(tag.as_deref());
            continue;
        }
        let names = variants.iter().enumerate();
        let names: Vec<_> = names
            .map(|(index, variant)| match &variant.schema_name {
                Some(existing) => existing.clone(),
                None => format!("{name}{}", suffix(variant, tag.as_deref(), index)),
            })
            .collect();
        for (variant_name, variant) in names.iter().zip(&variants) {
            if variant.schema_name.is_none() {
                schemas[variant_name] = variant.schema(tag.as_deref());
            }
        }
        schemas[name] = union_schema(schema, &names, &variants, tag.as_deref());
    }
}

/// Returns the variants of a schema that is a union of objects, otherwise `None`.
fn union_of(schema: &Value, components: &Map<String, Value>) -> Option<Vec<Variant>> {
    let Some(items) = schema.get("oneOf").and_then(Value::as_array) else {
        schema.get("allOf")?;
        return variants_of(schema, components).filter(|variants| variants.len() > 1);
    };
    let items: Option<Vec<_>> = items.iter().map(|item| items_of(item, components)).collect();
    items.map(|items| items.concat())
}

/// Returns the variants of an item of a union. A schema with a name is a single variant, even if the schema is a union.
fn items_of(item: &Value, components: &Map<String, Value>) -> Option<Vec<Variant>> {
    let variants = variants_of(item, components)?;
    let Some((name, target)) = resolve(item, components) else {
        return Some(variants);
    };
    Some(vec![Variant {
        schema_name: Some(name.to_owned()),
        object: target.as_object().cloned().unwrap_or_default(),
    }])
}

/// Returns the objects that a schema allows, `None` if the schema allows values other than objects. A single object has
/// the description of the schema.
fn variants_of(schema: &Value, components: &Map<String, Value>) -> Option<Vec<Variant>> {
    let mut variants = parts_of(schema, components)?;
    if let ([variant], Some(description)) = (&mut variants[..], schema.get("description"))
        && variant.schema_name.is_none()
    {
        variant.object.insert("description".to_owned(), description.clone());
    }
    Some(variants)
}

fn parts_of(schema: &Value, components: &Map<String, Value>) -> Option<Vec<Variant>> {
    if let Some((name, target)) = resolve(schema, components) {
        let mut variants = variants_of(target, components)?;
        if target.get("properties").is_some() {
            variants[0].schema_name = Some(name.to_owned());
        }
        return Some(variants);
    }
    if let Some(items) = schema.get("oneOf").and_then(Value::as_array) {
        let items: Option<Vec<_>> = items.iter().map(|item| variants_of(item, components)).collect();
        return Some(items?.concat());
    }
    if let Some(parts) = schema.get("allOf").and_then(Value::as_array) {
        let parts: Option<Vec<_>> = parts.iter().map(|part| variants_of(part, components)).collect();
        return parts?.into_iter().reduce(|first, second| combinations(&first, &second));
    }
    let object = schema.as_object().filter(|_| schema["type"] == "object")?.clone();
    Some(vec![Variant {
        schema_name: None,
        object,
    }])
}

/// Returns each of the first objects together with each of the second ones.
fn combinations(first: &[Variant], second: &[Variant]) -> Vec<Variant> {
    let pairs = first
        .iter()
        .flat_map(|one| second.iter().map(move |other| (one, other)));
    pairs.map(|(one, other)| combined(one, other)).collect()
}

/// Returns an object with the fields of both.
fn combined(one: &Variant, other: &Variant) -> Variant {
    let mut object = one.object.clone();
    for (key, value) in &other.object {
        match (object.get_mut(key), value) {
            (Some(Value::Object(own)), Value::Object(added)) => own.extend(added.clone()),
            (Some(Value::Array(own)), Value::Array(added)) => own.extend(added.iter().cloned()),
            (Some(_), _) => {}
            (None, _) => drop(object.insert(key.clone(), value.clone())),
        }
    }
    // The title names the variant, unless the constant does.
    if let Some(label) = one.label() {
        object.insert("title".to_owned(), label.into());
    }
    Variant {
        schema_name: None,
        object,
    }
}

/// Returns the only value of a required property.
fn constant<'a>(variant: &'a Variant, property: &str) -> Option<&'a str> {
    let required = variant.object.get("required")?.as_array()?;
    let schema = variant.object.get("properties")?.get(property)?;
    match &schema.get("enum")?.as_array()?[..] {
        [Value::String(word)] if required.iter().any(|name| name == property) => Some(word),
        _ => None,
    }
}

/// Returns the property that has a different constant in each variant.
fn tag_of(variants: &[Variant]) -> Option<String> {
    let properties = variants.first()?.object.get("properties")?.as_object()?;
    let is_tag = |property: &&String| {
        let words: BTreeSet<_> = variants
            .iter()
            .filter_map(|variant| constant(variant, property))
            .collect();
        words.len() == variants.len()
    };
    properties.keys().find(is_tag).cloned()
}

/// Returns the end of the name of a variant: the constant, the label, or the number.
fn suffix(variant: &Variant, tag: Option<&str>, index: usize) -> String {
    let word = tag.and_then(|tag| constant(variant, tag));
    match word.or(variant.label()) {
        Some(word) => pascal_case(word),
        None => (index + 1).to_string(),
    }
}

fn union_schema(schema: &Value, names: &[String], variants: &[Variant], tag: Option<&str>) -> Value {
    let references = names.iter().map(|name| format!("{PREFIX}{name}"));
    let one_of: Vec<_> = references.clone().map(|target| json!({ "$ref": target })).collect();
    let mut union = schema.as_object().cloned().unwrap_or_default();
    union.remove("allOf");
    union.insert("oneOf".to_owned(), one_of.into());
    if let Some(tag) = tag {
        let words = variants.iter().filter_map(|variant| constant(variant, tag));
        let mapping: Map<_, _> = words.map(str::to_owned).zip(references.map(Value::from)).collect();
        union.insert(
            "discriminator".to_owned(),
            json!({ "propertyName": tag, "mapping": mapping }),
        );
    }
    union.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the schemas of a document with the given schemas as components.
    fn named(schemas: &Value) -> Value {
        let mut document = json!({ "components": { "schemas": schemas } });
        name_variants(&mut document);
        document["components"]["schemas"].take()
    }

    fn constant_of(word: &str) -> Value {
        json!({ "type": "string", "enum": [word] })
    }

    #[test]
    fn variant_is_named_by_its_constant() {
        let schemas = named(&json!({
            "Content": { "type": "object", "description": "A.", "required": ["x"], "properties": { "x": {} } },
            "Union": { "description": "U.", "oneOf": [
                { "allOf": [
                    { "$ref": "#/components/schemas/Content" },
                    { "type": "object", "required": ["type"], "properties": { "type": constant_of("create-account") } },
                ], "description": "C." },
                { "type": "object", "required": ["type"], "properties": { "type": constant_of("merge") } },
            ] },
        }));
        let expected = json!({
            "description": "U.",
            "oneOf": [
                { "$ref": "#/components/schemas/UnionCreateAccount" },
                { "$ref": "#/components/schemas/UnionMerge" },
            ],
            "discriminator": { "propertyName": "type", "mapping": {
                "create-account": "#/components/schemas/UnionCreateAccount",
                "merge": "#/components/schemas/UnionMerge",
            } },
        });
        assert_eq!(schemas["Union"], expected);
        let create = json!({
            "type": "object",
            "description": "C.",
            "required": ["x", "type"],
            "properties": {
                "x": { "description": "C." },
                "type": { "type": "string", "enum": ["create-account"], "description": "Always `create-account`." },
            },
        });
        assert_eq!(schemas["UnionCreateAccount"], create);
    }

    #[test]
    fn fields_beside_a_union_are_added_to_each_variant() {
        let tagged =
            |word: &str| json!({ "type": "object", "required": ["kind"], "properties": { "kind": constant_of(word) } });
        let schemas = named(&json!({
            "Union": { "oneOf": [tagged("a"), tagged("b")] },
            "Item": { "allOf": [
                { "$ref": "#/components/schemas/Union" },
                { "type": "object", "properties": { "revision": { "type": "integer" } } },
            ] },
        }));
        assert_eq!(schemas["Item"]["oneOf"][1]["$ref"], "#/components/schemas/ItemB");
        assert_eq!(schemas["Item"].get("allOf"), None);
        assert_eq!(schemas["Item"]["discriminator"]["propertyName"], "kind");
        assert_eq!(schemas["ItemB"]["properties"]["revision"], json!({ "type": "integer" }));
        assert_eq!(schemas["ItemB"]["properties"]["kind"]["enum"], json!(["b"]));
    }

    #[test]
    fn variants_without_constant_are_named_by_schema_or_property() {
        let object =
            |property: &str| json!({ "type": "object", "required": [property], "properties": { property: {} } });
        let schemas = named(&json!({
            "Legacy": object("price"),
            "Dynamic": object("maximum"),
            "Price": { "oneOf": [{ "$ref": "#/components/schemas/Legacy" }, { "$ref": "#/components/schemas/Dynamic" }] },
            "Response": { "allOf": [{ "$ref": "#/components/schemas/Price" }, object("fee")] },
            "Predicate": { "oneOf": [object("and"), object("abs_before")] },
            "Signer": { "allOf": [{ "oneOf": [object("key"), object("hash")] }, object("weight")] },
        }));
        let price = json!({ "oneOf": [
            { "$ref": "#/components/schemas/Legacy" },
            { "$ref": "#/components/schemas/Dynamic" },
        ] });
        assert_eq!(schemas["Price"], price);
        assert_eq!(schemas["ResponseLegacy"]["required"], json!(["price", "fee"]));
        assert_eq!(schemas["ResponseLegacy"].get("title"), None);
        assert_eq!(schemas["PredicateAbsBefore"], object("abs_before"));
        assert_eq!(schemas["SignerHash"]["required"], json!(["hash", "weight"]));
    }

    #[test]
    fn union_of_one_variant_is_its_object() {
        let transfer = json!({ "type": "object", "required": ["type"], "properties": { "type": constant_of("a") } });
        let schemas = named(&json!({ "Action": { "oneOf": [transfer] } }));
        assert_eq!(schemas["Action"]["properties"]["type"]["enum"], json!(["a"]));
        assert_eq!(schemas["Action"].get("oneOf"), None);
    }

    #[test]
    fn union_within_a_union_is_kept_as_a_reference() {
        let tagged =
            |word: &str| json!({ "type": "object", "required": ["kind"], "properties": { "kind": constant_of(word) } });
        let other = json!({ "type": "object", "title": "Other", "properties": { "xdr": { "description": "X." } } });
        let schemas = named(&json!({
            "Known": { "oneOf": [tagged("a"), tagged("b")] },
            "Parsed": { "oneOf": [{ "$ref": "#/components/schemas/Known" }, other] },
        }));
        let items = json!([{ "$ref": "#/components/schemas/Known" }, { "$ref": "#/components/schemas/ParsedOther" }]);
        assert_eq!(schemas["Parsed"]["oneOf"], items);
    }

    #[test]
    fn other_schemas_do_not_change() {
        let schemas = json!({
            "Value": { "oneOf": [{ "type": "string" }, { "type": "null" }] },
            "Flat": { "allOf": [{ "type": "object", "properties": { "a": {} } }, { "type": "object" }] },
            "Object": { "type": "object" },
        });
        assert_eq!(named(&schemas), schemas);
    }
}
