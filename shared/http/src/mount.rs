//! Mounts services at their base paths with the shared layers.

use crate::authorize::Authorizer;
use crate::cors::{self, AllowedOrigins};
use crate::docs::{self, DocsAddress};
use crate::edge::{self, EdgeSecrets};
use crate::env::{self, EnvError};
use crate::error::{ApiError, ErrorCode};
use crate::rate_limits::{Throttled, not_found};
use crate::upstream_budget::{Budgets, UpstreamRequests};
use crate::{envelope, extract, health, openapi, rate_limits};
use axum::extract::{FromRef, Request};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};
use std::any::Any;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tower::Layer;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::normalize_path::NormalizePathLayer;
use wallet_core::ports::upstream_health::UpstreamHealth;

/// A service: the name, the routes relative to `/{name}/v1`, and the service documents.
#[derive(Clone)]
pub struct Service {
    name: &'static str,
    router: Router,
    documents: Option<Documents>,
    throttled: &'static [&'static str],
}

/// The state of the endpoints `health` and `openapi.json`.
#[derive(Clone)]
struct Documents {
    openapi: &'static str,
    health: health::Source,
}

impl Service {
    /// Creates a service of the specification, with `health` and `openapi.json`; `services` is the state of the
    /// routes, `openapi` the text of the OpenAPI document.
    pub fn new<S>(name: &'static str, router: Router<S>, services: S, openapi: &'static str) -> Self
    where
        S: Clone + Send + Sync + 'static,
        Authorizer: FromRef<S>,
    {
        let health = health::Source {
            service: name,
            authorizer: Authorizer::from_ref(&services),
            upstreams: None,
        };
        Self {
            name,
            router: router.with_state(services),
            documents: Some(Documents { openapi, health }),
            throttled: &[],
        }
    }

    /// Creates a service of single endpoints for tests, without `health` and `openapi.json`.
    pub fn undocumented(name: &'static str, router: Router) -> Self {
        Self {
            name,
            router,
            documents: None,
            throttled: &[],
        }
    }

    /// Names the endpoints that the gateway throttles by separate routes: method and path relative to the base path.
    ///
    /// All paths of such a service have exactly one spelling: a trailing slash is a different path, which does not
    /// exist.
    #[must_use]
    pub fn with_throttled(self, throttled: &'static [&'static str]) -> Self {
        Self { throttled, ..self }
    }

    /// Adds routes that the document cannot describe.
    #[must_use]
    pub fn with_routes(self, routes: Router) -> Self {
        Self {
            router: self.router.merge(routes),
            ..self
        }
    }

    /// Adds the upstreams that `health` reports.
    #[must_use]
    pub fn with_upstreams(mut self, upstreams: Arc<dyn UpstreamHealth>) -> Self {
        if let Some(documents) = &mut self.documents {
            documents.health.upstreams = Some(upstreams);
        }
        self
    }

    fn into_router(self, address: &DocsAddress) -> Router {
        let router = match self.documents {
            Some(Documents { openapi, health }) => {
                let router = openapi::add_routes(health::add_route(self.router, health), openapi);
                docs::add_route(router, self.name, address.clone())
            }
            None => self.router,
        };
        let throttled = Throttled {
            service: self.name,
            routes: self.throttled,
        };
        router
            .method_not_allowed_fallback(method_not_allowed)
            .layer(axum::middleware::from_fn_with_state(throttled, rate_limits::check_path))
    }
}

/// The setting that rejects requests without a secret of the content delivery network.
const REQUIRE_ORIGIN_SECRET: &str = "WALLET_CLOUD_REQUIRE_ORIGIN_SECRET";

/// The HTTP settings that all services of a process share.
#[derive(Clone, Debug)]
pub struct HttpConfig {
    /// The web origins that may send cross-origin requests.
    pub allowed_origins: AllowedOrigins,
    /// The documentation site to which `docs` of every service redirects.
    pub docs: DocsAddress,
    /// The secrets by which the content delivery network in front of the gateway is recognised.
    pub edge: EdgeSecrets,
    /// True if requests without such a secret are rejected.
    pub is_edge_required: bool,
    /// The maximum number of upstream requests that a caller causes per minute.
    pub upstream_requests: UpstreamRequests,
    /// The time limit of a request: 25 s, because the gateway times out after 30 s. Tests shorten the limit.
    pub request_time: Duration,
}

impl Default for HttpConfig {
    fn default() -> Self {
        Self {
            allowed_origins: AllowedOrigins::default(),
            docs: DocsAddress::default(),
            edge: EdgeSecrets::default(),
            is_edge_required: false,
            upstream_requests: UpstreamRequests::default(),
            request_time: extract::REQUEST_TIME,
        }
    }
}

impl HttpConfig {
    /// Reads the settings; `setting` returns the value of a variable, or `None` for an unset variable.
    ///
    /// | Variable | Value |
    /// |---|---|
    /// | `WALLET_CLOUD_CORS_ORIGINS` | `*`, the default, or a comma-separated list of web origins |
    /// | `WALLET_CLOUD_DOCS_URL` | the URL of the documentation site, without a trailing slash; none by default |
    /// | `WALLET_CLOUD_ORIGIN_SECRET_SHA256` | see [`EdgeSecrets`] |
    /// | `WALLET_CLOUD_REQUIRE_ORIGIN_SECRET` | `true` rejects requests without such a secret; `false` by default |
    /// | `WALLET_CLOUD_UPSTREAM_REQUESTS_PER_MINUTE` | see [`UpstreamRequests`]; 3000 by default |
    pub fn from_settings(setting: impl Fn(&str) -> Option<String>) -> Result<Self, EnvError> {
        let allowed_origins = env::parsed("WALLET_CLOUD_CORS_ORIGINS", &setting)?;
        let edge = env::parsed("WALLET_CLOUD_ORIGIN_SECRET_SHA256", &setting)?;
        let docs = env::parsed("WALLET_CLOUD_DOCS_URL", &setting)?;
        let upstream_requests = env::parsed("WALLET_CLOUD_UPSTREAM_REQUESTS_PER_MINUTE", &setting)?;
        let is_edge_required = env::parsed(REQUIRE_ORIGIN_SECRET, setting)?.unwrap_or_default();
        if is_edge_required && edge.is_none() {
            return Err(EnvError::Unreadable {
                name: REQUIRE_ORIGIN_SECRET.to_owned(),
                problem: "true requires WALLET_CLOUD_ORIGIN_SECRET_SHA256".to_owned(),
            });
        }
        Ok(Self {
            allowed_origins: allowed_origins.unwrap_or_default(),
            docs: docs.unwrap_or_default(),
            edge: edge.unwrap_or_default(),
            is_edge_required,
            upstream_requests: upstream_requests.unwrap_or_default(),
            ..Self::default()
        })
    }

    /// Sets the documentation site if the settings have none.
    #[must_use]
    pub fn with_docs(self, address: DocsAddress) -> Self {
        let is_set = self.docs != DocsAddress::default();
        Self {
            docs: if is_set { self.docs } else { address },
            ..self
        }
    }
}

/// Returns a router with each service at `/{name}/v1`. A trailing slash makes no difference, except in services with
/// throttled endpoints.
pub fn mount(services: Vec<Service>, config: &HttpConfig) -> Router {
    let (tolerant, exact) = services
        .into_iter()
        .partition(|service: &Service| service.throttled.is_empty());
    // The slash must be trimmed before routing, so the normalising layer wraps the whole router.
    let tolerant = NormalizePathLayer::trim_trailing_slash().layer(nested(tolerant, config).fallback(not_found));
    let routes = nested(exact, config).fallback_service(tolerant);
    let reject = axum::middleware::from_fn(rate_limits::reject_empty_segments);
    with_layers(reject.layer(routes), config)
}

/// Returns a router that responds to every request with 503 in the form of the services.
pub fn overloaded(config: &HttpConfig) -> Router {
    let reject = async || {
        let message = "The server has too many connections; retry after the time in Retry-After.";
        ApiError::new(ErrorCode::ServiceUnavailable, message)
    };
    with_layers(Router::new().fallback(reject), config)
}

/// Returns a router that passes the requests of each base path on: `Router::nest` would add every route a second time, a
/// quarter of the start of a function.
fn nested(services: Vec<Service>, config: &HttpConfig) -> Router {
    let nest = |router: Router, service: Service| {
        let base = format!("/{}/v1", service.name);
        router.nest_service(&base, service.into_router(&config.docs).fallback(not_found))
    };
    services.into_iter().fold(Router::new(), nest)
}

/// Wraps all routes at once: a layer of a router would wrap each route separately.
fn with_layers<S>(routes: S, config: &HttpConfig) -> Router
where
    S: tower::Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + Sync + 'static,
{
    let layers = (
        axum::middleware::from_fn_with_state(config.request_time, extract::set_deadline),
        axum::middleware::from_fn_with_state(config.edge.clone(), edge::identify),
        axum::middleware::from_fn(rate_limits::add_headers),
        Extension(Arc::new(Budgets::new(config.upstream_requests))),
        axum::middleware::from_fn(envelope::wrap),
        cors::layer(&config.allowed_origins),
        axum::middleware::from_fn_with_state(config.is_edge_required, edge::require),
        CatchPanicLayer::custom(|panic: Box<dyn Any + Send>| ApiError::internal(describe(&*panic)).into_response()),
    );
    Router::new().fallback_service(layers.layer(routes))
}

async fn method_not_allowed() -> ApiError {
    ApiError::new(
        ErrorCode::MethodNotAllowed,
        "Use a method from the Allow header at this path.",
    )
}

fn describe(panic: &(dyn Any + Send)) -> String {
    let message = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panic: {}", message.unwrap_or("without a message"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_origins_fail_at_startup_with_the_variable_name() {
        let any = HttpConfig::from_settings(|_| None).unwrap();
        assert_eq!(any.allowed_origins, AllowedOrigins::Any);
        let error = HttpConfig::from_settings(|_| Some("wallet.example".to_owned())).unwrap_err();
        assert!(error.to_string().contains("WALLET_CLOUD_CORS_ORIGINS"), "{error}");
        let docs = |name: &str| (name == "WALLET_CLOUD_DOCS_URL").then(|| "docs".to_owned());
        let error = HttpConfig::from_settings(docs).unwrap_err();
        assert!(error.to_string().contains("WALLET_CLOUD_DOCS_URL"), "{error}");
        let requests = |name: &str| (name == "WALLET_CLOUD_UPSTREAM_REQUESTS_PER_MINUTE").then(|| "99".to_owned());
        let error = HttpConfig::from_settings(requests).unwrap_err();
        let expected = "WALLET_CLOUD_UPSTREAM_REQUESTS_PER_MINUTE does not parse: must be 0 or a whole number from 100";
        assert!(error.to_string().contains(expected), "{error}");
    }

    #[test]
    fn required_secret_without_a_hash_fails_at_startup() {
        let required = |value: &str, hash: Option<&str>| {
            HttpConfig::from_settings(|name| match name {
                REQUIRE_ORIGIN_SECRET => Some(value.to_owned()),
                "WALLET_CLOUD_ORIGIN_SECRET_SHA256" => hash.map(str::to_owned),
                _ => None,
            })
            .map(|config| config.is_edge_required)
            .map_err(|error| error.to_string())
        };
        let hash = Some(["0"; 64].concat());
        assert_eq!(required("true", hash.as_deref()), Ok(true));
        assert_eq!(required("false", None), Ok(false));
        for (value, hash) in [("true", None), ("yes", hash.as_deref())] {
            let error = required(value, hash).expect_err(value);
            assert!(error.contains(REQUIRE_ORIGIN_SECRET), "{error}");
        }
    }
}
