//! Lists and objects in fields.

use super::{Field, FieldOf, Fields, FromFields, Wire};
use crate::error::{CodedError, ErrorInfo};
use std::borrow::Cow;
use std::marker::PhantomData;
use utoipa::openapi::schema::ArrayBuilder;
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{__dev::ComposeSchema, PartialSchema, ToSchema};

/// The start of the names of optional fields.
pub const FIELD: &str = "Field";
/// The start of the names of required fields.
pub const REQUIRED: &str = "Required";
/// The start of the names of nested objects.
pub const OBJECT: &str = "Object";
/// The start of the names of lists of limited length.
pub const LIST: &str = "List";

/// The named schemas that an operation refers to.
type Schemas = Vec<(String, RefOr<Schema>)>;

/// A list of `MIN` to `MAX` items. The schema states the limits; the reader of the list enforces them.
pub struct List<T, const MIN: usize, const MAX: usize>(PhantomData<T>);

impl<C: Clone, T: Wire<C>, const MIN: usize, const MAX: usize> Wire<C> for List<T, MIN, MAX> {
    type Json = Vec<T::Json>;
    type Value = Vec<T::Value>;
    type Error = ErrorInfo;

    fn read(items: Vec<T::Json>, context: C) -> Result<Vec<T::Value>, ErrorInfo> {
        let items = items.into_iter().enumerate();
        let item =
            |(index, item)| T::read(item, context.clone()).map_err(|error| error.info().at(format!("[{index}]")));
        items.map(item).collect()
    }
}

impl<T: PartialSchema, const MIN: usize, const MAX: usize> PartialSchema for List<T, MIN, MAX> {
    fn schema() -> RefOr<Schema> {
        let list = ArrayBuilder::new().items(T::schema());
        list.min_items(Some(MIN)).max_items(Some(MAX)).into()
    }
}

impl<T: ToSchema, const MIN: usize, const MAX: usize> ToSchema for List<T, MIN, MAX> {
    fn name() -> Cow<'static, str> {
        format!("{LIST}_{}_{MIN}_{MAX}", T::name()).into()
    }

    fn schemas(schemas: &mut Schemas) {
        T::schemas(schemas);
    }
}

/// A parameter of a query that may be repeated, at most `MAX` times.
pub struct Repeated<T, const MAX: usize>(Field<List<T, 0, MAX>>);

impl<T, const MAX: usize> Repeated<T, MAX> {
    /// Reads the values in the order of the query; none if the parameter is absent.
    ///
    /// # Errors
    /// A value is invalid, or the query has too many. The path has the index of the value: `subscription[1]`.
    pub fn get(self) -> Result<Vec<T::Value>, ErrorInfo>
    where
        T: Wire,
    {
        let name = self.0.name();
        let too_many = self.0.error(format!("Send {name} at most {MAX} times."));
        let values = self.0.or_default()?;
        if values.len() > MAX { Err(too_many) } else { Ok(values) }
    }
}

impl<T, const MAX: usize> FromFields for Repeated<T, MAX> {
    fn knows(name: &str, key: &str) -> bool {
        Field::<T>::knows(name, key)
    }

    fn repeats(name: &str, key: &str) -> bool {
        Self::knows(name, key)
    }

    fn take(name: &'static str, fields: &mut Fields) -> Self {
        Self(Field::take(name, fields))
    }
}

impl<T: ToSchema, const MAX: usize> ComposeSchema for Repeated<T, MAX> {
    fn compose(_: Vec<RefOr<Schema>>) -> RefOr<Schema> {
        ArrayBuilder::new().items(T::schema()).max_items(Some(MAX)).into()
    }
}

impl<T: ToSchema, const MAX: usize> ToSchema for Repeated<T, MAX> {
    fn name() -> Cow<'static, str> {
        format!("{FIELD}_Repeated{MAX}").into()
    }

    fn schemas(schemas: &mut Schemas) {
        T::schemas(schemas);
    }
}

/// An object with a named schema.
pub struct Object<T>(PhantomData<T>);

impl<C, T: Wire<C>> Wire<C> for Object<T> {
    type Json = T::Json;
    type Value = T::Value;
    type Error = T::Error;

    fn read(json: T::Json, context: C) -> Result<T::Value, T::Error> {
        T::read(json, context)
    }
}

// The derive macros take a field type `Object<…>` for any object: such a field states `value_type`, or uses an alias.
impl<T: ToSchema> ComposeSchema for Object<T> {
    fn compose(_: Vec<RefOr<Schema>>) -> RefOr<Schema> {
        Ref::from_schema_name(T::name()).into()
    }
}

impl<T: ToSchema> ToSchema for Object<T> {
    fn name() -> Cow<'static, str> {
        format!("{OBJECT}_{}", T::name()).into()
    }

    fn schemas(schemas: &mut Schemas) {
        schemas.push((T::name().into_owned(), T::schema()));
        T::schemas(schemas);
    }
}

impl<T: PartialSchema, const REQUIRED: bool> ComposeSchema for FieldOf<T, REQUIRED> {
    fn compose(content: Vec<RefOr<Schema>>) -> RefOr<Schema> {
        content.into_iter().next().unwrap_or_else(T::schema)
    }
}

impl<T: ToSchema, const IS_REQUIRED: bool> ToSchema for FieldOf<T, IS_REQUIRED> {
    fn name() -> Cow<'static, str> {
        if IS_REQUIRED { REQUIRED } else { FIELD }.into()
    }

    fn schemas(schemas: &mut Schemas) {
        T::schemas(schemas);
    }
}
