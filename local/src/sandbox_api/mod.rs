//! The sandbox service of the local server: control of the sandbox chains, and registration from the wallet page.
//!
//! Its endpoints validate requests as the services do, so their errors are those of the services. The sandbox validates
//! again with its own rules. It has its own document, since only the local server has it
//! (docs/decisions/local.md#document-of-the-sandbox).

mod chain;
mod faucet;
mod local_caller;
mod mine;
mod register_token;
mod tokens;

pub use register_token::Operator;
pub use tokens::tokens;

use axum::Router;
use axum::extract::FromRef;
use axum::middleware::from_fn;
use std::sync::Arc;
use utoipa::OpenApi;
use wallet_core::ports::system::Clock;
use wallet_http::{Authorizer, Routes, Service, post};
use wallet_sandbox::{SandboxChains, clock};

/// The name of the service, which is the first part of its base path.
pub const NAME: &str = "sandbox";

/// The dependencies of the endpoints.
#[derive(Clone)]
pub struct Services {
    /// The sandbox chains.
    pub chains: SandboxChains,
    /// The operator of the local server.
    pub operator: Operator,
}

impl FromRef<Services> for Authorizer {
    fn from_ref(services: &Services) -> Self {
        services.operator.authorization.authorizer.clone()
    }
}

impl FromRef<Services> for SandboxChains {
    fn from_ref(services: &Services) -> Self {
        services.chains.clone()
    }
}

impl FromRef<Services> for Operator {
    fn from_ref(services: &Services) -> Self {
        services.operator.clone()
    }
}

/// The OpenAPI document that is served, generated from [`openapi`] (docs/contributing.md).
pub const DOCUMENT: &str = include_str!("../../openapi.json");

/// Builds the OpenAPI document of the endpoints from their code.
pub fn openapi() -> utoipa::openapi::OpenApi {
    routes().describe(TITLE, DESCRIPTION, Document::openapi())
}

/// Returns the service.
pub fn service(services: Services) -> Service {
    let router = routes().router().layer(from_fn(local_caller::require));
    Service::new(NAME, router, services, DOCUMENT)
}

/// Returns the endpoints of the chains, relative to `/sandbox/v1`, for a sandbox without an authorization service.
pub fn chain_router(chains: SandboxChains) -> Router {
    let router = chain_routes().router().layer(from_fn(local_caller::require));
    router.with_state(chains)
}

fn routes() -> Routes<Services> {
    chain_routes().route("/register-token", post(register_token::post))
}

fn chain_routes<S>() -> Routes<S>
where
    S: Clone + Send + Sync + 'static,
    SandboxChains: FromRef<S>,
{
    Routes::new(NAME)
        .route("/faucet", post(faucet::post))
        .route("/mine", post(mine::post))
}

/// The title of the service.
const TITLE: &str = "Sandbox";

/// The description of the service.
const DESCRIPTION: &str = "Controls the sandbox chains of the local server, which are its testnets: pays coins and tokens \
                       to an address and mines blocks. Its operations require no token. They reject requests with a \
                       `Host` outside this machine and private networks, or with an `Origin` of another machine. A \
                       deployment has no sandbox.";

#[derive(OpenApi)]
#[openapi(paths(faucet::post, mine::post, register_token::post))]
struct Document;

/// Returns a clock of the services as one of the sandbox.
pub fn sandbox_clock(clock: Arc<dyn Clock>) -> Arc<dyn clock::Clock> {
    Arc::new(move || clock::Timestamp::from_millis(clock.now().as_millis()))
}

#[cfg(test)]
mod tests;
