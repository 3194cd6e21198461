//! The AWS Lambda entry points: of requests, and of messages of a queue.

mod messages;

pub use messages::{Handled, Invocation, Message, handle};

use axum::Router;
use axum::response::Response;
use http::HeaderValue;
use http::header::STRICT_TRANSPORT_SECURITY;
use tower::util::MapResponse;

/// The policy of RFC 6797: one year. Subdomains are not ours to decide about.
const TRANSPORT_SECURITY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Serves the mounted services until Lambda ends the process.
pub async fn serve(app: Router) -> Result<(), lambda_http::Error> {
    lambda_http::run(MapResponse::new(app, with_transport_security)).await
}

/// Adds `Strict-Transport-Security` to a response: TLS ends at the API's own gateway. The local server has no TLS and
/// therefore no such header.
fn with_transport_security(mut response: Response) -> Response {
    response
        .headers_mut()
        .insert(STRICT_TRANSPORT_SECURITY, TRANSPORT_SECURITY);
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use http::Request;
    use tower::ServiceExt;

    #[tokio::test]
    async fn every_response_requires_tls_for_a_year() {
        let app = MapResponse::new(Router::new(), with_transport_security);
        let response = app.oneshot(Request::new(Body::empty())).await.unwrap();
        assert_eq!(response.status(), 404);
        assert_eq!(response.headers()[STRICT_TRANSPORT_SECURITY], "max-age=31536000");
    }
}
