//! Blockchain connector of btc, ltc, bch and doge.
//!
//! The service derives addresses, prepares and hashes payments, attaches signatures and broadcasts transactions.
//! Private keys stay with the client. Only seven endpoints use the network; the rest are pure functions.

mod chain_table;
mod get_address;
mod name_resolver;
mod parents;
mod payment_request;
mod prepare_transaction;
mod resolve_name;
mod transaction;
mod validate_address;
mod warnings;
mod wire;

use axum::Router;
use axum::extract::FromRef;
use std::sync::Arc;
use utoipa::OpenApi;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_core::ports::upstream_health::UpstreamHealth;
use wallet_http::{Authorizer, BroadcastLog, Described, OperatorLists, Purpose, Routes, Served, Service, get, post};

pub use chain_table::{ChainTable, RateSettingError};
pub use name_resolver::{NameResolver, NameResolverError};

/// The service's name, the first part of the base path.
pub const NAME: &str = "blockchain-connector-btc-like";

/// Dependencies of the endpoints.
#[derive(Clone)]
pub struct Services {
    /// Verifies permission tokens.
    pub authorizer: Authorizer,
    /// Provides data of the networks, and broadcasts.
    pub node: Arc<dyn BtcLikeNode>,
    /// The parameters of the chains.
    pub chains: ChainTable,
    /// Records what was broadcast, for the notifications.
    pub broadcasts: BroadcastLog,
    /// The operator's lists of addresses.
    pub lists: OperatorLists,
    /// The resolver of names.
    pub resolver: NameResolver,
}

impl FromRef<Services> for Authorizer {
    fn from_ref(services: &Services) -> Self {
        services.authorizer.clone()
    }
}

impl FromRef<Services> for ChainTable {
    fn from_ref(services: &Services) -> Self {
        services.chains.clone()
    }
}

/// Returns the routes, relative to the base path.
pub fn router() -> Router<Services> {
    routes::<Served>().router()
}

/// The OpenAPI document that is served, generated from [`openapi`] (docs/contributing.md).
pub const DOCUMENT: &str = include_str!("../openapi.json");

/// Builds the OpenAPI document of the endpoints from their code.
pub fn openapi() -> utoipa::openapi::OpenApi {
    routes::<Described>().describe(TITLE, DESCRIPTION, Document::openapi())
}

#[rustfmt::skip]
fn routes<P: Purpose<Services>>() -> Routes<Services, P> {
    Routes::new("service")
        .route("/api/get-address/{chain}", post(get_address::post))
        .route("/api/prepare-transaction/estimate/{chain}", post(prepare_transaction::estimate::post))
        .route("/api/prepare-transaction/bump/{chain}", post(prepare_transaction::bump::post))
        .route("/api/prepare-transaction/utxo-list/{chain}", get(prepare_transaction::utxo_list::get))
        .route("/api/prepare-transaction/size/{chain}", post(prepare_transaction::size::post))
        .route("/api/prepare-transaction/price-per-byte/{chain}", get(prepare_transaction::price_per_byte::get))
        .route("/api/transaction/get-hash/{chain}", post(transaction::get_hash::post))
        .route("/api/transaction/attach-signature/{chain}", post(transaction::attach_signature::post))
        .route("/api/transaction/attach-psbt/{chain}", post(transaction::attach_psbt::post))
        .route("/api/transaction/send/{chain}", post(transaction::send::post))
        .route("/api/transaction/parse/{chain}", post(transaction::parse::post))
        .route("/api/transaction/status/{chain}", get(transaction::status::get))
        .route("/api/payment-request/parse/{chain}", post(payment_request::parse::post))
        .route("/api/payment-request/create/{chain}", post(payment_request::create::post))
        .route("/api/resolve-name/{chain}", get(resolve_name::get))
        .route("/api/validate-address/{chain}", get(validate_address::get))
}

/// The title of the service.
const TITLE: &str = "Blockchain connector (btc-like)";

/// Returns the service, which reports the upstreams in `health`.
pub fn service<U>(
    authorizer: Authorizer,
    upstreams: Arc<U>,
    chains: ChainTable,
    broadcasts: BroadcastLog,
    lists: OperatorLists,
    resolver: NameResolver,
) -> Service
where
    U: BtcLikeNode + UpstreamHealth + 'static,
{
    let services = Services {
        authorizer,
        node: upstreams.clone(),
        chains,
        broadcasts,
        lists,
        resolver,
    };
    Service::new(NAME, router(), services, DOCUMENT).with_upstreams(upstreams)
}

/// The description of the service.
const DESCRIPTION: &str = "Derives addresses, prepares and hashes payments, attaches signatures and broadcasts \
                       transactions on btc, ltc, bch and doge. Private keys never leave the client, which signs the \
                       hashes. All amounts are strings of decimal digits in the chain's base unit; one coin has \
                       100 000 000 base units.";

#[derive(OpenApi)]
#[openapi(paths(
    get_address::post,
    prepare_transaction::estimate::post,
    prepare_transaction::bump::post,
    prepare_transaction::utxo_list::get,
    prepare_transaction::size::post,
    prepare_transaction::price_per_byte::get,
    transaction::get_hash::post,
    transaction::attach_signature::post,
    transaction::attach_psbt::post,
    transaction::send::post,
    transaction::parse::post,
    transaction::status::get,
    payment_request::parse::post,
    payment_request::create::post,
    resolve_name::get,
    validate_address::get,
))]
struct Document;
