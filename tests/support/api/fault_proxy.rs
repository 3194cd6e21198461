//! A proxy between a service and the database, and the connection.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Barrier;
use wallet_store::aws::{AwsSettings, Deadlines};
use wallet_store::dynamodb::Client;

/// Connects to a database with the SDK, with timeouts that a busy machine does not reach.
pub fn connect(address: SocketAddr) -> Client {
    let settings = AwsSettings {
        deadlines: Deadlines {
            connect: Duration::from_mins(1),
            attempt: Duration::from_mins(2),
            total: Duration::from_mins(5),
        },
        ..AwsSettings::emulator(format!("http://{address}"))
    };
    Client::new(&settings.load().expect("valid settings"))
}

/// An HTTP proxy in front of the embedded database.
pub struct FaultProxy {
    pub address: SocketAddr,
    database: SocketAddr,
    http: reqwest::Client,
    cut: AtomicBool,
    /// Number of operations until the database throttles all further ones.
    until_throttled: AtomicUsize,
    operations: Mutex<Vec<String>>,
    /// Number of writes that must still wait for each other, and their barrier.
    meeting: AtomicUsize,
    meeting_place: Barrier,
}

impl FaultProxy {
    /// Creates a proxy in front of an empty database.
    pub async fn new() -> Arc<Self> {
        let database = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = database.local_addr().unwrap();
        let engine = dynoxide::Database::memory().unwrap();
        tokio::spawn(dynoxide::server::serve_with_shutdown(
            database,
            engine,
            std::future::pending(),
        ));
        Self::before(address).await
    }

    /// Creates a proxy in front of a database.
    #[expect(
        clippy::disallowed_methods,
        reason = "the shared client is for upstreams; this one connects to the database"
    )]
    pub async fn before(database: SocketAddr) -> Arc<Self> {
        // Fails only if a provider is installed already, which is fine.
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = Arc::new(Self {
            address: listener.local_addr().unwrap(),
            database,
            http: reqwest::Client::builder().build().unwrap(),
            cut: AtomicBool::new(false),
            until_throttled: AtomicUsize::new(usize::MAX),
            operations: Mutex::default(),
            meeting: AtomicUsize::new(0),
            meeting_place: Barrier::new(2),
        });
        let app = axum::Router::new().fallback(forward).with_state(Arc::clone(&proxy));
        tokio::spawn(async move { axum::serve(listener, app).await });
        proxy
    }

    /// Cuts or restores the connection.
    pub fn cut(&self, cut: bool) {
        self.cut.store(cut, Ordering::SeqCst);
    }

    /// Throttles all operations after the next `count`, as a table does whose capacity is used up.
    pub fn throttle_after(&self, count: usize) {
        self.until_throttled.store(count, Ordering::SeqCst);
    }

    fn is_throttled(&self) -> bool {
        let decrement = |left: usize| {
            if left == usize::MAX {
                Some(left)
            } else {
                left.checked_sub(1)
            }
        };
        let admitted = self
            .until_throttled
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, decrement);
        admitted.is_err()
    }

    /// Returns the database operations since the last call.
    pub fn take_operations(&self) -> Vec<String> {
        std::mem::take(&mut self.operations.lock().unwrap())
    }

    /// Makes the next two writes wait for each other before they continue.
    pub fn let_two_writes_meet(&self) {
        self.meeting.store(2, Ordering::SeqCst);
    }

    async fn wait_for_other_write(&self) {
        let decrement = |waiting: usize| waiting.checked_sub(1);
        let must_wait = self.meeting.fetch_update(Ordering::SeqCst, Ordering::SeqCst, decrement);
        if must_wait.is_ok() {
            self.meeting_place.wait().await;
        }
    }
}

/// Returns the response of DynamoDB to an operation beyond the capacity of a table
/// (<https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html>).
fn throttled(operation: &str) -> (StatusCode, HeaderMap, Bytes) {
    let body = if operation.starts_with("Transact") {
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
            "Message":"Transaction cancelled, please refer cancellation reasons for specific reasons [ThrottlingError]",
            "CancellationReasons":[{"Code":"ThrottlingError","Message":"Throughput exceeds the current capacity"}]}"#
    } else {
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",
            "message":"The level of configured provisioned throughput for the table was exceeded."}"#
    };
    let headers = [(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/x-amz-json-1.0"),
    )];
    (
        StatusCode::BAD_REQUEST,
        headers.into_iter().collect(),
        Bytes::from_static(body.as_bytes()),
    )
}

async fn forward(
    State(proxy): State<Arc<FaultProxy>>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, HeaderMap, Bytes) {
    let target = headers.get("x-amz-target").and_then(|target| target.to_str().ok());
    let operation = target.unwrap_or_default().rsplit('.').next().unwrap_or_default();
    proxy.operations.lock().unwrap().push(operation.to_owned());
    if proxy.cut.load(Ordering::SeqCst) {
        return (StatusCode::SERVICE_UNAVAILABLE, HeaderMap::new(), Bytes::new());
    }
    if proxy.is_throttled() {
        return throttled(operation);
    }
    if operation == "TransactWriteItems" {
        proxy.wait_for_other_write().await;
    }
    let request = proxy.http.post(format!("http://{}{uri}", proxy.database));
    let reply = request.headers(headers).body(body).send().await.unwrap();
    let (status, headers) = (reply.status(), reply.headers().clone());
    (status, headers, reply.bytes().await.unwrap())
}
