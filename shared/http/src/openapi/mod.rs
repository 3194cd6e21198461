//! `openapi.json` of every service, and the shared parts of these documents.

mod combined;
mod defaults;
mod enums;
mod error_catalogue;
mod error_responses;
mod error_schemas;
mod headers;
mod metadata;
mod names;
mod schemas;
pub mod signature;
mod unions;
pub(crate) mod wrapper;

pub use combined::combined;
pub use error_catalogue::{CatalogueItem, ErrorCatalogue};
pub use error_responses::add_codes;

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
use utoipa::openapi::{Components, OpenApi, RefOr, Server};
use utoipa::{OpenApi as _, ToSchema};
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

/// Returns the route of `openapi.json` of a service.
pub(crate) fn routes(document: &'static str) -> Router {
    Router::new()
        .route("/openapi.json", get(document_of))
        .with_state(document)
        .merge(error_catalogue::routes(document))
}

/// The OpenAPI document of this endpoint.
#[derive(utoipa::OpenApi)]
#[openapi(paths(document_of))]
struct Document;

/// Returns this document.
///
/// It is the same for all callers, and lists every status and every error code of each operation.
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

/// Adds the shared parts: server, service documents, bearer scheme, errors, headers, tags, contact and licence.
fn finish(name: &str, mut document: OpenApi) -> OpenApi {
    document.servers = Some(vec![Server::new(format!("/{name}/v1"))]);
    document.merge(health::Document::openapi());
    document.merge(Document::openapi());
    document.merge(error_catalogue::Document::openapi());
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
    error_responses::complete(&mut document);
    metadata::complete(&mut document);
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

/// Returns the operations of a document.
fn operations_mut(document: &mut OpenApi) -> impl Iterator<Item = &mut Operation> {
    let items = document.paths.paths.values_mut();
    items.flat_map(|item| {
        [&mut item.get, &mut item.post, &mut item.put, &mut item.delete]
            .into_iter()
            .flatten()
    })
}
