//! `openapi.json` of every service, and the shared parts of these documents.

mod combined;
mod defaults;
mod enums;
mod names;
mod schemas;
pub mod signature;
mod unions;
pub(crate) mod wrapper;

pub use combined::combined;

use crate::error::ErrorCode;
use crate::health;
use axum::Router;
use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::get;
use http::header::CONTENT_TYPE;
use serde_json::{Value, json};
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Components, ContentBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder, Server};
use utoipa::{IntoResponses, OpenApi as _, ToSchema};
use uuid::Uuid;

/// The name of the bearer scheme.
pub const BEARER: &str = "bearer";

/// The envelope of an error.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct ErrorEnvelope {
    /// The id of the request, for support.
    #[schema(example = "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a")]
    pub request_id: Uuid,
    /// The error.
    pub error: ErrorObject,
}

/// The error.
#[derive(Debug, ToSchema)]
pub struct ErrorObject {
    /// The stable code, one of the enumeration.
    #[schema(example = "invalid_request")]
    pub code: String,
    /// One plain sentence that explains how to proceed.
    #[schema(example = "publicKey is required.")]
    pub message: String,
    /// True if the same request may succeed later.
    #[schema(example = false)]
    pub retriable: bool,
    /// The JSON path of the invalid input.
    #[schema(example = "utxo[2].value")]
    pub field: Option<String>,
    /// Additional data that depends on the code.
    #[schema(value_type = Option<Object>)]
    pub details: Option<Value>,
}

/// The error responses of endpoints that use upstreams.
#[derive(Debug, IntoResponses)]
pub enum NetworkErrors {
    /// The network returned an unusable response
    #[response(status = 502)]
    Unusable,
    /// The network is unreachable
    #[response(status = 503)]
    Unavailable,
    /// The network did not respond in time
    #[response(status = 504)]
    Timeout,
}

/// Returns the route of `openapi.json` of a service.
pub(crate) fn routes(document: &'static str) -> Router {
    Router::new()
        .route("/openapi.json", get(document_of))
        .with_state(document)
}

/// The OpenAPI document of this endpoint.
#[derive(utoipa::OpenApi)]
#[openapi(paths(document_of))]
struct Document;

/// Returns this document.
#[utoipa::path(
    get,
    path = "/openapi.json",
    operation_id = "openapi",
    tag = "service",
    responses((status = 200, description = "An OpenAPI document", body = Object))
)]
async fn document_of(State(document): State<&'static str>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], document)
}

/// Returns the document of a service as it is published: complete, in a form that generators of clients understand, and
/// with names that are unique over all services.
///
/// # Errors
/// The document cannot be serialised.
pub fn published(name: &str, document: OpenApi) -> serde_json::Result<Value> {
    let mut document = serde_json::to_value(finish(name, document))?;
    enums::replace_patterns(&mut document);
    schemas::refer_to_equal(&mut document);
    unions::name_variants(&mut document);
    defaults::describe_defaults(&mut document);
    schemas::remove_unused(&mut document);
    names::rename(name, &mut document);
    Ok(document)
}

/// Adds the shared parts: server, service documents, bearer scheme, error schema and error responses.
fn finish(name: &str, mut document: OpenApi) -> OpenApi {
    document.servers = Some(vec![Server::new(format!("/{name}/v1"))]);
    document.merge(health::Document::openapi());
    document.merge(Document::openapi());
    let components = document.components.get_or_insert_with(Components::new);
    components.add_security_scheme(
        BEARER,
        SecurityScheme::Http(
            HttpBuilder::new()
                .scheme(HttpAuthScheme::Bearer)
                .bearer_format("JWT")
                .build(),
        ),
    );
    for (name, schema) in error_schemas() {
        components.schemas.insert(name, schema);
    }
    components.schemas = wrapper::unwrapped(&components.schemas);
    for item in document.paths.paths.values_mut() {
        for operation in [&mut item.get, &mut item.post, &mut item.put, &mut item.delete]
            .into_iter()
            .flatten()
        {
            add_error_responses(operation);
        }
    }
    document
}

fn error_schemas() -> Vec<(String, RefOr<utoipa::openapi::Schema>)> {
    use utoipa::PartialSchema;
    use utoipa::openapi::Schema;
    let mut error = ErrorObject::schema();
    if let RefOr::T(Schema::Object(object)) = &mut error {
        if let Some(RefOr::T(Schema::Object(code))) = object.properties.get_mut("code") {
            code.enum_values = Some(ErrorCode::ALL.iter().map(|code| code.name().into()).collect());
        }
        // utoipa drops the attribute `example` if `value_type` is an optional object.
        if let Some(RefOr::T(Schema::Object(details))) = object.properties.get_mut("details") {
            details.example = Some(json!({ "minimum": "546" }));
        }
    }
    vec![
        ("ErrorEnvelope".to_owned(), ErrorEnvelope::schema()),
        ("ErrorObject".to_owned(), error),
    ]
}

/// Adds the error responses of every operation, and those of operations with a token, a body or parameters.
fn add_error_responses(operation: &mut Operation) {
    let mut statuses = vec![
        (
            "404",
            "The path does not exist, or this service does not support the chain",
        ),
        ("405", "The method is not allowed; `Allow` lists the allowed methods"),
        ("500", "Internal error"),
    ];
    if operation.security.is_some() {
        statuses.push(("401", "The token is missing or invalid"));
        statuses.push(("403", "The token lacks the permission"));
    }
    if operation.request_body.is_some() {
        statuses.push(("413", "The body exceeds 256 KiB"));
        statuses.push(("415", "The body is not declared as application/json"));
    }
    if operation.request_body.is_some() || operation.parameters.is_some() {
        statuses.push(("400", "An input is invalid; `field` names it"));
    }
    for (status, description) in statuses {
        operation
            .responses
            .responses
            .entry(status.to_owned())
            .or_insert_with(|| RefOr::T(error_response(description)));
    }
    for response in operation
        .responses
        .responses
        .iter_mut()
        .filter(|(status, _)| status.starts_with(['4', '5']))
        .map(|(_, response)| response)
    {
        if let RefOr::T(response) = response
            && response.content.is_empty()
        {
            *response = error_response(&response.description);
        }
    }
}

fn error_response(description: &str) -> Response {
    let schema = Ref::from_schema_name("ErrorEnvelope");
    ResponseBuilder::new()
        .description(description)
        .content("application/json", ContentBuilder::new().schema(Some(schema)).build())
        .build()
}
