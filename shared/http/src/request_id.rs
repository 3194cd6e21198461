//! The request id: supplied by the client if it is a UUID, otherwise generated.

use http::HeaderMap;
use uuid::Uuid;

/// The name of the request and response header that carries the id.
pub const NAME: &str = "request-id";

/// The request and response header that carries the id.
pub const HEADER: http::HeaderName = http::HeaderName::from_static(NAME);

/// The id of a request: 36 hex digits and hyphens, in the letter case of the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(String);

impl RequestId {
    /// Returns the id in the header, or a new one if the header is missing, repeated or not a hyphenated UUID (RFC
    /// 9562, section 4). An invalid client-supplied value is dropped here and is never logged.
    pub fn from_headers(headers: &HeaderMap) -> Self {
        let mut values = headers.get_all(HEADER).iter();
        let supplied = match (values.next(), values.next()) {
            (Some(value), None) => value.to_str().ok().filter(|text| is_uuid(text)).map(str::to_owned),
            _ => None,
        };
        Self(supplied.unwrap_or_else(|| Uuid::new_v4().to_string()))
    }

    /// Returns the id as a string.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_uuid(text: &str) -> bool {
    text.len() == 36 && Uuid::try_parse(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uuid_is_used_and_other_values_are_replaced() {
        let id = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(HEADER, value.parse().unwrap());
            }
            RequestId::from_headers(&headers).as_str().to_owned()
        };
        let supplied = "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a";
        assert_eq!(id(&[supplied]), supplied);
        assert_ne!(id(&[supplied, supplied]), supplied);
        assert_eq!(
            id(&["6F1C9A52-6F0A-4F4E-9D3C-0A7B9D1F2E3A"]),
            "6F1C9A52-6F0A-4F4E-9D3C-0A7B9D1F2E3A"
        );
        for other in [
            "id-7",
            "6f1c9a526f0a4f4e9d3c0a7b9d1f2e3a",
            "{6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a}",
        ] {
            assert_ne!(id(&[other]), other);
        }
        assert_eq!(id(&[]).len(), 36);
    }
}
