//! Default values of optional fields.

use serde_json::Value;

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
