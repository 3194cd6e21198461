//! How many items an answer may have: the query parameter `limit`.

use super::Field;
use crate::error::ApiError;

/// Items in an answer unless asked otherwise.
const DEFAULT: u32 = 50;
/// The most items in an answer.
const MAXIMUM: u32 = 200;

/// Reads `limit`: 1 to 200, 50 when it is absent. Anything else is 400 `invalid_request`.
pub fn limit(field: Field<String>) -> Result<u32, ApiError> {
    let Some(text) = field.optional("limit")? else {
        return Ok(DEFAULT);
    };
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let limit = text.parse().ok().filter(|limit| (1..=MAXIMUM).contains(limit));
    limit
        .filter(|_| is_number)
        .ok_or_else(|| ApiError::invalid_request(format!("limit is a whole number from 1 to {MAXIMUM}.")).at("limit"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_a_number_within_bounds() {
        let read = |text: &str| limit(Field::Present(text.to_owned()));
        assert_eq!(limit(Field::Absent), Ok(50));
        assert_eq!((read("1"), read("200")), (Ok(1), Ok(200)));
        for wrong in ["", "0", "201", "-1", "+1", "1.0", "1e2", " 1", "99999999999"] {
            assert_eq!(read(wrong).unwrap_err().field.as_deref(), Some("limit"), "{wrong:?}");
        }
    }
}
