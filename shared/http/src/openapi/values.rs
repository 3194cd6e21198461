//! Enumerations instead of patterns that only list words.

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
}
