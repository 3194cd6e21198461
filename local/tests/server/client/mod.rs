//! The Rust client against the real services.

mod adverse;
mod allowances;
mod altered_calls;
mod altered_messages;
mod altered_replacements;
mod altered_responses;
mod altered_transfers;
mod btc_like;
pub mod btc_like_bump;
pub mod btc_like_transfer;
mod contracts;
pub mod eth_like;
mod eth_like_bump;
mod eth_like_message;
mod fee_limits;
mod hd;
mod hostile;
mod notifications;
mod omitted_warnings;
mod permit;
mod retries;
mod session;
mod settled;
mod signer;
mod stated_values;
mod swap;
mod unresolved;
mod without_horizon;
mod xlm;

use crate::{merchant, signed_in};
use async_trait::async_trait;
use serde_json::Value;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use wallet_client::Network::Testnet;
use wallet_client::address_info_btc_like::address_info;
use wallet_client::payments::PaymentError;
use wallet_client::payments::btc_like::Chain;
use wallet_client::sandbox::{FaucetRequest, MineRequest, faucet, mine};
use wallet_client::wire::AddressInfoRequest;
use wallet_client::{Client, HttpTransport, Request, Response, RetryPolicy, Transport, TransportError};
use wallet_cloud::serve::Running;
use wallet_core::model::ChainName;

/// Returns a client with a session of the server's merchant.
pub async fn client(running: &Running) -> Client {
    merchant(running, "read").await
}

/// Pays coins to an address and mines a block.
pub async fn fund(client: &Client, chain: &str, address: &str, amount: &str) {
    let request = FaucetRequest::builder()
        .chain(chain.to_owned())
        .address(address.to_owned())
        .amount(amount.to_owned())
        .build();
    faucet(client, &request).await.unwrap();
    mine_block(client, chain).await;
}

pub async fn mine_block(client: &Client, chain: &str) {
    let chain = chain.to_owned();
    mine(client, &MineRequest::builder().chain(chain).build())
        .await
        .unwrap();
}

/// Returns the balance of a UTXO address in base units.
pub async fn balance(client: &Client, chain: Chain, address: &str) -> u64 {
    let request = AddressInfoRequest::builder()
        .address(address.to_owned())
        .network(Testnet)
        .build();
    let info = address_info(client, chain.name(), &request).await.unwrap();
    info.balances[0].balance.amount.parse().unwrap()
}

/// Returns the endpoint and the field of the mismatch.
#[track_caller]
fn mismatch(outcome: Result<(), PaymentError>) -> (&'static str, &'static str) {
    match outcome {
        Err(PaymentError::Mismatch(mismatch)) => (mismatch.endpoint, mismatch.field),
        other => panic!("not detected: {other:?}"),
    }
}

/// Replaces one hex digit.
fn other_digit(value: &mut Value, index: usize) {
    let mut text = value.as_str().unwrap().to_owned();
    let digit = if &text[index..=index] == "0" { "1" } else { "0" };
    text.replace_range(index..=index, digit);
    *value = text.into();
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
