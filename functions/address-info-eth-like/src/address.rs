//! GET /api/{chain}/

use crate::Services;
use crate::info::{AddressInfoQuery, RequestedAddress, Response, fetch, parse_tokens};
use axum::extract::State;
use wallet_core::model::Network;
use wallet_core::wire::{ContractListText, PageLimitText};
use wallet_eth_like::history::Cursor;
use wallet_eth_like::{Chain, Params};
use wallet_http::{
    ApiError, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, Query, RequestDeadline, Required, ResultExt,
    UpstreamBudget,
};

wallet_core::request! {
    /// Address and page of the history.
    pub struct Request {
        /// The address: 40 hex digits in one case, or in mixed case with a valid checksum (ERC-55).
        address: Required<RequestedAddress>,
        /// livenet or testnet.
        network: Field<Network>,
        /// Maximum number of transactions, 0 to 200. With 0 the response has the balances only.
        limit: Field<PageLimitText>,
        /// The `nextCursor` of the previous response for the same address.
        cursor: Field<Cursor>,
        /// Contracts of tokens whose balances are returned as well, also if they are zero and not in the asset list: at most
        /// 50 different addresses, separated by commas.
        tokens: Field<ContractListText>,
    }
}

/// Returns the balances and the transactions of an address.
///
/// `spendable` is the balance without the value, the maximum fee and the L1 fee of the pending transactions that the address
/// has sent, and for a token without their transfers of it. They are listed first on the first page. If no node lists
/// them all, `source.partial` contains `pending`, and `spendable` lacks only the listed ones.
///
/// The balances of `tokens` are returned as well. A contract among them that returns no balance or no decimals is omitted;
/// `source.partial` contains `tokens` if no node executes their calls.
///
/// `actions` contains the coin transfer of the transaction itself, followed by the transfers within it from or
/// to the address: coin transfers by contracts, tokens, and non-fungible tokens (`erc721` and `erc1155`, with the number of
/// tokens as `value`). Transfers of zero are omitted. A pending transaction has the transfers that its calldata names:
/// `transfer` of a token, and `safeTransferFrom` and `safeBatchTransferFrom` of non-fungible tokens.
///
/// `status` is `rejected` for a failed transaction: it pays its fee, has the value 0 and no actions. The `fee`
/// of a pending transaction is its maximum.
///
/// If the address only receives or sends something within a transaction of others, indexes report only these
/// effects. In this case `from` and `to` are those of the first action, `value` is the amount of coin received, or
/// else sent, and `fee` is 0 if it is unknown.
///
/// If the balances are available but no index returns the transactions, the transactions are omitted and
/// `source.partial` contains `history`. It contains `rows` if the index's data about some transactions is
/// unreadable; these are omitted, or lack some of their actions.
///
/// On op and base the fees that the address has paid include the L1 data fee and the operator fee, and on arb they are
/// those at the price that was charged. If the receipt of a transaction is unavailable, its fee is the one for gas
/// only, at the price that the index lists, and `source.partial` contains `l1-fees`.
///
/// An allocation of the genesis block is listed with a `txid` of zeros and an empty `from`. Withdrawals from the beacon
/// chain and block rewards are not listed: if the index has such entries of the address, `source.partial` contains
/// `withdrawals` or `block-rewards`. It contains `nft-transfers` if the index does not list transfers of non-fungible
/// tokens, or did not in time.
#[utoipa::path(
    get, path = "/api/{chain}", operation_id = "addressInfo",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress]))),
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
    let info = fetch(&services, vec![query], deadline).await.pop();
    info.unwrap_or_else(|| Err(ApiError::internal("no result for a query")))
        .map(Data)
}

/// Validates the request.
fn read(chain: Chain, request: Request) -> Result<AddressInfoQuery, ApiError> {
    let address = request.address.get()?;
    let network = request.network.or_default()?;
    let limit = request.limit.limit()?;
    let from = request.cursor.or_default()?;
    let name = request.tokens.name();
    let tokens = request.tokens.get()?;
    let tokens = tokens.as_deref().map(|tokens| tokens.split(',').collect::<Vec<_>>());
    Ok(AddressInfoQuery {
        params: Params::of(chain, network),
        address,
        from,
        limit,
        tokens: parse_tokens(&tokens.unwrap_or_default()).at(name)?,
    })
}
