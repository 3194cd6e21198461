//! The number of items of a page, in a body.

use super::whole_number;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use utoipa::openapi::{KnownFormat, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The number of items of a page, in a body. `DEFAULT` is the number if the field is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PageLimitNumber<const DEFAULT: u32>(pub u32);

impl<const DEFAULT: u32> PartialSchema for PageLimitNumber<DEFAULT> {
    fn schema() -> RefOr<Schema> {
        let number = whole_number(KnownFormat::Int32, 0, Some(200), DEFAULT.into());
        number.default(Some(DEFAULT.into())).build().into()
    }
}

// A name for each default: schemas of the same name replace each other in a document.
impl<const DEFAULT: u32> ToSchema for PageLimitNumber<DEFAULT> {
    fn name() -> Cow<'static, str> {
        format!("PageLimitNumber{DEFAULT}").into()
    }
}
