//! The sandbox endpoints of the local server: control of the sandbox chains, and registration from the wallet page.
//!
//! They validate requests as the services do, so their errors are those of the services. The sandbox validates
//! again with its own rules.

mod faucet;
mod local_caller;
mod mine;
mod register_token;
mod tokens;

pub use register_token::{Operator, register_token};
pub use tokens::tokens;

use axum::Router;
use axum::routing::post;
use std::sync::Arc;
use wallet_core::ports::system::Clock;
use wallet_http::{ApiError, ErrorCode};
use wallet_sandbox::{SandboxChains, clock};

/// Returns the routes, relative to `/sandbox/v1`.
pub fn router(chains: SandboxChains) -> Router {
    Router::new()
        .route("/faucet", post(faucet::post))
        .route("/mine", post(mine::post))
        .layer(axum::middleware::from_fn(local_caller::require))
        .with_state(chains)
}

/// Returns a clock of the services as one of the sandbox.
pub fn sandbox_clock(clock: Arc<dyn Clock>) -> Arc<dyn clock::Clock> {
    Arc::new(move || clock::Timestamp::from_millis(clock.now().as_millis()))
}

/// Returns a `chain_not_supported` error that lists the available chains, unless the sandbox has the chain.
fn check_chain(chains: &SandboxChains, name: &str) -> Result<(), ApiError> {
    let supported: Vec<_> = chains.names().collect();
    if supported.contains(&name) {
        return Ok(());
    }
    let message = format!("Use one of the sandbox chains: {}.", supported.join(", "));
    Err(ApiError::new(ErrorCode::ChainNotSupported, message)
        .detail("supported", supported)
        .at("chain"))
}

#[cfg(test)]
mod tests;
