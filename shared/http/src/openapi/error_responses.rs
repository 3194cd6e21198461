//! Error responses of the operations, written from the codes that each operation lists, and `GET /errors.json`.
//!
//! Extractors list their codes when they describe themselves ([`add_codes`]), and a handler lists further codes in
//! the path attribute: `extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress])))`.

use super::error_schemas;
use super::headers::{self, with_header};
use crate::error::ErrorCode;
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};
use utoipa::ToSchema;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{Components, ObjectBuilder, OneOfBuilder, Type};
use utoipa::openapi::{Content, ContentBuilder, OpenApi, Ref, RefOr, Response};

/// The extension of operations and responses that lists error codes.
const CODES: &str = "x-error-codes";

/// The schema of the gateway's response to too many requests.
const GATEWAY_ERROR: &str = "GatewayError";

/// The codes that every operation can return.
const COMMON: [ErrorCode; 3] = [
    ErrorCode::NotFound,
    ErrorCode::MethodNotAllowed,
    ErrorCode::InternalError,
];

/// Adds codes that an operation can return.
pub fn add_codes(operation: &mut Operation, codes: &[ErrorCode]) {
    let extensions = operation.extensions.get_or_insert_default();
    let list = extensions.entry(CODES.to_owned()).or_insert_with(|| json!([]));
    if let Value::Array(names) = list {
        names.extend(codes.iter().map(|code| Value::from(code.name())));
    }
}

/// Returns the codes of an operation without repetitions, in the order of the catalogue.
fn codes(operation: &Operation) -> Vec<ErrorCode> {
    let extension = operation
        .extensions
        .as_ref()
        .and_then(|extensions| extensions.get(CODES));
    let names: BTreeSet<&str> = extension
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let all = ErrorCode::ALL.iter().copied();
    all.filter(|code| names.contains(code.name())).collect()
}

/// Adds the error responses of all operations, with their schemas and the headers of all responses.
pub(super) fn complete(document: &mut OpenApi) {
    let mut used = BTreeSet::new();
    for operation in super::operations_mut(document) {
        add_codes(operation, &COMMON);
        let codes = codes(operation);
        add_responses(operation, &codes);
        used.extend(codes.iter().map(|code| code.name()));
        let extensions = operation.extensions.get_or_insert_default();
        extensions.insert(CODES.to_owned(), json!(codes));
    }
    let components = document.components.get_or_insert_with(Components::new);
    for code in ErrorCode::ALL.iter().filter(|code| used.contains(code.name())) {
        let schema = error_schemas::envelope(*code);
        components.schemas.insert(error_schemas::name(*code), schema.into());
    }
    components.schemas.insert(GATEWAY_ERROR.to_owned(), gateway_error());
    headers::declare(document);
}

/// Adds a response for each status of the codes. The description of a response that the operation already has precedes
/// the list of codes.
fn add_responses(operation: &mut Operation, codes: &[ErrorCode]) {
    let mut by_status: BTreeMap<u16, Vec<ErrorCode>> = BTreeMap::new();
    for code in codes {
        by_status.entry(code.status()).or_default().push(*code);
    }
    // The gateway throttles every operation.
    by_status.entry(429).or_default();
    let is_limited = codes.contains(&ErrorCode::TooManyRequests);
    let responses = &mut operation.responses.responses;
    for (status, codes) in by_status {
        let written = responses.remove(&status.to_string());
        let introduction = match written {
            Some(RefOr::T(response)) => response.description,
            _ => String::new(),
        };
        let response = error_response(status, &codes, &introduction);
        responses.insert(status.to_string(), RefOr::T(response));
    }
    for (status, response) in responses.iter_mut() {
        if let RefOr::T(response) = response {
            headers::add_to(response, status, is_limited);
        }
    }
}

fn error_response(status: u16, codes: &[ErrorCode], introduction: &str) -> Response {
    let mut parts = Vec::new();
    if !introduction.is_empty() {
        parts.push(introduction.to_owned());
    }
    if !codes.is_empty() {
        parts.push(listed(codes));
    }
    let mut schemas: Vec<String> = codes.iter().map(|code| error_schemas::name(*code)).collect();
    if status == 429 {
        parts.push(GATEWAY_DESCRIPTION.to_owned());
        schemas.push(GATEWAY_ERROR.to_owned());
    }
    let mut response = Response::new(parts.join("\n\n"));
    response
        .content
        .insert("application/json".to_owned(), RefOr::T(content(&schemas)));
    response
        .extensions
        .get_or_insert_default()
        .insert(CODES.to_owned(), json!(codes));
    match status {
        401 | 403 => with_header(response, headers::WWW_AUTHENTICATE),
        405 => with_header(response, headers::ALLOW),
        429 | 503 => with_header(response, headers::RETRY_AFTER),
        _ => response,
    }
}

const GATEWAY_DESCRIPTION: &str = "The gateway limits the requests of all callers together. Its response has no envelope, \
                                   no `Retry-After` and no `request-id`; retry with an increasing delay.";

/// Returns the codes with their meanings as a list, or one code as a sentence.
fn listed(codes: &[ErrorCode]) -> String {
    let line = |code: &ErrorCode| format!("`{}`: {}", code.name(), code.meaning());
    match codes {
        [code] => line(code),
        codes => {
            let lines: Vec<_> = codes.iter().map(|code| format!("- {}", line(code))).collect();
            lines.join("\n")
        }
    }
}

/// Returns the content with a choice of the schemas.
fn content(schemas: &[String]) -> Content {
    if let [only] = schemas {
        return ContentBuilder::new().schema(Some(Ref::from_schema_name(only))).build();
    }
    let references = schemas.iter().map(Ref::from_schema_name);
    let choice = references.fold(OneOfBuilder::new(), OneOfBuilder::item);
    ContentBuilder::new().schema(Some(choice)).build()
}

/// Returns the schema of the gateway's response.
fn gateway_error() -> RefOr<utoipa::openapi::Schema> {
    let message = ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some("The text of the gateway."))
        .examples(["Too Many Requests"]);
    ObjectBuilder::new()
        .description(Some("A response of the gateway, which does not reach the service."))
        .property("message", message)
        .required("message")
        .into()
}

/// The errors of a service.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ErrorCatalogue {
    /// The error codes that the operations of the service can return.
    pub errors: Vec<CatalogueItem>,
}

/// An error code.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CatalogueItem {
    /// The stable code.
    #[schema(example = "fee_too_high")]
    pub code: &'static str,
    /// The HTTP status.
    #[schema(maximum = 599, example = 400)]
    pub status: u16,
    /// True if the same request may succeed later.
    #[schema(example = false)]
    pub retriable: bool,
    /// The meaning in one sentence.
    #[schema(example = "The fee is above the safety limit.")]
    pub meaning: &'static str,
    /// The entries that `details` can contain.
    pub details: Vec<CatalogueDetail>,
    /// The recommended reaction of a client.
    #[schema(example = "Request a new estimate. A fee above `details.maximum` is most likely a mistake.")]
    pub action: &'static str,
    /// The ids of the operations that can return the code.
    #[schema(example = json!(["getHash"]))]
    pub operations: Vec<String>,
}

/// An entry of `details`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CatalogueDetail {
    /// The name.
    #[schema(example = "maximum")]
    pub name: &'static str,
    /// The type: `amount` for a decimal number in a string.
    #[schema(example = "amount")]
    pub r#type: &'static str,
    /// True if every error with the code has the entry.
    #[schema(example = true)]
    pub always: bool,
    /// The meaning in one sentence.
    #[schema(example = "The maximum fee in base units.")]
    pub meaning: &'static str,
}

impl ErrorCatalogue {
    /// Returns the catalogue of the operations in an OpenAPI document.
    pub fn of(document: &Value) -> Self {
        let operations = operations(document);
        let items = ErrorCode::ALL.iter().map(|code| {
            let returning = operations.iter().filter(|(_, codes)| codes.contains(&code.name()));
            let operations = returning.map(|(id, _)| (*id).to_owned()).collect();
            CatalogueItem::new(*code, operations)
        });
        Self {
            errors: items.filter(|item| !item.operations.is_empty()).collect(),
        }
    }
}

impl CatalogueItem {
    fn new(code: ErrorCode, operations: Vec<String>) -> Self {
        let details = code.details().iter().map(|detail| CatalogueDetail {
            name: detail.name,
            r#type: detail.kind.name(),
            always: detail.always,
            meaning: detail.meaning,
        });
        Self {
            code: code.name(),
            status: code.status(),
            retriable: code.is_retriable(),
            meaning: code.meaning(),
            details: details.collect(),
            action: code.action(),
            operations,
        }
    }
}

/// Returns the id and the error codes of each operation.
fn operations(document: &Value) -> Vec<(&str, Vec<&str>)> {
    let items = document["paths"].as_object().into_iter().flatten();
    let operations = items.flat_map(|(_, item)| item.as_object().into_iter().flatten());
    operations
        .filter_map(|(_, operation)| {
            let id = operation["operationId"].as_str()?;
            let codes = operation["x-error-codes"].as_array()?;
            Some((id, codes.iter().filter_map(Value::as_str).collect()))
        })
        .collect()
}

/// Adds the route, with the catalogue of the published document of a service.
pub(super) fn add_route(router: Router, document: &'static str) -> Router {
    // Parsed at the first request only, so that the start of a function does not wait for it.
    let catalogue = LazyLock::new(Box::new(move || {
        let document = serde_json::from_str(document).unwrap_or_default();
        ErrorCatalogue::of(&document)
    }) as Parse);
    router.route("/errors.json", get(errors).with_state(Catalogue(Arc::new(catalogue))))
}

type Parse = Box<dyn FnOnce() -> ErrorCatalogue + Send>;

/// The catalogue of a service.
#[derive(Clone)]
struct Catalogue(Arc<LazyLock<ErrorCatalogue, Parse>>);

/// The OpenAPI document of the endpoint.
#[derive(utoipa::OpenApi)]
#[openapi(paths(errors))]
pub(super) struct Document;

/// Returns the error catalogue of the service.
///
/// It lists every error code with its status, the entries of `details`, the recommended reaction of a client, and the
/// operations that can return it. The response has no envelope.
#[utoipa::path(
    get,
    path = "/errors.json",
    operation_id = "errors",
    tag = "service",
    responses((status = 200, description = "The error catalogue", body = ErrorCatalogue))
)]
async fn errors(State(Catalogue(catalogue)): State<Catalogue>) -> Json<ErrorCatalogue> {
    Json((**catalogue).clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use utoipa::openapi::path::OperationBuilder;
    use utoipa::openapi::{PathItem, PathsBuilder};

    fn completed(operation: Operation) -> Value {
        let paths = PathsBuilder::new().path("/x", PathItem::new(utoipa::openapi::path::HttpMethod::Get, operation));
        let mut document = utoipa::openapi::OpenApiBuilder::new().paths(paths).build();
        complete(&mut document);
        serde_json::to_value(document).unwrap()
    }

    #[test]
    fn codes_are_grouped_by_status() {
        let mut operation = OperationBuilder::new().build();
        add_codes(&mut operation, &[ErrorCode::InvalidAmount, ErrorCode::InvalidAddress]);
        add_codes(&mut operation, &[ErrorCode::InvalidAmount]);
        let document = completed(operation);
        let operation = &document["paths"]["/x"]["get"];
        let bad_request = &operation["responses"]["400"];
        assert_eq!(
            bad_request["x-error-codes"],
            json!(["invalid_address", "invalid_amount"])
        );
        let schema = &bad_request["content"]["application/json"]["schema"]["oneOf"];
        assert_eq!(schema[0]["$ref"], "#/components/schemas/InvalidAddressError");
        assert_eq!(
            operation["x-error-codes"],
            json!([
                "invalid_address",
                "invalid_amount",
                "not_found",
                "method_not_allowed",
                "internal_error"
            ])
        );
        assert!(document["components"]["schemas"]["InvalidAmountError"].is_object());
        assert!(document["components"]["schemas"]["FeeTooLowError"].is_null());
    }

    #[test]
    fn description_of_the_handler_precedes_the_codes() {
        let operation = OperationBuilder::new().response("409", Response::new("Use a fixed amount."));
        let mut operation = operation.build();
        add_codes(&mut operation, &[ErrorCode::PendingTransactions]);
        let document = completed(operation);
        let description = &document["paths"]["/x"]["get"]["responses"]["409"]["description"];
        assert_eq!(
            description,
            "Use a fixed amount.\n\n`pending_transactions`: The sender has pending transactions whose value is unknown."
        );
    }

    #[test]
    fn gateway_limits_operations_without_limits_of_the_service() {
        let document = completed(OperationBuilder::new().build());
        let response = &document["paths"]["/x"]["get"]["responses"]["429"];
        assert_eq!(response["x-error-codes"], json!([]));
        let schema = &response["content"]["application/json"]["schema"];
        assert_eq!(schema["$ref"], "#/components/schemas/GatewayError");
    }
}
