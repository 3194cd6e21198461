//! POST /api/batch

use crate::Services;
use crate::info::{AddressInfoQuery, Response, fetch, read_params};
use crate::xpub::{self, MAX_OUTPUTS};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::history::Cursor;
use wallet_btc_like::{Address, DEFAULT_GAP, ExtendedKey, KeyFacts, KeyQuery};
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::wire::{BtcLikeChainText, GapNumber, PageLimitNumber};
use wallet_http::{
    ApiError, Batch, BatchList, BatchResult, Body, Cost, Data, EntryDeadline, EntryName, ErrorObject, Field,
    HandlerResult, List, Object, Required, UpstreamBudget, chain_of, data_or_error, limit_transactions,
};

/// The maximum number of extended keys of a request.
const MAX_KEYS: usize = 10;

wallet_core::request! {
    /// Addresses and extended keys on any chains of this service.
    #[schema(as = BatchRequest)]
    pub struct Request {
        /// The network of all requests: livenet or testnet.
        network: Field<Network>,
        /// The requests about addresses, 1 to 50. Required without `keys`. All limits add up to at most 1000.
        requests: Field<Entries>,
        /// The requests about extended keys, 1 to 10.
        keys: Field<Keys>,
    }
}

/// Validated request for an extended key.
type KeyRequest = (ExtendedKey, KeyQuery);

/// The requests about addresses.
type Entries = BatchList<Entry>;

/// The requests about extended keys.
type Keys = List<Object<KeyEntry>, 1, MAX_KEYS>;

wallet_core::request! {
    /// One address, and the page of its history.
    #[schema(as = BatchEntry)]
    pub struct Entry {
        /// The chain.
        chain: Required<BtcLikeChainText>,
        /// The address, in any standard form of the chain and network.
        address: Required<Address>,
        /// Maximum number of transactions, 0 to 200. With 0 the result has the balances only.
        limit: Field<PageLimitNumber<0>>,
        /// The `nextCursor` of the previous result for the same address.
        cursor: Field<Cursor>,
    }
}

wallet_core::request! {
    /// One extended key, and the page of its history.
    #[schema(as = BatchKeyEntry)]
    pub struct KeyEntry {
        /// The chain.
        chain: Required<BtcLikeChainText>,
        /// The extended public key or the output descriptor, as of a single request.
        xpub: Required<ExtendedKey>,
        /// Maximum number of transactions, 0 to 200. With 0 the result has no transactions.
        limit: Field<PageLimitNumber<0>>,
        /// The `nextCursor` of the previous result for the same key.
        cursor: Field<Cursor>,
        /// Number of consecutive unused addresses after which the search for used ones ends, 1 to 100.
        gap: Field<GapNumber>,
    }
}

/// The results of a batch.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BatchResponse)]
pub struct Results {
    /// The results of `requests`, in their order.
    results: Vec<BatchResult<Response>>,
    /// The results of `keys`, in their order. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    keys: Vec<KeyResult>,
}

/// The result of a request about an extended key: either `data` or `error`. The key is not repeated, because a caller may send a
/// private one by mistake.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BatchKeyResult)]
struct KeyResult {
    /// The chain as in the request; empty if it is not a string.
    #[schema(example = "btc")]
    chain: String,
    /// The result, as of a single request. Absent if the request has failed. The results of a batch have at most 5000
    /// unspent outputs together: of each key the 5000 divided by the number of keys with the highest values.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = xpub::Response)]
    data: Option<xpub::Response>,
    /// The error, as of a single request. Absent if the request has succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = ErrorObject)]
    error: Option<ErrorObject>,
}

/// Returns the balances and the transactions of several addresses and extended keys, as `GET /api/{chain}` and
/// `POST /api/{chain}/xpub` do for each.
///
/// A request that is invalid, or whose upstream fails, has an `error` in its result and fails no other request. The
/// balances of addresses without transactions are requested in one pipeline of an Electrum server, and concurrently of
/// other upstreams. Extended keys of different chains are requested concurrently, those of one chain in sequence.
#[utoipa::path(post, path = "/api/batch", operation_id = "batchAddressInfo")]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    EntryDeadline(deadline): EntryDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Results> {
    let network = request.network.or_default()?;
    let keys = read_keys(request.keys, network)?;
    let addresses = read_addresses(request.requests, network, !keys.is_empty())?;
    limit_transactions(addresses.sum(|query| query.limit) + keys.sum(|(_, query)| query.limit))?;
    let max_outputs = MAX_OUTPUTS / keys.len().max(1);
    let reserved = addresses.cost(|query| Cost::address(query.limit)) + keys.cost(key_cost);
    let _scans = budget.spend_scans(reserved, keys.sum(|_| 1))?;
    let addresses = addresses.respond(
        |query| query.address.params().chain,
        |queries| fetch(&services, queries, deadline),
    );
    let keys = keys.results(
        |(key, _)| key.params().chain,
        |queries| fetch_keys(&services, queries, max_outputs, deadline, &budget),
    );
    let (addresses, keys) = futures::join!(addresses, keys);
    Ok(Data(Results {
        results: addresses.results,
        keys: keys
            .into_iter()
            .map(|(chain, result)| KeyResult::new(chain, result))
            .collect(),
    }))
}

const fn key_cost((_, query): &KeyRequest) -> Cost {
    Cost::key(query.gap, query.limit)
}

fn read_keys(keys: Field<Keys>, network: Network) -> Result<Batch<KeyRequest, String>, ApiError> {
    let read = |entry: KeyEntry| (entry.chain.text().to_owned(), entry.query(network));
    keys.if_present()
        .map_or_else(|| Ok(Batch::default()), |keys| Batch::of(keys, read))
}

fn read_addresses(
    requests: Field<Entries>,
    network: Network,
    is_optional: bool,
) -> Result<Batch<AddressInfoQuery>, ApiError> {
    if is_optional && requests.is_absent() {
        return Ok(Batch::default());
    }
    let read = |entry: Entry| (EntryName::of(&entry.chain, &entry.address), entry.query(network));
    Batch::of(requests.required(), read)
}

/// Returns the responses about extended keys of a chain, in order, with at most this number of outputs each.
async fn fetch_keys(
    services: &Services,
    queries: Vec<KeyRequest>,
    max_outputs: usize,
    deadline: Deadline,
    budget: &UpstreamBudget,
) -> Vec<Result<xpub::Response, ApiError>> {
    let mut responses = Vec::with_capacity(queries.len());
    for (key, query) in queries {
        let reserved = Cost::key(query.gap, query.limit);
        let facts = services.index.key_facts(&key, query, deadline).await;
        let respond = |facts: KeyFacts| {
            budget.settle(reserved, xpub::facts_cost(&facts));
            xpub::respond(&key, &facts, max_outputs)
        };
        responses.push(facts.map(respond).map_err(ApiError::from));
    }
    responses
}

impl Entry {
    fn query(self, network: Network) -> Result<AddressInfoQuery, ApiError> {
        let params = read_params(chain_of(self.chain)?, network)?;
        let requested = self.address.text().to_owned();
        let address = self.address.get_in(params)?;
        let limit = self.limit.limit()?;
        Ok(AddressInfoQuery {
            requested,
            address,
            from: self.cursor.or_default()?,
            limit,
        })
    }
}

impl KeyEntry {
    fn query(self, network: Network) -> Result<KeyRequest, ApiError> {
        let chain = chain_of(self.chain)?;
        self.xpub.is_present()?;
        let key = self.xpub.get_in(read_params(chain, network)?)?;
        let limit = self.limit.limit()?;
        let query = KeyQuery {
            limit,
            from: self.cursor.or_default()?,
            gap: self.gap.get()?.unwrap_or(DEFAULT_GAP),
        };
        Ok((key, query))
    }
}

impl KeyResult {
    fn new(chain: String, result: Result<xpub::Response, ApiError>) -> Self {
        let (data, error) = data_or_error(result);
        Self { chain, data, error }
    }
}
