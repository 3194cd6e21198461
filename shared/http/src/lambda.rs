//! The AWS Lambda entry point.

use axum::Router;
use axum::response::Response;
use http::HeaderValue;
use http::header::STRICT_TRANSPORT_SECURITY;

/// The policy of RFC 6797: one year. Subdomains are not ours to decide about.
const TRANSPORT_SECURITY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Serves the mounted services until Lambda ends the process.
pub async fn serve(app: Router) -> Result<(), lambda_http::Error> {
    lambda_http::run(with_transport_security(app)).await
}

/// Adds `Strict-Transport-Security` to every response: TLS ends at the API's own gateway. The local server has no TLS and
/// therefore no such header.
fn with_transport_security(app: Router) -> Router {
    app.layer(axum::middleware::map_response(async |mut response: Response| {
        response
            .headers_mut()
            .insert(STRICT_TRANSPORT_SECURITY, TRANSPORT_SECURITY);
        response
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use http::Request;
    use tower::ServiceExt;

    #[tokio::test]
    async fn every_response_requires_tls_for_a_year() {
        let app = with_transport_security(Router::new());
        let response = app.oneshot(Request::new(Body::empty())).await.unwrap();
        assert_eq!(response.status(), 404);
        assert_eq!(response.headers()[STRICT_TRANSPORT_SECURITY], "max-age=31536000");
    }
}
