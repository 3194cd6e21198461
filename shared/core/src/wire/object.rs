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
    /// The value has a different type.
    pub fn of(value: Value) -> Result<Self, WrongType> {
        match value {
            Value::Object(object) => Ok(Self(object.into_iter().collect())),
            _ => Err(WrongType::expected("an object")),
        }
    }

    /// Returns the known fields among the parameters of a query; `None` if a parameter is repeated that may not be
    /// ([`FromFields::repeats`]).
    pub fn of_query<T: FromFields>(parameters: impl IntoIterator<Item = (String, String)>) -> Option<Self> {
        let mut fields = Self::default();
        for (key, text) in parameters {
            if T::repeats("", &key) {
                fields.append(key, text);
            } else if T::knows("", &key) {
                if fields.contains(&key) {
                    return None;
                }
                fields.0.push((key, Value::String(text)));
            }
        }
        Some(fields)
    }

    /// Appends an item to a list, which is created with the first item.
    fn append(&mut self, key: String, text: String) {
        let list = self.0.iter_mut().find(|(known, _)| *known == key);
        if let Some((_, Value::Array(items))) = list {
            items.push(text.into());
        } else {
            self.0.push((key, Value::Array(vec![text.into()])));
        }
    }

    /// Returns true if a field has this name.
    fn contains(&self, name: &str) -> bool {
        self.0.iter().any(|(known, _)| known == name)
    }
}

/// A part of a request that takes fields from an object: a field, or a struct with several.
pub trait FromFields: Sized {
    /// Returns true if the object's field `key` belongs to this part, which has the name `name` in the struct.
    fn knows(name: &str, key: &str) -> bool;

    /// Returns true if the object's field `key` belongs to this part and may be repeated in a query.
    fn repeats(_name: &str, _key: &str) -> bool {
        false
    }

    /// Takes the fields of this part.
    fn take(name: &'static str, fields: &mut Fields) -> Self;
}

/// Deserialises the known fields of the body of a request. A repeated field is an error.
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
            } else if fields.contains(&key) {
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
