//! `/api/utility`: queries of accounts and reserves. Result fields are next to `requestId`, without
//! `data`.

use wallet_core::model::Network;
use wallet_http::{ApiError, Field, Flat, Required};
use wallet_xlm::wire::PlainAccount;

pub mod account_reserve;
pub mod base_reserve;
pub mod check_account;
pub mod check_account_trustline;

/// The result of a handler of these endpoints.
pub type FlatResult<T> = Result<Flat<T>, ApiError>;

wallet_core::request! {
    /// An account.
    #[schema(as = AccountRequest)]
    pub struct AccountRequest {
        /// The address of the account: G….
        address: Required<PlainAccount>,
        /// The network: `livenet` or `testnet`.
        network: Field<Network>,
    }
}
