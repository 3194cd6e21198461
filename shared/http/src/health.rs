//! `GET /health` of every service: liveness, and the state of the upstreams for tokens with the permission `read`.

#![expect(unused_qualifications, reason = "the path macro writes them for query parameters")]

use crate::authorize::Authorizer;
use crate::envelope::{Data, Envelope};
use crate::error::{ApiError, ErrorCode};
use crate::extract::{Query, RequestDeadline};
use crate::upstream_budget::{Cost, UpstreamBudget};
use axum::Router;
use axum::extract::{FromRef, FromRequestParts, State};
use axum::routing::get;
use http::request::Parts;
use serde::Serialize;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::system::Timestamp;
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamReport, UpstreamState};
use wallet_core::wire::{Field, Fields, FromFields};

/// The query parameters of the health check.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct Request {
    /// `true` also checks the upstreams, which requires a permission token with `read`.
    #[param(value_type = bool, required = false, default = false, example = false)]
    deep: Field<String>,
}

impl FromFields for Request {
    fn knows(_: &str, key: &str) -> bool {
        Field::<String>::knows("deep", key)
    }

    fn take(_: &'static str, fields: &mut Fields) -> Self {
        Self {
            deep: Field::take("deep", fields),
        }
    }
}

/// The health of a service.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Health {
    /// `ok` if the process responds; `degraded` if at least one of the checked upstreams is not up.
    #[schema(pattern = "^(ok|degraded)$", example = "ok")]
    status: &'static str,
    /// The service's name.
    #[schema(example = "authorization")]
    service: &'static str,
    /// The version of the service software.
    #[schema(example = "0.1.0")]
    version: &'static str,
    /// Every configured upstream, in the order of the settings. Present only with `deep=true`; empty for a service
    /// without upstreams.
    #[serde(skip_serializing_if = "Option::is_none")]
    upstreams: Option<Vec<UpstreamStatus>>,
}

/// The state of one upstream.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UpstreamStatus {
    /// The chain.
    #[schema(example = "btc")]
    chain: &'static str,
    /// The network.
    #[schema(pattern = "^(livenet|testnet)$", example = "livenet")]
    network: &'static str,
    /// The protocol of the upstream.
    #[schema(example = "blockbook")]
    kind: &'static str,
    /// The host of the upstream, with the port if the setting has one.
    #[schema(example = "btc.example.org")]
    host: String,
    /// `up`: in sync and responding. `behind`: responding, but its latest block is too old to be used. `paused`:
    /// backed off after repeated failures or at the upstream's request, and not contacted now. `down`: contacted
    /// without a usable response.
    #[schema(pattern = "^(up|behind|paused|down)$", example = "up")]
    state: &'static str,
    /// The height of its latest block, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 840_000)]
    height: Option<u64>,
    /// The number of blocks between it and the most advanced upstream of the same chain and network.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 0)]
    lag: Option<u64>,
    /// The age of its latest block in seconds, if the protocol reports block times.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 312)]
    age: Option<u64>,
}

/// The state of the health endpoint.
#[derive(Clone)]
pub(crate) struct Source {
    /// The service's name.
    pub(crate) service: &'static str,
    /// Verifies permission tokens.
    pub(crate) authorizer: Authorizer,
    /// The state of the service's upstreams, if it has any.
    pub(crate) upstreams: Option<Arc<dyn UpstreamHealth>>,
}

impl FromRef<Source> for Authorizer {
    fn from_ref(source: &Source) -> Self {
        source.authorizer.clone()
    }
}

/// Returns the route, relative to the base path of a service.
pub(crate) fn routes(source: Source) -> Router {
    Router::new().route("/health", get(health)).with_state(source)
}

/// The OpenAPI document of the endpoint.
#[derive(utoipa::OpenApi)]
#[openapi(paths(health))]
pub(crate) struct Document;

/// Reports that the process is running.
///
/// With `deep=true` the service checks all its upstreams concurrently and reports each one; a failed upstream does
/// not fail the request. Without it the check contacts neither storage nor upstreams and requires no token.
#[utoipa::path(
    get, path = "/health", operation_id = "health",
    tag = "service",
    params(Request),
    security((), ("bearer" = [])),
    responses(
        (status = 200, description = "The process is running", body = Envelope<Health>),
    ),
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidRequest, ErrorCode::Unauthorized, ErrorCode::InvalidToken, ErrorCode::TokenExpired,
        ErrorCode::InsufficientPermission, ErrorCode::TooManyRequests, ErrorCode::ServiceUnavailable,
    ]))),
)]
async fn health(
    State(source): State<Source>,
    DeepCheck(deep): DeepCheck,
    RequestDeadline(deadline): RequestDeadline,
) -> Result<Data<Health>, ApiError> {
    let upstreams = match deep {
        None => None,
        Some(budget) => Some(checked(&source, &budget, deadline).await?),
    };
    let reports = upstreams.iter().flatten();
    let all_up = reports.into_iter().all(|report| report.state == UpstreamState::Up);
    let now = source.authorizer.now();
    Ok(Data(Health {
        status: if all_up { "ok" } else { "degraded" },
        service: source.service,
        version: env!("CARGO_PKG_VERSION"),
        upstreams: upstreams.map(|reports| reports.into_iter().map(|it| UpstreamStatus::new(it, now)).collect()),
    }))
}

/// Returns the state of the upstreams. Each of them can take a request.
async fn checked(
    source: &Source,
    budget: &UpstreamBudget,
    deadline: Deadline,
) -> Result<Vec<UpstreamReport>, ApiError> {
    budget.spend(Cost::SEVERAL_FACTS)?;
    let Some(upstreams) = &source.upstreams else {
        return Ok(Vec::new());
    };
    let reports = upstreams.upstreams(deadline).await;
    budget.settle(Cost::SEVERAL_FACTS, Cost::requests(reports.len()));
    Ok(reports)
}

/// The budget of the caller if `deep` is true. The extractor requires the permission `read` then.
struct DeepCheck(Option<UpstreamBudget>);

impl FromRequestParts<Source> for DeepCheck {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, source: &Source) -> Result<Self, ApiError> {
        let Query(request) = Query::<Request>::from_request_parts(parts, source).await?;
        let invalid = request.deep.error("deep must be true or false.");
        let deep = match request.deep.get()?.as_deref() {
            None | Some("false") => false,
            Some("true") => true,
            Some(_) => return Err(invalid.into()),
        };
        if !deep {
            return Ok(Self(None));
        }
        let budget = UpstreamBudget::from_request_parts(parts, source).await?;
        Ok(Self(Some(budget)))
    }
}

impl UpstreamStatus {
    fn new(report: UpstreamReport, now: Timestamp) -> Self {
        Self {
            chain: report.chain,
            network: report.network.name(),
            kind: report.kind,
            host: report.host,
            state: report.state.name(),
            height: report.height,
            lag: report.lag,
            age: report.block_time.map(|time| now.as_secs().saturating_sub(time)),
        }
    }
}
