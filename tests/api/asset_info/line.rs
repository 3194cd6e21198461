//! The way from the service to its database.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::IntoResponse;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::sync::Barrier;

/// An HTTP proxy before the embedded database.
pub struct Line {
    pub address: SocketAddr,
    database: SocketAddr,
    http: reqwest::Client,
    cut: AtomicBool,
    operations: Mutex<Vec<String>>,
    /// Writes that have yet to meet, and where they do.
    meeting: AtomicUsize,
    meeting_place: Barrier,
}

impl Line {
    /// A line to an empty database.
    #[expect(
        clippy::disallowed_methods,
        reason = "the one client is for upstreams; this one is a wire"
    )]
    pub async fn new() -> Arc<Self> {
        // Fails only when a provider is there already, which is as good.
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let database = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let line = Arc::new(Self {
            address: proxy.local_addr().unwrap(),
            database: database.local_addr().unwrap(),
            http: reqwest::Client::builder().build().unwrap(),
            cut: AtomicBool::new(false),
            operations: Mutex::default(),
            meeting: AtomicUsize::new(0),
            meeting_place: Barrier::new(2),
        });
        let engine = dynoxide::Database::memory().unwrap();
        tokio::spawn(dynoxide::server::serve_with_shutdown(
            database,
            engine,
            std::future::pending(),
        ));
        let app = axum::Router::new().fallback(carry).with_state(Arc::clone(&line));
        tokio::spawn(async move { axum::serve(proxy, app).await });
        line
    }

    /// Cuts the line, or mends it.
    pub fn cut(&self, cut: bool) {
        self.cut.store(cut, Ordering::SeqCst);
    }

    /// What was asked of the database since the last time this was called.
    pub fn take_operations(&self) -> Vec<String> {
        std::mem::take(&mut self.operations.lock().unwrap())
    }

    /// The next two writes wait for each other before they go on.
    pub fn let_two_writes_meet(&self) {
        self.meeting.store(2, Ordering::SeqCst);
    }

    async fn meet(&self) {
        let one_less = |waiting: usize| waiting.checked_sub(1);
        let meets = self.meeting.fetch_update(Ordering::SeqCst, Ordering::SeqCst, one_less);
        if meets.is_ok() {
            self.meeting_place.wait().await;
        }
    }
}

async fn carry(State(line): State<Arc<Line>>, uri: Uri, headers: HeaderMap, body: Bytes) -> impl IntoResponse {
    let target = headers.get("x-amz-target").and_then(|target| target.to_str().ok());
    let operation = target.unwrap_or_default().rsplit('.').next().unwrap_or_default();
    line.operations.lock().unwrap().push(operation.to_owned());
    if line.cut.load(Ordering::SeqCst) {
        return (StatusCode::SERVICE_UNAVAILABLE, HeaderMap::new(), Bytes::new());
    }
    if operation == "TransactWriteItems" {
        line.meet().await;
    }
    let request = line.http.post(format!("http://{}{uri}", line.database));
    let answer = request.headers(headers).body(body).send().await.unwrap();
    let (status, headers) = (answer.status(), answer.headers().clone());
    (status, headers, answer.bytes().await.unwrap())
}
