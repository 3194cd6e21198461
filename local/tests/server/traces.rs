//! The traces that a server exports, as its collector receives them.

use crate::program::program;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value::Value};
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode as SpanStatus;
use prost::Message;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use uuid::Uuid;
use wallet_client::address_info_btc_like::{address_info, health};
use wallet_client::wire::{AddressInfoRequest, HealthRequest};
use wallet_client::{Client, MemoryStore, Network, RetryPolicy, Session};

/// An address of the sandbox's testnet: BIP 173, examples.
const ADDRESS: &str = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
/// A header for the collector, such as its API key.
const CANARY: &str = "canary-of-a-header";

/// The bodies and headers that a collector received.
type Received = Arc<Mutex<Vec<(HeaderMap, Bytes)>>>;

/// Starts a collector and returns its base URL.
async fn collector(status: StatusCode) -> (String, Received) {
    let received = Received::default();
    let record = async move |State(received): State<Received>, headers: HeaderMap, body: Bytes| {
        received.lock().unwrap().push((headers, body));
        status
    };
    let app = Router::new()
        .route("/v1/traces", post(record))
        .with_state(received.clone());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await });
    (url, received)
}

/// A server that exports traces.
struct Server {
    child: Child,
    base_url: String,
    merchant_key: String,
}

impl Server {
    fn start(collector: &str, upstream: Option<&str>) -> Self {
        let mut command = program();
        command
            .args(["serve", "--ephemeral", "--listen", "127.0.0.1:0"])
            .env("OTEL_EXPORTER_OTLP_ENDPOINT", collector)
            .env("OTEL_SERVICE_NAME", "wallet-test")
            .env("OTEL_EXPORTER_OTLP_HEADERS", format!("x-collector={CANARY}"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(upstream) = upstream {
            command.env("WALLET_CLOUD_UPSTREAM_BTC_TESTNET", upstream);
        }
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.as_mut().unwrap())
            .lines()
            .map(Result::unwrap);
        let banner: Vec<_> = lines
            .take_while(|line| !line.contains("Ctrl-C stops the server"))
            .collect();
        let value = |name: &str| {
            let line = banner.iter().find_map(|line| line.trim().strip_prefix(name));
            line.expect("the banner has it").trim().to_owned()
        };
        Self {
            base_url: value("Base URL"),
            merchant_key: value("Merchant key"),
            child,
        }
    }

    async fn client(&self) -> Client {
        let client = Client::new(&self.base_url).unwrap().with_retries(RetryPolicy::NEVER);
        let session = Session::of(&client, Uuid::new_v4(), &["read"], Arc::<MemoryStore>::default());
        session.establish_by_key(&self.merchant_key).await.unwrap();
        client.with_session(session)
    }

    /// Stops the server, which exports the last traces first.
    fn stop(mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process has ended already if the test succeeded.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The attributes of a span or resource as text.
fn attributes(of: &[KeyValue]) -> BTreeMap<String, String> {
    let text = |value: &KeyValue| match value.value.as_ref().and_then(|value| value.value.clone()) {
        Some(Value::StringValue(text)) => text,
        Some(Value::IntValue(number)) => number.to_string(),
        other => panic!("another type: {other:?}"),
    };
    of.iter().map(|value| (value.key.clone(), text(value))).collect()
}

fn spans(received: &Received) -> Vec<Span> {
    let mut spans = Vec::new();
    for (headers, body) in received.lock().unwrap().iter() {
        assert_eq!(headers["content-type"], "application/x-protobuf");
        assert_eq!(headers["x-collector"], CANARY);
        let request = ExportTraceServiceRequest::decode(body.clone()).unwrap();
        for resource in request.resource_spans {
            let of_resource = attributes(&resource.resource.unwrap().attributes);
            assert_eq!(of_resource["service.name"], "wallet-test");
            assert_eq!(of_resource["service.version"], env!("CARGO_PKG_VERSION"));
            spans.extend(resource.scope_spans.into_iter().flat_map(|scope| scope.spans));
        }
    }
    spans
}

fn balance() -> AddressInfoRequest {
    AddressInfoRequest::builder()
        .address(ADDRESS.to_owned())
        .network(Network::Testnet)
        .limit(20)
        .build()
}

fn named<'a>(spans: &'a [Span], name: &str) -> &'a Span {
    let names = || spans.iter().map(|span| &span.name).collect::<Vec<_>>();
    let found = spans.iter().find(|span| span.name == name);
    found.unwrap_or_else(|| panic!("no {name} in {:?}", names()))
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_and_upstream_calls_are_spans_without_data_of_users() {
    let (url, received) = collector(StatusCode::OK).await;
    let server = Server::start(&url, None);
    let client = server.client().await;
    address_info(&client, "btc", &balance()).await.unwrap();
    let merchant_key = server.merchant_key.clone();
    server.stop();

    let spans = spans(&received);
    let request = named(&spans, "GET /address-info-btc-like/v1/api/{chain}");
    assert_eq!(request.kind(), SpanKind::Server);
    assert!(
        request.parent_span_id.is_empty() && request.trace_id.len() == 16,
        "{request:?}"
    );
    let of_request = attributes(&request.attributes);
    assert_eq!(of_request["http.response.status_code"], "200");
    assert_eq!(of_request["wallet_cloud.service"], "address-info-btc-like");
    assert!(Uuid::parse_str(&of_request["wallet_cloud.request_id"]).is_ok());
    assert!(!of_request.contains_key("error.type"));
    let call = named(&spans, "blockbook btc");
    assert_eq!(call.kind(), SpanKind::Client);
    assert_eq!(
        (&call.trace_id, &call.parent_span_id),
        (&request.trace_id, &request.span_id)
    );
    assert!(request.start_time_unix_nano <= call.start_time_unix_nano);
    assert!(call.start_time_unix_nano < call.end_time_unix_nano);
    assert!(call.end_time_unix_nano <= request.end_time_unix_nano);
    let of_call = attributes(&call.attributes);
    assert_eq!(of_call["wallet_cloud.upstream.outcome"], "ok");
    assert!(of_call["server.address"].starts_with("127.0.0.1"), "{of_call:?}");

    for (_, body) in received.lock().unwrap().iter() {
        let exported = String::from_utf8_lossy(body);
        for canary in [ADDRESS, CANARY, &merchant_key, "wck_", "eyJ", "testnet="] {
            assert!(!exported.contains(canary), "{canary} was exported: {exported}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_are_errors_in_their_spans() {
    let (url, received) = collector(StatusCode::OK).await;
    // No server listens on the port.
    let server = Server::start(&url, Some("blockbook+http://127.0.0.1:1"));
    let client = server.client().await;
    address_info(&client, "btc", &balance()).await.unwrap_err();
    server.stop();

    let spans = spans(&received);
    let request = named(&spans, "GET /address-info-btc-like/v1/api/{chain}");
    assert_eq!(request.status.as_ref().unwrap().code(), SpanStatus::Error);
    assert_eq!(attributes(&request.attributes)["http.response.status_code"], "503");
    let call = named(&spans, "blockbook btc");
    assert_eq!(call.status.as_ref().unwrap().code(), SpanStatus::Error);
    assert_eq!(attributes(&call.attributes)["error.type"], "failed");
}

#[tokio::test(flavor = "multi_thread")]
async fn collector_that_fails_or_hangs_delays_no_request() {
    let (failing, received) = collector(StatusCode::SERVICE_UNAVAILABLE).await;
    let hanging = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let hanging = format!("http://{}", hanging.local_addr().unwrap());
    for url in [failing, hanging] {
        let server = Server::start(&url, None);
        let client = server.client().await;
        let request = HealthRequest::default();
        let response = tokio::time::timeout(Duration::from_secs(5), health(&client, &request));
        response.await.expect("no delay").unwrap();
        server.stop();
    }
    assert!(!received.lock().unwrap().is_empty());
}
