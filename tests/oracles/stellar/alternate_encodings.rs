//! Alternate encodings of the same operations that the connector accepts in addition to the canonical form.

use super::fixture::OracleFixture;
use super::operation::names;
use super::{cases, operation};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use wallet_tests::support::random::Random;

/// Number of transactions with an operation of each variant.
const TRANSACTIONS: usize = 6;

/// The strkeys of hashes from the SDK, by hash and field.
type Strkeys = HashMap<String, Value>;

/// Encodes values in random alternate forms.
struct Loose<'a> {
    random: &'a mut Random,
    strkeys: &'a Strkeys,
}

/// Optional fields with their defaults.
const DEFAULTS: [(&str, &str); 3] = [("offerId", "0"), ("limit", "9223372036854775807"), ("weight", "1")];

impl Loose<'_> {
    fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::Object(fields) => Value::Object(self.object(fields)),
            Value::Array(items) => items.iter().map(|item| self.value(item)).collect(),
            other => other.clone(),
        }
    }

    fn object(&mut self, fields: &Map<String, Value>) -> Map<String, Value> {
        let mut encoded: Map<_, _> = fields
            .iter()
            .map(|(name, value)| (name.clone(), self.field(name, value)))
            .collect();
        if fields.get("kind") == Some(&json!("xlm-asset")) {
            for name in ["kind", "chain"] {
                if self.random.once_in(2) {
                    encoded.remove(name);
                }
            }
        }
        for (name, default) in DEFAULTS {
            let is_default = fields.get(name).is_some_and(|value| text(value) == default);
            if is_default && self.random.once_in(2) {
                encoded.remove(name);
            }
        }
        if fields.contains_key("type") && !fields.contains_key("source") && self.random.once_in(2) {
            encoded.insert("source".to_owned(), Value::Null);
        }
        encoded
    }

    fn field(&mut self, name: &str, value: &Value) -> Value {
        if self.random.once_in(3) {
            return self.value(value);
        }
        match name {
            "offerId" | "bumpTo" | "abs_before" | "rel_before" => number(value),
            "setFlags" | "clearFlags" | "masterWeight" | "lowThreshold" | "medThreshold" | "highThreshold"
            | "weight" | "fee" | "authorize" => json!(text(value)),
            "sha256Hash" | "preAuthTx" | "liquidityPoolId" | "balanceId" => self.hash(name, &text(value)),
            "startingBalance" | "price" | "minPrice" | "maxPrice" => json!(longer(&text(value))),
            _ => self.value(value),
        }
    }

    fn hash(&mut self, name: &str, hash: &str) -> Value {
        if self.random.once_in(2) {
            return json!(format!("0x{}", hash.to_uppercase()));
        }
        self.strkeys[digits(hash)][name].clone()
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns the hash in a balance ID, or the hash itself.
fn digits(text: &str) -> &str {
    &text[text.len() - 64..]
}

/// Converts to a JSON number if every JSON parser represents the number exactly.
fn number(value: &Value) -> Value {
    let number: u64 = text(value).parse().expect("a number");
    if number < 1 << 53 { json!(number) } else { value.clone() }
}

/// Adds a redundant zero to a decimal number.
fn longer(text: &str) -> String {
    let places = text.split_once('.').map_or(0, |(_, places)| places.len());
    match text {
        _ if text.contains('/') || places == 7 => text.to_owned(),
        _ if places == 0 => format!("{text}.0"),
        _ => format!("{text}0"),
    }
}

/// Collects every hash of an operation that has an alternate encoding.
fn hashes(value: &Value, found: &mut Vec<Value>) {
    match value {
        Value::Object(fields) => fields.values().for_each(|value| hashes(value, found)),
        Value::Array(items) => items.iter().for_each(|item| hashes(item, found)),
        Value::String(text) if matches!(text.len(), 64 | 72) && text.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
            found.push(json!(digits(text)));
        }
        _ => {}
    }
}

async fn strkeys(fixture: &mut OracleFixture, operations: &[Vec<Value>]) -> Strkeys {
    let mut found = Vec::new();
    operations
        .iter()
        .flatten()
        .for_each(|operation| hashes(operation, &mut found));
    let names: Vec<Value> = fixture.request("stellarStrkeys", "hashes", &found).await;
    found.iter().map(text).zip(names).collect()
}

#[tokio::test]
async fn alternate_encodings_yield_the_same_operations() {
    let Some(mut fixture) = OracleFixture::start("Stellar encodings") else {
        return;
    };
    let one_of_each = |random: &mut Random| names().map(|name| operation(random, name)).collect::<Vec<_>>();
    let operations: Vec<_> = (0..TRANSACTIONS).map(|_| one_of_each(&mut fixture.random)).collect();
    let strkeys = strkeys(&mut fixture, &operations).await;
    let mut cases = cases(&mut fixture, operations);
    for case in &mut cases {
        let mut alternate_encodings = Loose {
            random: &mut fixture.random,
            strkeys: &strkeys,
        };
        case.request = json!({ "operations": alternate_encodings.value(&json!(case.operations)) });
    }
    fixture.go(&cases).await;
}
