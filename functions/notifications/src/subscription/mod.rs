//! POST and GET /api/subscription

pub mod addresses;
pub mod deliveries;
pub mod item;
mod record;
pub mod replay;
mod request;
pub mod secret;
mod targets;
pub mod test;

use crate::Services;
use crate::wire::{PageCursor, PageCursorText, PageLimit};
use axum::extract::State;
use record::{SubscriptionRecord, records, with_secret};
use request::{NewSubscription, Request};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use wallet_core::auth::{PermissionClaims, Subject};
use wallet_core::ports::deadline::Deadline;
use wallet_http::{
    ApiError, Bearer, Body, Cost, Data, ErrorCode, Field, HandlerResult, Notify, Query, RequestDeadline, UpstreamBudget,
};
use wallet_notifications::Subscription;
use wallet_notifications::ports::{self, CreateOutcome};
use wallet_watch::prepare;

/// The number of attempts if the loop of the chain passes a block while the facts about the watched items are read.
const ATTEMPTS: u32 = 5;

/// The number of subscriptions of a page if the request states none.
const DEFAULT_LIMIT: u32 = 50;

wallet_core::request! {
    /// The page of the list.
    pub struct ListRequest {
        /// The `nextCursor` of the previous page.
        cursor: Field<PageCursor>,
        /// The maximum number of subscriptions, 1 to 100.
        limit: Field<PageLimit>,
    }
}

/// The subscriptions of the bearer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SubscriptionsResponse)]
pub struct ListResponse {
    /// The subscriptions in the order of their ids.
    subscriptions: Vec<SubscriptionRecord>,
    /// The `cursor` of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = PageCursorText)]
    next_cursor: Option<PageCursorText>,
}

/// Creates a subscription.
///
/// Exactly one of `addresses`, `key` and `transactions` states what is watched. Everything after the block `since` is
/// reported: a client that then reads the history knows the transactions before. The same request with the same `id`
/// returns the same subscription, with the secret of the webhook if there is one.
#[utoipa::path(
    post, path = "/api/subscription", operation_id = "createSubscription",
    responses(
        (status = 409, description = "The id is in use by a different subscription, or a limit of the bearer is reached."),
    ),
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::NetworkNotSupported,
        ErrorCode::ChainNotSupported, ErrorCode::AlreadyExists, ErrorCode::LimitReached,
    ]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget<Notify>,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<SubscriptionRecord> {
    let new = request.read(&services, &budget.claims().subject)?;
    // Before the creation, so that no subscription is created without the response to a request that states no id.
    let key = match &new.webhook {
        Some(_) => Some(services.master_keys.master_key().await?),
        None => None,
    };
    let cost = new.cost();
    let _scans = budget.spend_scans(cost, new.scans())?;
    for attempt in 0..ATTEMPTS {
        if attempt > 0 {
            budget.settle(Cost::default(), cost);
        }
        match create(&services, &new, &budget.claims().subject, deadline).await? {
            CreateOutcome::Created(subscription) => {
                return with_secret(&services, subscription, key.as_deref()).await.map(Data);
            }
            CreateOutcome::Exists(subscription) if new.is_same(&subscription) => {
                return with_secret(&services, subscription, key.as_deref()).await.map(Data);
            }
            CreateOutcome::Exists(_) => {
                let message = "A different subscription has this id: choose another id.";
                return Err(ApiError::new(ErrorCode::AlreadyExists, message).at("id"));
            }
            CreateOutcome::LimitReached(limit) => return Err(limit_reached(limit)),
            CreateOutcome::ChainLimitReached(limit) => return Err(chain_limit_reached(limit)),
            CreateOutcome::Stale => {}
        }
    }
    Err(chain_moves())
}

/// Reads the facts about the watched items, and stores the subscription.
async fn create(
    services: &Services,
    new: &NewSubscription,
    owner: &Subject,
    deadline: Deadline,
) -> Result<CreateOutcome, ApiError> {
    let prepared = prepare(&*new.chain, new.watch.clone(), deadline).await?;
    let subscription = new.subscription(prepared.watched, &prepared.head, services.clock.now());
    let new = ports::NewSubscription {
        subscription,
        items: prepared.items,
        limits: services.limits.of(owner, &*new.chain),
        head: prepared.head,
    };
    Ok(services.subscriptions.create(new).await?)
}

/// Returns the subscriptions of the bearer.
///
/// A page has at most `limit` subscriptions, in the order of their ids.
#[utoipa::path(get, path = "/api/subscription", operation_id = "listSubscriptions")]
pub async fn get(
    State(services): State<Services>,
    bearer: Bearer<Notify>,
    Query(request): Query<ListRequest>,
) -> HandlerResult<ListResponse> {
    let after = request.cursor.get()?;
    let limit = request.limit.get()?.unwrap_or(DEFAULT_LIMIT);
    let owner = bearer.claims.subject.to_string();
    let page = services.subscriptions.list(&owner, after, limit).await?;
    Ok(Data(ListResponse {
        subscriptions: records(&services, page.subscriptions).await?,
        next_cursor: page.next.map(PageCursorText::of),
    }))
}

/// Returns the subscription of the bearer with an id.
///
/// # Errors
/// 404 `not_found` if the id is unknown or the subscription has a different owner.
pub async fn owned(services: &Services, claims: &PermissionClaims, id: Uuid) -> Result<Subscription, ApiError> {
    let found = services.subscriptions.find(id).await?;
    let owner = claims.subject.to_string();
    found
        .filter(|subscription| subscription.owner == owner)
        .ok_or_else(not_found)
}

fn not_found() -> ApiError {
    ApiError::new(ErrorCode::NotFound, "The bearer has no subscription with this id.")
}

/// Returns the error of a request that delivers events of a subscription without a delivery.
fn no_delivery(subscription: &Subscription) -> ApiError {
    let message = if subscription.paused {
        "The subscription is paused: continue it with paused false at PUT /api/subscription/{id}."
    } else if subscription.webhook.is_some() {
        "The receiver has ended the webhook by 410: give the URL again at PUT /api/subscription/{id}."
    } else {
        "The subscription has no delivery: give a webhook or push at PUT /api/subscription/{id}."
    };
    ApiError::invalid_request(message).at("id")
}

fn limit_reached(limit: u64) -> ApiError {
    let message = format!("The bearer has reached the limit of {limit}; delete what is no longer watched.");
    ApiError::new(ErrorCode::LimitReached, message).detail("limit", limit)
}

/// Returns the error of a chain that all owners together watch as far as the Electrum servers permit.
fn chain_limit_reached(limit: u64) -> ApiError {
    let message =
        format!("The upstreams of the chain permit {limit} watched addresses and transactions of all bearers.");
    ApiError::new(ErrorCode::LimitReached, message)
        .detail("limit", limit)
        .detail("reason", "electrum")
}

fn chain_moves() -> ApiError {
    let message = "New blocks arrived while the addresses were read; repeat the request.";
    ApiError::new(ErrorCode::ServiceUnavailable, message)
}
