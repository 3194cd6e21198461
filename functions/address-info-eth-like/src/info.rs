//! Balances and transactions of addresses, as for a single one.

use crate::Services;
use crate::holdings::Holdings;
use futures::stream::{self, StreamExt};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;
use wallet_core::model::{Balance, ChainName, Movement, NO_HISTORY, Network, Source, Transaction, UNREADABLE_ROWS};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::wire::EthLikeAddressText;
use wallet_eth_like::history::{Cursor, HistoryFacts, Position, View};
use wallet_eth_like::{Address, Amount, BlockCursor, Chain, Erc20Token, Holder, Params, PendingTransactions};
use wallet_http::extract::distinct;
use wallet_http::{ApiError, Field, Required};

/// `source.partial` entry if internal transfers may be missing.
const NO_INTERNAL_TRANSFERS: &str = "internal-transfers";
/// `source.partial` entry if pending transactions are missing.
const NO_PENDING: &str = "pending";
/// `source.partial` entry if fees of a rollup could not be completed from the receipts.
const NO_L1_FEES: &str = "l1-fees";
/// `source.partial` entry if balances of requested tokens are missing.
const NO_TOKENS: &str = "tokens";

/// The maximum number of requested tokens.
const MAX_TOKENS: usize = 50;

/// The number of addresses whose histories are requested concurrently.
const CONCURRENT_HISTORIES: usize = 4;

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
    /// The balance of the coin, also if it is zero, of every listed token with a balance above zero, and of the requested
    /// tokens, all at the block of `source`.
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

/// Address and the string in the request.
#[derive(Clone, Debug)]
pub struct RequestedAddress {
    text: String,
    address: Address,
}

wallet_core::wire_value! {
    RequestedAddress as EthLikeAddressText => Self, |text: &str| {
        text.parse().map(|address| Self { text: text.to_owned(), address })
    };
}

wallet_core::request! {
    /// Owner, and page of a list.
    pub struct OwnerRequest {
        /// The owner: 40 hex digits in one case, or in mixed case with a valid checksum (ERC-55).
        address: Required<RequestedAddress>,
        /// The network: livenet or testnet.
        network: Field<Network>,
        /// The `nextCursor` of the previous response for the same address.
        cursor: Field<BlockCursor>,
    }
}

/// Page of a list of an owner.
#[derive(Clone, Copy, Debug)]
pub struct OwnerPage {
    /// The parameters of chain and network.
    pub params: Params,
    /// The owner of the listed items.
    pub owner: Address,
    /// The block at which the page starts, `None` for the first page.
    pub block: Option<u64>,
}

impl OwnerRequest {
    /// Reads the fields; an invalid field is an error.
    pub fn read(self, chain: Chain) -> Result<OwnerPage, ApiError> {
        let owner = self.address.get()?.address;
        Ok(OwnerPage {
            params: Params::of(chain, self.network.or_default()?),
            owner,
            block: self.cursor.get()?,
        })
    }
}

/// Returns the cursor of the page that starts at a block.
pub fn next_cursor(block: Option<u64>) -> Option<String> {
    block.map(|block| BlockCursor(block).to_string())
}

/// Logs the failure of an index. Without a configured index, every response lacks the data.
pub fn log_missing(error: &UpstreamError, what: &'static str) {
    if !matches!(error, UpstreamError::NotConfigured { .. }) {
        tracing::warn!(%error, what, "data of an index unavailable");
    }
}

/// Validated request for an address.
#[derive(Clone, Debug)]
pub struct AddressInfoQuery {
    /// The parameters of chain and network.
    pub params: Params,
    /// The address.
    pub address: RequestedAddress,
    /// The position of the page.
    pub from: Position,
    /// The maximum number of transactions.
    pub limit: u32,
    /// The requested tokens.
    pub tokens: Vec<Address>,
}

/// Parses the contracts of the field `tokens`: at most 50, all different. The path of an error is the index.
pub fn parse_tokens(texts: &[&str]) -> Result<Vec<Address>, ApiError> {
    distinct(texts, MAX_TOKENS, "token", |text| Ok(text.parse::<Address>()?))
}

/// Returns the balances and transactions of addresses on a chain and network, in the order of the queries. All balances
/// are a single round of requests, whatever the number of addresses.
pub async fn fetch(
    services: &Services,
    queries: Vec<AddressInfoQuery>,
    deadline: Deadline,
) -> Vec<Result<Response, ApiError>> {
    let Some(params) = queries.first().map(|query| query.params) else {
        return Vec::new();
    };
    let failed = |error: ApiError| queries.iter().map(|_| Err(error.clone())).collect();
    let listed = match Listed::read(services, params.chain).await {
        Ok(listed) => listed,
        Err(error) => return failed(error.into()),
    };
    let contracts: Vec<_> = listed.tokens.iter().map(|token| token.contract).collect();
    let holders: Vec<_> = queries.iter().map(|query| query.holder(&contracts)).collect();
    let mut histories = Vec::with_capacity(queries.len());
    for query in &queries {
        histories.push(history(services, query, deadline));
    }
    let (holdings, histories) = futures::join!(
        Holdings::fetch(services, params, &holders, &contracts, deadline),
        stream::iter(histories)
            .buffered(CONCURRENT_HISTORIES)
            .collect::<Vec<_>>(),
    );
    let holdings = match holdings {
        Ok(holdings) => holdings,
        Err(error) => return failed(error.into()),
    };
    let parts = queries.into_iter().zip(holdings).zip(histories);
    parts
        .map(|((query, holdings), history)| Ok(respond(query, &listed, &holdings, history)))
        .collect()
}

impl AddressInfoQuery {
    /// Returns the address with the requested tokens that are not listed.
    fn holder(&self, listed: &[Address]) -> Holder {
        let tokens = self.tokens.iter().filter(|token| !listed.contains(token));
        Holder {
            address: self.address.address,
            further: tokens.copied().collect(),
        }
    }
}

/// Returns the requested page of the history.
async fn history(
    services: &Services,
    query: &AddressInfoQuery,
    deadline: Deadline,
) -> Result<HistoryFacts, UpstreamError> {
    match query.limit {
        0 => Ok(HistoryFacts::default()),
        limit => {
            history_page(
                services,
                query.params,
                query.address.address,
                query.from,
                limit,
                deadline,
            )
            .await
        }
    }
}

/// Returns a page of the history of an address, with the fees that the receipts of a rollup state.
pub async fn history_page(
    services: &Services,
    params: Params,
    address: Address,
    from: Position,
    limit: u32,
    deadline: Deadline,
) -> Result<HistoryFacts, UpstreamError> {
    let history = services.index.history(params, address, from, limit, deadline);
    let mut facts = history.await?;
    if params.has_fee_in_receipt() {
        let unpriced: Vec<_> = facts
            .entries
            .iter()
            .filter_map(|entry| entry.unpriced(address))
            .collect();
        if !unpriced.is_empty() {
            let paid = services.node.paid_rollup_fees(params, &unpriced, deadline).await;
            facts.complete_fees(address, &paid);
        }
    }
    Ok(facts)
}

/// The contracts in the asset list.
struct Listed {
    tokens: Arc<[Erc20Token]>,
    collections: Vec<Address>,
}

impl Listed {
    async fn read(services: &Services, chain: Chain) -> Result<Self, StoreError> {
        Ok(Self {
            tokens: services.tokens.erc20(chain).await?,
            collections: services.tokens.collections(chain).await?,
        })
    }
}

fn respond(
    query: AddressInfoQuery,
    listed: &Listed,
    holdings: &Holdings,
    history: Result<HistoryFacts, UpstreamError>,
) -> Response {
    let params = query.params;
    let RequestedAddress { text, address } = query.address;
    let Holdings { balances, pending } = holdings;
    let further = balances.further.as_deref().unwrap_or_default();
    let decimals = |token: &Erc20Token| (token.contract, token.decimals);
    let view = View::new(params, address, text.clone(), listed.tokens.iter().map(decimals));
    let view = view.with_collections(listed.collections.iter().copied());
    let view = view.with_unlisted(further.iter().map(|(token, _)| decimals(token)));
    let (facts, mut partial) = partial_history(history);
    if pending
        .as_ref()
        .is_none_or(|pending| pending.check_complete(None).is_err())
    {
        partial.push(NO_PENDING);
    }
    if balances.lacks_tokens {
        partial.push(NO_TOKENS);
    }
    let in_pool = pending.as_ref().map(PendingTransactions::entries).unwrap_or_default();
    let facts = facts.with_pending(in_pool, query.from, query.limit as usize);
    let count = pending.as_ref().map_or(0, PendingTransactions::count);
    let is_shown = |(contract, amount): &(Address, Amount)| *amount > Amount::ZERO || query.tokens.contains(contract);
    let of_listed = balances.tokens.iter().copied().filter(is_shown);
    let tokens = of_listed.chain(further.iter().map(|(token, amount)| (token.contract, *amount)));
    let tokens = tokens.filter_map(|(contract, amount)| {
        let spendable = holdings.spendable_token(contract, amount);
        view.token_balance(contract, amount, spendable)
    });
    Response {
        address: EthLikeAddressText(text),
        chain: params.chain.name(),
        balances: std::iter::once(view.coin_balance(balances.coin, holdings.spendable()))
            .chain(tokens)
            .collect(),
        pending: (count > 0).then_some(PendingCount { count }),
        transactions: view.transactions(&facts.entries, balances.block),
        next_cursor: facts.next.map(|position| Cursor(position).to_string()),
        source: Source {
            upstream: balances.upstream,
            block: balances.block.to_string(),
            partial,
        },
    }
}

/// Returns the missing parts of a history.
pub fn partial_of(facts: &HistoryFacts) -> Vec<&'static str> {
    let missing = [
        facts.lacks_internal_transfers.then_some(NO_INTERNAL_TRANSFERS),
        facts.lacks_rows.then_some(UNREADABLE_ROWS),
        facts.lacks_l1_fees.then_some(NO_L1_FEES),
    ];
    let omitted = facts.omitted.iter().map(|change| change.name());
    missing.into_iter().flatten().chain(omitted).collect()
}

/// Returns the available history, and the missing parts.
fn partial_history(history: Result<HistoryFacts, UpstreamError>) -> (HistoryFacts, Vec<&'static str>) {
    match history {
        Ok(facts) => {
            let partial = partial_of(&facts);
            (facts, partial)
        }
        Err(error) => {
            log_missing(&error, "history");
            (HistoryFacts::default(), vec![NO_HISTORY])
        }
    }
}
