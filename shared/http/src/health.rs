//! GET /health of every service: whether it answers and, to bearers of `read`, how its upstreams are.

#![expect(unused_qualifications, reason = "the path macro writes them for query parameters")]

use crate::authorize::{Authorizer, Bearer, Read};
use crate::envelope::{Data, Envelope};
use crate::error::ApiError;
use crate::extract::{Field, Query, Within};
use axum::Router;
use axum::extract::{FromRef, FromRequestParts, State};
use axum::routing::get;
use http::request::Parts;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use wallet_core::ports::system::Timestamp;
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamReport, UpstreamState};

/// How much is asked for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Request {
    /// `true` asks the upstreams too, which needs a permission token with `read`.
    #[serde(default)]
    #[param(value_type = bool, required = false, default = false, example = false)]
    deep: Field<String>,
}

/// What `health` says.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Health {
    /// `ok` while the process answers; `degraded` when one of the upstreams that were asked is not up.
    #[schema(pattern = "^(ok|degraded)$", example = "ok")]
    status: &'static str,
    /// The service's name.
    #[schema(example = "authorization")]
    service: &'static str,
    /// The version of the software.
    #[schema(example = "0.1.0")]
    version: &'static str,
    /// With `deep=true` every configured upstream, in the order of the settings; a service that asks none has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    upstreams: Option<Vec<UpstreamStatus>>,
}

/// How one upstream is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UpstreamStatus {
    /// The chain.
    #[schema(example = "btc")]
    chain: &'static str,
    /// The network.
    #[schema(pattern = "^(livenet|testnet)$", example = "livenet")]
    network: &'static str,
    /// Its protocol.
    #[schema(example = "blockbook")]
    kind: &'static str,
    /// Its host, with the port where the setting has one.
    #[schema(example = "btc.example.org")]
    host: String,
    /// `up`; `behind`: it answers, but its newest block is too old to serve from; `paused`: it failed too often or
    /// asked for a pause, and is not asked for now; `down`: it was asked and gave no usable answer.
    #[schema(pattern = "^(up|behind|paused|down)$", example = "up")]
    state: &'static str,
    /// The height of its newest block, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 840_000)]
    height: Option<u64>,
    /// How many blocks it is behind the best of the upstreams of its chain and network.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 0)]
    lag: Option<u64>,
    /// How old its newest block is in seconds, where the protocol tells the time of blocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 312)]
    age: Option<u64>,
}

/// What the endpoint works with.
#[derive(Clone)]
pub(crate) struct Source {
    /// The service's name.
    pub(crate) service: &'static str,
    /// Verifies permission tokens.
    pub(crate) authorizer: Authorizer,
    /// Where the service's upstreams are, if it has some.
    pub(crate) upstreams: Option<Arc<dyn UpstreamHealth>>,
}

impl FromRef<Source> for Authorizer {
    fn from_ref(source: &Source) -> Self {
        source.authorizer.clone()
    }
}

/// The route, relative to the base path of a service.
pub(crate) fn routes(source: Source) -> Router {
    Router::new().route("/health", get(health)).with_state(source)
}

/// The endpoint in the OpenAPI document.
#[derive(utoipa::OpenApi)]
#[openapi(paths(health))]
pub(crate) struct Document;

/// Says that the process answers.
///
/// With `deep=true` every upstream is asked how far it is, all at the same time; one that fails is part of the answer.
/// Without it neither storage nor upstreams are asked, and no token is needed.
#[utoipa::path(
    get,
    path = "/health",
    operation_id = "health",
    tag = "service",
    params(Request),
    responses((status = 200, description = "The process answers", body = Envelope<Health>)),
    security((), ("bearer" = []))
)]
async fn health(State(source): State<Source>, Deep(deep): Deep, Within(deadline): Within) -> Data<Health> {
    let upstreams = match (deep, &source.upstreams) {
        (false, _) => None,
        (true, None) => Some(Vec::new()),
        (true, Some(upstreams)) => Some(upstreams.upstreams(deadline).await),
    };
    let reports = upstreams.iter().flatten();
    let all_up = reports.into_iter().all(|report| report.state == UpstreamState::Up);
    let now = source.authorizer.now();
    Data(Health {
        status: if all_up { "ok" } else { "degraded" },
        service: source.service,
        version: env!("CARGO_PKG_VERSION"),
        upstreams: upstreams.map(|reports| reports.into_iter().map(|it| UpstreamStatus::new(it, now)).collect()),
    })
}

/// Whether the upstreams are asked for. Whoever asks for them needs the permission.
struct Deep(bool);

impl FromRequestParts<Source> for Deep {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, source: &Source) -> Result<Self, ApiError> {
        let Query(request) = Query::<Request>::from_request_parts(parts, source).await?;
        let deep = match request.deep.optional("deep")?.as_deref() {
            None | Some("false") => false,
            Some("true") => true,
            Some(_) => return Err(ApiError::invalid_request("deep is true or false.").at("deep")),
        };
        if deep {
            Bearer::<Read>::from_request_parts(parts, source).await?;
        }
        Ok(Self(deep))
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
