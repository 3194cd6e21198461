//! The Rust client against the real services.

mod altered_responses;
mod btc_like;
mod eth_like;
mod hd;
mod retries;
mod session;
mod swap;
mod xlm;

use crate::{merchant, signed_in};
use async_trait::async_trait;
use serde_json::Value;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use wallet_client::sandbox::{FaucetRequest, MineRequest, faucet, mine};
use wallet_client::{Client, HttpTransport, Request, Response, RetryPolicy, Transport, TransportError};
use wallet_cloud::serve::Running;

/// Returns a client with a session of the server's merchant.
pub async fn client(running: &Running) -> Client {
    merchant(running, "read").await
}

/// Pays coins to an address and mines a block.
async fn fund(client: &Client, chain: &str, address: &str, amount: &str) {
    let request = FaucetRequest {
        chain: chain.to_owned(),
        address: address.to_owned(),
        amount: amount.to_owned(),
        token: None,
    };
    faucet(client, &request).await.unwrap();
    mine_block(client, chain).await;
}

pub async fn mine_block(client: &Client, chain: &str) {
    let chain = chain.to_owned();
    mine(client, &MineRequest { chain }).await.unwrap();
}

type Change = Box<dyn Fn(&mut Value) + Send + Sync>;

/// A connection to the services that changes the responses of one endpoint and records all requests.
struct Altering {
    inner: HttpTransport,
    path: &'static str,
    change: Change,
    changed: AtomicUsize,
    paths: Mutex<Vec<String>>,
}

impl Altering {
    /// Changes `data` of the responses of the endpoints whose URL contains `path`.
    fn new(path: &'static str, change: impl Fn(&mut Value) + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self {
            inner: HttpTransport::new().unwrap(),
            path,
            change: Box::new(change),
            changed: AtomicUsize::new(0),
            paths: Mutex::default(),
        })
    }

    /// Returns a client over this connection.
    async fn client(self: &Arc<Self>, running: &Running) -> Client {
        let transport: Arc<dyn Transport> = Arc::<Self>::clone(self);
        let client = Client::over(transport, &running.base_url).with_retries(RetryPolicy::NEVER);
        signed_in(&client, running, "read").await
    }

    fn changed(&self) -> usize {
        self.changed.load(Ordering::SeqCst)
    }

    /// Returns true if a request was sent to a URL that contains `path`.
    fn has_called(&self, path: &str) -> bool {
        self.paths.lock().unwrap().iter().any(|url| url.contains(path))
    }
}

#[async_trait]
impl Transport for Altering {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let url = request.url.clone();
        self.paths.lock().unwrap().push(url.clone());
        let mut response = self.inner.send(request).await?;
        if url.contains(self.path) && response.status == 200 {
            let mut body: Value = serde_json::from_slice(&response.body).unwrap();
            let before = body.clone();
            (self.change)(&mut body["data"]);
            assert_ne!(body, before, "the response of {url} changes");
            response.body = body.to_string().into_bytes();
            self.changed.fetch_add(1, Ordering::SeqCst);
        }
        Ok(response)
    }
}
