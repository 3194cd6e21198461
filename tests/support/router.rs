//! The Rust client over a router, without a socket
//! ([Rust client as test payer](../../docs/decisions/clients.md#rust-client-as-test-payer)).

use async_trait::async_trait;
use axum::Router;
use axum::body::Body;
use axum::http;
use http_body_util::BodyExt;
use std::sync::Arc;
use tower::ServiceExt;
use wallet_client::{Client, Request, Response, RetryPolicy, Transport, TransportError};

/// Returns the client of the services of a router, which repeats no call.
pub fn client(router: &Router, token: &str) -> Client {
    let transport = Arc::new(RouterTransport(router.clone()));
    let client = Client::over(transport, "").with_token(token);
    client.with_retries(RetryPolicy::NEVER)
}

#[derive(Debug)]
struct RouterTransport(Router);

#[async_trait]
impl Transport for RouterTransport {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let mut builder = http::Request::builder().method(request.method.name()).uri(&request.url);
        for (name, value) in request.headers {
            builder = builder.header(name, value);
        }
        let request = builder.body(Body::from(request.body.unwrap_or_default()));
        let request = request.map_err(TransportError::new)?;
        let Ok(response) = self.0.clone().oneshot(request).await;
        let status = response.status().as_u16();
        let headers = response.headers().iter().map(|(name, value)| {
            let value = value.to_str().expect("the services send visible headers");
            (name.as_str().to_owned(), value.to_owned())
        });
        let headers = headers.collect();
        let body = response.into_body().collect().await;
        let body = body.map_err(TransportError::new)?.to_bytes().to_vec();
        Ok(Response::builder().status(status).headers(headers).body(body).build())
    }
}
