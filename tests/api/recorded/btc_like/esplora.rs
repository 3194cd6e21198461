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
    let router = service_within(Limits::default(), Duration::from_secs(25), &[], |name| {
        (name == "WALLET_CLOUD_UPSTREAM_BTC_LIVENET").then(|| upstream.to_owned())
    });
    let path = format!("/{NAME}/v1/api/transaction/send/btc");
    call(
        &router,
        request(Method::POST, &path, &tokens::token(&["read"]), Some(body)),
    )
    .await
}

/// An Esplora server that rejects each submitted transaction.
pub struct Esplora {
    stub: Stub,
}

impl Esplora {
    /// Starts a server that knows these transactions and rejects with this text.
    pub async fn start(parents: &[&Recorded], rejection: &str) -> Self {
        let mut state = EsploraState::new(Dialect::Plain, "");
        state.hex = parents
            .iter()
            .map(|parent| (parent.txid.clone(), parent.hex.clone()))
            .collect();
        state.submit = text(400, rejection);
        let state = Mutex::new(state);
        let stub = Stub::start(move |request| state.lock().expect("no panic while held").respond(request)).await;
        Self { stub }
    }

    /// Sends a transaction through a service with this server.
    pub async fn send(&self, body: &Value) -> TestResponse {
        send_over(&format!("esplora+{}/api", self.stub.url), body).await
    }
}
