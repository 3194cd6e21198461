//! The request id: the caller's if it is a UUID, else one of ours.

use http::HeaderMap;
use uuid::Uuid;

/// The header that carries it, both ways.
pub const HEADER: http::HeaderName = http::HeaderName::from_static("request-id");

/// The id of the request at hand: 36 hex digits and hyphens, in the caller's own case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(String);

impl RequestId {
    /// The id in the header, or a new one when there is none, it is no hyphenated UUID (RFC 9562,
    /// section 4), or there are several. Any other text of the caller is dropped here and reaches no log.
    pub fn from_headers(headers: &HeaderMap) -> Self {
        let mut values = headers.get_all(HEADER).iter();
        let given = match (values.next(), values.next()) {
            (Some(value), None) => value.to_str().ok().filter(|text| is_uuid(text)).map(str::to_owned),
            _ => None,
        };
        Self(given.unwrap_or_else(|| Uuid::new_v4().to_string()))
    }

    /// The id as text.
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
    fn a_uuid_is_kept_and_anything_else_replaced() {
        let id = |texts: &[&str]| {
            let mut headers = HeaderMap::new();
            for text in texts {
                headers.append(HEADER, text.parse().unwrap());
            }
            RequestId::from_headers(&headers).as_str().to_owned()
        };
        let given = "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a";
        assert_eq!(id(&[given]), given);
        assert_ne!(id(&[given, given]), given);
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
