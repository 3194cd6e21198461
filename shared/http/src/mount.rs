//! Puts services at their base paths and adds what they share.

use crate::authorize::Authorizer;
use crate::cors::{self, AllowedOrigins};
use crate::env::{self, EnvError};
use crate::error::{ApiError, ErrorCode};
use crate::extract::within;
use crate::{envelope, health, openapi};
use axum::Router;
use axum::extract::FromRef;
use axum::response::IntoResponse;
use std::any::Any;
use std::sync::Arc;
use std::time::Duration;
use tower::Layer;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::normalize_path::NormalizePathLayer;
use utoipa::openapi::OpenApi;
use wallet_core::ports::upstream_health::UpstreamHealth;

/// A service: its name, its routes relative to `/{name}/v1`, and what documents it.
#[derive(Clone)]
pub struct Service {
    name: &'static str,
    router: Router,
    documents: Option<Documents>,
}

/// What `health` and `openapi.json` tell.
#[derive(Clone)]
struct Documents {
    openapi: OpenApi,
    health: health::Source,
}

impl Service {
    /// A service of the specification, with `health` and `openapi.json`; `services` is what its routes work with.
    pub fn new<S>(name: &'static str, router: Router<S>, services: S, openapi: OpenApi) -> Self
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
        }
    }

    /// Routes that belong to no service of the specification (the local sandbox).
    pub fn undocumented(name: &'static str, router: Router) -> Self {
        Self {
            name,
            router,
            documents: None,
        }
    }

    /// The same service, whose `health` tells of these upstreams.
    #[must_use]
    pub fn with_upstreams(mut self, upstreams: Arc<dyn UpstreamHealth>) -> Self {
        if let Some(documents) = &mut self.documents {
            documents.health.upstreams = Some(upstreams);
        }
        self
    }

    fn into_router(self) -> Router {
        let router = match self.documents {
            Some(Documents { openapi, health }) => self
                .router
                .merge(health::routes(health))
                .merge(openapi::routes(self.name, openapi)),
            None => self.router,
        };
        router.method_not_allowed_fallback(method_not_allowed)
    }
}

/// What all services of one process share.
#[derive(Clone, Debug)]
pub struct HttpConfig {
    /// Which web origins may call.
    pub allowed_origins: AllowedOrigins,
    /// The time for one request: 25 s, since the gateway gives up after 30 s. Tests make it short.
    pub request_time: Duration,
}

impl Default for HttpConfig {
    fn default() -> Self {
        Self {
            allowed_origins: AllowedOrigins::default(),
            request_time: within::REQUEST_TIME,
        }
    }
}

impl HttpConfig {
    /// What the settings say: `setting` gives the value of a variable, `None` when it is not set.
    ///
    /// | Variable | Value |
    /// |---|---|
    /// | `WALLET_CLOUD_CORS_ORIGINS` | `*`, the default, or a comma-separated list of web origins |
    pub fn from_settings(setting: impl Fn(&str) -> Option<String>) -> Result<Self, EnvError> {
        let allowed_origins = env::parsed("WALLET_CLOUD_CORS_ORIGINS", setting)?;
        Ok(Self {
            allowed_origins: allowed_origins.unwrap_or_default(),
            ..Self::default()
        })
    }
}

/// One router with each service at `/{name}/v1`, a trailing slash or none being the same.
pub fn mount(services: Vec<Service>, config: &HttpConfig) -> Router {
    let routes = services.into_iter().fold(Router::new(), |router, service| {
        let base = format!("/{}/v1", service.name);
        router.nest(&base, service.into_router())
    });
    let routes = routes
        .fallback(not_found)
        .layer(CatchPanicLayer::custom(|panic: Box<dyn Any + Send>| {
            ApiError::internal(describe(&*panic)).into_response()
        }))
        .layer(cors::layer(&config.allowed_origins))
        .layer(axum::middleware::from_fn(envelope::wrap))
        .layer(axum::middleware::from_fn_with_state(config.request_time, within::set));
    // The slash must go before routing, so the normalising layer wraps the whole router.
    Router::new().fallback_service(NormalizePathLayer::trim_trailing_slash().layer(routes))
}

async fn not_found() -> ApiError {
    ApiError::new(
        ErrorCode::NotFound,
        "There is nothing at this path; see openapi.json of the service.",
    )
}

async fn method_not_allowed() -> ApiError {
    ApiError::new(
        ErrorCode::MethodNotAllowed,
        "Use a method from the Allow header at this path.",
    )
}

fn describe(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panic: {}", text.unwrap_or("of an unknown kind"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_that_do_not_parse_stop_the_start_and_name_their_variable() {
        let any = HttpConfig::from_settings(|_| None).unwrap();
        assert_eq!(any.allowed_origins, AllowedOrigins::Any);
        let refused = HttpConfig::from_settings(|_| Some("wallet.example".to_owned())).unwrap_err();
        assert!(refused.to_string().contains("WALLET_CLOUD_CORS_ORIGINS"), "{refused}");
    }
}
