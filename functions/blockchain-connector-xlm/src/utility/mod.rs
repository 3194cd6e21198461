//! `/api/utility`: queries of accounts and reserves. Result fields are next to `requestId`, without
//! `data`.

pub mod account_reserve;
pub mod base_reserve;
pub mod check_account;
pub mod check_account_trustline;

use serde::Deserialize;
use utoipa::ToSchema;
use wallet_core::wire::{NetworkName, XlmAccountText};
use wallet_http::{ApiError, Field, Flat, Required};

/// The result of a handler of these endpoints.
pub type FlatResult<T> = Result<Flat<T>, ApiError>;

/// An account.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = AccountRequest)]
pub struct AccountRequest {
    /// The address of the account: G….
    address: Required<XlmAccountText>,
    /// The network: `livenet` or `testnet`.
    network: Field<NetworkName>,
}
