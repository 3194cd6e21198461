//! GET /api/event

use crate::Services;
use crate::subscription::owned;
use crate::wire::{EventIdText, EventLimit, Id, IdText, LabelText, LogCursor, LogCursorText, StateText, WaitSeconds};
use axum::extract::State;
use serde::Serialize;
use std::time::Duration;
use tokio::time::Instant;
use utoipa::ToSchema;
use wallet_core::wire::{ChainText, NetworkName};
use wallet_http::{
    ApiError, Bearer, Data, EntryDeadline, ErrorCode, Field, HandlerResult, Notify, Query, Repeated, ResultExt,
};
use wallet_notifications::Event;

/// The maximum number of subscriptions of a request.
const MAX_SUBSCRIPTIONS: usize = 100;

/// The number of events of a page if the request states none.
const DEFAULT_LIMIT: u32 = 100;

/// The time before the deadline at which a request stops to wait, so that the last read of the log is in time.
const LAST_READ: Duration = Duration::from_secs(2);

/// The delay after a request for which no place to wait is left.
const BUSY_DELAY: Duration = Duration::from_secs(5);

/// The subscriptions of a request.
type SubscriptionIds = Repeated<Id, MAX_SUBSCRIPTIONS>;

wallet_core::request! {
    /// The part of the log.
    pub struct Request {
        /// The ids of subscriptions: the parameter may be repeated up to 100 times. All subscriptions of the bearer by
        /// default.
        subscription: SubscriptionIds,
        /// The `cursor` of the previous response. Without the parameter, the page starts with the oldest event.
        after: Field<LogCursor>,
        /// The maximum number of events, 1 to 500.
        limit: Field<EventLimit>,
        /// The number of seconds to wait if there is no event, 0 to 20. The response is sent as soon as there is an event.
        wait: Field<WaitSeconds>,
    }
}

/// A page of the log.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EventsResponse)]
pub struct Response {
    /// The events. Those of a subscription are in the order of their sequence numbers.
    #[schema(value_type = Vec<EventRecord>)]
    events: Vec<Event>,
    /// The `after` of the next request, also if the page has no events. A cursor remains valid when subscriptions are
    /// added, and belongs to the same `subscription` parameters.
    cursor: LogCursorText,
}

/// A change of the state of a transaction from the view of a subscription.
#[derive(ToSchema)]
#[schema(as = NotificationEvent)]
#[expect(dead_code, reason = "documents `Event`, which is serialised as the log has it")]
pub struct EventRecord {
    /// The number of the event in the subscription, from 1 without gaps.
    #[schema(example = 12, minimum = 1)]
    sequence: u64,
    /// The event without the number.
    #[serde(flatten)]
    content: EventContent,
}

/// The event of a test, which is delivered, but is not in the log.
#[derive(ToSchema)]
#[schema(as = NotificationTest)]
#[expect(dead_code, reason = "documents `Event` of a test")]
pub struct TestRecord {
    /// Always true.
    #[schema(example = true)]
    test: bool,
    /// The event without a number.
    #[serde(flatten)]
    content: EventContent,
}

/// The delivery of an event without content, for subscriptions with `content: none`. The log has the event.
#[derive(ToSchema)]
#[schema(as = NotificationReference)]
#[expect(dead_code, reason = "documents the result of `Event::without_content`")]
pub struct EventReference {
    /// The id of the event.
    id: EventIdText,
    /// The number of the event in the subscription; absent in a test.
    #[schema(required = false, example = 12, minimum = 1)]
    sequence: u64,
    /// The subscription.
    subscription: IdText,
    /// True in a test, otherwise absent.
    #[schema(required = false, example = true)]
    test: bool,
}

/// The parts that an event of the log and the event of a test have.
#[derive(ToSchema)]
#[schema(as = NotificationContent, rename_all = "camelCase")]
#[expect(dead_code, reason = "documents `Event`, which is serialised as the log has it")]
pub struct EventContent {
    /// The id: the same for an event that is delivered repeatedly.
    id: EventIdText,
    /// The subscription.
    subscription: IdText,
    /// The label of the subscription at the time of the event.
    #[schema(required = false)]
    label: LabelText,
    /// The chain.
    chain: ChainText,
    /// The network.
    network: NetworkName,
    /// The state: `seen` (pending), `confirmed` (in a block), `final` (as deep as `confirmations` of the chain), `dropped`
    /// (the block left the best chain, or the transaction left the pool), `replaced` (by the transaction `replacedBy`).
    state: StateText,
    /// The state of the last event about the transaction.
    #[schema(required = false)]
    previous_state: StateText,
    /// The time of the event in Unix seconds.
    #[schema(example = 1_800_000_000)]
    at: u64,
    /// The watched addresses that the transaction touches.
    #[schema(example = json!(["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"]))]
    addresses: Vec<String>,
    /// The derivation paths of these addresses, for an extended key.
    #[schema(required = false, example = json!(["m/84'/0'/0'/0/0"]))]
    paths: Vec<String>,
    /// The transaction in the form of address info of the chain, from the view of the watched addresses. A transaction
    /// that is watched by id has neither `net` nor `direction`.
    #[schema(value_type = Object)]
    transaction: (),
    /// The block of the transaction, if there is one.
    #[schema(required = false)]
    block: EventBlock,
    /// The number of confirmations at the time of the event.
    #[schema(example = 1)]
    confirmations: u64,
    /// The id of the transaction that replaced this transaction.
    #[schema(required = false, example = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16")]
    replaced_by: String,
    /// The parts that the upstreams do not report.
    #[schema(required = false, example = json!(["internal"]))]
    partial: Vec<String>,
}

/// A block of an event.
#[derive(ToSchema)]
#[expect(dead_code, reason = "documents `BlockTime`")]
pub struct EventBlock {
    /// The height; on Stellar the sequence number of the ledger.
    #[schema(example = 800_000)]
    height: u64,
    /// The hash.
    #[schema(example = "00000000000000000002a7c4c1e48d76c5a37902165a270156b7a8d72728a054")]
    hash: String,
    /// The time in Unix seconds.
    #[schema(example = 1_800_000_000)]
    time: u64,
}

/// Reads the log of events.
///
/// The log keeps an event for 30 days. With `wait`, the response is sent as soon as there is an event. At most 20 requests
/// of a bearer wait at the same time.
#[utoipa::path(
    get, path = "/api/event", operation_id = "listEvents",
    responses((status = 404, description = "The bearer has no subscription with one of the ids.")),
    extensions(("x-error-codes" = json!([ErrorCode::NotFound, ErrorCode::TooManyRequests]))),
)]
pub async fn get(
    State(services): State<Services>,
    bearer: Bearer<Notify>,
    EntryDeadline(deadline): EntryDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let subscriptions = request.subscription.get()?;
    let after = request.after.or_default()?;
    let limit = request.limit.get()?.unwrap_or(DEFAULT_LIMIT);
    let wait = Duration::from_secs(request.wait.or_default()?.into());
    for (index, id) in subscriptions.iter().enumerate() {
        owned(&services, &bearer.claims, *id)
            .await
            .at(format!("subscription[{index}]"))?;
    }
    let owner = bearer.claims.subject.to_string();
    let mut log = services.log.of(owner.clone(), subscriptions);
    let mut page = log.read(&after, limit).await?;
    if !wait.is_zero() && page.events.is_empty() {
        let Some(_poll) = services.polls.wait(&owner) else {
            let message = "Too many requests wait for an event; repeat the request later, or without wait.";
            return Err(ApiError::new(ErrorCode::TooManyRequests, message).retry_after(BUSY_DELAY));
        };
        let last = Instant::from_std(deadline.instant()) - LAST_READ;
        page = log.wait(&page.cursor, limit, last.min(Instant::now() + wait)).await?;
    }
    Ok(Data(Response {
        events: page.events,
        cursor: LogCursorText::of(page.cursor),
    }))
}
