//! Schemas of the field types: those of their content.

use super::{Field, Object, Required};
use crate::openapi::wrapper::{FIELD, LIST, OBJECT, REQUIRED, Schemas};
use serde::Deserialize;
use std::borrow::Cow;
use utoipa::openapi::schema::ArrayBuilder;
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{__dev::ComposeSchema, PartialSchema, ToSchema};

/// A list of `MIN` to `MAX` items. The schema states these limits; the reader of the field enforces them.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct List<T, const MIN: usize, const MAX: usize>(pub Vec<T>);

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

impl<T: PartialSchema> ComposeSchema for Field<T> {
    fn compose(content: Vec<RefOr<Schema>>) -> RefOr<Schema> {
        content.into_iter().next().unwrap_or_else(T::schema)
    }
}

impl<T: ToSchema> ToSchema for Field<T> {
    fn name() -> Cow<'static, str> {
        FIELD.into()
    }

    fn schemas(schemas: &mut Schemas) {
        T::schemas(schemas);
    }
}

impl<T: PartialSchema> ComposeSchema for Required<T> {
    fn compose(content: Vec<RefOr<Schema>>) -> RefOr<Schema> {
        content.into_iter().next().unwrap_or_else(T::schema)
    }
}

impl<T: ToSchema> ToSchema for Required<T> {
    fn name() -> Cow<'static, str> {
        REQUIRED.into()
    }

    fn schemas(schemas: &mut Schemas) {
        T::schemas(schemas);
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
