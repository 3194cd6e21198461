//! Balances and transactions of an address, for a single request and for batches.

use crate::Services;
use crate::listed::listed_assets;
use crate::tokens::{self, NO_TOKENS, RequestedToken};
use futures::FutureExt;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::{ChainName, NO_HISTORY, Network, Source, UNREADABLE_ROWS};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::wire::XlmAddressText;
use wallet_http::extract::distinct;
use wallet_http::{ApiError, Cost, UpstreamBudget};
use wallet_xlm::contract::{ContractId, MAX_CONTRACTS};
use wallet_xlm::history::{AccountFacts, ClaimableFacts, Cursor, HistoryFacts, Position, View};
use wallet_xlm::ports::RecentTransfers;
use wallet_xlm::record::{ClaimableBalance, PoolShares, Reserves, TokenBalance, XlmBalance, XlmTransaction};
use wallet_xlm::{Account, AccountQuery, Asset, Chain, MuxedAccount, NOT_ALL_LINES};

/// The name of the transfers of known contracts in the log.
const TRANSFERS: &str = "transfers";
/// The entry of `source.partial` for missing or incomplete claimable balances.
const NOT_ALL_CLAIMABLE: &str = "claimable-balances";
/// The entry of `source.partial` for unknown amounts of claims.
pub const NOT_ALL_CLAIMS: &str = "claims";
/// The entry of `source.partial` for fills of the account's offers in transactions of further accounts.
pub const NOT_ALL_FILLS: &str = "fills";

/// Balances, transactions and reserves of an address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AddressInfoResponse)]
pub struct Response {
    /// The requested address, unchanged.
    address: XlmAddressText,
    /// The chain.
    #[schema(pattern = "^xlm$", example = "xlm")]
    chain: &'static str,
    /// The balances: the lumen first, then all trustlines including empty ones. Empty if the account
    /// does not exist.
    balances: Vec<XlmBalance>,
    /// The transactions, latest first, also of an account that was merged and no longer exists. They contain the
    /// requested account by the requested address, and other users of a multiplexed account and other accounts by
    /// their own addresses.
    transactions: Vec<XlmTransaction>,
    /// The `cursor` of the next page. Absent if there are no more transactions, and with the limit 0. A page may have
    /// fewer transactions than `limit` although more follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "A4REwAAAcAA")]
    next_cursor: Option<String>,
    /// True if the account exists. A payment of lumens to the address creates it.
    activated: bool,
    /// The reserves of the account.
    reserves: Reserves,
    /// The claimable balances with the address as a claimant, latest first, even if the account does
    /// not exist.
    claimable_balances: Vec<ClaimableBalance>,
    /// The pool shares of all trustlines of the account, including empty ones.
    liquidity_pools: Vec<PoolShares>,
    /// The tokens of contracts that the request names, in its order. Absent if the request names none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tokens: Vec<TokenBalance>,
    /// The source of the data and the missing parts of the response.
    source: Source,
}

/// An address and the string in the request.
pub struct RequestedAddress {
    text: String,
    account: MuxedAccount,
}

wallet_core::wire_value! {
    RequestedAddress as XlmAddressText => Self, |text: &str| {
        text.parse().map(|account| Self { text: text.to_owned(), account })
    };
}

/// A validated request.
pub struct AddressInfoQuery {
    /// The chain.
    pub chain: Chain,
    /// The network.
    pub network: Network,
    /// The address.
    pub address: RequestedAddress,
    /// The position of the page.
    pub from: Position,
    /// The maximum number of transactions.
    pub limit: u32,
    /// The assets with trustlines that are returned also without an index, besides the asset list.
    pub assets: Vec<Asset>,
    /// The contracts of the requested tokens.
    pub tokens: Vec<ContractId>,
}

impl AddressInfoQuery {
    /// Returns the maximum number of requests to upstreams, without the requests for recent transfers.
    pub fn cost(&self) -> Cost {
        Cost::address(self.limit) + tokens::cost(&self.tokens)
    }

    /// Returns the contracts with transfers that are listed without an index: the requested tokens, and the contracts of the
    /// requested assets, of the lumen and of the asset list.
    fn listed_contracts(&self) -> Vec<ContractId> {
        let assets = self.assets.iter().chain([&Asset::Native]);
        let assets = assets.chain(listed_assets(self.network));
        let of_assets = assets.map(|asset| ContractId::of_asset(*asset, self.network));
        let mut contracts: Vec<ContractId> = Vec::new();
        for contract in self.tokens.iter().copied().chain(of_assets) {
            if contracts.len() < MAX_CONTRACTS && !contracts.contains(&contract) {
                contracts.push(contract);
            }
        }
        contracts
    }
}

/// The maximum number of requested assets.
pub const MAX_ASSETS: usize = 50;

/// Parses the field `assets`: at most 50 assets, all different. The path of an error is the index.
pub fn parse_assets(texts: &[&str]) -> Result<Vec<Asset>, ApiError> {
    distinct(texts, MAX_ASSETS, "asset", |text| match text.parse()? {
        Asset::Native => Err(ApiError::invalid_request("asset must be CODE:ISSUER.")),
        asset @ Asset::Credit(_) => Ok(asset),
    })
}

/// Returns the balances and the requested page of an address, and counts the requests for recent transfers.
pub async fn fetch(
    services: &Services,
    query: AddressInfoQuery,
    deadline: Deadline,
    budget: &UpstreamBudget,
) -> Result<Response, ApiError> {
    let (network, id, index) = (query.network, query.address.account.account, &services.index);
    let known = query.assets.iter().chain(listed_assets(network));
    let account = AccountQuery::from(id).with_assets(known);
    let history = history(services, &query, deadline);
    let claimable = index.claimable_balances(network, id, deadline);
    // A failure of the account request cancels the remaining requests.
    let tokens = tokens::fetch(services, network, id, &query.tokens, deadline);
    let (facts, history, claimable, tokens) = futures::try_join!(
        index.account_facts(network, account, deadline),
        history.map(Ok::<_, UpstreamError>),
        claimable.map(Ok::<_, UpstreamError>),
        tokens.map(Ok::<_, UpstreamError>),
    )?;
    budget.settle(Cost::default(), Cost::requests(history.recent.requests));
    // The network uses the close time of ledgers, which may be ahead of the local clock.
    let now = services.clock.now().as_secs().max(facts.ledger.closed_at);
    Ok(respond(query, &facts, history, claimable, &tokens, now))
}

/// A page of the history.
struct History {
    facts: Result<HistoryFacts, UpstreamError>,
    /// The latest transactions with transfers of known contracts, if no upstream has an index.
    recent: RecentTransfers,
}

async fn history(services: &Services, query: &AddressInfoQuery, deadline: Deadline) -> History {
    let (network, id) = (query.network, query.address.account.account);
    if query.limit == 0 {
        return History {
            facts: Ok(HistoryFacts::default()),
            recent: RecentTransfers::default(),
        };
    }
    let facts = services.index.history(network, id, query.from, query.limit, deadline);
    let facts = facts.await;
    let lacks_index = matches!(facts, Err(UpstreamError::NotConfigured { .. }));
    let recent = if lacks_index && query.from == Position::Start {
        let contracts = query.listed_contracts();
        let transfers = services
            .tokens
            .transfers(network, id, &contracts, query.limit, deadline);
        available(transfers.await, TRANSFERS).unwrap_or_default()
    } else {
        RecentTransfers::default()
    };
    History { facts, recent }
}

fn respond(
    query: AddressInfoQuery,
    facts: &AccountFacts,
    history: History,
    claimable: Result<ClaimableFacts, UpstreamError>,
    tokens: &[RequestedToken],
    now: u64,
) -> Response {
    let known = tokens
        .iter()
        .filter_map(|(contract, holding)| Some((*contract, holding.as_ref()?)));
    let view = View::new(query.address.account.account, query.address.text.clone()).with_tokens(known);
    let account = facts.account.as_ref();
    let recent = history.recent.entries;
    let history = available(history.facts, NO_HISTORY);
    let claimable = available(claimable, NOT_ALL_CLAIMABLE);
    let partial = partial_of(facts, history.as_ref(), claimable.as_ref(), tokens);
    let (history, claimable) = (history.unwrap_or_default(), claimable.unwrap_or_default());
    // The cached latest ledger may be older than the ledgers of the history.
    let entries = if recent.is_empty() { &history.entries } else { &recent };
    let latest = entries.iter().map(|entry| entry.ledger).max();
    let block = facts.ledger.sequence.max(latest.unwrap_or_default());
    Response {
        address: XlmAddressText(query.address.text),
        chain: query.chain.name(),
        balances: view.balances(account, facts.ledger.base_reserve),
        transactions: view.transactions(entries, block),
        next_cursor: history.next.map(|position| Cursor(position).to_string()),
        activated: account.is_some(),
        reserves: view.reserves(account, facts.ledger.base_reserve),
        claimable_balances: claimable
            .balances
            .iter()
            .map(|balance| view.claimable(balance, now))
            .collect(),
        liquidity_pools: View::pool_shares(account),
        tokens: tokens
            .iter()
            .map(|(contract, holding)| view.token_balance(*contract, holding.as_ref()))
            .collect(),
        source: Source {
            upstream: facts.upstream,
            block: block.to_string(),
            partial,
        },
    }
}

/// Returns the missing parts of a response.
fn partial_of(
    facts: &AccountFacts,
    history: Option<&HistoryFacts>,
    claimable: Option<&ClaimableFacts>,
    tokens: &[RequestedToken],
) -> Vec<&'static str> {
    let account = facts.account.as_ref();
    let lacks_rows = facts.lacks_rows
        || history.is_some_and(|facts| facts.lacks_rows)
        || claimable.is_some_and(|facts| facts.lacks_rows);
    let partial = [
        account.is_some_and(Account::lacks_lines).then_some(NOT_ALL_LINES),
        history.is_none().then_some(NO_HISTORY),
        claimable
            .is_none_or(|facts| facts.has_more)
            .then_some(NOT_ALL_CLAIMABLE),
        history
            .is_some_and(|facts| facts.has_unresolved_claims)
            .then_some(NOT_ALL_CLAIMS),
        history
            .is_some_and(|facts| facts.has_unlisted_fills)
            .then_some(NOT_ALL_FILLS),
        tokens.iter().any(|(_, holding)| holding.is_none()).then_some(NO_TOKENS),
        lacks_rows.then_some(UNREADABLE_ROWS),
    ];
    partial.into_iter().flatten().collect()
}

/// Returns the data of an upstream, or logs the error.
fn available<T>(response: Result<T, UpstreamError>, part: &'static str) -> Option<T> {
    response
        .inspect_err(|error| match error {
            UpstreamError::NotConfigured { .. } => tracing::debug!(part, "part omitted: no upstream has an index"),
            error => tracing::warn!(%error, part, "part omitted from the response: no upstream provided it"),
        })
        .ok()
}
