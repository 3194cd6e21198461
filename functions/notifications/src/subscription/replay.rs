//! POST /api/subscription/{id}/replay

use crate::Services;
use crate::subscription::{no_delivery, owned};
use crate::wire::{LogPosition, LogPositionNumber, PathId};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::ports::store::StoreError;
use wallet_http::{ApiError, Body, Cost, Data, ErrorCode, Field, HandlerResult, Notify, Required, UpstreamBudget};
use wallet_notifications::Subscription;
use wallet_notifications::delivery::Due;

/// The maximum number of events of a request.
const MAX_EVENTS: u64 = 1000;

/// The number of deliveries that cost as much as a request to an upstream.
const PER_COST: usize = 50;

wallet_core::request! {
    /// The events to deliver again. A number below 10^9 is a sequence number, and a larger number a time as in the `at` of an
    /// event.
    #[schema(as = ReplayRequest)]
    pub struct Request {
        /// The first event: the sequence number, or the earliest time in Unix seconds.
        from: Required<LogPositionNumber>,
        /// The last event: the sequence number, or the latest time in Unix seconds. The last event of the log by default.
        to: Field<LogPositionNumber>,
    }
}

/// The outcome of a replay.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReplayResponse)]
pub struct Response {
    /// The number of events that are delivered again, at most 1000.
    #[schema(example = 3)]
    queued: u64,
    /// The `from` of a request for the further events; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = u64, example = 1001)]
    next_from: Option<u64>,
}

/// Delivers events of the log again.
///
/// The deliveries have the ids and bodies of the first deliveries. Events that the log has omitted are left out.
#[utoipa::path(
    post, path = "/api/subscription/{id}/replay", operation_id = "replayEvents",
    responses((status = 400, description = "The request is malformed, or the subscription has no delivery.")),
    extensions(("x-error-codes" = json!([ErrorCode::NotFound]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget<Notify>,
    PathId(id): PathId,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let reversed = request.to.error("to must not be before from.");
    let from = request.from.get()?;
    let to = request.to.get()?;
    if to.is_some_and(|to| from.is_after(to)) {
        return Err(reversed.into());
    }
    budget.spend(Cost::FACT)?;
    let subscription = owned(&services, budget.claims(), id).await?;
    let kinds: Vec<_> = subscription.deliveries().collect();
    if kinds.is_empty() {
        return Err(no_delivery(&subscription));
    }
    let log = Log {
        services: &services,
        subscription: &subscription,
    };
    let (first, last) = log.range(from, to).await?;
    let end = last.min(first.saturating_add(MAX_EVENTS - 1));
    let now = services.clock.now().as_millis();
    let due = |sequence| {
        let owner = &subscription.owner;
        kinds.iter().map(move |kind| Due {
            owner: owner.clone(),
            subscription: id,
            kind: *kind,
            sequence,
            attempts: 0,
            at: now,
        })
    };
    let deliveries: Vec<_> = (first..=end).flat_map(due).collect();
    budget.spend(Cost::requests(deliveries.len() / PER_COST))?;
    services.deliveries.enqueue(&deliveries).await?;
    Ok(Data(Response {
        queued: (end + 1).saturating_sub(first),
        next_from: (end < last).then_some(end + 1),
    }))
}

/// The log of a subscription.
struct Log<'a> {
    services: &'a Services,
    subscription: &'a Subscription,
}

impl Log<'_> {
    /// Returns the sequence numbers of the first and of the last event; the first is greater if there are none.
    async fn range(&self, from: LogPosition, to: Option<LogPosition>) -> Result<(u64, u64), ApiError> {
        let since = match from {
            LogPosition::Sequence(_) => 0,
            LogPosition::Time(time) => time,
        };
        let kept = self.first(since).await?;
        let first = match from {
            LogPosition::Sequence(sequence) => sequence.max(kept),
            LogPosition::Time(_) => kept,
        };
        let last = match to {
            None => self.subscription.last_sequence,
            Some(LogPosition::Sequence(sequence)) => sequence.min(self.subscription.last_sequence),
            Some(LogPosition::Time(time)) => self.first(time.saturating_add(1)).await? - 1,
        };
        Ok((first, last))
    }

    /// Returns the sequence number of the first event of the log from a time on, and the next number if there is none. The
    /// times of events ascend, and the log omits the oldest.
    async fn first(&self, since: u64) -> Result<u64, StoreError> {
        let (mut low, mut high) = (1, self.subscription.last_sequence + 1);
        while low < high {
            let middle = low + (high - low) / 2;
            let event = self.services.loops.event(self.subscription, middle).await?;
            if event.is_some_and(|event| event.at >= since) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Ok(low)
    }
}
