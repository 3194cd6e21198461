//! Clients of a local server.

use std::sync::Arc;
use uuid::Uuid;
use wallet_client::{Client, MemoryStore, Session};
use wallet_cloud::serve::Running;

/// Returns a client with a session of the server's merchant with the given permissions.
pub async fn merchant(running: &Running, permissions: &[&str]) -> Client {
    let client = Client::new(&running.base_url).expect("a client");
    let session = Session::of(&client, Uuid::new_v4(), permissions, Arc::<MemoryStore>::default());
    session
        .establish_by_key(&running.merchant_key)
        .await
        .expect("the server knows the key of its merchant");
    client.with_session(session)
}
