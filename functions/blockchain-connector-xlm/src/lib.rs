//! The blockchain connector of Stellar.
//!
//! It derives addresses, builds, hashes, completes and sends transactions, and answers questions about accounts and
//! reserves; private keys stay with the caller.

mod facts;
mod get_address;
mod prepare_transaction;
mod transaction;
mod utility;
mod validate_address;
mod wire;

use axum::Router;
use axum::extract::FromRef;
use axum::routing::{get, post};
use std::sync::Arc;
use transaction::get_hash;
use utoipa::OpenApi;
use wallet_core::ports::system::Clock;
use wallet_http::Authorizer;
use wallet_xlm::ports::XlmNode;

/// The service's name, the first part of its base path.
pub const NAME: &str = "blockchain-connector-xlm";

/// What the endpoints work with.
#[derive(Clone)]
pub struct Services {
    /// Verifies permission tokens.
    pub authorizer: Authorizer,
    /// The view of the networks.
    pub node: Arc<dyn XlmNode>,
    /// The time, from which the time bounds of a transaction count.
    pub clock: Arc<dyn Clock>,
}

impl FromRef<Services> for Authorizer {
    fn from_ref(services: &Services) -> Self {
        services.authorizer.clone()
    }
}

/// The endpoints, relative to the base path.
#[rustfmt::skip]
pub fn router() -> Router<Services> {
    Router::new()
        .route("/api/get-address/{chain}", post(get_address::post))
        .route("/api/prepare-transaction/fee-stat/{chain}", get(prepare_transaction::fee_stat::get))
        .route("/api/transaction/get-hash/{chain}/transfer", post(get_hash::transfer::post))
        .route("/api/transaction/get-hash/{chain}/add-trustline", post(get_hash::add_trustline::post))
        .route("/api/transaction/get-hash/{chain}/claimable-balance", post(get_hash::claimable_balance::post))
        .route("/api/transaction/get-hash/{chain}/multi-operations", post(get_hash::multi_operations::post))
        .route("/api/transaction/get-hash/{chain}/fee-bump", post(get_hash::fee_bump::post))
        .route("/api/transaction/attach-signature/{chain}", post(transaction::attach_signature::post))
        .route("/api/transaction/send/{chain}", post(transaction::send::post))
        .route("/api/transaction/parse/{chain}", post(transaction::parse::post))
        .route("/api/transaction/status/{chain}", get(transaction::status::get))
        .route("/api/utility/account-reserve", post(utility::account_reserve::post))
        .route("/api/utility/base-reserve", get(utility::base_reserve::get))
        .route("/api/utility/check-account", post(utility::check_account::post))
        .route("/api/utility/check-account-trustline", post(utility::check_account_trustline::post))
        .route("/api/validate-address/{chain}", get(validate_address::get))
}

/// The OpenAPI document of the endpoints.
pub fn openapi() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Blockchain connector (xlm)",
        description = "Derives addresses and builds, hashes, completes and sends transactions on Stellar. Private keys \
                       never leave the caller: it signs the hash it is given. All amounts, of the lumen (XLM) and of \
                       every other asset, are strings of decimal digits in stroops, of which a whole unit has 10^7; only \
                       `startingBalance` of the operation createAccount is in XLM with up to 7 decimals. A fee is the \
                       most that a whole transaction may cost; the network takes no more than its load demands. A price \
                       is a fraction of two numbers of 31 bits and is never inverted: with manageSellOffer and \
                       createPassiveSellOffer it counts units of `buying` for one unit of `selling`, so that with 0.5 \
                       the sale of 10 brings 5; with manageBuyOffer it counts units of `selling` for one unit of \
                       `buying`, so that with 0.5 a purchase of 10 costs 5; with liquidityPoolDeposit it counts units of \
                       the first asset of the pool for one unit of the second."
    ),
    paths(
        get_address::post,
        prepare_transaction::fee_stat::get,
        get_hash::transfer::post,
        get_hash::add_trustline::post,
        get_hash::claimable_balance::post,
        get_hash::multi_operations::post,
        get_hash::fee_bump::post,
        transaction::attach_signature::post,
        transaction::send::post,
        transaction::parse::post,
        transaction::status::get,
        utility::account_reserve::post,
        utility::base_reserve::get,
        utility::check_account::post,
        utility::check_account_trustline::post,
        validate_address::get,
    )
)]
struct Document;
