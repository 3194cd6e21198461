//! Schemas of the error codes: an envelope per code, with the type of `details`.

use serde_json::{Map, Value, json};
use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{Object, RefOr, Schema};
use wallet_core::error::{Detail, DetailKind, ErrorCode};

/// The request id in examples.
const REQUEST_ID: &str = "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a";

/// Returns the name of the schema of a code: `InvalidAddressError` for `invalid_address`.
pub(super) fn name(code: ErrorCode) -> String {
    let words = code.name().split('_').filter(|word| *word != "error");
    let capitalised = words.map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    capitalised.collect::<String>() + "Error"
}

/// Returns the schema of the body of an error with this code.
pub(super) fn envelope(code: ErrorCode) -> Schema {
    let request_id = text("The id of the request, for support.")
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)))
        .examples([REQUEST_ID]);
    ObjectBuilder::new()
        .description(Some(code.meaning()))
        .property("requestId", request_id)
        .required("requestId")
        .property("error", error(code))
        .required("error")
        .examples([example(code)])
        .into()
}

fn error(code: ErrorCode) -> Object {
    let retriable = if code.is_retriable() {
        "Always true: the same request may succeed later."
    } else {
        "Always false: the same request fails again."
    };
    let error = ObjectBuilder::new()
        .description(Some("The error."))
        .property(
            "code",
            text("The stable code.")
                .enum_values(Some([code.name()]))
                .examples([code.name()]),
        )
        .required("code")
        .property(
            "message",
            text("One plain sentence that explains how to proceed.").examples([code.meaning()]),
        )
        .required("message")
        .property(
            "retriable",
            ObjectBuilder::new()
                .schema_type(Type::Boolean)
                .description(Some(retriable))
                .examples([code.is_retriable()]),
        )
        .required("retriable");
    let error = if may_name_field(code.status()) {
        error.property(
            "field",
            text("The JSON path of the invalid input.").examples(["utxo[2].value"]),
        )
    } else {
        error
    };
    if code.details().is_empty() {
        return error.build();
    }
    let error = error.property("details", details(code.details()));
    let error = if code.details().iter().any(|detail| detail.always) {
        error.required("details")
    } else {
        error
    };
    error.build()
}

/// Returns true for the statuses of errors that can name an invalid input.
fn may_name_field(status: u16) -> bool {
    (400..500).contains(&status)
}

fn details(entries: &[Detail]) -> Object {
    let details = ObjectBuilder::new().description(Some("Additional data."));
    let details = entries.iter().fold(details, |details, entry| {
        let details = details.property(entry.name, detail(entry));
        if entry.always {
            details.required(entry.name)
        } else {
            details
        }
    });
    details.build()
}

fn detail(entry: &Detail) -> RefOr<Schema> {
    match entry.kind {
        DetailKind::Amount(example) => text(entry.meaning)
            .pattern(Some("^[0-9]+([.][0-9]+)?$"))
            .examples([example])
            .into(),
        DetailKind::Text(example) => text(entry.meaning).examples([example]).into(),
        DetailKind::Choice(values) => text(entry.meaning)
            .enum_values(Some(values.iter().copied()))
            .examples(values.first().map(|value| Value::from(*value)))
            .into(),
        DetailKind::Texts(values) => ArrayBuilder::new()
            .items(ObjectBuilder::new().schema_type(Type::String))
            .description(Some(entry.meaning))
            .examples([json!(values)])
            .into(),
        DetailKind::Number(example) => ObjectBuilder::new()
            .schema_type(Type::Integer)
            .description(Some(entry.meaning))
            .minimum(Some(0))
            .examples([example])
            .into(),
        DetailKind::True => ObjectBuilder::new()
            .schema_type(Type::Boolean)
            .description(Some(entry.meaning))
            .examples([true])
            .into(),
        DetailKind::ResultCodes => result_codes(entry.meaning).into(),
    }
}

/// Returns the schema of the result codes of a Stellar transaction.
fn result_codes(meaning: &str) -> Object {
    let operations = ArrayBuilder::new()
        .items(ObjectBuilder::new().schema_type(Type::String))
        .description(Some("The codes of the operations, in their order."))
        .examples([json!(["op_underfunded"])]);
    ObjectBuilder::new()
        .description(Some(meaning))
        .property(
            "transaction",
            text("The code of the transaction.").examples(["tx_failed"]),
        )
        .required("transaction")
        .property(
            "innerTransaction",
            text("The code of the transaction in a fee bump.").examples(["tx_failed"]),
        )
        .property("operations", operations)
        .required("operations")
        .build()
}

fn text(description: &str) -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description))
}

/// Returns an example of the body, with the details that every such error has.
fn example(code: ErrorCode) -> Value {
    let mut error = json!({
        "code": code.name(),
        "message": code.meaning(),
        "retriable": code.is_retriable(),
    });
    let always = code.details().iter().filter(|detail| detail.always);
    let details: Map<String, Value> = always
        .map(|detail| (detail.name.to_owned(), example_of(detail.kind)))
        .collect();
    if !details.is_empty() {
        error["details"] = details.into();
    }
    json!({ "requestId": REQUEST_ID, "error": error })
}

fn example_of(kind: DetailKind) -> Value {
    match kind {
        DetailKind::Amount(example) | DetailKind::Text(example) => example.into(),
        DetailKind::Choice(values) => values.first().copied().into(),
        DetailKind::Texts(values) => json!(values),
        DetailKind::Number(example) => example.into(),
        DetailKind::True => true.into(),
        DetailKind::ResultCodes => json!({ "transaction": "tx_failed", "operations": ["op_underfunded"] }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_are_named_after_their_codes() {
        assert_eq!(name(ErrorCode::InvalidAddress), "InvalidAddressError");
        assert_eq!(name(ErrorCode::InternalError), "InternalError");
        assert_eq!(name(ErrorCode::UpstreamError), "UpstreamError");
    }

    #[test]
    fn schema_lists_one_code_and_its_details() {
        let schema = serde_json::to_value(envelope(ErrorCode::FeeMismatch)).unwrap();
        let error = &schema["properties"]["error"];
        assert_eq!(error["properties"]["code"]["enum"], json!(["fee_mismatch"]));
        assert_eq!(error["properties"]["details"]["required"], json!(["expected"]));
        assert_eq!(schema["examples"][0]["error"]["details"]["expected"], "420000000000000");
    }
}
