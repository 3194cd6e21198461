//! The number of items of a page, in a body.

use super::whole_number;
use serde::{Deserialize, Serialize};
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

impl<const DEFAULT: u32> ToSchema for PageLimitNumber<DEFAULT> {}
