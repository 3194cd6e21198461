//! POST /api/subscription/{id}/test

use crate::Services;
use crate::subscription::deliveries::Outcome;
use crate::subscription::request::chain_of;
use crate::subscription::{no_delivery, owned};
use crate::wire::{PathId, StateName};
use axum::extract::State as Extracted;
use futures::future::try_join_all;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::ports::store::StoreError;
use wallet_http::{ApiError, Body, Cost, Data, ErrorCode, Field, HandlerResult, Notify, UpstreamBudget};
use wallet_notifications::{BlockTime, Event, EventId, State, Subscription, Watched};
use wallet_watch::{Sample, SampleRequest, SubscribedChain};

wallet_core::request! {
    /// The event of the test.
    #[schema(as = TestRequest)]
    pub struct Request {
        /// The state of the event, also a state that the subscription does not report: `confirmed` by default, on Stellar always
        /// `final`.
        state: Field<StateName>,
    }
}

/// The outcome of a test.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TestResponse)]
pub struct Response {
    /// The results of the attempts, one of each delivery.
    deliveries: Vec<Outcome>,
}

/// Delivers a sample of an event.
///
/// The event has the form of the events of the chain, `test: true` and no `sequence`, and is not in the log. The deliveries are
/// attempted once, each for at most 15 s.
#[utoipa::path(
    post, path = "/api/subscription/{id}/test", operation_id = "testDeliveries",
    responses((status = 400, description = "The request is malformed, or the subscription has no delivery.")),
    extensions(("x-error-codes" = json!([ErrorCode::NotFound]))),
)]
pub async fn post(
    Extracted(services): Extracted<Services>,
    budget: UpstreamBudget<Notify>,
    PathId(id): PathId,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let unknown = request
        .state
        .error("Transactions of this chain are final at once: send final.");
    let state = request.state.get()?;
    budget.spend(Cost::SEVERAL_FACTS)?;
    let subscription = owned(&services, budget.claims(), id).await?;
    let kinds: Vec<_> = subscription.deliveries().collect();
    if kinds.is_empty() {
        return Err(no_delivery(&subscription));
    }
    let chain = chain_of(&services.chains, &subscription.chain)?;
    let default = if chain.is_final_at_once() {
        State::Final
    } else {
        State::Confirmed
    };
    let state = state.unwrap_or(default);
    if chain.is_final_at_once() && state != State::Final {
        return Err(unknown.into());
    }
    let event = sample(&services, &*chain, &subscription, state).await?;
    let attempts = kinds.into_iter().map(async |kind| {
        let made = services.sender.attempt(&subscription, &event, kind).await?;
        Ok::<_, StoreError>(Outcome::new(kind, made.result, made.millis()))
    });
    Ok(Data(Response {
        deliveries: try_join_all(attempts).await?,
    }))
}

/// Returns an event about a sample of a transaction.
async fn sample(
    services: &Services,
    chain: &dyn SubscribedChain,
    subscription: &Subscription,
    state: State,
) -> Result<Event, ApiError> {
    let now = services.clock.now().as_secs();
    let checkpoint = services.loops.checkpoint(&subscription.chain).await?;
    let last = checkpoint.and_then(|checkpoint| checkpoint.block().cloned());
    let last = last.unwrap_or_else(|| subscription.since.clone());
    let confirmations = match state {
        State::Seen | State::Replaced => 0,
        State::Confirmed | State::Dropped => 1,
        State::Final => chain.confirmations(),
    };
    let block = (confirmations > 0).then_some(BlockTime { id: last, time: now });
    let height = block.as_ref().map(|block| block.id.height);
    let is_by_id = matches!(subscription.watched, Watched::Transactions(_));
    let request = SampleRequest {
        time: now,
        height,
        head: height.map_or(0, |height| height + confirmations.saturating_sub(1)),
        is_by_id,
    };
    let Sample {
        mut row,
        to,
        replacement,
    } = chain.sample(request).map_err(StoreError::new)?;
    if is_by_id {
        row.remove_view();
    }
    let mut random = [0; 16];
    services.randomness.fill(&mut random);
    let event = Event {
        id: EventId(hex::encode(random)),
        sequence: 0,
        subscription: subscription.id,
        label: subscription.label.as_ref().map(|label| label.as_str().to_owned()),
        chain: subscription.chain.clone(),
        state,
        previous_state: previous(chain, subscription, state),
        at: now,
        addresses: (!is_by_id).then_some(to.address).into_iter().collect(),
        paths: Vec::new(),
        transaction: row.transaction,
        block,
        confirmations,
        replaced_by: (state == State::Replaced).then_some(replacement),
        partial: row.partial.into_iter().map(str::to_owned).collect(),
        test: true,
    };
    Ok(if state == State::Dropped {
        event.later(state, None, 0, now)
    } else {
        event
    })
}

/// Returns the last state before a state that the subscription reports.
fn previous(chain: &dyn SubscribedChain, subscription: &Subscription, state: State) -> Option<State> {
    let earlier: &[State] = match state {
        _ if chain.is_final_at_once() => &[],
        State::Seen => &[],
        State::Confirmed | State::Replaced => &[State::Seen],
        State::Final | State::Dropped => &[State::Seen, State::Confirmed],
    };
    let reported = earlier.iter().rev().find(|state| subscription.states.contains(**state));
    reported.copied()
}
