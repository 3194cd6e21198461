//! POST /api/batch

use crate::Services;
use crate::info::{AddressInfoQuery, Response, fetch, read_params};
use crate::page::read_cursor;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use wallet_btc_like::Address;
use wallet_core::model::Network;
use wallet_core::wire::{BtcLikeAddressText, BtcLikeChainText, CursorText, NetworkName, PageLimitNumber};
use wallet_http::{
    ApiError, Batch, BatchList, BatchResponse, Bearer, Body, Data, EntryDeadline, EntryName, Field, HandlerResult,
    Read, Required, ResultExt, chain, limit_number, network,
};

/// Addresses on any chains of this service.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = BatchRequest)]
pub struct Request {
    /// The network of all requests: livenet or testnet.
    network: Field<NetworkName>,
    /// The requests, 1 to 50. Their limits add up to at most 1000.
    requests: Required<Entries>,
}

/// The requests.
type Entries = BatchList<Entry>;

/// One address, and the page of its history.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(as = BatchEntry)]
pub struct Entry {
    /// The chain.
    chain: Required<BtcLikeChainText>,
    /// The address, in any standard form of the chain and network.
    address: Required<BtcLikeAddressText>,
    /// Maximum number of transactions, 0 to 200. With 0 the result has the balances only.
    limit: Field<PageLimitNumber<0>>,
    /// The `nextCursor` of the previous result for the same address.
    cursor: Field<CursorText>,
}

/// Returns the balances and the transactions of several addresses, as `GET /api/{chain}` does for each.
///
/// A request that is invalid, or whose upstream fails, has an `error` in its result and fails no other request. The
/// balances of addresses without transactions are requested in one pipeline of an Electrum server, and concurrently of
/// other upstreams.
#[utoipa::path(post, path = "/api/batch", operation_id = "batchAddressInfo")]
pub async fn post(
    State(services): State<Services>,
    _: Bearer<Read>,
    EntryDeadline(deadline): EntryDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<BatchResponse<Response>> {
    let network = network(request.network)?;
    let read = |entry: Entry| (EntryName::of(&entry.chain, &entry.address), entry.query(network));
    let batch = Batch::read(request.requests, read, |query| query.limit)?;
    let fetch = |queries| fetch(&services, queries, deadline);
    let chain = |query: &AddressInfoQuery| query.address.params().chain;
    Ok(Data(batch.respond(chain, fetch).await))
}

impl Entry {
    fn query(self, network: Network) -> Result<AddressInfoQuery, ApiError> {
        let params = read_params(chain(&self.chain.required("chain")?).at("chain")?, network)?;
        let requested = self.address.required("address")?.0;
        let address = Address::parse(params, &requested).at("address")?;
        let limit = limit_number(&self.limit)?;
        Ok(AddressInfoQuery {
            requested,
            address,
            from: read_cursor(self.cursor)?,
            limit,
        })
    }
}
