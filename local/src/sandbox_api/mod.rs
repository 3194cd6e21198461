//! The sandbox service of the local server: control of the sandbox chains, and registration from the wallet page.
//!
//! The endpoints validate requests as the services do, with the same errors. The sandbox validates
//! again with separate rules. The service has a separate document, since only the local server has a sandbox
//! (docs/decisions/local.md#document-of-the-sandbox).

mod automatic_blocks;
mod drop;
mod faucet;
mod mine;
mod register_token;
mod reorganise;

pub use register_token::Operator;

use axum::Router;
use axum::extract::{FromRef, Request};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use std::convert::Infallible;
use std::sync::Arc;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{OpenApi, PartialSchema, ToSchema};
use wallet_assets::{AssetId, seed};
use wallet_core::model::ChainName;
use wallet_core::ports::system::Clock;
use wallet_core::wire::Wire;
use wallet_http::{ApiError, Authorizer, Described, ErrorCode, Purpose, Required, Routes, Served, Service, post};
use wallet_sandbox::chain::{ControlError, Token};
use wallet_sandbox::local_caller::foreign_header;
use wallet_sandbox::{SandboxChains, chain_names, clock};

/// The name of the service, which is the first part of the base path.
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
    routes::<Described>().describe(TITLE, DESCRIPTION, Document::openapi())
}

/// Returns the service.
pub fn service(services: Services) -> Service {
    let router = routes::<Served>().router().layer(from_fn(require_local_caller));
    Service::new(NAME, router, services, DOCUMENT)
}

/// Returns the endpoints of the chains, relative to `/sandbox/v1`, for a sandbox without an authorization service.
pub fn chain_router(chains: SandboxChains) -> Router {
    let router = chain_routes::<_, Served>()
        .router()
        .layer(from_fn(require_local_caller));
    router.with_state(chains)
}

fn routes<P: Purpose<Services>>() -> Routes<Services, P> {
    chain_routes().route("/register-token", post(register_token::post))
}

fn chain_routes<S, P>() -> Routes<S, P>
where
    S: Clone + Send + Sync + 'static,
    P: Purpose<S>,
    SandboxChains: FromRef<S>,
{
    Routes::new(NAME)
        .route("/faucet", post(faucet::post))
        .route("/mine", post(mine::post))
        .route("/reorganise", post(reorganise::post))
        .route("/drop", post(drop::post))
        .route("/automatic-blocks", post(automatic_blocks::post))
}

/// The title of the service.
const TITLE: &str = "Sandbox";

/// The description of the service.
const DESCRIPTION: &str = "Controls the sandbox chains of the local server, which are its testnets: pays coins and tokens \
                       to an address, mines blocks, reorganises chains and drops transactions. Its operations require no token. They reject requests with a \
                       `Host` outside this machine and private networks, or with an `Origin` of another machine. A \
                       deployment has no sandbox.";

#[derive(OpenApi)]
#[openapi(paths(faucet::post, mine::post, reorganise::post, drop::post, automatic_blocks::post, register_token::post))]
struct Document;

/// Returns a clock of the services as a clock of the sandbox.
pub fn sandbox_clock(clock: Arc<dyn Clock>) -> Arc<dyn clock::Clock> {
    Arc::new(move || clock::Timestamp::from_millis(clock.now().as_millis()))
}

/// The name of a chain with a sandbox.
pub struct SandboxChain;

impl Wire for SandboxChain {
    type Json = String;
    type Value = String;
    type Error = Infallible;

    fn read(name: String, (): ()) -> Result<String, Infallible> {
        Ok(name)
    }
}

impl PartialSchema for SandboxChain {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("The name of a chain with a sandbox."))
            .enum_values(Some(chain_names()))
            .examples(chain_names().take(1))
            .into()
    }
}

impl ToSchema for SandboxChain {}

/// Returns the name of the chain of a request.
///
/// # Errors
/// `chain_not_supported` with the available chains, unless the sandbox has the chain.
fn available(chains: &SandboxChains, field: Required<SandboxChain>) -> Result<String, ApiError> {
    let field_name = field.name();
    let name = field.get()?;
    let supported: Vec<_> = chains.names().collect();
    if supported.contains(&&*name) {
        return Ok(name);
    }
    let message = format!("Use one of the sandbox chains: {}.", supported.join(", "));
    Err(ApiError::new(ErrorCode::ChainNotSupported, message)
        .detail("supported", supported)
        .at(field_name))
}

fn to_api_error(error: ControlError) -> ApiError {
    match error {
        ControlError::Final => {
            ApiError::invalid_request("Use another chain: the ledgers of xlm are final.").at("chain")
        }
        ControlError::Depth { maximum: 0 } => {
            ApiError::invalid_request("Mine a block first: the first blocks of a chain stay.").at("depth")
        }
        ControlError::Depth { maximum } => {
            let message = format!("Use a depth of at most {maximum}: the first blocks of a chain stay.");
            ApiError::invalid_request(message).at("depth")
        }
        ControlError::NotPending => {
            let message = "Use the id of a pending transaction: this transaction is unknown or in a block.";
            ApiError::new(ErrorCode::NotFound, message).at("txid")
        }
        // The chain is available, so the sandbox is wrong or failed.
        ControlError::UnknownChain | ControlError::Journal(_) => ApiError::internal(error),
    }
}

/// Rejects a request that a foreign page caused.
async fn require_local_caller(request: Request, next: Next) -> Response {
    match foreign_header(request.headers()) {
        None => next.run(request).await,
        Some(name) => {
            let message =
                "Call the sandbox by the address of this machine, from a page of this machine or without a page.";
            ApiError::invalid_request(message).at(name.as_str()).into_response()
        }
    }
}

/// Returns every token of the catalogue at the livenet address.
pub fn tokens() -> Vec<Token> {
    let tokens = seed().into_iter().filter_map(|(id, meta)| {
        let AssetId::Erc20(contract) = id else { return None };
        Some(Token {
            chain: contract.chain.name().to_owned(),
            contract: contract.address.to_string(),
            name: meta.name.as_str().to_owned(),
            ticker: meta.ticker.as_str().to_owned(),
            decimals: meta.decimals,
        })
    });
    tokens.collect()
}

#[cfg(test)]
mod tests;
