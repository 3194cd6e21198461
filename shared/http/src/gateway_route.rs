//! The gateway's throttle of single endpoints, which must not be circumvented by a different spelling of the path.
//!
//! The gateway matches routes before decoding the path and passes the decoded path on. A path with `%63` for `c`
//! thus reaches an endpoint through the catch-all route of the service, with the throttle of that route.

use crate::error::{ApiError, ErrorCode};
use crate::telemetry;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use lambda_http::request::RequestContext;

/// A service with endpoints that have separate routes at the gateway.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Throttled {
    /// The name of the service.
    pub(crate) service: &'static str,
    /// The endpoints: method and path relative to the base path.
    pub(crate) routes: &'static [&'static str],
}

impl Throttled {
    /// Returns true if the request matched the catch-all route although the endpoint has a separate route. `path` is
    /// relative to the base path.
    fn is_circumvented(&self, method: &str, path: &str, route_key: &str) -> bool {
        let catch_all = format!("ANY /{}/v1/{{proxy+}}", self.service);
        let endpoint = format!("{method} {path}");
        route_key == catch_all && self.routes.contains(&endpoint.as_str())
    }
}

/// Records the route of a request for the log, and rejects a request that circumvents the throttle of the endpoint with
/// 404. Requests that do not come from the gateway pass.
pub(crate) async fn check(State(throttled): State<Throttled>, request: Request, next: Next) -> Response {
    if let Some(route) = request.extensions().get::<MatchedPath>() {
        telemetry::record_route(route);
    }
    let context = request.extensions().get::<RequestContext>();
    if let Some(RequestContext::ApiGatewayV2(context)) = context
        && let Some(route_key) = &context.route_key
        && throttled.is_circumvented(request.method().as_str(), request.uri().path(), route_key)
    {
        return not_found().await.into_response();
    }
    next.run(request).await
}

/// Rejects a path with an empty segment before its end with 404: a nested router would take `/v1//api` for `/v1/api`.
pub(crate) async fn reject_empty_segments(request: Request, next: Next) -> Response {
    if request.uri().path().trim_end_matches('/').contains("//") {
        return not_found().await.into_response();
    }
    next.run(request).await
}

/// Returns the error for a path that does not exist.
pub(crate) async fn not_found() -> ApiError {
    ApiError::new(
        ErrorCode::NotFound,
        "This path does not exist; see openapi.json of the service.",
    )
}
