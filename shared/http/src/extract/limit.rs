//! The parameter `limit`: the maximum number of items in a response.

use super::Field;
use crate::error::ApiError;
use wallet_core::wire::{PageLimitNumber, PageLimitText};

/// The number of items if `limit` is absent.
const DEFAULT: u32 = 50;
/// The largest accepted `limit`.
const MAXIMUM: u32 = 200;

/// Parses `limit` of a query: 0 to 200, 50 if it is absent. Any other value is 400 `invalid_request`.
pub fn limit(field: Field<PageLimitText>) -> Result<u32, ApiError> {
    let Some(text) = field.optional("limit")? else {
        return Ok(DEFAULT);
    };
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    bounded(text.parse().ok().filter(|_| is_number))
}

/// Parses `limit` of a body: 0 to 200. Any other value is 400 `invalid_request`.
pub fn limit_number<const DEFAULT: u32>(field: &Field<PageLimitNumber<DEFAULT>>) -> Result<u32, ApiError> {
    bounded(match field {
        Field::Absent | Field::Null => Some(DEFAULT),
        Field::Present(PageLimitNumber(number)) => Some(*number),
        Field::Wrong { .. } => None,
    })
}

/// Checks the maximum.
fn bounded(limit: Option<u32>) -> Result<u32, ApiError> {
    limit.filter(|limit| *limit <= MAXIMUM).ok_or_else(|| {
        ApiError::invalid_request(format!("limit must be a whole number from 0 to {MAXIMUM}.")).at("limit")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limit_must_be_a_number_within_bounds() {
        let read = |text: &str| limit(Field::Present(PageLimitText(text.to_owned())));
        assert_eq!(limit(Field::Absent), Ok(50));
        assert_eq!((read("0"), read("1"), read("200")), (Ok(0), Ok(1), Ok(200)));
        for wrong in ["", "201", "-1", "+1", "1.0", "1e2", " 1", "99999999999"] {
            assert_eq!(read(wrong).unwrap_err().field.as_deref(), Some("limit"), "{wrong:?}");
        }
    }

    #[test]
    fn limit_of_a_body_is_a_number_within_bounds() {
        let read = |number| limit_number(&Field::Present(PageLimitNumber::<50>(number)));
        assert_eq!(limit_number::<50>(&Field::Absent), Ok(50));
        assert_eq!(limit_number::<0>(&Field::Null), Ok(0));
        assert_eq!((read(0), read(200)), (Ok(0), Ok(200)));
        for wrong in [201, u32::MAX] {
            assert_eq!(read(wrong).unwrap_err().field.as_deref(), Some("limit"), "{wrong}");
        }
        let text = Field::<PageLimitNumber<50>>::Wrong {
            path: String::new(),
            expected: "an integer".to_owned(),
        };
        assert_eq!(limit_number(&text).unwrap_err().field.as_deref(), Some("limit"));
    }
}
