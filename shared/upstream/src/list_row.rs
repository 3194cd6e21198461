//! Rows of a list that are decoded one by one, so that an unreadable row hides no other
//! (docs/decisions/upstreams.md#unreadable-rows).

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// Row of a list. Its decoding never fails the list.
#[derive(Clone, Debug)]
pub enum ListRow<T> {
    /// The row in its wire format.
    Read(T),
    /// JSON that is not in the wire format of a row. It may still show its position in the list.
    Unreadable(Value),
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for ListRow<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Ok(T::deserialize(&value).map_or_else(|_| Self::Unreadable(value), Self::Read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_row_hides_no_other() {
        let rows: Vec<ListRow<u8>> = serde_json::from_str(r#"[1, "evil", 300, 2]"#).unwrap();
        let shown = rows.iter().map(|row| match row {
            ListRow::Read(number) => number.to_string(),
            ListRow::Unreadable(value) => value.to_string(),
        });
        assert_eq!(shown.collect::<Vec<_>>(), ["1", "\"evil\"", "300", "2"]);
        let is_read = |row: &ListRow<u8>| matches!(row, ListRow::Read(_));
        assert_eq!(rows.iter().map(is_read).collect::<Vec<_>>(), [true, false, false, true]);
    }

    #[test]
    fn document_without_a_list_is_invalid() {
        for text in ["{}", "\"evil\"", "[1", "[1] evil"] {
            assert!(serde_json::from_str::<Vec<ListRow<u8>>>(text).is_err(), "{text}");
        }
    }
}
