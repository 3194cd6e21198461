//! Ranges of integers.

use serde_json::Value;

/// Describes each integer of 32 bits without sign by the range: the format `int32` has 31 bits. The fields of fewer
/// bits state a maximum.
pub(super) fn describe_unsigned(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(describe_unsigned),
        Value::Object(schema) => {
            let has_minimum = schema.get("minimum").and_then(Value::as_u64).is_some();
            let is_unsigned = schema.get("format").is_some_and(|format| format == "int32") && has_minimum;
            if is_unsigned && !schema.contains_key("maximum") {
                schema.insert("format".to_owned(), "int64".into());
                schema.insert("maximum".to_owned(), u32::MAX.into());
            }
            schema.values_mut().for_each(describe_unsigned);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn unsigned_integer_has_its_range() {
        let integer = |format: &str| json!({ "type": "integer", "format": format, "minimum": 0 });
        let small = json!({ "type": "integer", "format": "int32", "minimum": 0, "maximum": 255 });
        let signed = json!({ "type": "integer", "format": "int32" });
        let mut document = json!([integer("int32"), integer("int64"), small, signed]);
        describe_unsigned(&mut document);
        let range = json!({ "type": "integer", "format": "int64", "minimum": 0, "maximum": 4_294_967_295_u32 });
        assert_eq!(document, json!([range, integer("int64"), small, signed]));
    }
}
