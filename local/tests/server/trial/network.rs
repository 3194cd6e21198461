//! The network of a trial: slow proxies in front of the sandboxes, and the receiver of the webhooks.

use super::super::notifications::http_client;
use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_http::system::SystemClock;
use wallet_notifications::delivery::{TOLERANCE, WebhookHeaders, WebhookSecret};

/// The maximum time that the receiver takes for a response.
const RECEIVER_DELAY: Duration = Duration::from_millis(60);

/// The number of requests that have begun, and of those that have ended.
#[derive(Default)]
pub struct Traffic {
    begun: AtomicU64,
    ended: AtomicU64,
}

impl Traffic {
    pub fn begun(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }

    pub fn ended(&self) -> u64 {
        self.ended.load(Ordering::Relaxed)
    }

    /// Returns true while a request waits for the response.
    pub fn is_open(&self) -> bool {
        self.begun() > self.ended()
    }
}

/// A request without a response, which the end of the caller ends too.
struct Open(Arc<Traffic>);

impl Open {
    /// Waits for a part of the maximum delay, which differs for each request.
    async fn begin(traffic: &Arc<Traffic>, maximum: Duration) -> Self {
        let number = traffic.begun.fetch_add(1, Ordering::Relaxed);
        let open = Self(Arc::clone(traffic));
        let part = u32::try_from(number * 37 % 100).unwrap_or_default();
        tokio::time::sleep(maximum * part / 100).await;
        open
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.ended.fetch_add(1, Ordering::Relaxed);
    }
}

/// Serves a router on a free port and returns the origin.
async fn serve(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    origin
}

/// Starts a proxy that delays every request by up to `delay`, and returns the origin.
pub async fn slow_proxy(target: String, delay: Duration, traffic: Arc<Traffic>) -> String {
    let client = http_client();
    let forward = move |method: Method, uri: Uri, headers: HeaderMap, body: Bytes| {
        let mut request = client.request(method, format!("{target}{uri}")).body(body);
        if let Some(content) = headers.get(CONTENT_TYPE) {
            request = request.header(CONTENT_TYPE, content);
        }
        let traffic = Arc::clone(&traffic);
        async move {
            let _open = Open::begin(&traffic, delay).await;
            respond(request)
                .await
                .unwrap_or(StatusCode::BAD_GATEWAY.into_response())
        }
    };
    serve(Router::new().fallback(forward)).await
}

async fn respond(request: reqwest::RequestBuilder) -> Result<Response, reqwest::Error> {
    let response = request.send().await?;
    let json = HeaderValue::from_static("application/json");
    let content = response.headers().get(CONTENT_TYPE).cloned().unwrap_or(json);
    let status = response.status();
    Ok((status, [(CONTENT_TYPE, content)], response.bytes().await?).into_response())
}

/// A received webhook.
#[derive(Clone)]
pub struct Arrival {
    headers: HeaderMap,
    pub body: Bytes,
    time: Timestamp,
    pub at: Instant,
}

impl Arrival {
    /// Checks the signature and returns the id of the webhook.
    pub fn verify(&self, secret: &WebhookSecret) -> String {
        let read = WebhookHeaders::read(|name| self.headers.get(name)?.to_str().ok()).unwrap();
        read.verify(&self.body, secret, self.time, TOLERANCE).unwrap();
        read.id
    }
}

/// The receiver of all webhooks, whose paths are the names of the chains.
pub struct Receiver {
    pub origin: String,
    pub traffic: Arc<Traffic>,
    arrivals: Arc<Mutex<Vec<(String, Arrival)>>>,
}

impl Receiver {
    pub async fn start() -> Self {
        let (traffic, arrivals) = (Arc::<Traffic>::default(), Arc::<Mutex<Vec<_>>>::default());
        let (begun, received) = (Arc::clone(&traffic), Arc::clone(&arrivals));
        let receive = move |uri: Uri, headers: HeaderMap, body: Bytes| {
            let arrival = Arrival {
                headers,
                body,
                time: SystemClock.now(),
                at: Instant::now(),
            };
            received.lock().unwrap().push((uri.path()[1..].to_owned(), arrival));
            let traffic = Arc::clone(&begun);
            async move {
                let _open = Open::begin(&traffic, RECEIVER_DELAY).await;
                StatusCode::NO_CONTENT
            }
        };
        Self {
            origin: serve(Router::new().fallback(receive)).await,
            traffic,
            arrivals,
        }
    }

    /// Returns what the receiver of a chain has received.
    pub fn arrivals(&self, chain: &str) -> Vec<Arrival> {
        let arrivals = self.arrivals.lock().unwrap();
        let of_chain = arrivals.iter().filter(|(name, _)| name == chain);
        of_chain.map(|(_, arrival)| arrival.clone()).collect()
    }
}
