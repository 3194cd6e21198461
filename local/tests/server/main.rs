//! The local server from its users' point of view, started in this process or as a program.

mod check;
mod client;
mod demo;
#[cfg(target_os = "linux")]
mod full_disk;
mod guides;
mod health;
#[cfg(target_os = "linux")]
mod logins;
mod notifications;
#[cfg(unix)]
mod production;
mod program;
mod races;
mod readme;
mod register_token;
mod restart;
mod snippets;
mod sockets;
mod stellar;
mod stellar_kinds;
mod traces;
mod trial;
mod upstream_keys;
mod webhooks;

use std::fmt::Debug;
use std::sync::Arc;
use uuid::Uuid;
use wallet_client::{CallError, Client, MemoryStore, Session};
use wallet_cloud::serve::{Options, Running, start};
use wallet_core::model::ChainName;

/// Returns the names of the EVM chains in the order of the documentation.
fn evm_chains() -> Vec<&'static str> {
    wallet_eth_like::Chain::ALL.iter().map(|chain| chain.name()).collect()
}

async fn ephemeral() -> Running {
    start(Options::ephemeral()).await.unwrap()
}

fn authorization_url(running: &Running) -> String {
    format!("{}/authorization/v1", running.base_url)
}

/// Returns the client with a session of the server's merchant with a single permission.
async fn signed_in(client: &Client, running: &Running, permission: &str) -> Client {
    let session = Session::of(client, Uuid::new_v4(), &[permission], Arc::<MemoryStore>::default());
    session.establish_by_key(&running.merchant_key).await.unwrap();
    client.with_session(session)
}

/// Returns a client with a session of the server's merchant with a single permission.
async fn merchant(running: &Running, permission: &str) -> Client {
    signed_in(&Client::new(&running.base_url).unwrap(), running, permission).await
}

#[track_caller]
fn code<T: Debug>(result: Result<T, CallError>) -> String {
    match result {
        Err(CallError::Response(error)) => format!("{} {}", error.status, error.code),
        other => panic!("not rejected: {other:?}"),
    }
}
