//! Lists and objects in fields, and the number of items of a page.

use super::{
    Field, FieldOf, Fields, FromFields, Json, Wire, WrongType, whole_number, whole_number_in, whole_number_of_digits,
};
use crate::error::{CodedError, ErrorInfo};
use serde_json::Value;
use std::borrow::Cow;
use std::convert::Infallible;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use utoipa::__dev::ComposeSchema;
use utoipa::openapi::schema::ArrayBuilder;
use utoipa::openapi::{KnownFormat, ObjectBuilder, Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

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

/// The number of items of a page of a query that states none.
const DEFAULT_OF_QUERY: u32 = 50;

/// The accepted numbers of items.
const LIMITS: RangeInclusive<u64> = 0..=200;

fn schema(default: u32) -> ObjectBuilder {
    let number = whole_number(KnownFormat::Int32, 0, Some(*LIMITS.end()), default.into());
    number.default(Some(default.into()))
}

crate::wire_number! {
    /// The number of items of a page, in a query.
    PageLimitText(u32) = whole_number_of_digits, LIMITS, schema(DEFAULT_OF_QUERY);
    /// The number of consecutive unused addresses that ends the scan of an extended key.
    GapNumber(u32) = whole_number_in, 1..=100,
        whole_number(KnownFormat::Int32, 1, Some(100), 20).default(Some(20.into()));
}

/// The number of items of a page, in a body. `DEFAULT` is the number if the field is absent.
pub struct PageLimitNumber<const DEFAULT: u32>(PageLimitText);

impl<const DEFAULT: u32> Json for PageLimitNumber<DEFAULT> {
    fn of(value: Value) -> Result<Self, WrongType> {
        whole_number_in(&value, LIMITS).map(PageLimitText).map(Self)
    }
}

impl<const DEFAULT: u32> Wire for PageLimitNumber<DEFAULT> {
    type Json = Self;
    type Value = u32;
    type Error = Infallible;

    fn read(Self(limit): Self, (): ()) -> Result<u32, Infallible> {
        PageLimitText::read(limit, ())
    }
}

impl<const DEFAULT: u32> PartialSchema for PageLimitNumber<DEFAULT> {
    fn schema() -> RefOr<Schema> {
        schema(DEFAULT).build().into()
    }
}

// A name for each default: schemas of the same name replace each other in a document.
impl<const DEFAULT: u32> ToSchema for PageLimitNumber<DEFAULT> {
    fn name() -> Cow<'static, str> {
        format!("PageLimitNumber{DEFAULT}").into()
    }
}

impl Field<PageLimitText> {
    /// Reads the number of items; 50 if the field is absent.
    ///
    /// # Errors
    /// The value is no number from 0 to 200.
    pub fn limit(self) -> Result<u32, ErrorInfo> {
        Ok(self.get()?.unwrap_or(DEFAULT_OF_QUERY))
    }
}

impl<const DEFAULT: u32> Field<PageLimitNumber<DEFAULT>> {
    /// Reads the number of items; `DEFAULT` if the field is absent.
    ///
    /// # Errors
    /// The value is no number from 0 to 200.
    pub fn limit(self) -> Result<u32, ErrorInfo> {
        Ok(self.get()?.unwrap_or(DEFAULT))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn limit_must_be_a_number_within_bounds() {
        let read = |text: &str| PageLimitText::of(json!(text)).map(|limit| limit.0);
        assert_eq!((read("0"), read("1"), read("200")), (Ok(0), Ok(1), Ok(200)));
        for wrong in ["", "201", "-1", "+1", "1.0", "1e2", " 1", "99999999999"] {
            let expected = WrongType::expected("a whole number from 0 to 200");
            assert_eq!(read(wrong), Err(expected), "{wrong:?}");
        }
    }

    #[test]
    fn limit_of_a_body_is_a_number_within_bounds() {
        let read = |value: Value| PageLimitNumber::<50>::of(value).map(|limit| limit.0.0);
        assert_eq!((read(json!(0)), read(json!(200))), (Ok(0), Ok(200)));
        for wrong in [json!(201), json!(u32::MAX), json!("1"), json!(1.0)] {
            let expected = WrongType::expected("a whole number from 0 to 200");
            assert_eq!(read(wrong.clone()), Err(expected), "{wrong}");
        }
    }
}
