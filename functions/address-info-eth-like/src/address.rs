//! GET /api/{chain}/

use crate::Services;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;
use wallet_core::model::{Balance, ChainName, Movement, NO_HISTORY, Responses, Source, Transaction, UNREADABLE_ROWS};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::wire::{CursorText, EthLikeAddressText, NetworkName, PageLimitText};
use wallet_eth_like::Erc20Token;
use wallet_eth_like::history::{Cursor, HistoryFacts, Position, View};
use wallet_eth_like::ports::EthLikeNode;
use wallet_eth_like::{Address, Amount, Balances, Chain, NextNonce, Params, PendingTransactions};
use wallet_http::{
    ApiError, Bearer, Data, ErrorCode, Field, HandlerResult, PathChain, Query, Read, RequestDeadline, Required,
    ResultExt, limit, network,
};

/// `source.partial` entry if internal transfers may be missing.
const NO_INTERNAL_TRANSFERS: &str = "internal-transfers";
/// `source.partial` entry if pending transactions are missing.
const NO_PENDING: &str = "pending";

/// `source.partial` entry if fees of a rollup lack their L1 fees.
const NO_L1_FEES: &str = "l1-fees";

/// Address and page of its history.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Request {
    /// The address: 40 hex digits in one case, or in mixed case with a valid checksum (ERC-55).
    address: Required<EthLikeAddressText>,
    /// livenet or testnet.
    network: Field<NetworkName>,
    /// Maximum number of transactions, 0 to 200. With 0 the response has the balances only.
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
    /// The number of pending transactions of the address; absent without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = PendingCount, required = false)]
    pending: Option<PendingCount>,
    /// The transactions, latest first, pending before confirmed. The requested address appears as in the
    /// request, other addresses with their checksum.
    transactions: Vec<Transaction<Movement>>,
    /// The `cursor` of the next page; absent on the last page, and with the limit 0. A page may have fewer transactions
    /// than `limit`, even none, before the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "AwAAAAAAAAPo")]
    next_cursor: Option<String>,
    /// The source of the balances, and the missing parts of the response.
    source: Source,
}

/// Pending transactions of an address.
#[derive(Debug, Serialize, ToSchema)]
pub struct PendingCount {
    /// The number of transactions that the address has sent and that are not in a block yet.
    #[schema(example = 1)]
    count: u64,
}

/// Returns the balances and the transactions of an address.
///
/// `spendable` is the balance without the value and the maximum fee of the pending transactions that the address has
/// sent, and for a token without their transfers of it. They are listed first on the first page. If no node lists
/// them all, `source.partial` contains `pending`, and `spendable` lacks only the listed ones.
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
///
/// An allocation of the genesis block is listed with a `txid` of zeros and an empty `from`. Transfers of non-fungible
/// tokens, withdrawals from the beacon chain and block rewards are not listed: if the index has such entries of the
/// address, `source.partial` contains `nft-transfers`, `withdrawals` or `block-rewards`.
#[utoipa::path(
    get, path = "/api/{chain}", operation_id = "addressInfo",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress]))),
)]
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
    let (holdings, history) = futures::join!(
        Holdings::fetch(&*services.node, params, address, &contracts, deadline),
        history(&services, params, address, (from, limit), deadline),
    );
    Ok(Data(respond(query, &tokens, &holdings?, history)))
}

/// Balances of an address, and its pending transactions.
struct Holdings {
    balances: Balances,
    /// The pending transactions, `None` if their number is unknown.
    pending: Option<PendingTransactions>,
}

impl Holdings {
    /// Fetches the balances with the transaction counts, and if these differ the pending transactions.
    async fn fetch(
        node: &dyn EthLikeNode,
        params: Params,
        address: Address,
        contracts: &[Address],
        deadline: Deadline,
    ) -> Result<Self, UpstreamError> {
        let balances = node.balances(params, address, contracts, deadline).await?;
        let nonces = balances
            .counts
            .map(|counts| NextNonce::of(&Responses::one(counts)).pending());
        let pending = match nonces {
            Some(nonces) => Some(node.pending_transactions(params, address, nonces, deadline).await?),
            None => None,
        };
        Ok(Self { balances, pending })
    }

    /// Returns the part of the coin balance that the pending transactions leave.
    fn spendable(&self) -> Amount {
        let coin = self.balances.coin;
        let available = self.pending.as_ref().map(|pending| pending.available(coin, None));
        available.unwrap_or(coin)
    }

    /// Returns the part of a token balance that the pending transactions leave.
    fn spendable_token(&self, contract: Address, amount: Amount) -> Amount {
        let pending = self.pending.as_ref();
        pending.map_or(amount, |pending| pending.available_token(contract, amount))
    }
}

/// Returns a page of the history, with the L1 fees of a rollup.
async fn history(
    services: &Services,
    params: Params,
    address: Address,
    (from, limit): (Position, u32),
    deadline: Deadline,
) -> Result<HistoryFacts, UpstreamError> {
    if limit == 0 {
        return Ok(HistoryFacts::default());
    }
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
    holdings: &Holdings,
    history: Result<HistoryFacts, UpstreamError>,
) -> Response {
    let AddressInfoQuery {
        params,
        requested,
        address,
        from,
        limit,
    } = query;
    let Holdings { balances, pending } = holdings;
    let decimals = tokens.iter().map(|token| (token.contract, token.decimals));
    let view = View::new(params, address, requested.clone(), decimals);
    let (facts, mut partial) = partial_history(history);
    if pending.as_ref().is_none_or(|pending| pending.unlisted_count() > 0) {
        partial.push(NO_PENDING);
    }
    let listed = pending.as_ref().map(PendingTransactions::entries).unwrap_or_default();
    let facts = facts.with_pending(listed, from, limit as usize);
    let count = pending.as_ref().map_or(0, PendingTransactions::count);
    let nonzero = balances.tokens.iter().filter(|(_, amount)| *amount > Amount::ZERO);
    let nonzero = nonzero.filter_map(|(contract, amount)| {
        let spendable = holdings.spendable_token(*contract, *amount);
        view.token_balance(*contract, *amount, spendable)
    });
    Response {
        address: EthLikeAddressText(requested),
        chain: params.chain.name(),
        balances: std::iter::once(view.coin_balance(balances.coin, holdings.spendable()))
            .chain(nonzero)
            .collect(),
        pending: (count > 0).then_some(PendingCount { count }),
        transactions: facts
            .entries
            .iter()
            .map(|entry| view.transaction(entry, balances.block))
            .collect(),
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
            let missing = [
                facts.lacks_internal_transfers.then_some(NO_INTERNAL_TRANSFERS),
                facts.lacks_rows.then_some(UNREADABLE_ROWS),
                facts.lacks_l1_fees.then_some(NO_L1_FEES),
            ];
            let omitted = facts.omitted.iter().map(|change| change.name());
            let partial = missing.into_iter().flatten().chain(omitted).collect();
            (facts, partial)
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
