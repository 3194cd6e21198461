//! Operations that differ from a given operation in a single field.

use super::values::{account, code, hash};
use serde_json::{Value, json};
use wallet_tests::support::random::Random;

/// Fields that name the form of a value. The fee of a pool has a single valid value.
const FIXED: [&str; 4] = ["type", "kind", "chain", "fee"];

/// Returns copies of an operation with a changed value each, and the field of the operation that contains the value.
pub fn altered(random: &mut Random, operation: &Value) -> Vec<(String, Value)> {
    let mut pointers = Vec::new();
    leaves(operation, String::new(), &mut pointers);
    let changed = pointers.into_iter().map(|pointer| {
        let mut copy = operation.clone();
        let value = copy.pointer_mut(&pointer).expect("a pointer of this value");
        *value = other(random, &pointer, value);
        let field = pointer.split('/').nth(1).unwrap_or_default();
        (field.to_owned(), copy)
    });
    let mut all: Vec<_> = changed.collect();
    if operation.get("source").is_none() {
        let mut copy = operation.clone();
        copy["source"] = json!(account(random));
        all.push(("source".to_owned(), copy));
    }
    all
}

fn leaves(value: &Value, pointer: String, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields.iter().filter(|(name, _)| !FIXED.contains(&name.as_str())) {
                leaves(value, format!("{pointer}/{name}"), found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                leaves(item, format!("{pointer}/{index}"), found);
            }
        }
        _ => found.push(pointer),
    }
}

/// Returns a different valid value of the same field.
fn other(random: &mut Random, pointer: &str, value: &Value) -> Value {
    let name = pointer.rsplit('/').next().unwrap_or_default();
    match value {
        Value::Null => json!("some text"),
        Value::Bool(flag) => json!(!flag),
        // Flags and levels of authorization are small.
        Value::Number(number) => json!(if number.as_u64() == Some(1) { 2 } else { 1 }),
        Value::String(text) => json!(other_text(random, name, text)),
        other => panic!("{other} is not a single value"),
    }
}

fn other_text(random: &mut Random, name: &str, text: &str) -> String {
    let is_hex = text.bytes().all(|byte| byte.is_ascii_hexdigit());
    match (name, text.len()) {
        ("code" | "assetCode", _) => code_other_than(random, text),
        ("base64", _) => one_of(text, ["/w==", "/v8="]),
        ("price" | "minPrice" | "maxPrice", _) => one_of(text, ["123456/7", "123457/7"]),
        ("startingBalance", _) => one_of(text, ["12345.5", "12345.5000001"]),
        ("name" | "value" | "homeDomain", _) => one_of(text, ["other.example", "another.example"]),
        ("balanceId", _) => format!("00000000{}", hash(random)),
        (_, 64) if is_hex => hash(random),
        _ if text.starts_with(['G', 'M']) => account(random),
        _ => one_of(text, ["12345", "12346"]),
    }
}

fn one_of(text: &str, choices: [&str; 2]) -> String {
    choices[usize::from(text == choices[0])].to_owned()
}

fn code_other_than(random: &mut Random, text: &str) -> String {
    let other = code(random);
    if other == text {
        code_other_than(random, text)
    } else {
        other
    }
}
