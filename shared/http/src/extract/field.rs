//! Request fields that are validated when the handler reads them.
//!
//! An error names the first invalid field in the order of the specification, not in the order of the client's JSON.
//! Deserialising a wire struct therefore never fails: each [`Field`] stores the value or the error, and the handler
//! reads field by field.

use crate::error::ApiError;
use serde::de::{DeserializeOwned, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

/// An optional field as received in a request.
///
/// An absent field reads as [`Field::Null`]; with `#[serde(default)]` it reads as [`Field::Absent`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Field<T> {
    /// The field is absent.
    #[default]
    Absent,
    /// The field is `null`, which is the same as absent unless the specification assigns it a meaning.
    Null,
    /// The field has the expected type.
    Present(T),
    /// The field has another type.
    Wrong {
        /// The path of the invalid value inside the field: `[2]`, or empty for the field itself.
        path: String,
        /// The expected type, for example "a string".
        expected: String,
    },
}

impl<T> Field<T> {
    /// Returns the value of a required field, or an error that names the field.
    pub fn required(self, name: &str) -> Result<T, ApiError> {
        self.optional(name)?
            .ok_or_else(|| ApiError::invalid_request(format!("{name} is required.")).at(name))
    }

    /// Returns the value of an optional field, or `None` if it is absent or `null`.
    pub fn optional(self, name: &str) -> Result<Option<T>, ApiError> {
        match self {
            Self::Absent | Self::Null => Ok(None),
            Self::Present(value) => Ok(Some(value)),
            Self::Wrong { path, expected } => {
                let error = ApiError::invalid_request(format!("{name}{path} must be {expected}."));
                Err(if path.is_empty() { error } else { error.at(path) }.at(name))
            }
        }
    }
}

/// A required field as received in a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Required<T>(Field<T>);

impl<T> Required<T> {
    /// Returns the value, or an error that names the field.
    pub fn required(self, name: &str) -> Result<T, ApiError> {
        self.0.required(name)
    }
}

impl<T> From<Required<T>> for Field<T> {
    fn from(field: Required<T>) -> Self {
        field.0
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Required<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Field::deserialize(deserializer).map(Self)
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // serde passes an absent field to this method only.
        deserializer.deserialize_option(FieldVisitor(PhantomData))
    }
}

struct FieldVisitor<T>(PhantomData<T>);

impl<'de, T: DeserializeOwned> Visitor<'de> for FieldVisitor<T> {
    type Value = Field<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_none<E>(self) -> Result<Field<T>, E> {
        Ok(Field::Null)
    }

    fn visit_unit<E>(self) -> Result<Field<T>, E> {
        Ok(Field::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Field<T>, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Ok(serde_path_to_error::deserialize(value).map_or_else(|error| Field::wrong(&error), Field::Present))
    }
}

impl<T> Field<T> {
    fn wrong(error: &serde_path_to_error::Error<serde_json::Error>) -> Self {
        let path = error.path().to_string();
        let message = error.inner().to_string();
        // serde's message quotes the client-supplied value; only the expected type is safe to return.
        let expected = message
            .rsplit_once("expected ")
            .map_or_else(|| "of another type".to_owned(), |(_, expected)| json_type(expected));
        Self::Wrong {
            path: if path == "." { String::new() } else { path },
            expected,
        }
    }
}

/// Translates serde's name of a type into JSON terms.
fn json_type(expected: &str) -> String {
    let number = |maximum: u64| format!("a whole number from 0 to {maximum}");
    match expected {
        "u8" => number(u8::MAX.into()),
        "u16" => number(u16::MAX.into()),
        "u32" => number(u32::MAX.into()),
        "u64" | "usize" => number(u64::MAX),
        "a sequence" => "a list".to_owned(),
        "a map" => "an object".to_owned(),
        "a boolean" => "true or false".to_owned(),
        structure if structure.starts_with("struct ") => "an object".to_owned(),
        other => other.to_owned(),
    }
}

/// A JSON object deserialised into `T`. A bare `T` would also accept an array with the fields in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Object<T>(pub T);

impl<T> Deref for Object<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        if !value.is_object() {
            return Err(serde::de::Error::custom("expected an object"));
        }
        T::deserialize(value).map(Self).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(Debug, Default, Deserialize)]
    #[serde(default, rename_all = "camelCase")]
    struct Item {
        value: Field<String>,
    }

    fn field<T: DeserializeOwned>(value: Value) -> Field<T> {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn null_is_the_same_as_absent() {
        assert_eq!(field::<String>(json!(null)).optional("x"), Ok(None));
        assert_eq!(Field::<String>::Absent.optional("x"), Ok(None));
        let error = field::<String>(json!(null)).required("x").unwrap_err();
        assert_eq!((error.field.as_deref(), &*error.message), (Some("x"), "x is required."));
    }

    #[test]
    fn type_error_has_the_path_and_does_not_quote_the_value() {
        let error = field::<String>(json!(271_828)).required("password").unwrap_err();
        assert_eq!(
            (error.field.as_deref(), &*error.message),
            (Some("password"), "password must be a string.")
        );
        let error = field::<Vec<Object<Item>>>(json!([{}, {}, 7]))
            .required("utxo")
            .unwrap_err();
        assert_eq!(
            (error.field.as_deref(), &*error.message),
            (Some("utxo[2]"), "utxo[2] must be an object.")
        );
    }

    #[test]
    fn expected_types_are_described_in_json_terms() {
        let message = |error: ApiError| error.message.into_owned();
        let number = "x must be a whole number from 0 to 4294967295.";
        for value in [json!("1"), json!(-1), json!(1.5), json!(4_294_967_296_u64), json!([])] {
            let error = field::<u32>(value).required("x").unwrap_err();
            assert_eq!(message(error), number);
        }
        let error = field::<u8>(json!(256)).required("x").unwrap_err();
        assert_eq!(message(error), "x must be a whole number from 0 to 255.");
        let error = field::<u64>(json!(-1)).required("x").unwrap_err();
        assert_eq!(
            message(error),
            "x must be a whole number from 0 to 18446744073709551615."
        );
        let error = field::<Vec<String>>(json!("a")).required("x").unwrap_err();
        assert_eq!(message(error), "x must be a list.");
        let error = field::<Item>(json!("a")).required("x").unwrap_err();
        assert_eq!(message(error), "x must be an object.");
        let error = field::<bool>(json!("a")).required("x").unwrap_err();
        assert_eq!(message(error), "x must be true or false.");
    }

    #[test]
    fn object_rejects_an_array() {
        assert!(matches!(field::<Object<Item>>(json!(["1"])), Field::Wrong { .. }));
        let items = field::<Vec<Object<Item>>>(json!([{ "value": 5 }]))
            .required("utxo")
            .unwrap();
        let error = items[0].value.clone().required("value").unwrap_err().at("utxo[0]");
        assert_eq!(error.field.as_deref(), Some("utxo[0].value"));
    }
}
