//! Fields of requests, which a handler reads in the order of the specification.
//!
//! An error names the first invalid field in the order of the specification, not in the order of the client's JSON. A
//! field therefore keeps the JSON until the handler reads the field, with the context that the value depends on.

use super::json::Json;
use super::object::{Fields, FromFields, wire_name};
use crate::error::{CodedError, ErrorCode, ErrorInfo};
use serde_json::Value;
use std::borrow::Cow;
use std::convert::Infallible;
use std::marker::PhantomData;

/// The content of a request field: the type in JSON, the checks, and the value in the domain. `C` is the context that the
/// checks depend on, for example the parameters of a chain.
pub trait Wire<C = ()> {
    /// The type in JSON.
    type Json: Json;
    /// The value in the domain.
    type Value;
    /// The reason for an invalid value.
    type Error: CodedError;

    /// Reads the value.
    ///
    /// # Errors
    /// The value is invalid. The path of the error is relative to the field.
    fn read(json: Self::Json, context: C) -> Result<Self::Value, Self::Error>;
}

/// A field of a request.
pub struct FieldOf<T, const REQUIRED: bool> {
    /// The name of the field in the struct of the request.
    name: &'static str,
    value: Option<Value>,
    content: PhantomData<fn() -> T>,
}

/// An optional field of a request. A field that is `null` counts as absent, unless the specification gives `null` a
/// meaning.
pub type Field<T> = FieldOf<T, false>;

/// A required field of a request.
pub type Required<T> = FieldOf<T, true>;

impl<T, const REQUIRED: bool> Clone for FieldOf<T, REQUIRED> {
    fn clone(&self) -> Self {
        Self {
            name: self.name,
            value: self.value.clone(),
            content: PhantomData,
        }
    }
}

impl<T, const REQUIRED: bool> FieldOf<T, REQUIRED> {
    /// Returns the name in JSON.
    pub fn name(&self) -> Cow<'static, str> {
        wire_name(self.name)
    }

    /// Returns true if the field is absent or `null`.
    pub fn is_absent(&self) -> bool {
        self.value.as_ref().is_none_or(Value::is_null)
    }

    /// Returns true if the field is present and `null`.
    pub fn is_null(&self) -> bool {
        self.value.as_ref().is_some_and(Value::is_null)
    }

    /// Returns the string as received; empty for a different type.
    pub fn text(&self) -> &str {
        self.value.as_ref().and_then(Value::as_str).unwrap_or_default()
    }

    /// Returns 400 `invalid_request` at this field.
    pub fn error(&self, message: impl Into<Cow<'static, str>>) -> ErrorInfo {
        ErrorInfo::new(ErrorCode::InvalidRequest, message).at(self.name())
    }

    /// Returns the error that this required field is absent.
    pub fn missing(&self) -> ErrorInfo {
        self.error(format!("{} is required.", self.name()))
    }

    /// Returns true if the field is present.
    ///
    /// # Errors
    /// The value has a different type, or a required field is absent. The content of the value is not checked.
    pub fn is_present<C>(&self) -> Result<bool, ErrorInfo>
    where
        T: Wire<C>,
    {
        if self.is_absent() {
            return if REQUIRED { Err(self.missing()) } else { Ok(false) };
        }
        let json = T::Json::of(self.value.clone().unwrap_or_default());
        json.map(|_| true).map_err(|error| error.of_field(&self.name()))
    }
}

impl<T> Field<T> {
    /// Reads the value; `None` if the field is absent.
    ///
    /// # Errors
    /// The value is invalid.
    pub fn get(self) -> Result<Option<T::Value>, ErrorInfo>
    where
        T: Wire,
    {
        self.get_in(())
    }

    /// Reads the value in a context; `None` if the field is absent.
    ///
    /// # Errors
    /// The value is invalid.
    pub fn get_in<C>(self, context: C) -> Result<Option<T::Value>, ErrorInfo>
    where
        T: Wire<C>,
    {
        self.if_present().map(|field| field.get_in(context)).transpose()
    }

    /// Reads the value, or the default if the field is absent.
    ///
    /// # Errors
    /// The value is invalid.
    pub fn or_default(self) -> Result<T::Value, ErrorInfo>
    where
        T: Wire,
        T::Value: Default,
    {
        self.get().map(Option::unwrap_or_default)
    }

    /// Returns the field if present.
    pub fn if_present(self) -> Option<Required<T>> {
        (!self.is_absent()).then(|| self.required())
    }

    /// Returns the field as required.
    pub fn required(self) -> Required<T> {
        FieldOf {
            name: self.name,
            value: self.value,
            content: PhantomData,
        }
    }
}

impl<T> Required<T> {
    /// Returns the field as optional.
    pub fn optional(self) -> Field<T> {
        FieldOf {
            name: self.name,
            value: self.value,
            content: PhantomData,
        }
    }

    /// Reads the value.
    ///
    /// # Errors
    /// The field is absent, or the value is invalid.
    pub fn get(self) -> Result<T::Value, ErrorInfo>
    where
        T: Wire,
    {
        self.get_in(())
    }

    /// Reads the value in a context.
    ///
    /// # Errors
    /// The field is absent, or the value is invalid.
    pub fn get_in<C>(self, context: C) -> Result<T::Value, ErrorInfo>
    where
        T: Wire<C>,
    {
        if self.is_absent() {
            return Err(self.missing());
        }
        let json = T::Json::of(self.value.unwrap_or_default());
        let json = json.map_err(|error| error.of_field(&wire_name(self.name)))?;
        T::read(json, context).map_err(|error| error.info().at(wire_name(self.name)))
    }
}

impl<T, const REQUIRED: bool> FromFields for FieldOf<T, REQUIRED> {
    fn knows(name: &str, key: &str) -> bool {
        wire_name(name) == key
    }

    fn take(name: &'static str, fields: &mut Fields) -> Self {
        Self {
            name,
            value: fields.take(&wire_name(name)),
            content: PhantomData,
        }
    }
}

macro_rules! plain {
    ($($content:ty)*) => {$(
        impl Wire for $content {
            type Json = Self;
            type Value = Self;
            type Error = Infallible;

            fn read(json: Self, (): ()) -> Result<Self, Infallible> {
                Ok(json)
            }
        }
    )*};
}

plain!(String bool u8 u32 u64 Vec<String> Vec<Value> Value);
