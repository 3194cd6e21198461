//! `openapi.json` of every service, the document of all services together, and the shared parts of the documents: contact,
//! licence, tags and the security of public operations.

mod enumerations;
mod error_responses;
mod error_schemas;
mod headers;
mod names;
mod schemas;
pub mod signature;
mod unions;
mod values;
pub(crate) mod wrapper;

pub use error_responses::{CatalogueItem, ErrorCatalogue, add_codes};

use crate::health;
use axum::Router;
use axum::extract::State;
use axum::response::IntoResponse;
use axum::routing::get;
use http::header::CONTENT_TYPE;
use serde_json::{Map, Value, json};
use utoipa::OpenApi as _;
use utoipa::openapi::info::{ContactBuilder, LicenseBuilder};
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{Components, OpenApi, Server, Tag};

/// The name of the bearer scheme.
pub const BEARER: &str = "bearer";

/// Adds the routes of `openapi.json` and `errors.json` of a service.
pub(crate) fn add_routes(router: Router, document: &'static str) -> Router {
    let router = router.route("/openapi.json", get(document_of).with_state(document));
    error_responses::add_route(router, document)
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
    document.merge(error_responses::Document::openapi());
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
    complete(&mut document);
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

/// Returns the document of all services at the same address: all paths below the base paths, and all webhooks, with a tag per
/// service.
/// A schema of the same name in several documents has the same content.
pub fn combined(documents: &[(&str, Value)]) -> Value {
    let mut paths = Map::new();
    let mut webhooks = Map::new();
    let mut components = Map::new();
    for (service, document) in documents {
        for (path, item) in document["paths"].as_object().into_iter().flatten() {
            paths.insert(format!("/{service}/v1{path}"), with_tag(service, item));
        }
        for (name, item) in document["webhooks"].as_object().into_iter().flatten() {
            webhooks.insert(name.clone(), with_tag(service, item));
        }
        for (kind, named) in document["components"].as_object().into_iter().flatten() {
            let all = components.entry(kind).or_insert_with(|| json!({}));
            if let (Some(all), Some(named)) = (all.as_object_mut(), named.as_object()) {
                all.extend(named.clone());
            }
        }
    }
    let tags = documents
        .iter()
        .map(|(service, document)| json!({ "name": service, "description": document["info"]["description"] }));
    let first = documents.first().map(|(_, document)| document);
    let mut info = first.map_or_else(|| json!({}), |document| document["info"].clone());
    info["title"] = "Wallet Cloud Services".into();
    info["description"] = DESCRIPTION.into();
    json!({
        "openapi": first.map(|document| document["openapi"].clone()),
        "info": info,
        "servers": [{ "url": "/" }],
        "tags": tags.collect::<Vec<_>>(),
        "paths": paths,
        "webhooks": webhooks,
        "components": components,
    })
}

const DESCRIPTION: &str = "All services of a wallet's back end: accounts and tokens, address info, asset info, and one \
                           connector for each chain family. Private keys never leave the client.";

fn with_tag(service: &str, item: &Value) -> Value {
    let mut item = item.clone();
    for operation in item.as_object_mut().into_iter().flat_map(|item| item.values_mut()) {
        if operation.get("tags").is_some() {
            operation["tags"] = json!([service]);
        }
    }
    item
}

/// The tags of all services with their descriptions, in the order of a document.
const TAGS: &[(&str, &str)] = &[
    (
        "permission",
        "Permission tokens, and the refresh tokens that renew them.",
    ),
    ("account", "Registration, passwords and deletion of user accounts."),
    ("security-factor", "Proofs of account ownership."),
    ("session", "The sessions of an account."),
    (
        "address",
        "Addresses of public keys and names, and validation of addresses.",
    ),
    ("address-info", "Balances and transactions of an address."),
    (
        "prepare-transaction",
        "Data for building a transaction: nonces, inputs, prices and fees.",
    ),
    (
        "transaction",
        "Hashing, signing, broadcast, decoding and status of transactions.",
    ),
    ("payment-request", "Payment links, read and created."),
    ("message", "Hashing and signing of messages."),
    ("utility", "Accounts and reserves of the Stellar network."),
    ("assets", "Display data of currencies, coins, tokens and collections."),
    ("chain", "Facts about the chains and networks."),
    ("price", "Prices of assets in currencies."),
    ("icon", "Images of assets."),
    ("subscription", "Watched addresses, extended keys and transactions."),
    ("event", "The log of events."),
    ("sandbox", "The sandbox chains of the local server."),
    ("service", "Health, documents and public keys of the service."),
];

/// Adds contact, licence and the used tags, and marks operations without a token as public.
fn complete(document: &mut OpenApi) {
    document.info.contact = Some(ContactBuilder::new().name(Some("Wallet Cloud Services")).build());
    document.info.license = Some(
        LicenseBuilder::new()
            .name("Apache License 2.0")
            .identifier(Some("Apache-2.0"))
            .build(),
    );
    let mut used = Vec::new();
    for operation in operations_mut(document) {
        operation.security.get_or_insert_default();
        used.extend(operation.tags.iter().flatten().cloned());
    }
    let tags = TAGS.iter().filter(|(name, _)| used.iter().any(|tag| tag == name));
    document.tags = Some(tags.map(tag).collect());
}

fn tag((name, description): &(&str, &str)) -> Tag {
    TagBuilder::new().name(*name).description(Some(*description)).build()
}
