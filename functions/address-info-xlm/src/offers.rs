//! GET /api/{chain}/offers

use crate::Services;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::{Network, Source, UNREADABLE_ROWS};
use wallet_core::wire::{PageLimitText, XlmPriceText};
use wallet_http::{
    Cost, Data, ErrorCode, Field, HandlerResult, PathChain, Query, RequestDeadline, Required, UpstreamBudget,
};
use wallet_xlm::operation::schema::AnyAsset;
use wallet_xlm::wire::{AnyAccount, OfferIdField};
use wallet_xlm::{Asset, Chain, OfferCursor, OfferFacts, OpenOffer};

wallet_core::request! {
    /// The address and the requested page of the offers.
    pub struct Request {
        /// The address: G…, or M… for one user of a multiplexed account.
        address: Required<AnyAccount>,
        /// The network: `livenet` or `testnet`.
        network: Field<Network>,
        /// The maximum number of offers, 0 to 200.
        limit: Field<PageLimitText>,
        /// The position of the next page: `nextCursor` of the previous response for the same address.
        cursor: Field<OfferCursor>,
        /// The id of an offer: the response has only the offer with this id, if it is open and of the address, also
        /// without an upstream that lists offers. Not together with `limit` and `cursor`.
        offer_id: Field<OfferIdField>,
    }
}

/// The open offers of an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OffersResponse)]
pub struct Response {
    /// The offers, latest first. Empty if the account does not exist.
    offers: Vec<OfferRecord>,
    /// The `cursor` of the next page, which may be empty. Absent if there are no more offers, and with the limit 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "bwAAAAAAAAAH")]
    next_cursor: Option<String>,
    /// The source of the data and the missing parts of the response.
    source: Source,
}

/// An open offer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpenOffer)]
pub struct OfferRecord {
    /// The id, for `offerId` of an operation that changes or deletes the offer.
    #[schema(pattern = "^[1-9][0-9]*$", example = "165563085")]
    offer_id: String,
    /// The sold asset.
    #[schema(value_type = AnyAsset)]
    selling: Asset,
    /// The bought asset.
    #[schema(value_type = AnyAsset)]
    buying: Asset,
    /// The amount of the sold asset that is still for sale, in stroops.
    #[schema(pattern = "^[1-9][0-9]*$", example = "50000000")]
    amount: String,
    /// The exact price: the number of units of `buying` per unit of `selling`, as in manageSellOffer. A decimal number,
    /// or a fraction if no decimal number equals it.
    price: XlmPriceText,
}

/// Returns the open offers of an account, or one by the id.
///
/// `source.partial` contains `rows` if the data about some offers is unreadable; these are omitted. It contains `offers` if
/// no upstream lists offers, as Stellar RPC servers, and the account may have offers.
#[utoipa::path(
    get, path = "/api/{chain}/offers", operation_id = "offers",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    _: PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let address = request.address.get()?;
    let network = request.network.or_default()?;
    let index = &services.index;
    let is_page = !request.limit.is_absent() || !request.cursor.is_absent();
    if is_page && !request.offer_id.is_absent() {
        return Err(request
            .offer_id
            .error("Send either limit and cursor, or offerId, not both.")
            .into());
    }
    if let Some(offer) = request.offer_id.get()? {
        budget.spend(Cost::FACT)?;
        return Ok(Data(
            index.offer(network, address.account, offer, deadline).await?.into(),
        ));
    }
    let limit = request.limit.limit()?;
    let after = request.cursor.get()?;
    budget.spend(Cost::address(limit))?;
    let offers = index.offers(network, address.account, after, limit, deadline);
    Ok(Data(offers.await?.into()))
}

/// The entry of `source.partial` for offers that no upstream lists.
const NO_OFFERS: &str = "offers";

impl From<OfferFacts> for Response {
    fn from(facts: OfferFacts) -> Self {
        let partial = [
            facts.lacks_offers.then_some(NO_OFFERS),
            facts.lacks_rows.then_some(UNREADABLE_ROWS),
        ];
        Self {
            offers: facts.offers.into_iter().map(OfferRecord::from).collect(),
            next_cursor: facts.next.map(|offer| OfferCursor(offer).to_string()),
            source: Source {
                upstream: facts.upstream,
                block: facts.ledger.sequence.to_string(),
                partial: partial.into_iter().flatten().collect(),
            },
        }
    }
}

impl From<OpenOffer> for OfferRecord {
    fn from(offer: OpenOffer) -> Self {
        Self {
            offer_id: offer.id.to_string(),
            selling: offer.selling,
            buying: offer.buying,
            amount: offer.amount.to_string(),
            price: XlmPriceText::of(offer.price),
        }
    }
}
