//! Reading of structs and arrays.

use super::data::{Data, Struct};
use super::error::{Reason, TypedDataError};
use super::field_type::Base;
use super::schema::{DeclaredField, Schema};
use serde_json::Value;

/// The maximum depth of nested structs and arrays.
const MAX_DEPTH: usize = 32;

/// Reads values of declared types.
#[derive(Clone, Copy)]
pub(super) struct Reader<'schema> {
    schema: &'schema Schema,
    depth: usize,
}

impl<'schema> Reader<'schema> {
    /// Creates a reader for the outermost value.
    pub(super) const fn new(schema: &'schema Schema) -> Self {
        Self { schema, depth: 0 }
    }

    /// Reads a struct, which must have exactly the declared fields.
    pub(super) fn read(self, name: &str, value: &Value) -> Result<Struct, TypedDataError> {
        let inner = self.deeper()?;
        let fields = read_fields(self.schema.fields(name), value, |field, value| {
            inner.read_array(&field.kind.base, &field.kind.dimensions, value)
        })?;
        Ok(Struct::new(name.to_owned(), fields))
    }

    /// Reads a value in arrays of the dimensions, innermost first.
    fn read_array(self, base: &Base, dimensions: &[Option<usize>], value: &Value) -> Result<Data, TypedDataError> {
        let Some((length, inner)) = dimensions.split_last() else {
            return self.read_base(base, value);
        };
        let deeper = self.deeper()?;
        let elements = value.as_array().ok_or_else(|| Reason::NotAList.at(""))?;
        if let Some(expected) = length.filter(|expected| *expected != elements.len()) {
            return Err(Reason::Length { expected }.at(""));
        }
        let elements = elements.iter().enumerate().map(|(index, element)| {
            let element = deeper.read_array(base, inner, element);
            element.map_err(|error| error.in_element(index))
        });
        elements.collect::<Result<_, _>>().map(Data::Array)
    }

    fn read_base(self, base: &Base, value: &Value) -> Result<Data, TypedDataError> {
        match base {
            Base::Atom(atom) => atom.read(value).ok_or_else(|| Reason::Value(*atom).at("")),
            Base::Struct(name) => self.read(name, value).map(Data::Struct),
        }
    }

    /// Returns the reader of the values inside.
    fn deeper(self) -> Result<Self, TypedDataError> {
        let depth = self.depth + 1;
        if depth > MAX_DEPTH {
            return Err(Reason::TooDeep { maximum: MAX_DEPTH }.at(""));
        }
        Ok(Self { depth, ..self })
    }
}

/// Reads the value of every declared field, in the order of the declaration.
pub(super) fn read_fields(
    declared: &[DeclaredField],
    value: &Value,
    read: impl Fn(&DeclaredField, &Value) -> Result<Data, TypedDataError>,
) -> Result<Vec<(String, Data)>, TypedDataError> {
    let values = value.as_object().ok_or_else(|| Reason::NotAnObject.at(""))?;
    let mut fields = Vec::with_capacity(declared.len());
    for field in declared {
        let value = values.get(&field.name).ok_or_else(|| Reason::Missing.at(&field.name))?;
        let data = read(field, value).map_err(|error| error.inside(&field.name))?;
        fields.push((field.name.clone(), data));
    }
    if values.len() > declared.len() {
        return Err(Reason::Undeclared.at(""));
    }
    Ok(fields)
}
