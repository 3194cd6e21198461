//! GET /api/{chain}/

use crate::Services;
use crate::info::{AddressInfoQuery, RequestedAddress, Response, fetch, parse_assets};
use crate::tokens::parse_tokens;
use axum::extract::State;
use wallet_core::model::Network;
use wallet_core::wire::{PageLimitText, XlmAssetListText, XlmContractListText};
use wallet_http::{
    ApiError, Data, ErrorCode, Field, HandlerResult, PathChain, Query, RequestDeadline, Required, ResultExt,
    UpstreamBudget,
};
use wallet_xlm::Chain;
use wallet_xlm::history::Cursor;

wallet_core::request! {
    /// The address and the requested page of the history.
    pub struct Request {
        /// The address: G…, or M… for one user of a multiplexed account.
        address: Required<RequestedAddress>,
        /// The network: `livenet` or `testnet`.
        network: Field<Network>,
        /// The maximum number of transactions, 0 to 200. With 0 the response contains no transactions.
        limit: Field<PageLimitText>,
        /// The position of the next page: `nextCursor` of the previous response for the same address.
        cursor: Field<Cursor>,
        /// Assets whose balances are returned also if no upstream lists the trustlines, `CODE:ISSUER` separated by commas:
        /// at most 50 different assets. An asset without a trustline is omitted.
        assets: Field<XlmAssetListText>,
        /// Contracts of the tokens (SEP-41) to return as `tokens`, separated by commas: at most 20 different
        /// contracts.
        tokens: Field<XlmContractListText>,
    }
}

/// Returns the balances, reserves, claimable balances and transactions of an address.
///
/// The `value` of a transaction is the change of the account's lumens by its operations, without the
/// fee; it is negative if lumens left the account. `from` is the source account of the transaction.
/// `to` is the recipient of its first payment: the claimant in case of a claim, and empty if no
/// operation pays an account. `actions` contains the operations that involve the account; operations
/// that the specification does not define are omitted. A transaction of which the account only pays the fee or provides
/// the sequence number is listed without actions, so that the sum of `net` over the whole history is the balance. The `status` of a failed transaction is
/// `rejected`: it only paid its fee, so its value is 0, and its intended actions are `failedActions`.
///
/// `spendable` of a balance is what a payment can transfer now: the balance minus the amount that open offers may
/// take, for the lumen also minus the reserve, and 0 without authorization by the issuer. A payment of lumens also
/// pays its fee from it, and so does every other transaction.
///
/// If the balances are available but no upstream returns the transactions, they are omitted and
/// `source.partial` contains `history`. It contains `claimable-balances` if these are unavailable or
/// exceed the latest thousand, and `claims` if the values lack the amounts of claims because no
/// upstream reported them. It contains `fills` if others took offers of the account in transactions between those
/// of the page: they change the balances, and are not listed. If only Stellar RPC servers are available, which have no
/// index, the response has no claimable balances, the `transactions` are at most 20 of the last seven days in which contracts of
/// `tokens`, of `assets`, of the lumen or of the asset list moved an amount of the account or charged its fee, and the
/// balances are those of the lumen, of the asset list and of `assets`: it contains `history`, `claimable-balances`, and `trustlines` if the account may have more. It contains `rows` if the data about some transactions,
/// operations, balances or claimable balances is unreadable; these are omitted.
///
/// The balances of `tokens` are those of simulated calls, which only Stellar RPC servers make: a row without a balance has
/// a `problem`, and `source.partial` contains `tokens` if no server simulated the calls. A transfer of a token with a balance in
/// `tokens` is an action of its transaction, with `unlisted`: by the events of the contract from Stellar RPC, and by the
/// calls of the account from Horizon, which does not list the transfers that others call.
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
    budget.spend(query.cost())?;
    fetch(&services, query, deadline, &budget).await.map(Data)
}

/// Validates the request.
fn read(chain: Chain, request: Request) -> Result<AddressInfoQuery, ApiError> {
    let address = request.address.get()?;
    let network = request.network.or_default()?;
    let limit = request.limit.limit()?;
    let from = request.cursor.or_default()?;
    let name = request.assets.name();
    let assets = request.assets.get()?;
    let assets = assets.as_deref().map(|assets| assets.split(',').collect::<Vec<_>>());
    let tokens_name = request.tokens.name();
    let tokens = request.tokens.get()?;
    let tokens = tokens.as_deref().map(|tokens| tokens.split(',').collect::<Vec<_>>());
    Ok(AddressInfoQuery {
        chain,
        network,
        address,
        from,
        limit,
        assets: parse_assets(&assets.unwrap_or_default()).at(name)?,
        tokens: parse_tokens(&tokens.unwrap_or_default()).at(tokens_name)?,
    })
}
