//! Events of the adapters become facts of the current request.

use super::calls::Upstream;
use super::record;
use std::fmt;
use std::time::Duration;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer};
use wallet_core::observation::{BROADCAST, CallOutcome, UPSTREAM_CALL};

/// Adds the events of [`wallet_core::observation`] to the record of the current request.
pub(super) struct FactLayer;

impl<S: Subscriber> Layer<S> for FactLayer {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        record::current(|record| {
            let mut fact = Fact::default();
            event.record(&mut fact);
            match event.metadata().target() {
                UPSTREAM_CALL => {
                    let (call, elapsed) = (fact.call(), Duration::from_micros(fact.microseconds));
                    record.facts().add_call(call, fact.outcome, elapsed);
                }
                BROADCAST => record.facts().broadcast = Some(fact.outcome),
                _ => {}
            }
        });
    }
}

/// The fields of a fact.
#[derive(Default)]
struct Fact {
    kind: String,
    chain: String,
    host: String,
    outcome: String,
    breaker: String,
    microseconds: u64,
}

impl Fact {
    fn call(&self) -> Upstream {
        let is = |outcome: CallOutcome| u32::from(self.outcome == outcome.name());
        Upstream {
            kind: self.kind.clone(),
            chain: self.chain.clone(),
            host: self.host.clone(),
            breaker: self.breaker.clone(),
            calls: 1,
            failures: is(CallOutcome::Failed),
            throttled: is(CallOutcome::Throttled),
            microseconds: vec![self.microseconds],
        }
    }
}

impl Visit for Fact {
    fn record_str(&mut self, field: &Field, value: &str) {
        let slot = match field.name() {
            "kind" => &mut self.kind,
            "chain" => &mut self.chain,
            "host" => &mut self.host,
            "outcome" => &mut self.outcome,
            "breaker" => &mut self.breaker,
            _ => return,
        };
        value.clone_into(slot);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "microseconds" {
            self.microseconds = value;
        }
    }

    /// Facts have no fields of further types.
    fn record_debug(&mut self, _: &Field, _: &dyn fmt::Debug) {}
}
