//! POST /api/batch

use crate::Services;
use crate::info::{AddressInfoQuery, MAX_ASSETS, RequestedAddress, Response, fetch, parse_assets};
use crate::tokens::{MAX_TOKENS, parse_tokens};
use axum::extract::State;
use futures::stream::{self, StreamExt};
use wallet_core::model::Network;
use wallet_core::wire::{PageLimitNumber, XlmAssetText, XlmChainText, XlmContractText};
use wallet_http::{
    ApiError, Batch, BatchList, BatchResponse, Body, Data, EntryDeadline, EntryName, Field, HandlerResult, List,
    Required, ResultExt, UpstreamBudget, chain_of,
};
use wallet_xlm::history::Cursor;

wallet_core::request! {
    /// Addresses on Stellar.
    #[schema(as = BatchRequest)]
    pub struct Request {
        /// The network of all requests: `livenet` or `testnet`.
        network: Field<Network>,
        /// The requests, 1 to 50. Their limits add up to at most 1000.
        requests: Required<Entries>,
    }
}

/// Assets of trustlines, `CODE:ISSUER`.
type AssetList = List<XlmAssetText, 0, MAX_ASSETS>;

/// Contracts of the requested tokens.
type TokenList = List<XlmContractText, 0, MAX_TOKENS>;

/// The requests.
type Entries = BatchList<Entry>;

wallet_core::request! {
    /// One address, and the page of its history.
    #[schema(as = BatchEntry)]
    pub struct Entry {
        /// The chain.
        chain: Required<XlmChainText>,
        /// The address: G…, or M… for one user of a multiplexed account.
        address: Required<RequestedAddress>,
        /// The maximum number of transactions, 0 to 200. With 0 the result contains no transactions.
        limit: Field<PageLimitNumber<0>>,
        /// The position of the next page: `nextCursor` of the previous result for the same address.
        cursor: Field<Cursor>,
        /// Assets whose balances are returned also if no upstream lists the trustlines, `CODE:ISSUER`: at most 50 different
        /// assets. An asset without a trustline is omitted.
        assets: Field<AssetList>,
        /// Contracts of the tokens (SEP-41) to return as `tokens`: at most 20 different contracts.
        tokens: Field<TokenList>,
    }
}

/// Returns the balances, reserves, claimable balances and transactions of several addresses, as `GET /api/{chain}` does for
/// each.
///
/// A request that is invalid, or whose upstream fails, has an `error` in its result and fails no other request. Servers have
/// no request for several accounts, so a third as many addresses are requested at the same time as requests are allowed: four by
/// default.
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
    budget.spend(batch.cost(AddressInfoQuery::cost))?;
    let fetch = async |queries: Vec<_>| {
        let concurrent = services.index.concurrent_accounts(network);
        let results = queries
            .into_iter()
            .map(|query| fetch(&services, query, deadline, &budget));
        stream::iter(results).buffered(concurrent).collect().await
    };
    Ok(Data(batch.respond(|query| query.network, fetch).await))
}

impl Entry {
    fn query(self, network: Network) -> Result<AddressInfoQuery, ApiError> {
        let chain = chain_of(self.chain)?;
        let address = self.address.get()?;
        let limit = self.limit.limit()?;
        let name = self.assets.name();
        let assets = self.assets.or_default()?;
        let assets: Vec<_> = assets.iter().map(|asset| &**asset).collect();
        let tokens_name = self.tokens.name();
        let tokens = self.tokens.or_default()?;
        let tokens: Vec<_> = tokens.iter().map(|token| &**token).collect();
        Ok(AddressInfoQuery {
            chain,
            network,
            address,
            from: self.cursor.or_default()?,
            limit,
            assets: parse_assets(&assets).at(name)?,
            tokens: parse_tokens(&tokens).at(tokens_name)?,
        })
    }
}
