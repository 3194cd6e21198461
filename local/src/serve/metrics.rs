//! `GET /metrics` on an address of the operator's choice, apart from the services.

use super::Sockets;
use super::connections::{self, ConnectionLimits, Responders};
use crate::metrics::Metrics;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::prometheus_text;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use wallet_deliver::LocalQueue;

/// The media type of the text format.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The maximum number of connections: a few collectors.
const CONNECTIONS: usize = 16;

/// The parts of the server that are measured when the metrics are read.
pub struct Gauges {
    /// The queue of the deliveries.
    pub queue: Arc<LocalQueue>,
    /// The sockets of notifications.
    pub sockets: Arc<Sockets>,
}

/// The running server of the metrics, which ends when the value is dropped.
pub struct MetricsServer(JoinHandle<()>);

impl Drop for MetricsServer {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The registry with the gauges that are set before the metrics are written.
struct Reader {
    registry: Registry,
    gauges: Gauges,
    waiting: Gauge,
    running: Gauge,
    sockets: Gauge,
}

impl MetricsServer {
    /// Serves the metrics on the listener.
    pub fn start(listener: TcpListener, metrics: &Metrics, gauges: Gauges) -> Self {
        let router = Router::new()
            .route("/metrics", get(write))
            .with_state(Arc::new(Reader::new(metrics, gauges)));
        let responders = Responders {
            services: router,
            overloaded: Router::new().fallback(async || StatusCode::SERVICE_UNAVAILABLE),
        };
        let limits = ConnectionLimits {
            connections: CONNECTIONS,
            rejected: CONNECTIONS,
            ..ConnectionLimits::default()
        };
        let never = std::future::pending();
        Self(tokio::spawn(connections::serve(listener, responders, limits, never)))
    }
}

impl Reader {
    fn new(metrics: &Metrics, gauges: Gauges) -> Self {
        let mut registry = Registry::with_prefix("wallet_cloud");
        metrics.register(&mut registry);
        let version = Family::<Vec<(&str, &str)>, Gauge>::default();
        version
            .get_or_create(&vec![("version", env!("CARGO_PKG_VERSION"))])
            .set(1);
        registry.register("build_info", "The version of the server", version);
        let [waiting, running, sockets] = [
            (
                "delivery_queue_waiting",
                "Deliveries that wait in the memory of the server",
            ),
            ("delivery_queue_running", "Deliveries that are being attempted"),
            ("sockets_open", "Open sockets of notifications"),
        ]
        .map(|(name, help)| {
            let gauge = Gauge::default();
            registry.register(name, help, gauge.clone());
            gauge
        });
        Self {
            registry,
            gauges,
            waiting,
            running,
            sockets,
        }
    }

    fn text(&self) -> Result<String, std::fmt::Error> {
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let (waiting, running) = self.gauges.queue.load();
        self.waiting.set(count(waiting));
        self.running.set(count(running));
        self.sockets.set(count(self.gauges.sockets.count()));
        let mut text = String::new();
        prometheus_text::encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

async fn write(State(reader): State<Arc<Reader>>) -> Response {
    match reader.text() {
        Ok(text) => ([(CONTENT_TYPE, TEXT)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "the metrics cannot be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
