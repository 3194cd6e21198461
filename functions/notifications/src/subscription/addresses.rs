//! POST /api/subscription/{id}/addresses

use crate::Services;
use crate::subscription::request::{Addresses, MAX_ADDRESSES, chain_of, looks_up_outputs, texts};
use crate::subscription::{ATTEMPTS, chain_limit_reached, chain_moves, limit_reached, not_found, owned};
use crate::wire::PathId;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_http::{
    ApiError, Body, Cost, Data, ErrorCode, Field, HandlerResult, Notify, RequestDeadline, ResultExt, UpstreamBudget,
};
use wallet_notifications::Watched;
use wallet_notifications::ports::WatchOutcome;
use wallet_watch::prepare_addresses;

wallet_core::request! {
    /// The addresses to add and to remove, 1 to 1000 together.
    #[schema(as = ChangeAddressesRequest)]
    pub struct Request {
        /// The addresses to watch.
        add: Field<Addresses>,
        /// The addresses to watch no longer. An address in both lists is watched.
        remove: Field<Addresses>,
    }
}

/// The outcome of a change of the watched addresses.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChangeAddressesResponse)]
pub struct Response {
    /// The number of added addresses, without those that were watched already.
    #[schema(example = 1)]
    added: u64,
    /// The number of removed addresses, without those that were not watched.
    #[schema(example = 0)]
    removed: u64,
    /// The number of watched addresses.
    #[schema(example = 3)]
    total: u64,
}

/// Adds and removes watched addresses.
///
/// Only for a subscription to addresses. Everything after the last processed block is reported about an added address.
#[utoipa::path(
    post, path = "/api/subscription/{id}/addresses", operation_id = "changeAddresses",
    responses((status = 409, description = "The bearer has reached the limit of addresses.")),
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::NotFound, ErrorCode::LimitReached,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget<Notify>,
    PathId(id): PathId,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let nothing = request
        .add
        .error("Send 1 to 1000 addresses in add and remove together.");
    let add = texts(request.add, 0, MAX_ADDRESSES)?;
    let remove = texts(request.remove, 0, MAX_ADDRESSES)?;
    if !(1..=MAX_ADDRESSES).contains(&(add.len() + remove.len())) {
        return Err(nothing.into());
    }
    budget.spend(Cost::FACT)?;
    let subscription = owned(&services, budget.claims(), id).await?;
    if !matches!(subscription.watched, Watched::Addresses(_)) {
        return Err(ApiError::invalid_request("The subscription does not watch single addresses.").at("id"));
    }
    let chain = chain_of(&services.chains, &subscription.chain)?;
    let removed = remove.iter().enumerate().map(|(index, address)| {
        let item = chain.address(address).map(|watched| watched.item);
        item.at(format!("remove[{index}]"))
    });
    let removed: Vec<_> = removed.collect::<Result<_, ApiError>>()?;
    let look_ups = if looks_up_outputs(&subscription.chain.chain) {
        add.len()
    } else {
        0
    };
    let limits = services.limits.of(&budget.claims().subject, &*chain);
    for _ in 0..ATTEMPTS {
        budget.spend(Cost::requests(look_ups))?;
        let (added, head) = if add.is_empty() {
            (Vec::new(), None)
        } else {
            let (added, head) = prepare_addresses(&*chain, &add, "add", deadline).await?;
            (added, Some(head.height))
        };
        let changed = services.subscriptions.watch(id, &added, &removed, limits, head);
        match changed.await? {
            WatchOutcome::Changed { added, removed, total } => return Ok(Data(Response { added, removed, total })),
            WatchOutcome::LimitReached(limit) => return Err(limit_reached(limit)),
            WatchOutcome::ChainLimitReached(limit) => return Err(chain_limit_reached(limit)),
            WatchOutcome::NotFound => return Err(not_found()),
            WatchOutcome::Stale => {}
        }
    }
    Err(chain_moves())
}
