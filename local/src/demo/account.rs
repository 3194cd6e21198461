//! The first demo run: registers an account with a merchant key and opens a session for it.

use super::screen::Screen;
use super::step::{AtStep, StepError};
use std::sync::Arc;
use uuid::Uuid;
use wallet_client::authorization::account::{self, RegisterRequest};
use wallet_client::{Client, MemoryStore, Session};

/// Registers a new account and returns a client with its session.
pub async fn register(client: &Client, merchant_key: &str, screen: &mut Screen) -> Result<Client, StepError> {
    let backend = merchant(client, merchant_key, &["register"]).await?;
    screen.done("merchant", "permission token to register accounts, issued by key");

    let account = RegisterRequest {
        username: format!("demo-{}", &Uuid::new_v4().simple().to_string()[..8]),
        password: Uuid::new_v4().to_string(),
    };
    let registered = account::register(&backend, &account).await.at("register")?;
    screen.done("register", &format!("{}, with a security token", account.username));

    let session = session(client, &["read"]);
    session.establish(&[&registered.security_token]).await.at("token")?;
    screen.done("token", "permission token to read, issued by factors");
    Ok(client.with_session(session))
}

/// Returns a client that may edit assets.
pub async fn editor(client: &Client, merchant_key: &str, screen: &mut Screen) -> Result<Client, StepError> {
    let editor = merchant(client, merchant_key, &["read", "assets"]).await?;
    screen.done("merchant", "permission token to read and edit assets, issued by key");
    Ok(editor)
}

/// Returns a client with a session that has the given permissions of the merchant key.
async fn merchant(client: &Client, merchant_key: &str, permissions: &[&str]) -> Result<Client, StepError> {
    let session = session(client, permissions);
    session.establish_by_key(merchant_key).await.at("merchant")?;
    Ok(client.with_session(session))
}

fn session(client: &Client, permissions: &[&str]) -> Session {
    Session::of(client, Uuid::new_v4(), permissions, Arc::<MemoryStore>::default())
}
