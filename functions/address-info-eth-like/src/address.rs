//! GET /api/{chain}/

use crate::Services;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;
use wallet_core::model::{Balance, ChainName, Movement, Source, Transaction, UNREADABLE_ROWS};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::wire::{CursorText, EthLikeAddressText, NetworkName, PageLimitText};
use wallet_eth_like::Erc20Token;
use wallet_eth_like::history::{Cursor, HistoryFacts, Position, View};
use wallet_eth_like::{Address, Amount, Balances, Chain, Params};
use wallet_http::{
    ApiError, Bearer, Data, Field, HandlerResult, PathChain, Query, Read, RequestDeadline, Required, ResultExt, limit,
    network,
};

/// `source.partial` entry if the transactions are missing.
const NO_HISTORY: &str = "history";
/// `source.partial` entry if internal transfers may be missing.
const NO_INTERNAL_TRANSFERS: &str = "internal-transfers";

/// `source.partial` entry if fees of a rollup lack their L1 fees.
const NO_L1_FEES: &str = "l1-fees";

/// Address and page of its history.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Request {
    /// The address: 40 hex digits in one case, or in mixed case with a valid checksum (ERC-55).
    address: Required<EthLikeAddressText>,
    /// livenet or testnet.
    network: Field<NetworkName>,
    /// Maximum number of transactions, 1 to 200.
    limit: Field<PageLimitText>,
    /// The `nextCursor` of the previous response for the same address.
    cursor: Field<CursorText>,
}

/// Balances and transactions of an address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AddressInfoResponse)]
pub struct Response {
    /// The address as in the request.
    address: EthLikeAddressText,
    /// The chain.
    #[schema(example = "eth")]
    chain: &'static str,
    /// The balance of the coin, also if it is zero, and of every listed token with a balance above zero, all at
    /// the block of `source`.
    balances: Vec<Balance>,
    /// The transactions, latest first, pending before confirmed. The requested address appears as in the
    /// request, other addresses with their checksum.
    transactions: Vec<Transaction<Movement>>,
    /// The `cursor` of the next page; absent on the last page. A page may have fewer transactions than `limit`,
    /// even none, before the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "AwAAAAAAAAPo")]
    next_cursor: Option<String>,
    /// The source of the balances, and the missing parts of the response.
    source: Source,
}

/// Returns the balances and the transactions of an address.
///
/// `actions` contains the coin transfer of the transaction itself, followed by the transfers within it from or
/// to the address: coin transfers by contracts, and tokens. Transfers of zero and of non-fungible tokens are
/// omitted.
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
/// On a rollup the fees that the address has paid include the L1 data fee and the operator fee. If these are
/// unavailable for a transaction, its fee is the one for gas only, and `source.partial` contains `l1-fees`.
#[utoipa::path(get, path = "/api/{chain}", operation_id = "addressInfo")]
pub async fn get(
    State(services): State<Services>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let query = AddressInfoQuery::read(chain, request)?;
    let AddressInfoQuery {
        params,
        address,
        from,
        limit,
        ..
    } = query;
    let tokens = services.tokens.erc20(chain).await?;
    let contracts: Vec<_> = tokens.iter().map(|token| token.contract).collect();
    let (balances, history) = futures::join!(
        services.node.balances(params, address, &contracts, deadline),
        history(&services, params, address, (from, limit), deadline),
    );
    Ok(Data(respond(query, &tokens, &balances?, history)))
}

/// Returns a page of the history, with the L1 fees of a rollup.
async fn history(
    services: &Services,
    params: Params,
    address: Address,
    (from, limit): (Position, u32),
    deadline: Deadline,
) -> Result<HistoryFacts, UpstreamError> {
    let mut facts = services.index.history(params, address, from, limit, deadline).await?;
    if params.is_rollup() {
        let unpriced: Vec<_> = facts
            .entries
            .iter()
            .filter_map(|entry| entry.unpriced(address))
            .collect();
        if !unpriced.is_empty() {
            let paid = services.node.paid_rollup_fees(params, &unpriced, deadline).await;
            facts.add_l1_fees(address, &paid);
        }
    }
    Ok(facts)
}

/// Validated request.
struct AddressInfoQuery {
    params: Params,
    requested: String,
    address: Address,
    from: Position,
    limit: u32,
}

impl AddressInfoQuery {
    fn read(chain: Chain, request: Request) -> Result<Self, ApiError> {
        let requested = request.address.required("address")?.0;
        let address: Address = requested.parse().at("address")?;
        let network = network(request.network)?;
        let limit = limit(request.limit)?;
        let cursor = request.cursor.optional("cursor")?;
        let cursor: Option<Cursor> = cursor.map(|text| text.parse().at("cursor")).transpose()?;
        Ok(Self {
            params: Params::of(chain, network),
            requested,
            address,
            from: cursor.map_or(Position::Start, |Cursor(position)| position),
            limit,
        })
    }
}

fn respond(
    query: AddressInfoQuery,
    tokens: &Arc<[Erc20Token]>,
    balances: &Balances,
    history: Result<HistoryFacts, UpstreamError>,
) -> Response {
    let AddressInfoQuery {
        params,
        requested,
        address,
        ..
    } = query;
    let decimals = tokens.iter().map(|token| (token.contract, token.decimals));
    let view = View::new(params, address, requested.clone(), decimals);
    let (facts, partial) = partial_history(history);
    let nonzero = balances.tokens.iter().filter(|(_, amount)| *amount > Amount::ZERO);
    let nonzero = nonzero.filter_map(|(contract, amount)| view.token_balance(*contract, *amount));
    Response {
        address: EthLikeAddressText(requested),
        chain: params.chain.name(),
        balances: std::iter::once(view.coin_balance(balances.coin))
            .chain(nonzero)
            .collect(),
        transactions: facts.entries.iter().map(|entry| view.transaction(entry)).collect(),
        next_cursor: facts.next.map(|position| Cursor(position).to_string()),
        source: Source {
            upstream: balances.upstream,
            block: balances.block.to_string(),
            partial,
        },
    }
}

/// Returns the available history, and its missing parts.
fn partial_history(history: Result<HistoryFacts, UpstreamError>) -> (HistoryFacts, Vec<&'static str>) {
    match history {
        Ok(facts) => {
            let partial = [
                facts.lacks_internal_transfers.then_some(NO_INTERNAL_TRANSFERS),
                facts.lacks_rows.then_some(UNREADABLE_ROWS),
                facts.lacks_l1_fees.then_some(NO_L1_FEES),
            ];
            (facts, partial.into_iter().flatten().collect())
        }
        Err(error) => {
            // Without a configured index, every response lacks the history.
            if !matches!(error, UpstreamError::NotConfigured { .. }) {
                tracing::warn!(%error, "history unavailable, response with balances only");
            }
            (HistoryFacts::default(), vec![NO_HISTORY])
        }
    }
}
