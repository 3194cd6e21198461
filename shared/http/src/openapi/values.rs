//! Values in schemas: enumerations instead of patterns, ranges of integers, and defaults in descriptions.

use serde_json::Value;

/// Replaces each pattern that only lists words by an enumeration. One that also matches the empty text has the empty
/// text as its last word; a schema that allows `null` has `null` after it.
pub(super) fn replace_patterns(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(replace_patterns),
        Value::Object(schema) => {
            if let Some(mut words) = schema.get("pattern").and_then(Value::as_str).and_then(listed_words) {
                if allows_null(&schema["type"]) {
                    words.push(Value::Null);
                }
                schema.remove("pattern");
                schema.insert("enum".to_owned(), words.into());
            }
            schema.values_mut().for_each(replace_patterns);
        }
        _ => {}
    }
}

fn allows_null(schema_type: &Value) -> bool {
    schema_type
        .as_array()
        .is_some_and(|types| types.contains(&"null".into()))
}

/// Returns the words of a pattern of the form `^word$`, `^(one|two)$` or `^(one|two)?$`, `None` for a second one.
fn listed_words(pattern: &str) -> Option<Vec<Value>> {
    let text = pattern.strip_prefix('^')?.strip_suffix('$')?;
    let (text, or_empty) = if let Some(text) = text.strip_suffix(")?") {
        (text.strip_prefix('(')?, true)
    } else {
        let group = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        (group.unwrap_or(text), false)
    };
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    let words: Vec<_> = text.split('|').collect();
    let empty = or_empty.then_some("");
    let listed = words.iter().all(|word| is_word(word));
    listed.then(|| words.into_iter().chain(empty).map(Value::from).collect())
}

/// Describes each integer of 32 bits without sign by the range: the format `int32` has 31 bits. The fields of fewer
/// bits state a maximum.
pub(super) fn describe_unsigned(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(describe_unsigned),
        Value::Object(schema) => {
            let has_minimum = schema.get("minimum").and_then(Value::as_u64).is_some();
            let is_unsigned = schema.get("format").is_some_and(|format| format == "int32") && has_minimum;
            if is_unsigned && !schema.contains_key("maximum") {
                schema.insert("format".to_owned(), "int64".into());
                schema.insert("maximum".to_owned(), u32::MAX.into());
            }
            schema.values_mut().for_each(describe_unsigned);
        }
        _ => {}
    }
}

/// Moves the default value of each optional field into its description: generators of TypeScript types treat a field
/// with a default value as always present, also in a request.
pub(super) fn describe_defaults(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(describe_defaults),
        Value::Object(schema) => {
            let required = schema.get("required").cloned().unwrap_or_default();
            let is_required = |name: &str| required.as_array().is_some_and(|names| names.contains(&name.into()));
            let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
            let optional = properties.into_iter().flatten().filter(|(name, _)| !is_required(name));
            optional.for_each(|(_, property)| describe_default(property));
            schema.values_mut().for_each(describe_defaults);
        }
        _ => {}
    }
}

fn describe_default(property: &mut Value) {
    let Some(default) = property.as_object_mut().and_then(|property| property.remove("default")) else {
        return;
    };
    let description = property["description"].as_str().unwrap_or_default();
    let text = match &default {
        Value::String(text) if text.is_empty() => "empty".to_owned(),
        Value::String(text) => format!("`{text}`"),
        other => format!("`{other}`"),
    };
    let described = format!("{description} Default: {text}.");
    property["description"] = described.trim_start().into();
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn pattern_of_words_becomes_an_enumeration() {
        for (schema, expected) in [
            (
                json!({ "type": "string", "pattern": "^(livenet|testnet)$" }),
                json!(["livenet", "testnet"]),
            ),
            (json!({ "type": "string", "pattern": "^xlm$" }), json!(["xlm"])),
            (
                json!({ "type": "string", "pattern": "^(account|muxed)?$" }),
                json!(["account", "muxed", ""]),
            ),
            (
                json!({ "type": ["string", "null"], "pattern": "^(a|b-c)$" }),
                json!(["a", "b-c", null]),
            ),
        ] {
            let mut document = json!({ "properties": { "field": schema } });
            replace_patterns(&mut document);
            let field = &document["properties"]["field"];
            assert_eq!(field["enum"], expected);
            assert_eq!(field.get("pattern"), None);
        }
    }

    #[test]
    fn other_patterns_are_kept() {
        for pattern in [
            "^[a-z]{3}$",
            "^(0|[1-9][0-9]*)$",
            "^(G[A-Z2-7]{55})?$",
            "a|b",
            "^(0x[0-9a-f]{2})?$",
            "^$",
        ] {
            let mut schema = json!({ "type": "string", "pattern": pattern });
            let before = schema.clone();
            replace_patterns(&mut schema);
            assert_eq!(schema, before);
        }
    }

    #[test]
    fn unsigned_integer_has_its_range() {
        let integer = |format: &str| json!({ "type": "integer", "format": format, "minimum": 0 });
        let small = json!({ "type": "integer", "format": "int32", "minimum": 0, "maximum": 255 });
        let signed = json!({ "type": "integer", "format": "int32" });
        let mut document = json!([integer("int32"), integer("int64"), small, signed]);
        describe_unsigned(&mut document);
        let range = json!({ "type": "integer", "format": "int64", "minimum": 0, "maximum": 4_294_967_295_u32 });
        assert_eq!(document, json!([range, integer("int64"), small, signed]));
    }

    #[test]
    fn default_of_an_optional_field_moves_into_its_description() {
        let mut schema = json!({ "a": { "required": ["kept"], "properties": {
            "kept": { "default": 1 },
            "network": { "type": "string", "description": "The network.", "default": "livenet" },
            "force": { "type": "boolean", "default": false },
            "data": { "type": "string", "default": "" },
        } } });
        describe_defaults(&mut schema);
        let expected = json!({ "a": { "required": ["kept"], "properties": {
            "kept": { "default": 1 },
            "network": { "type": "string", "description": "The network. Default: `livenet`." },
            "force": { "type": "boolean", "description": "Default: `false`." },
            "data": { "type": "string", "description": "Default: empty." },
        } } });
        assert_eq!(schema, expected);
    }

    #[test]
    fn default_of_a_parameter_is_kept() {
        let mut parameter = json!({ "name": "limit", "schema": { "type": "integer", "default": 50 } });
        let before = parameter.clone();
        describe_defaults(&mut parameter);
        assert_eq!(parameter, before);
    }
}
