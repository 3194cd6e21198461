//! Events of adapters, loops and deliveries become facts of the current request and of the process.

use super::record::{self, Upstream};
use super::trace::{self, Fact};
use std::fmt;
use std::time::Duration;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer};
use wallet_core::observation::{BROADCAST, CallOutcome, UPSTREAM_CALL};

/// Passes the events of [`wallet_core::observation`] to the receivers of the process, and adds them to the record of the current
/// request.
pub(super) struct FactLayer;

impl<S: Subscriber> Layer<S> for FactLayer {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut fact = Fact {
            target: event.metadata().target(),
            ..Fact::default()
        };
        event.record(&mut fact);
        for sink in trace::sinks() {
            sink.record_fact(&fact);
        }
        record::current(|record| match fact.target {
            UPSTREAM_CALL => {
                let (call, elapsed) = (upstream(&fact), Duration::from_micros(fact.microseconds));
                record.facts().add_call(call, fact.outcome, elapsed);
            }
            BROADCAST => record.facts().broadcast = Some(fact.outcome),
            _ => {}
        });
    }
}

/// Returns the figures of a call.
fn upstream(fact: &Fact) -> Upstream {
    let is = |outcome: CallOutcome| u32::from(fact.outcome == outcome.name());
    Upstream {
        kind: fact.kind.clone(),
        chain: fact.chain.clone(),
        host: fact.host.clone(),
        breaker: fact.breaker.clone(),
        calls: 1,
        failures: is(CallOutcome::Failed),
        throttled: is(CallOutcome::Throttled),
        microseconds: vec![fact.microseconds],
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
        match field.name() {
            "microseconds" => self.microseconds = value,
            "behind" => self.behind = value,
            _ => {}
        }
    }

    /// Facts have no fields of further types.
    fn record_debug(&mut self, _: &Field, _: &dyn fmt::Debug) {}
}
