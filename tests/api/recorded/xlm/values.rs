//! Assets, amounts, numbers and memos as recorded, in the format of the services.

use super::data::Fact;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};

/// Converts `CODE:ISSUER` or `native`.
pub fn asset(text: &str) -> Value {
    match text.split_once(':') {
        Some((code, issuer)) => json!({ "kind": "xlm-asset", "chain": "xlm", "code": code, "issuer": issuer }),
        None => json!({ "kind": "coin", "chain": "xlm" }),
    }
}

/// Converts the fields of a record that name an asset, with this prefix.
pub fn asset_of(record: &Value, prefix: &str) -> Value {
    let field = |name: &str| record[format!("{prefix}asset_{name}")].as_str().unwrap_or_default();
    match field("type") {
        "native" => asset("native"),
        _ => asset(&format!("{}:{}", field("code"), field("issuer"))),
    }
}

/// Converts a decimal number of units to stroops.
pub fn stroops(units: &Value) -> String {
    let text = units.as_str().expect("a decimal number");
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{decimals:0<7}");
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        "0".to_owned()
    } else {
        digits.to_owned()
    }
}

/// Converts a decimal number of units to a value of the specification.
pub fn value(units: &Value) -> Value {
    json!({ "amount": stroops(units), "decimals": 7 })
}

/// Converts a number that is recorded as a number or as text.
pub fn digits(number: &Value) -> String {
    number.as_str().map_or_else(|| number.to_string(), str::to_owned)
}

/// Converts the memo of a transaction, null if it has none. A hash is recorded in base64.
pub fn memo(transaction: &Fact) -> Value {
    let text = transaction.text("memo");
    match transaction.text("memo_type") {
        "none" => Value::Null,
        kind @ ("hash" | "return") => {
            json!({ "type": kind, "value": hex::encode(BASE64.decode(text).expect("base64")) })
        }
        kind => json!({ "type": kind, "value": text }),
    }
}
