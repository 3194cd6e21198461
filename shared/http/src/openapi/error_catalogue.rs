//! GET /errors.json

use crate::error::ErrorCode;
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use serde_json::Value;
use std::sync::{Arc, LazyLock};
use utoipa::ToSchema;

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
