//! JSON values as the types of request fields.

use crate::error::{ErrorCode, ErrorInfo};
use serde_json::Value;
use std::ops::RangeInclusive;
use uuid::Uuid;

/// The error for a value of the wrong type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongType {
    /// The path of the value inside the field: `[2]`, or empty for the field itself.
    path: String,
    /// The expected type, for example "a string".
    expected: String,
}

impl WrongType {
    /// Creates the error with the expected type in JSON terms.
    pub fn expected(expected: impl Into<String>) -> Self {
        Self {
            path: String::new(),
            expected: expected.into(),
        }
    }

    /// Returns the error of the field with this name. The message does not quote the value.
    pub(super) fn of_field(self, name: &str) -> ErrorInfo {
        let Self { path, expected } = self;
        let error = ErrorInfo::new(ErrorCode::InvalidRequest, format!("{name}{path} must be {expected}."));
        if path.is_empty() { error } else { error.at(path) }.at(name)
    }
}

/// A type of JSON values.
pub trait Json: Sized {
    /// Reads a value.
    ///
    /// # Errors
    /// The value has a different type. The content of a value of this type is checked later ([`super::Wire`]).
    fn of(value: Value) -> Result<Self, WrongType>;
}

impl Json for Value {
    fn of(value: Value) -> Result<Self, WrongType> {
        Ok(value)
    }
}

impl Json for String {
    fn of(value: Value) -> Result<Self, WrongType> {
        match value {
            Value::String(text) => Ok(text),
            _ => Err(WrongType::expected("a string")),
        }
    }
}

impl Json for bool {
    fn of(value: Value) -> Result<Self, WrongType> {
        value.as_bool().ok_or_else(|| WrongType::expected("true or false"))
    }
}

impl<T: Json> Json for Vec<T> {
    fn of(value: Value) -> Result<Self, WrongType> {
        let Value::Array(items) = value else {
            return Err(WrongType::expected("a list"));
        };
        let items = items.into_iter().enumerate();
        let item = |(index, item)| {
            T::of(item).map_err(|error| WrongType {
                path: format!("[{index}]{}", error.path),
                ..error
            })
        };
        items.map(item).collect()
    }
}

/// Parses a UUID with hyphens. The parser of the library also accepts UUIDs without hyphens and in braces, which the
/// specification excludes.
pub fn hyphenated_uuid(text: &str) -> Option<Uuid> {
    text.parse().ok().filter(|_| text.len() == 36)
}

/// Reads a whole number in a range.
///
/// # Errors
/// The value is no number in the range.
pub fn whole_number_in(value: &Value, range: RangeInclusive<u64>) -> Result<u64, WrongType> {
    let number = value.as_u64().filter(|number| range.contains(number));
    let (minimum, maximum) = range.into_inner();
    number.ok_or_else(|| WrongType::expected(format!("a whole number from {minimum} to {maximum}")))
}

/// Reads a whole number in a range from a string of decimal digits, as in a query.
///
/// # Errors
/// The value is no string of a number in the range.
pub fn whole_number_of_digits(value: &Value, range: RangeInclusive<u64>) -> Result<u64, WrongType> {
    let text = value.as_str().ok_or_else(|| WrongType::expected("a string"))?;
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| is_number);
    whole_number_in(&number.map_or(Value::Null, u64::into), range)
}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl Json for $number {
            fn of(value: Value) -> Result<Self, WrongType> {
                let number = whole_number_in(&value, 0..=Self::MAX.into())?;
                number.try_into().map_err(|_| WrongType::expected("a whole number"))
            }
        }
    )*};
}

numbers!(u8 u32 u64);

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn message<T: Json>(value: Value) -> String {
        let error = T::of(value).err().expect("another type");
        error.of_field("x").message.into_owned()
    }

    #[test]
    fn expected_types_are_described_in_json_terms() {
        let number = "x must be a whole number from 0 to 4294967295.";
        for value in [json!("1"), json!(-1), json!(1.5), json!(4_294_967_296_u64), json!([])] {
            assert_eq!(message::<u32>(value), number);
        }
        assert_eq!(message::<u8>(json!(256)), "x must be a whole number from 0 to 255.");
        assert_eq!(
            message::<u64>(json!(-1)),
            "x must be a whole number from 0 to 18446744073709551615."
        );
        assert_eq!(message::<Vec<String>>(json!("a")), "x must be a list.");
        assert_eq!(message::<bool>(json!("a")), "x must be true or false.");
    }

    #[test]
    fn type_error_has_the_path_and_does_not_quote_the_value() {
        assert_eq!(message::<String>(json!(271_828)), "x must be a string.");
        let error = Vec::<String>::of(json!(["a", "b", 271_828])).unwrap_err();
        let error = error.of_field("tags");
        assert_eq!(
            (error.field.as_deref(), &*error.message),
            (Some("tags[2]"), "tags[2] must be a string.")
        );
    }
}
