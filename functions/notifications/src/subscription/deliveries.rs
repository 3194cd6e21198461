//! GET /api/subscription/{id}/deliveries

use crate::Services;
use crate::subscription::{DEFAULT_LIMIT, owned};
use crate::wire::{AttemptCursor, AttemptCursorText, DeliveryKindText, EventIdText, FailureText, PageLimit, PathId};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::ports::system::Timestamp;
use wallet_http::{Bearer, Data, ErrorCode, Field, HandlerResult, Notify, Query};
use wallet_notifications::delivery::{Attempt, AttemptResult, DeliveryKind};

wallet_core::request! {
    /// The page of the list.
    pub struct Request {
        /// The `nextCursor` of the previous page.
        cursor: Field<AttemptCursor>,
        /// The maximum number of attempts, 1 to 100.
        limit: Field<PageLimit>,
    }
}

/// The attempts to deliver events, the latest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeliveriesResponse)]
pub struct Response {
    /// The attempts.
    deliveries: Vec<AttemptRecord>,
    /// The `cursor` of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = AttemptCursorText)]
    next_cursor: Option<AttemptCursorText>,
}

/// An attempt to deliver an event.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeliveryAttempt)]
pub struct AttemptRecord {
    /// The id of the event.
    event: EventIdText,
    /// The number of the event in the subscription.
    #[schema(example = 12, minimum = 1)]
    sequence: u64,
    /// The result.
    #[serde(flatten)]
    outcome: Outcome,
    /// The start of the attempt in Unix seconds.
    #[schema(example = 1_800_000_000)]
    at: u64,
    /// The time of the next attempt in Unix seconds; absent after a success and after the last attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = u64, example = 1_800_000_300)]
    next_attempt_at: Option<u64>,
}

/// The result of an attempt.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeliveryOutcome)]
pub struct Outcome {
    /// The kind of the delivery.
    kind: DeliveryKindText,
    /// The status of the response; absent without a complete response.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = u16, example = 200)]
    status: Option<u16>,
    /// The reason why there is no response: `unresolved` (the name has no address), `forbidden_address` (every address of the
    /// name is private or reserved), `connection` (no connection, or no valid certificate), `timeout`, `invalid_target` (the
    /// receiver is not valid any more).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = FailureText)]
    failure: Option<FailureText>,
    /// The duration of the attempt in milliseconds.
    #[schema(example = 87)]
    duration: u64,
}

impl Outcome {
    /// Returns the result of an attempt that took this number of milliseconds.
    pub fn new(kind: DeliveryKind, result: AttemptResult, duration: u64) -> Self {
        let (status, failure) = match result {
            AttemptResult::Status(status) => (Some(status), None),
            AttemptResult::Failure(failure) => (None, Some(FailureText::of(failure.name()))),
        };
        Self {
            kind: DeliveryKindText::of(kind.name()),
            status,
            failure,
            duration,
        }
    }
}

impl AttemptRecord {
    fn new(attempt: Attempt) -> Self {
        let seconds = |millis| Timestamp::from_millis(millis).as_secs();
        Self {
            event: EventIdText(attempt.event.0),
            sequence: attempt.sequence,
            outcome: Outcome::new(attempt.kind, attempt.result, attempt.duration),
            at: seconds(attempt.at),
            next_attempt_at: attempt.next_attempt_at.map(seconds),
        }
    }
}

/// Returns the attempts to deliver the events of a subscription.
///
/// The latest attempt is the first. An attempt is listed as long as the log keeps the event.
#[utoipa::path(
    get, path = "/api/subscription/{id}/deliveries", operation_id = "listDeliveries",
    extensions(("x-error-codes" = json!([ErrorCode::NotFound]))),
)]
pub async fn get(
    State(services): State<Services>,
    bearer: Bearer<Notify>,
    PathId(id): PathId,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let after = request.cursor.get()?;
    let limit = request.limit.get()?.unwrap_or(DEFAULT_LIMIT);
    let subscription = owned(&services, &bearer.claims, id).await?;
    let page = services.deliveries.attempts(&subscription, after, limit).await?;
    Ok(Data(Response {
        deliveries: page.attempts.into_iter().map(AttemptRecord::new).collect(),
        next_cursor: page.next.map(AttemptCursorText::of),
    }))
}
