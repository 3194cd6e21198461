//! Metrics of a production server in Prometheus' text format (docs/operations.md#metrics).
//!
//! All labels have few values: patterns of routes, chains, and the hosts of the configured upstreams. None contains an address,
//! an id, a path, or a name of an account or a merchant.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use std::time::Duration;
use wallet_core::observation::{BROADCAST, DELIVERY, TICK, UPSTREAM_CALL};
use wallet_http::telemetry::{Fact, RequestTrace, TraceSink};

/// The upper bounds of the durations in seconds, up to the time limit of a request.
const BOUNDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0, 30.0];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Request {
    method: &'static str,
    route: String,
    status: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Upstream {
    kind: String,
    chain: String,
    host: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Call {
    kind: String,
    chain: String,
    host: String,
    outcome: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Outcome {
    outcome: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Tick {
    chain: String,
    outcome: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Chain {
    chain: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Delivery {
    kind: String,
    outcome: String,
}

type Durations<L> = Family<L, Histogram, fn() -> Histogram>;

fn durations<L: Clone + std::hash::Hash + Eq>() -> Durations<L> {
    Family::new_with_constructor(|| Histogram::new(BOUNDS))
}

/// The metrics that requests, upstreams, loops and deliveries count. Clones share the counts.
#[derive(Clone)]
pub struct Metrics {
    requests: Family<Request, Counter>,
    request_durations: Durations<Route>,
    calls: Family<Call, Counter>,
    call_durations: Durations<Upstream>,
    open_breakers: Family<Upstream, Gauge>,
    broadcasts: Family<Outcome, Counter>,
    ticks: Family<Tick, Counter>,
    behind: Family<Chain, Gauge>,
    deliveries: Family<Delivery, Counter>,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            requests: Family::default(),
            request_durations: durations(),
            calls: Family::default(),
            call_durations: durations(),
            open_breakers: Family::default(),
            broadcasts: Family::default(),
            ticks: Family::default(),
            behind: Family::default(),
            deliveries: Family::default(),
        }
    }
}

impl Metrics {
    /// Registers the metrics under their names.
    pub fn register(&self, registry: &mut Registry) {
        registry.register(
            "http_requests",
            "Completed requests by the pattern of the route and the class of the status",
            self.requests.clone(),
        );
        registry.register_with_unit(
            "http_request_duration",
            "Time from the request to the response",
            Unit::Seconds,
            self.request_durations.clone(),
        );
        registry.register(
            "upstream_calls",
            "Completed calls to upstreams by outcome",
            self.calls.clone(),
        );
        registry.register_with_unit(
            "upstream_call_duration",
            "Time of a call to an upstream",
            Unit::Seconds,
            self.call_durations.clone(),
        );
        registry.register(
            "upstream_breaker_open",
            "1 if the circuit breaker was open after the last call",
            self.open_breakers.clone(),
        );
        registry.register(
            "broadcasts",
            "Broadcast transactions by outcome",
            self.broadcasts.clone(),
        );
        registry.register("notification_ticks", "Ticks of the loop of a chain", self.ticks.clone());
        registry.register(
            "notification_blocks_behind",
            "Blocks from the position of the loop to the head of the chain",
            self.behind.clone(),
        );
        registry.register("deliveries", "Attempts to deliver an event", self.deliveries.clone());
    }

    fn count_call(&self, fact: &Fact) {
        let (kind, chain, host) = (fact.kind.clone(), fact.chain.clone(), fact.host.clone());
        let upstream = Upstream { kind, chain, host };
        let elapsed = Duration::from_micros(fact.microseconds).as_secs_f64();
        self.call_durations.get_or_create(&upstream).observe(elapsed);
        let is_open = i64::from(fact.breaker == "open");
        self.open_breakers.get_or_create(&upstream).set(is_open);
        let Upstream { kind, chain, host } = upstream;
        let outcome = fact.outcome.clone();
        let call = Call {
            kind,
            chain,
            host,
            outcome,
        };
        self.calls.get_or_create(&call).inc();
    }

    fn count_tick(&self, fact: &Fact) {
        let (chain, outcome) = (fact.chain.clone(), fact.outcome.clone());
        let tick = Tick {
            chain: chain.clone(),
            outcome,
        };
        self.ticks.get_or_create(&tick).inc();
        let blocks = i64::try_from(fact.behind).unwrap_or(i64::MAX);
        self.behind.get_or_create(&Chain { chain }).set(blocks);
    }
}

impl TraceSink for Metrics {
    fn record(&self, request: &RequestTrace) {
        let route = request.route.clone();
        let status = match request.status {
            ..200 => "1xx",
            200..300 => "2xx",
            300..400 => "3xx",
            400..500 => "4xx",
            500.. => "5xx",
        };
        let elapsed = request.end.duration_since(request.start).unwrap_or_default();
        let durations = self.request_durations.get_or_create(&Route { route: route.clone() });
        durations.observe(elapsed.as_secs_f64());
        drop(durations);
        let method = request.method;
        self.requests.get_or_create(&Request { method, route, status }).inc();
    }

    fn record_fact(&self, fact: &Fact) {
        match fact.target {
            UPSTREAM_CALL => self.count_call(fact),
            TICK => self.count_tick(fact),
            BROADCAST => {
                let outcome = fact.outcome.clone();
                self.broadcasts.get_or_create(&Outcome { outcome }).inc();
            }
            DELIVERY => {
                let (kind, outcome) = (fact.kind.clone(), fact.outcome.clone());
                self.deliveries.get_or_create(&Delivery { kind, outcome }).inc();
            }
            _ => {}
        }
    }
}
