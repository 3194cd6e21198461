//! Blockchain connector of the EVM chains.
//!
//! The service derives addresses, prepares and hashes transactions, attaches signatures and broadcasts transactions.
//! Private keys stay with the client. The supported chains are the rows of the table in the core crate.

mod ens;
mod get_address;
mod lookup_address;
mod message;
mod name_gateways;
mod payment_request;
mod prepare_transaction;
mod price;
mod resolve_name;
mod signature;
mod tip_floors;
mod transaction;
mod validate_address;
mod warnings;
mod wire;

use axum::Router;
use axum::extract::FromRef;
use std::sync::Arc;
use utoipa::OpenApi;
use wallet_core::ports::upstream_health::UpstreamHealth;
use wallet_eth_like::ports::{EthLikeNode, ListedContracts};
use wallet_http::{Authorizer, BroadcastLog, Described, OperatorLists, Purpose, Routes, Served, Service, get, post};

pub use name_gateways::{NameGateways, NameGatewaysError};
pub use tip_floors::{TipFloors, TipFloorsError};

/// The service's name, the first part of the base path.
pub const NAME: &str = "blockchain-connector-eth-like";

/// Dependencies of the endpoints.
#[derive(Clone)]
pub struct Services {
    /// Verifies permission tokens.
    pub authorizer: Authorizer,
    /// Provides data of the networks, and broadcasts.
    pub node: Arc<dyn EthLikeNode>,
    /// The listed tokens and collections, from which previews distinguish unlisted ones.
    pub tokens: Arc<dyn ListedContracts>,
    /// The minimum tips of prices.
    pub tip_floors: TipFloors,
    /// Records what was broadcast, for the notifications.
    pub broadcasts: BroadcastLog,
    /// The operator's lists of addresses.
    pub lists: OperatorLists,
    /// The gateways of off-chain names.
    pub gateways: NameGateways,
}

impl FromRef<Services> for Authorizer {
    fn from_ref(services: &Services) -> Self {
        services.authorizer.clone()
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
        .route("/api/prepare-transaction/erc20-transfer-data", get(prepare_transaction::erc20_transfer_data::get))
        .route("/api/prepare-transaction/erc20-approve-data", get(prepare_transaction::erc20_approve_data::get))
        .route("/api/prepare-transaction/erc721-transfer-data", get(prepare_transaction::erc721_transfer_data::get))
        .route("/api/prepare-transaction/erc1155-transfer-data", get(prepare_transaction::erc1155_transfer_data::get))
        .route("/api/prepare-transaction/set-approval-for-all-data", get(prepare_transaction::set_approval_for_all_data::get))
        .route("/api/prepare-transaction/permit2-lockdown-data", get(prepare_transaction::permit2_lockdown_data::get))
        .route("/api/prepare-transaction/estimate/{chain}", post(prepare_transaction::estimate::post))
        .route("/api/prepare-transaction/nonce/{chain}", get(prepare_transaction::nonce::get))
        .route("/api/prepare-transaction/gas-limit/{chain}", post(prepare_transaction::gas_limit::post))
        .route("/api/prepare-transaction/gas-price/{chain}", get(prepare_transaction::gas_price::get))
        .route("/api/prepare-transaction/bump/{chain}", post(prepare_transaction::bump::post))
        .route("/api/transaction/get-hash/{chain}", post(transaction::get_hash::post))
        .route("/api/transaction/attach-signature/{chain}", post(transaction::attach_signature::post))
        .route("/api/transaction/send/{chain}", post(transaction::send::post))
        .route("/api/transaction/parse/{chain}", post(transaction::parse::post))
        .route("/api/transaction/preview/{chain}", post(transaction::preview::post))
        .route("/api/transaction/status/{chain}", get(transaction::status::get))
        .route("/api/message/get-hash/{chain}", post(message::get_hash::post))
        .route("/api/message/attach-signature/{chain}", post(message::attach_signature::post))
        .route("/api/payment-request/parse/{chain}", post(payment_request::parse::post))
        .route("/api/payment-request/create/{chain}", post(payment_request::create::post))
        .route("/api/resolve-name/{chain}", get(resolve_name::get))
        .route("/api/lookup-address/{chain}", get(lookup_address::get))
        .route("/api/validate-address/{chain}", get(validate_address::get))
}

/// The title of the service.
const TITLE: &str = "Blockchain connector (eth-like)";

/// Returns the service, which reports the upstreams in `health`.
pub fn service(services: Services, upstreams: Arc<dyn UpstreamHealth>) -> Service {
    Service::new(NAME, router(), services, DOCUMENT).with_upstreams(upstreams)
}

/// The description of the service.
const DESCRIPTION: &str = "Derives addresses, prepares and hashes payments, token transfers and contract calls, attaches \
                       signatures and broadcasts transactions on the EVM chains. Private keys never leave the client, \
                       which signs the hash. All amounts are strings of decimal digits: coins in wei (one coin has \
                       10^18 wei), tokens in their base unit.";

#[derive(OpenApi)]
#[openapi(paths(
    get_address::post,
    prepare_transaction::erc20_transfer_data::get,
    prepare_transaction::erc20_approve_data::get,
    prepare_transaction::erc721_transfer_data::get,
    prepare_transaction::erc1155_transfer_data::get,
    prepare_transaction::set_approval_for_all_data::get,
    prepare_transaction::permit2_lockdown_data::get,
    prepare_transaction::estimate::post,
    prepare_transaction::nonce::get,
    prepare_transaction::gas_limit::post,
    prepare_transaction::gas_price::get,
    prepare_transaction::bump::post,
    transaction::get_hash::post,
    transaction::attach_signature::post,
    transaction::send::post,
    transaction::parse::post,
    transaction::preview::post,
    transaction::status::get,
    message::get_hash::post,
    message::attach_signature::post,
    payment_request::parse::post,
    payment_request::create::post,
    resolve_name::get,
    lookup_address::get,
    validate_address::get,
))]
struct Document;
