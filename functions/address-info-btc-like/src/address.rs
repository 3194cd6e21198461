//! GET /api/{chain}/

use crate::Services;
use crate::info::{AddressInfoQuery, Response, fetch_one, read_params, respond};
use axum::extract::State;
use wallet_btc_like::history::Cursor;
use wallet_btc_like::{Address, Chain};
use wallet_core::model::Network;
use wallet_core::wire::PageLimitText;
use wallet_http::{
    ApiError, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, Query, RequestDeadline, Required, UpstreamBudget,
};

wallet_core::request! {
    /// Address and page of the history.
    pub struct Request {
        /// The address, in any standard form of the chain and network.
        address: Required<Address>,
        /// livenet or testnet.
        network: Field<Network>,
        /// Maximum number of transactions, 0 to 200. With 0 the response has the balances only.
        limit: Field<PageLimitText>,
        /// The `nextCursor` of the previous response for the same address.
        cursor: Field<Cursor>,
    }
}

/// Returns the balance and the transactions of an address.
///
/// A transaction can have many inputs and outputs. `from`, `to` and `value` describe it from the perspective of the
/// address: the amount received or sent. `actions` contains one transfer for each output that is not change.
///
/// If the balance is available but no upstream returns the transactions, for example because the address has more of
/// them than the servers list, they are omitted and `source.partial` contains `history`. It contains `rows` if the
/// upstream's data about some transactions is unreadable, or if it does not list all pending ones; these are omitted. It
/// contains `spendable` if the upstream does not report which part of the balance is spendable.
#[utoipa::path(
    get, path = "/api/{chain}", operation_id = "addressInfo",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::NetworkNotSupported]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let query = read(chain, request)?;
    budget.spend(Cost::address(query.limit))?;
    let facts = fetch_one(&services, &query, deadline).await?;
    Ok(Data(respond(query, &facts)))
}

/// Validates the request.
fn read(chain: Chain, request: Request) -> Result<AddressInfoQuery, ApiError> {
    request.address.is_present()?;
    let requested = request.address.text().to_owned();
    let params = read_params(chain, request.network.or_default()?)?;
    let address = request.address.get_in(params)?;
    let limit = request.limit.limit()?;
    Ok(AddressInfoQuery {
        requested,
        address,
        from: request.cursor.or_default()?,
        limit,
    })
}
