//! POST /api/batch

use crate::Services;
use crate::info::{AddressInfoQuery, RequestedAddress, Response, fetch, parse_tokens};
use axum::extract::State;
use wallet_core::model::Network;
use wallet_core::wire::{ChainText, EthLikeAddressText, PageLimitNumber};
use wallet_eth_like::Params;
use wallet_eth_like::history::Cursor;
use wallet_http::{
    ApiError, Batch, BatchList, BatchResponse, Body, Cost, Data, EntryDeadline, EntryName, Field, HandlerResult, List,
    Required, ResultExt, UpstreamBudget, chain_of,
};

wallet_core::request! {
    /// Addresses on any chains of this service.
    #[schema(as = BatchRequest)]
    pub struct Request {
        /// The network of all requests: livenet or testnet.
        network: Field<Network>,
        /// The requests, 1 to 50. Their limits add up to at most 1000.
        requests: Required<Entries>,
    }
}

/// Contracts of tokens.
type TokenList = List<EthLikeAddressText, 0, 50>;

/// The requests.
type Entries = BatchList<Entry>;

wallet_core::request! {
    /// One address, and the page of its history.
    #[schema(as = BatchEntry)]
    pub struct Entry {
        /// The chain.
        chain: Required<ChainText>,
        /// The address: 40 hex digits in one case, or in mixed case with a valid checksum (ERC-55).
        address: Required<RequestedAddress>,
        /// Maximum number of transactions, 0 to 200. With 0 the result has the balances only.
        limit: Field<PageLimitNumber<0>>,
        /// The `nextCursor` of the previous result for the same address.
        cursor: Field<Cursor>,
        /// Contracts of tokens whose balances are returned as well, also if they are zero and not in the asset list: at most
        /// 50 different addresses.
        tokens: Field<TokenList>,
    }
}

/// Returns the balances and the transactions of several addresses, as `GET /api/{chain}` does for each.
///
/// A request that is invalid, or whose upstream fails, has an `error` in its result and fails no other request. The
/// balances of all addresses on a chain are read in one round of requests, and at the same block.
#[utoipa::path(post, path = "/api/batch", operation_id = "batchAddressInfo")]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    EntryDeadline(deadline): EntryDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<BatchResponse<Response>> {
    let network = request.network.or_default()?;
    let read = |entry: Entry| (EntryName::of(&entry.chain, &entry.address), entry.query(network));
    let batch = Batch::read(request.requests, read, |query| query.limit)?;
    budget.spend(batch.cost(|query| Cost::address(query.limit)))?;
    let fetch = |queries| fetch(&services, queries, deadline);
    Ok(Data(batch.respond(|query| query.params, fetch).await))
}

impl Entry {
    fn query(self, network: Network) -> Result<AddressInfoQuery, ApiError> {
        let chain = chain_of(self.chain)?;
        let address = self.address.get()?;
        let limit = self.limit.limit()?;
        let from = self.cursor.or_default()?;
        let name = self.tokens.name();
        let tokens = self.tokens.or_default()?;
        let texts: Vec<_> = tokens.iter().map(|token| &**token).collect();
        Ok(AddressInfoQuery {
            params: Params::of(chain, network),
            address,
            from,
            limit,
            tokens: parse_tokens(&texts).at(name)?,
        })
    }
}
