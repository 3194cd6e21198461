//! Objects with the fields of a request: a body, a query, or a part of a body.

use super::json::WrongType;
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;

/// The fields of an object by their names in JSON.
#[derive(Default)]
pub struct Fields(Vec<(String, Value)>);

impl Fields {
    /// Returns the field with this name, and removes it.
    pub(super) fn take(&mut self, name: &str) -> Option<Value> {
        let index = self.0.iter().position(|(key, _)| key == name)?;
        Some(self.0.swap_remove(index).1)
    }

    /// Returns the fields of a nested object.
    ///
    /// # Errors
    /// The value has another type.
    pub fn of(value: Value) -> Result<Self, WrongType> {
        match value {
            Value::Object(object) => Ok(Self(object.into_iter().collect())),
            _ => Err(WrongType::expected("an object")),
        }
    }

    /// Returns the known fields among the parameters of a query; `None` if one is repeated.
    pub fn of_query<T: FromFields>(parameters: impl IntoIterator<Item = (String, String)>) -> Option<Self> {
        let mut fields = Self::default();
        for (key, text) in parameters {
            if T::knows("", &key) && !fields.insert(key, Value::String(text)) {
                return None;
            }
        }
        Some(fields)
    }

    /// Adds a field; returns false if it is present.
    fn insert(&mut self, key: String, value: Value) -> bool {
        let is_new = self.0.iter().all(|(known, _)| *known != key);
        self.0.push((key, value));
        is_new
    }
}

/// A part of a request that takes its fields from an object: a field, or a struct with several.
pub trait FromFields: Sized {
    /// Returns true if the object's field `key` belongs to this part, which has the name `name` in its struct.
    fn knows(name: &str, key: &str) -> bool;

    /// Takes the fields of this part.
    fn take(name: &'static str, fields: &mut Fields) -> Self;
}

/// Deserialises the known fields of the body of a request. A repeated one is an error.
pub struct Known(fn(&str) -> bool);

impl Known {
    /// Returns the deserialiser of the fields of `T`.
    pub fn of<T: FromFields>() -> Self {
        Self(|key| T::knows("", key))
    }
}

impl<'de> DeserializeSeed<'de> for Known {
    type Value = Fields;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Fields, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Known {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Fields, A::Error> {
        let mut fields = Fields::default();
        while let Some(key) = object.next_key::<String>()? {
            if !(self.0)(&key) {
                object.next_value::<IgnoredAny>()?;
            } else if fields.0.iter().any(|(known, _)| *known == key) {
                return Err(A::Error::custom("repeated field"));
            } else {
                fields.0.push((key, object.next_value()?));
            }
        }
        Ok(fields)
    }
}

/// Returns the name in JSON of a field of a struct: `publicKey` for `public_key`, `type` for `r#type`.
pub(super) fn wire_name(field: &str) -> Cow<'_, str> {
    let name = field.strip_prefix("r#").unwrap_or(field);
    let mut words = name.split('_');
    let Some(first) = words.next().filter(|first| first.len() < name.len()) else {
        return Cow::Borrowed(name);
    };
    let mut joined = first.to_owned();
    for word in words {
        let (initial, rest) = word.split_at(word.len().min(1));
        joined.push_str(&initial.to_ascii_uppercase());
        joined.push_str(rest);
    }
    Cow::Owned(joined)
}

/// The context of an object whose fields are read by the reader of the list.
#[derive(Clone, Copy, Debug)]
pub struct AsReceived;

/// Declares the struct of a request, or of an object in one, with its schema. The name of a field in JSON is that of
/// the struct in camel case, unless `as "name"` states a second one.
#[macro_export]
macro_rules! request {
    ($(#[$attribute:meta])* $vis:vis struct $name:ident {
        $($(#[$of_field:meta])* $field_vis:vis $field:ident $(as $wire:tt)?: $content:ty,)*
    }) => {
        #[derive($crate::wire::utoipa::ToSchema)]
        #[serde(rename_all = "camelCase")]
        $(#[$attribute])*
        $vis struct $name {
            $($(#[$of_field])* $(#[serde(rename = $wire)])? $field_vis $field: $content,)*
        }

        impl $crate::wire::FromFields for $name {
            fn knows(_: &str, key: &str) -> bool {
                $(<$content as $crate::wire::FromFields>::knows($crate::request!(@$field $($wire)?), key) ||)* false
            }

            fn take(_: &'static str, fields: &mut $crate::wire::Fields) -> Self {
                Self {
                    $($field: $crate::wire::FromFields::take($crate::request!(@$field $($wire)?), fields),)*
                }
            }
        }

        impl $crate::wire::Json for $name {
            fn of(value: $crate::wire::Value) -> ::std::result::Result<Self, $crate::wire::WrongType> {
                let mut fields = $crate::wire::Fields::of(value)?;
                Ok($crate::wire::FromFields::take("", &mut fields))
            }
        }

        impl $crate::wire::Wire<$crate::wire::AsReceived> for $name {
            type Json = Self;
            type Value = Self;
            type Error = ::std::convert::Infallible;

            fn read(
                object: Self,
                _: $crate::wire::AsReceived,
            ) -> ::std::result::Result<Self, ::std::convert::Infallible> {
                Ok(object)
            }
        }
    };
    (@$field:ident) => { stringify!($field) };
    (@$field:ident $wire:tt) => { $wire };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorInfo;
    use crate::wire::{Field, Json, List, Object, Required, Wire};
    use serde_json::json;

    crate::request! {
        /// A request.
        struct Outer {
            /// A text.
            public_key: Required<String>,
            /// A number.
            r#type as "R": Field<u32>,
            /// A list.
            utxo: Field<Items>,
        }
    }

    crate::request! {
        /// An item.
        struct Item {
            /// A text.
            value: Required<String>,
        }
    }

    type Items = List<Object<Item>, 1, 10>;

    impl Wire for Item {
        type Json = Self;
        type Value = String;
        type Error = ErrorInfo;

        fn read(item: Self, (): ()) -> Result<String, ErrorInfo> {
            item.value.get()
        }
    }

    fn outer(json: Value) -> Outer {
        Outer::of(json).ok().expect("an object")
    }

    fn error<T>(result: Result<T, ErrorInfo>) -> (String, String) {
        let error = result.err().expect("an error");
        (error.field.unwrap_or_default(), error.message.into_owned())
    }

    fn pair(field: &str, message: &str) -> (String, String) {
        (field.to_owned(), message.to_owned())
    }

    #[test]
    fn null_is_the_same_as_absent() {
        let missing = pair("publicKey", "publicKey is required.");
        for json in [json!({ "publicKey": null }), json!({})] {
            assert_eq!(error(outer(json).public_key.get()), missing);
        }
        assert_eq!(outer(json!({ "R": null })).r#type.get(), Ok(None));
        assert_eq!(outer(json!({ "R": 7, "type": 8 })).r#type.get(), Ok(Some(7)));
        assert!(outer(json!({ "R": null })).r#type.is_null());
        assert!(!outer(json!({})).r#type.is_null());
    }

    #[test]
    fn error_in_a_list_has_the_full_path() {
        let value = |item: Value| error(outer(json!({ "utxo": [{ "value": "1" }, item] })).utxo.get());
        assert_eq!(value(json!({})), pair("utxo[1].value", "value is required."));
        assert_eq!(
            value(json!({ "value": 5 })),
            pair("utxo[1].value", "value must be a string.")
        );
        assert_eq!(value(json!(["1"])), pair("utxo[1]", "utxo[1] must be an object."));
        let other = outer(json!({ "utxo": "a" })).utxo.get();
        assert_eq!(error(other), pair("utxo", "utxo must be a list."));
    }

    #[test]
    fn types_of_all_items_precede_their_content() {
        let items = outer(json!({ "utxo": [{}, 7] })).utxo;
        assert_eq!(error(items.get()), pair("utxo[1]", "utxo[1] must be an object."));
    }

    #[test]
    fn repeated_field_is_an_error_and_an_unknown_one_is_ignored() {
        let read = |text: &str| Known::of::<Outer>().deserialize(&mut serde_json::Deserializer::from_str(text));
        assert!(read(r#"{"publicKey":"a","publicKey":"b"}"#).is_err());
        let mut fields = read(r#"{"other":1,"other":2,"publicKey":"a"}"#).ok().expect("fields");
        assert_eq!(Outer::take("", &mut fields).public_key.get().as_deref(), Ok("a"));
        let query = |keys: [&str; 2]| {
            let parameters = keys.map(|key| (key.to_owned(), "1".to_owned()));
            Fields::of_query::<Outer>(parameters).is_some()
        };
        assert!(query(["publicKey", "R"]) && query(["other", "other"]));
        assert!(!query(["publicKey", "publicKey"]));
    }
}
