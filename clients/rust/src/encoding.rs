//! Percent-encoding of paths and queries (RFC 3986).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde_json::Value;

/// All characters except unreserved characters.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Encodes a segment of a path. The result never changes the path: `.` and `..` are encoded as well.
pub fn segment(text: &str) -> String {
    match text {
        "." => "%2E".to_owned(),
        ".." => "%2E%2E".to_owned(),
        _ => utf8_percent_encode(text, RESERVED).to_string(),
    }
}

/// Encodes the fields of a struct as a query: `address=…&limit=5`. Absent fields are omitted; a list repeats the name.
pub fn query(fields: &impl Serialize) -> Result<String, serde_json::Error> {
    let Value::Object(fields) = serde_json::to_value(fields)? else {
        return Ok(String::new());
    };
    let pairs = fields.iter().flat_map(|(name, value)| {
        let values = value
            .as_array()
            .map_or_else(|| std::slice::from_ref(value), Vec::as_slice);
        values.iter().filter_map(move |value| {
            let text = match value {
                Value::Null => return None,
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            Some(format!("{}={}", segment(name), utf8_percent_encode(&text, RESERVED)))
        })
    });
    Ok(pairs.collect::<Vec<_>>().join("&"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn segments_cannot_change_the_path() {
        assert_eq!(segment("eth:0xAb"), "eth%3A0xAb");
        assert_eq!(segment("a/b?c#d"), "a%2Fb%3Fc%23d");
        assert_eq!([segment("."), segment("..")], ["%2E", "%2E%2E"]);
    }

    #[test]
    fn absent_fields_are_omitted_from_a_query() {
        let fields = json!({ "address": "a&b=c", "cursor": null, "limit": 5 });
        assert_eq!(query(&fields).unwrap(), "address=a%26b%3Dc&limit=5");
    }

    #[test]
    fn list_repeats_the_name() {
        let fields = json!({ "subscription": ["a", "b&c"], "limit": 5, "none": [] });
        assert_eq!(query(&fields).unwrap(), "limit=5&subscription=a&subscription=b%26c");
    }
}
