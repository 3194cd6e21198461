//! The content delivery network in front of the gateway, tested through a mounted service and the settings.

use crate::fixture::{authorizer, document, fixture, keys};
use axum::Router;
use axum::body::Body;
use axum::routing::get;
use http::Request;
use http_body_util::BodyExt;
use lambda_http::aws_lambda_events::apigw::ApiGatewayV2httpRequestContext;
use lambda_http::request::RequestContext;
use serde_json::Value;
use tower::ServiceExt;
use wallet_http::{Data, HandlerResult, HttpConfig, Service, Source, mount};

const SECRET: &str = "0123456789abcdef0123456789abcdef";
/// The SHA-256 of the secret.
const HASH: &str = "3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9";
const WITH_SECRET: [(&str, &str); 2] = [
    ("x-origin-secret", SECRET),
    ("cloudfront-viewer-address", "203.0.113.7:46532"),
];

async fn source(Source(network): Source) -> HandlerResult<String> {
    Ok(Data(network.to_string()))
}

/// Returns the status and the body of a response to a request through the gateway, which reports the address of the network.
async fn send(is_required: bool, path: &str, headers: &[(&str, &str)]) -> (u16, Value) {
    let config = HttpConfig::from_settings(|name| match name {
        "WALLET_CLOUD_ORIGIN_SECRET_SHA256" => Some(HASH.to_owned()),
        "WALLET_CLOUD_REQUIRE_ORIGIN_SECRET" => Some(is_required.to_string()),
        _ => None,
    });
    let router = Router::new()
        .route("/source", get(source))
        .route("/.well-known/jwks.json", get(source));
    let service = Service::new("authorization", router, authorizer(&fixture(&keys())), document());
    let mut context = ApiGatewayV2httpRequestContext::default();
    context.http.source_ip = Some("192.0.2.1".to_owned());
    let request = Request::get(format!("/authorization/v1/{path}")).extension(RequestContext::ApiGatewayV2(context));
    let request = headers
        .iter()
        .fold(request, |request, (name, value)| request.header(*name, *value));
    let app = mount(vec![service], &config.unwrap());
    let response = app.oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let status = response.status().as_u16();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&body).unwrap())
}

#[tokio::test]
async fn mounted_service_takes_the_address_from_the_network_with_the_secret_only() {
    for is_required in [false, true] {
        let (status, body) = send(is_required, "source", &WITH_SECRET).await;
        assert_eq!((status, body["data"].as_str()), (200, Some("203.0.113.7/32")));
    }
    let others: [&[_]; 3] = [
        &[],
        &WITH_SECRET[1..],
        &[
            ("x-origin-secret", "incorrect"),
            WITH_SECRET[1],
            ("x-forwarded-for", "203.0.113.7"),
        ],
    ];
    for headers in others {
        let (status, body) = send(false, "source", headers).await;
        assert_eq!(
            (status, body["data"].as_str()),
            (200, Some("192.0.2.1/32")),
            "{headers:?}"
        );
    }
}

#[tokio::test]
async fn required_secret_rejects_other_requests_than_those_for_public_keys() {
    for headers in [&[] as &[_], &WITH_SECRET[1..], &[("x-origin-secret", "incorrect")]] {
        for path in ["source", "health", "openapi.json", "missing", ".well-known/jwks.json/"] {
            let (status, body) = send(true, path, headers).await;
            assert_eq!(
                (status, &body["error"]["code"]),
                (403, &"insufficient_permission".into()),
                "{path}"
            );
            assert_eq!(body["error"]["details"]["required"], "X-Origin-Secret");
            assert!(body["requestId"].is_string(), "{body}");
        }
        let (status, _) = send(true, ".well-known/jwks.json", headers).await;
        assert_eq!(status, 200);
    }
}
