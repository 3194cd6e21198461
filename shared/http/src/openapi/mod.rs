//! `openapi.json` of every service, and the shared parts of the documents.

mod combined;
mod enumerations;
mod error_catalogue;
mod error_responses;
mod error_schemas;
mod headers;
mod metadata;
mod names;
mod schemas;
pub mod signature;
mod unions;
mod values;
pub(crate) mod wrapper;

pub use combined::combined;
pub use error_catalogue::{CatalogueItem, ErrorCatalogue};
pub use error_responses::add_codes;

use crate::health;
use axum::Router;
use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::get;
use http::header::CONTENT_TYPE;
use serde_json::Value;
use utoipa::OpenApi as _;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Components, OpenApi, Server};

/// The name of the bearer scheme.
pub const BEARER: &str = "bearer";

/// Adds the routes of `openapi.json` and `errors.json` of a service.
pub(crate) fn add_routes(router: Router, document: &'static str) -> Router {
    let router = router.route("/openapi.json", get(document_of).with_state(document));
    error_catalogue::add_route(router, document)
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

/// Returns the published form of a service's document: complete, in a form that generators of clients understand, and
/// with names that are unique over all services.
///
/// # Errors
/// The document cannot be serialised.
pub fn published(name: &str, document: OpenApi) -> serde_json::Result<Value> {
    let mut document = serde_json::to_value(finish(name, document))?;
    values::replace_patterns(&mut document);
    values::describe_unsigned(&mut document);
    schemas::refer_to_equal(&mut document);
    unions::name_variants(&mut document);
    values::describe_defaults(&mut document);
    enumerations::refer_to_named(&mut document);
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
    components.schemas = wrapper::unwrapped(&components.schemas);
    error_responses::complete(&mut document);
    metadata::complete(&mut document);
    document
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
