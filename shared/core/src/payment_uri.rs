//! Parts of the URIs of payment requests: parameters, percent-encoding, and exact decimal numbers.
//!
//! BIP 21, EIP-681 and SEP-7 share the form `scheme:path?name=value&name=value`. The family packages define the
//! parameters.

use crate::error::{CodedError, ErrorCode, ErrorInfo};
use crate::model::percent_encode;
use crate::wire::{MAX_NOTE, PayerNoteText};
use percent_encoding::percent_decode_str;

/// Maximum length of a URI in bytes.
const MAX_LENGTH: usize = 65_536;

/// Maximum number of parameters.
const MAX_PARAMETERS: usize = 100;

/// Maximum number of digits of a decimal number, before and after the decimal point.
const MAX_DIGITS: usize = 100;

/// Maximum length of a text for the payer, in characters.
pub const MAX_TEXT: usize = MAX_NOTE;

/// Error of [`PaymentUri::parse`] and of the parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UriError {
    /// The URI is too long.
    #[error("the URI must have at most {MAX_LENGTH} bytes")]
    TooLong,
    /// The string has no scheme.
    #[error("the value must be a URI: a scheme, a colon and the recipient")]
    Scheme,
    /// The URI has too many parameters.
    #[error("the URI must have at most {MAX_PARAMETERS} parameters")]
    TooManyParameters,
    /// A percent sign is not followed by two hex digits, or the decoded bytes are not UTF-8.
    #[error("the URI must be percent-encoded UTF-8: two hex digits after every percent sign")]
    Encoding,
    /// A text for the payer is too long.
    #[error("a text for the payer must have at most {MAX_TEXT} characters")]
    Note,
    /// A parameter occurs twice.
    #[error("the parameter {name} must not be repeated")]
    Repeated {
        /// The name of the parameter.
        name: &'static str,
    },
}

impl CodedError for UriError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::TooLong
            | Self::Scheme
            | Self::TooManyParameters
            | Self::Encoding
            | Self::Note
            | Self::Repeated { .. } => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
        }
    }
}

/// A text for the payer, in the request to create a URI.
pub struct PayerNote;

crate::wire_value! {
    PayerNote as PayerNoteText => String, |text: &str| match text.chars().count() {
        0..=MAX_TEXT => Ok(text.to_owned()),
        _ => Err(UriError::Note),
    };
}

/// The URI of a payment request, with decoded parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentUri<'u> {
    /// The scheme without the colon, in any case.
    pub scheme: &'u str,
    /// The text between the scheme and the parameters, as received.
    pub path: &'u str,
    /// The decoded parameters in order.
    pub parameters: Parameters,
}

/// The decoded parameters of a URI in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters(Vec<(String, String)>);

impl<'u> PaymentUri<'u> {
    /// Parses a URI with its parameters.
    ///
    /// # Errors
    /// The string has no scheme, is too long, or is not well-formed.
    pub fn parse(text: &'u str) -> Result<Self, UriError> {
        if text.len() > MAX_LENGTH {
            return Err(UriError::TooLong);
        }
        let (scheme, rest) = text.split_once(':').ok_or(UriError::Scheme)?;
        let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
        if !is_scheme {
            return Err(UriError::Scheme);
        }
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        Ok(Self {
            scheme,
            path,
            parameters: Parameters::parse(query)?,
        })
    }
}

impl Parameters {
    fn parse(query: &str) -> Result<Self, UriError> {
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        if pairs.clone().count() > MAX_PARAMETERS {
            return Err(UriError::TooManyParameters);
        }
        let pairs = pairs.map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((decode(name)?, decode(value)?))
        });
        pairs.collect::<Result<_, _>>().map(Self)
    }

    /// Returns the parameters with the names in lower case.
    #[must_use]
    pub fn with_lower_case_names(self) -> Self {
        let pairs = self.0.into_iter();
        Self(pairs.map(|(name, value)| (name.to_ascii_lowercase(), value)).collect())
    }

    /// Removes a parameter and returns the value; `None` if absent.
    ///
    /// # Errors
    /// The parameter occurs twice.
    pub fn take(&mut self, name: &'static str) -> Result<Option<String>, UriError> {
        let Some(index) = self.0.iter().position(|(known, _)| known == name) else {
            return Ok(None);
        };
        let (_, value) = self.0.remove(index);
        if self.0.iter().any(|(known, _)| known == name) {
            return Err(UriError::Repeated { name });
        }
        Ok(Some(value))
    }

    /// Returns the remaining parameters in order.
    pub fn into_pairs(self) -> Vec<(String, String)> {
        self.0
    }

    /// Returns the names of the remaining parameters in order.
    pub fn into_names(self) -> Vec<String> {
        self.0.into_iter().map(|(name, _)| name).collect()
    }
}

/// Decodes percent-encoded UTF-8. A plus sign is a plus sign (RFC 3986).
fn decode(text: &str) -> Result<String, UriError> {
    let bytes = text.as_bytes();
    let is_encoded = |index: usize| {
        let digits = bytes.get(index + 1..index + 3);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    let mut signs = (0..bytes.len()).filter(|index| bytes[*index] == b'%');
    if !signs.all(is_encoded) {
        return Err(UriError::Encoding);
    }
    let decoded = percent_decode_str(text).decode_utf8();
    decoded.map(String::from).map_err(|_| UriError::Encoding)
}

/// Writes a URI: the parameters that have a value follow the start in order.
pub fn write<'v>(start: &str, parameters: impl IntoIterator<Item = (&'v str, Option<&'v str>)>) -> String {
    let mut uri = start.to_owned();
    let present = parameters.into_iter().filter_map(|(name, value)| Some((name, value?)));
    for (index, (name, value)) in present.enumerate() {
        uri.push(if index == 0 { '?' } else { '&' });
        uri.push_str(name);
        uri.push('=');
        uri.push_str(&percent_encode(value));
    }
    uri
}

/// Returns the product of a decimal number and a power of ten as digits without leading zeros: `50` and `50.00` with two
/// decimals are `5000`. Returns `None` for a text that is not a decimal number, and for a product that is not whole.
pub fn scaled(text: &str, decimals: usize) -> Option<String> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut digits = whole.bytes().chain(fraction.bytes());
    let is_number = text.len() > text.matches('.').count() && digits.all(|digit| digit.is_ascii_digit());
    let fraction = fraction.trim_end_matches('0');
    if !is_number || text.len() > MAX_DIGITS || decimals > MAX_DIGITS || fraction.len() > decimals {
        return None;
    }
    let digits = format!("{whole}{fraction:0<decimals$}");
    let digits = digits.trim_start_matches('0');
    Some(if digits.is_empty() { "0" } else { digits }.to_owned())
}

/// Returns a number of base units in whole units, without needless zeros: `5000` with two decimals is `50`.
pub fn in_whole_units(base_units: &str, decimals: usize) -> String {
    let padded = format!("{base_units:0>width$}", width = decimals + 1);
    let (whole, fraction) = padded.split_at(padded.len() - decimals);
    match fraction.trim_end_matches('0') {
        "" => whole.to_owned(),
        fraction => format!("{whole}.{fraction}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uri_has_scheme_path_and_decoded_parameters() {
        let uri = PaymentUri::parse("Bitcoin:abc?label=%C3%A9%20%2B+&&x&y=1=2").expect("a URI");
        assert_eq!((uri.scheme, uri.path), ("Bitcoin", "abc"));
        let pairs = [("label", "é ++"), ("x", ""), ("y", "1=2")];
        let expected = pairs.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(uri.parameters.into_pairs(), expected);
    }

    #[test]
    fn malformed_uris_are_rejected() {
        let parse = |text: &str| PaymentUri::parse(text).expect_err(text);
        for text in ["", "abc", ":abc", "1a:b", "a b:c", " bitcoin:x"] {
            assert_eq!(parse(text), UriError::Scheme, "{text}");
        }
        for text in ["a:b?c=%", "a:b?c=%4", "a:b?c=%zz", "a:b?%f=1", "a:b?c=%ff", "a:b?c=%é1"] {
            assert_eq!(parse(text), UriError::Encoding, "{text}");
        }
        assert_eq!(parse(&format!("a:{}", "b".repeat(MAX_LENGTH))), UriError::TooLong);
        assert_eq!(parse(&format!("a:b?{}", "c&".repeat(101))), UriError::TooManyParameters);
    }

    #[test]
    fn parameter_is_taken_once() {
        let parameters = |text| PaymentUri::parse(text).expect("a URI").parameters;
        let mut once = parameters("a:b?x=1&Y=2").with_lower_case_names();
        assert_eq!(once.take("y"), Ok(Some("2".to_owned())));
        assert_eq!(once.take("y"), Ok(None));
        assert_eq!(once.into_names(), ["x"]);
        assert_eq!(
            parameters("a:b?x=1&x=1").take("x"),
            Err(UriError::Repeated { name: "x" })
        );
    }

    #[test]
    fn decimal_numbers_are_exact() {
        for (text, decimals, expected) in [
            ("20.3", 8, "2030000000"),
            ("50.00", 8, "5000000000"),
            ("0.00000001", 8, "1"),
            ("0.000000010", 8, "1"),
            (".5", 1, "5"),
            ("5.", 0, "5"),
            ("007", 0, "7"),
            ("0.0", 8, "0"),
            ("2.014", 18, "2014000000000000000"),
            ("9007199254740993", 0, "9007199254740993"),
        ] {
            assert_eq!(scaled(text, decimals).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "",
            ".",
            "1.2.3",
            "1,5",
            "-1",
            "+1",
            "1e3",
            "0x1",
            " 1",
            "١",
            "0.000000001",
        ] {
            assert_eq!(scaled(text, 8), None, "{text}");
        }
        assert_eq!(scaled(&"9".repeat(101), 0), None);
        assert_eq!(scaled("1", 101), None);
    }

    #[test]
    fn whole_units_have_no_needless_zeros() {
        for (units, decimals, expected) in [
            ("2030000000", 8, "20.3"),
            ("1", 8, "0.00000001"),
            ("0", 8, "0"),
            ("5000000000", 8, "50"),
            ("7", 0, "7"),
        ] {
            assert_eq!(in_whole_units(units, decimals), expected);
            assert_eq!(scaled(expected, decimals).as_deref(), Some(units));
        }
    }

    #[test]
    fn written_parameters_are_encoded() {
        let uri = write("a:b", [("x", Some("é&=?#%+ ")), ("y", None), ("z", Some("-._~"))]);
        assert_eq!(uri, "a:b?x=%C3%A9%26%3D%3F%23%25%2B%20&z=-._~");
        let parsed = PaymentUri::parse(&uri).expect("a URI").parameters.into_pairs();
        assert_eq!(parsed[0].1, "é&=?#%+ ");
    }
}
