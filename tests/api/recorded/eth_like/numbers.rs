//! Numbers and addresses of recorded documents, decoded without the code of the services.

use serde_json::Value;

/// Parses a JSON-RPC quantity or a decimal text.
#[track_caller]
pub fn number(value: &Value) -> u128 {
    let text = value.as_str().unwrap_or_else(|| panic!("no number: {value}"));
    let number = match text.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(digits.trim_start_matches('0'), 16).or_else(|error| match digits {
            "" => Err(error),
            digits if digits.bytes().all(|digit| digit == b'0') => Ok(0),
            _ => Err(error),
        }),
        None => text.parse(),
    };
    number.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Formats a number as a decimal text.
#[track_caller]
pub fn decimal(value: &Value) -> Value {
    number(value).to_string().into()
}

/// Returns a text in lower case, empty if absent.
pub fn lower(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_lowercase()
}

/// Returns the address in a word of 32 bytes.
pub fn address_in(word: &str) -> String {
    format!("0x{}", &word[word.len() - 40..]).to_lowercase()
}
