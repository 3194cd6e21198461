//! The Stellar blockchain connector.
//!
//! The service derives addresses, builds and hashes transactions, attaches signatures, submits transactions, and
//! reports on accounts and reserves. Private keys stay with the caller.

mod facts;
mod get_address;
mod payment_request;
mod prepare_transaction;
mod resolve_name;
mod transaction;
mod utility;
mod validate_address;
mod wire;

use axum::Router;
use axum::extract::FromRef;
use std::sync::Arc;
use transaction::get_hash;
use utoipa::OpenApi;
use wallet_core::ports::public_fetch::PublicFetch;
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream_health::UpstreamHealth;
use wallet_http::env::{self, EnvError};
use wallet_http::{Authorizer, Described, OperatorLists, Purpose, Routes, Served, Service, get, post};
use wallet_xlm::MemoList;
use wallet_xlm::contract::MapEntry;
use wallet_xlm::ports::{XlmContracts, XlmNode};

/// The name of the service, which is the first part of the base path.
pub const NAME: &str = "blockchain-connector-xlm";

/// The dependencies of the endpoints.
#[derive(Clone)]
pub struct Services {
    /// Verification of permission tokens.
    pub authorizer: Authorizer,
    /// Access to the networks.
    pub node: Arc<dyn XlmNode>,
    /// Simulation of contract calls.
    pub contracts: Arc<dyn XlmContracts>,
    /// The clock, from which the time bounds of transactions are computed.
    pub clock: Arc<dyn Clock>,
    /// The operator's list of accounts that require or recommend a memo.
    pub memo_list: Arc<MemoList>,
    /// The operator's lists of addresses.
    pub lists: OperatorLists,
    /// Requests to the domains of names and payment requests.
    pub names: Arc<dyn PublicFetch>,
}

impl FromRef<Services> for Authorizer {
    fn from_ref(services: &Services) -> Self {
        services.authorizer.clone()
    }
}

/// Returns the endpoints, relative to the base path.
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
        .route("/api/prepare-transaction/fee-stat/{chain}", get(prepare_transaction::fee_stat::get))
        .route("/api/prepare-transaction/paths/{chain}", get(prepare_transaction::paths::get))
        .route("/api/transaction/get-hash/{chain}/transfer", post(get_hash::transfer::post))
        .route("/api/transaction/get-hash/{chain}/add-trustline", post(get_hash::add_trustline::post))
        .route("/api/transaction/get-hash/{chain}/claimable-balance", post(get_hash::claimable_balance::post))
        .route("/api/transaction/get-hash/{chain}/multi-operations", post(get_hash::multi_operations::post))
        .route("/api/transaction/get-hash/{chain}/contract-call", post(get_hash::contract_call::post))
        .route("/api/transaction/get-hash/{chain}/token-transfer", post(get_hash::token_transfer::post))
        .route("/api/transaction/get-hash/{chain}/fee-bump", post(get_hash::fee_bump::post))
        .route("/api/transaction/attach-signature/{chain}", post(transaction::attach_signature::post))
        .route("/api/transaction/send/{chain}", post(transaction::send::post))
        .route("/api/transaction/parse/{chain}", post(transaction::parse::post))
        .route("/api/transaction/preview/{chain}", post(transaction::preview::post))
        .route("/api/transaction/status/{chain}", get(transaction::status::get))
        .route("/api/utility/account-reserve", post(utility::account_reserve::post))
        .route("/api/utility/base-reserve", get(utility::base_reserve::get))
        .route("/api/utility/check-account", post(utility::check_account::post))
        .route("/api/utility/check-account-trustline", post(utility::check_account_trustline::post))
        .route("/api/payment-request/parse/{chain}", post(payment_request::parse::post))
        .route("/api/payment-request/create/{chain}", post(payment_request::create::post))
        .route("/api/resolve-name/{chain}", get(resolve_name::get))
        .route("/api/validate-address/{chain}", get(validate_address::get))
}

/// The title of the service.
const TITLE: &str = "Blockchain connector (xlm)";

/// Returns the service, which reports the upstreams in `health`.
pub fn service<U>(
    authorizer: Authorizer,
    upstreams: Arc<U>,
    clock: Arc<dyn Clock>,
    memo_list: MemoList,
    lists: OperatorLists,
    names: Arc<dyn PublicFetch>,
) -> Service
where
    U: XlmNode + XlmContracts + UpstreamHealth + 'static,
{
    let services = Services {
        authorizer,
        node: upstreams.clone(),
        contracts: upstreams.clone(),
        clock,
        memo_list: Arc::new(memo_list),
        lists,
        names,
    };
    Service::new(NAME, router(), services, DOCUMENT).with_upstreams(upstreams)
}

/// Reads the operator's list of accounts that require or recommend a memo: `setting` returns the value of a variable,
/// or `None` if not set.
pub fn memo_list(setting: impl Fn(&str) -> Option<String>) -> Result<MemoList, EnvError> {
    Ok(env::parsed("WALLET_CLOUD_MEMO_REQUIRED", setting)?.unwrap_or_default())
}

/// The description of the service.
const DESCRIPTION: &str = "Derives addresses and builds, hashes, completes and sends Stellar transactions. Private keys stay \
                       with the caller, who signs the returned hash. All amounts of the lumen (XLM) and of other assets \
                       are strings of decimal digits in stroops; a whole unit has 10^7 stroops. Only `startingBalance` \
                       of the operation createAccount is in XLM with up to 7 decimal places. A fee is the maximum for a \
                       whole transaction; the network charges only as much as its load requires. A price is a fraction \
                       of two 31-bit numbers and is never inverted. In manageSellOffer and createPassiveSellOffer it is \
                       the number of `buying` units per `selling` unit: at 0.5, a sale of 10 yields 5. In manageBuyOffer \
                       it is the number of `selling` units per `buying` unit: at 0.5, a purchase of 10 costs 5. In \
                       liquidityPoolDeposit it is the number of units of the first pool asset per unit of the second.";

#[derive(OpenApi)]
#[openapi(
    paths(
        get_address::post,
        prepare_transaction::estimate::post,
        prepare_transaction::fee_stat::get,
        prepare_transaction::paths::get,
        get_hash::transfer::post,
        get_hash::add_trustline::post,
        get_hash::claimable_balance::post,
        get_hash::multi_operations::post,
        get_hash::contract_call::post,
        get_hash::token_transfer::post,
        get_hash::fee_bump::post,
        transaction::attach_signature::post,
        transaction::send::post,
        transaction::parse::post,
        transaction::preview::post,
        transaction::status::get,
        utility::account_reserve::post,
        utility::base_reserve::get,
        utility::check_account::post,
        utility::check_account_trustline::post,
        payment_request::parse::post,
        payment_request::create::post,
        resolve_name::get,
        validate_address::get,
    ),
    components(schemas(MapEntry))
)]
struct Document;
