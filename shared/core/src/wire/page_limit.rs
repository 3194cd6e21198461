//! The number of items of a page.

use super::{Field, Json, Wire, WrongType, whole_number, whole_number_in, whole_number_of_digits};
use crate::error::ErrorInfo;
use serde_json::Value;
use std::borrow::Cow;
use std::convert::Infallible;
use std::ops::RangeInclusive;
use utoipa::openapi::{KnownFormat, ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

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
