//! `/api/utility`: queries of accounts and reserves. Result fields are next to `requestId`, without
//! `data`.

pub mod account_reserve;
pub mod base_reserve;
pub mod check_account;
pub mod check_account_trustline;

use serde::Deserialize;
use utoipa::ToSchema;
use wallet_http::{ApiError, Field, Flat};

/// The result of a handler of these endpoints.
pub type FlatResult<T> = Result<Flat<T>, ApiError>;

/// An account.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = AccountRequest)]
pub struct AccountRequest {
    /// The address of the account: G….
    #[serde(default)]
    #[schema(value_type = String, required, pattern = "^G[A-Z2-7]{55}$",
        example = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ")]
    address: Field<String>,
    /// The network: `livenet` or `testnet`.
    #[serde(default)]
    #[schema(value_type = String, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
}
