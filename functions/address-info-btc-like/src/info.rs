//! Balance and transactions of addresses, as for a single address.

use crate::Services;
use crate::page::{entries, next_cursor, partial};
use futures::stream::{self, StreamExt};
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::history::{AddressFacts, Position, View};
use wallet_btc_like::{Address, Chain, Params};
use wallet_core::model::{Action, BtcLikeBalance, ChainName, Network, Source, Transaction};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::wire::BtcLikeAddressText;
use wallet_http::{ApiError, network_not_supported};

/// The number of addresses whose histories are requested concurrently.
const CONCURRENT_HISTORIES: usize = 4;

/// Balances and transactions of an address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AddressInfoResponse)]
pub struct Response {
    /// The address as in the request.
    address: BtcLikeAddressText,
    /// The chain.
    #[schema(pattern = "^(btc|ltc|bch|doge)$", example = "btc")]
    chain: &'static str,
    /// The balance of the coin, confirmed and unconfirmed, also if it is zero. It is the same on every page.
    balances: Vec<BtcLikeBalance>,
    /// The transactions, latest first, pending before confirmed. The requested address appears as in the
    /// request, other addresses in their canonical form; on bch they have the prefix if the requested address
    /// has it.
    transactions: Vec<Transaction<Action>>,
    /// The `cursor` of the next page; absent on the last page, without the history, and with the limit 0. A page may
    /// have fewer transactions than `limit` before the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "AQAAAKoAAAAB")]
    next_cursor: Option<String>,
    /// The source of the data.
    source: Source,
}

/// Validated request for an address.
pub struct AddressInfoQuery {
    /// The address as in the request.
    pub requested: String,
    /// The address.
    pub address: Address,
    /// The position of the page.
    pub from: Position,
    /// The maximum number of transactions.
    pub limit: u32,
}

/// Returns the parameters of a chain and network.
pub fn read_params(chain: Chain, network: Network) -> Result<&'static Params, ApiError> {
    Params::of(chain, network).ok_or_else(|| network_not_supported(chain.name(), network))
}

/// Returns the balance and the requested page of an address.
pub async fn fetch_one(
    services: &Services,
    query: &AddressInfoQuery,
    deadline: Deadline,
) -> Result<AddressFacts, UpstreamError> {
    let AddressInfoQuery {
        address, from, limit, ..
    } = query;
    services.index.address_facts(address, *from, *limit, deadline).await
}

/// Returns the balances and transactions of addresses on a chain and network, in the order of the queries. The balances
/// of all addresses without a page are requested together.
pub async fn fetch(
    services: &Services,
    queries: Vec<AddressInfoQuery>,
    deadline: Deadline,
) -> Vec<Result<Response, ApiError>> {
    let mut requests = Vec::new();
    for query in &queries {
        if query.limit > 0 {
            requests.push(fetch_one(services, query, deadline));
        }
    }
    let (balances, pages) = futures::join!(
        balances(services, &queries, deadline),
        stream::iter(requests)
            .buffered(CONCURRENT_HISTORIES)
            .collect::<Vec<_>>(),
    );
    let (mut balances, mut pages) = (balances.into_iter(), pages.into_iter());
    let results = queries.into_iter().map(|query| {
        let facts = if query.limit > 0 { pages.next() } else { balances.next() };
        let facts = facts.ok_or_else(|| ApiError::internal("no result for an address"))??;
        Ok(respond(query, &facts))
    });
    results.collect()
}

/// Returns the balances of the addresses without a page.
async fn balances(
    services: &Services,
    queries: &[AddressInfoQuery],
    deadline: Deadline,
) -> Vec<Result<AddressFacts, UpstreamError>> {
    let without_page = queries.iter().filter(|query| query.limit == 0);
    let addresses: Vec<_> = without_page.map(|query| query.address.clone()).collect();
    let Some(params) = addresses.first().map(Address::params) else {
        return Vec::new();
    };
    let balances = services.index.balances(params, &addresses, deadline).await;
    balances.unwrap_or_else(|error| addresses.iter().map(|_| Err(error.clone())).collect())
}

/// Returns the response of an address.
pub fn respond(query: AddressInfoQuery, facts: &AddressFacts) -> Response {
    let AddressInfoQuery { requested, address, .. } = query;
    let chain = address.params().chain.name();
    let view = View::new(&address, requested.clone());
    let history = facts.history.as_ref();
    let unavailable = facts.unavailable.as_ref();
    Response {
        address: BtcLikeAddressText(requested),
        chain,
        balances: vec![view.balance(&facts.funds, unavailable)],
        transactions: view.transactions(entries(history), facts.tip),
        next_cursor: next_cursor(history),
        source: Source {
            upstream: facts.upstream,
            block: facts.tip.to_string(),
            partial: partial(history, unavailable).collect(),
        },
    }
}
