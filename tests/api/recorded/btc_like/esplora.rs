//! The connector with an Esplora or Electrum server of btc livenet.

use super::data::Recorded;
use crate::blockchain_connector_btc_like::service_within;
use crate::support::client::{TestResponse, call, request};
use crate::support::esplora::{Dialect, EsploraState, text};
use crate::support::stub::Stub;
use crate::support::tokens;
use axum::http::Method;
use blockchain_connector_btc_like::NAME;
use serde_json::Value;
use std::sync::Mutex;
use std::time::Duration;
use wallet_upstream::client::Limits;

/// Sends a transaction through a service with this upstream of btc livenet.
pub async fn send_over(upstream: &str, body: &Value) -> TestResponse {
    call_over(upstream, Method::POST, "transaction/send/btc", Some(body)).await
}

/// Sends `GET /blockchain-connector-btc-like/v1/api/{path}` to a service with this upstream of btc livenet.
pub async fn get_over(upstream: &str, path: &str) -> TestResponse {
    call_over(upstream, Method::GET, path, None).await
}

async fn call_over(upstream: &str, method: Method, path: &str, body: Option<&Value>) -> TestResponse {
    let router = service_within(Limits::default(), Duration::from_secs(25), &[], |name| {
        (name == "WALLET_CLOUD_UPSTREAM_BTC_LIVENET").then(|| upstream.to_owned())
    });
    let path = format!("/{NAME}/v1/api/{path}");
    call(&router, request(method, &path, &tokens::token(&["read"]), body)).await
}

/// An Esplora server.
pub struct Esplora(Stub);

impl Esplora {
    /// Starts a server that knows the transactions and rejects submitted ones with this text.
    pub async fn start(parents: &[&Recorded], rejection: &str) -> Self {
        let mut state = EsploraState::new(Dialect::Plain, "");
        let known = parents.iter().map(|parent| (parent.txid.clone(), parent.hex.clone()));
        state.hex = known.collect();
        state.submit = text(400, rejection);
        Self::serve(state).await
    }

    /// Starts a server with this state.
    pub async fn serve(state: EsploraState) -> Self {
        let state = Mutex::new(state);
        let stub = Stub::start(move |request| state.lock().expect("no panic while held").respond(request)).await;
        Self(stub)
    }

    /// Returns the paths of all requests.
    pub fn requested_paths(&self) -> Vec<String> {
        self.0.requests().into_iter().map(|request| request.path).collect()
    }

    /// Returns the setting of the service: `esplora+http://…/api`.
    pub fn upstream(&self) -> String {
        format!("esplora+{}/api", self.0.url)
    }
}
