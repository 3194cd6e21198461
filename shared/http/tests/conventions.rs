//! Behaviour shared by all services, tested through a mounted router.

use crate::fixture::{authorizer, document, fixture, keys};
use axum::Router;
use axum::body::Body as HttpBody;
use axum::routing::{get, post};
use http::{Method, Request, Response, StatusCode};
use http_body_util::BodyExt;
use serde::Serialize;
use serde_json::{Value, json};
use tower::ServiceExt;
use wallet_core::model::ChainName;
use wallet_http::{
    AllowedOrigins, Body, Data, Field, HandlerResult, HttpConfig, PathChain, Query, Required, Service, mount,
};

#[derive(Clone, Copy)]
struct OnlyChain;

impl ChainName for OnlyChain {
    const ALL: &'static [Self] = &[Self];

    fn name(self) -> &'static str {
        "btc"
    }
}

wallet_core::request! {
    /// The fields of a request.
    struct EchoRequest {
        /// A text.
        first: Required<String>,
        /// A number.
        second: Field<u32>,
    }
}

#[derive(Serialize)]
struct Echo {
    first: String,
    second: Option<u32>,
}

async fn echo(PathChain(_): PathChain<OnlyChain>, Body(request): Body<EchoRequest>) -> HandlerResult<Echo> {
    Ok(Data(Echo {
        first: request.first.get()?,
        second: request.second.get()?,
    }))
}

async fn query(Query(request): Query<EchoRequest>) -> HandlerResult<String> {
    Ok(Data(request.first.get()?))
}

async fn panics() -> HandlerResult<()> {
    panic!("secret cause")
}

fn app_with(config: &HttpConfig) -> Router {
    let router = Router::new()
        .route("/api/echo/{chain}", post(echo))
        .route("/api/query", get(query))
        .route("/api/panic", get(panics));
    let authorizer = authorizer(&fixture(&keys()));
    mount(vec![Service::new("test", router, authorizer, document())], config)
}

struct TestResponse {
    status: StatusCode,
    headers: http::HeaderMap,
    body: Value,
}

impl TestResponse {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    fn code(&self) -> &str {
        self.body["error"]["code"].as_str().unwrap_or_default()
    }
}

async fn send(request: Request<HttpBody>) -> TestResponse {
    let response: Response<HttpBody> = app_with(&HttpConfig::default()).oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    TestResponse {
        status: parts.status,
        headers: parts.headers,
        body: serde_json::from_slice(&bytes).unwrap_or_default(),
    }
}

fn request(method: Method, path: &str, content_type: Option<&str>, body: impl Into<HttpBody>) -> Request<HttpBody> {
    let mut builder = Request::builder().method(method).uri(path);
    if let Some(content_type) = content_type {
        builder = builder.header("content-type", content_type);
    }
    builder.body(body.into()).unwrap()
}

async fn echo_json(body: &str) -> TestResponse {
    send(request(
        Method::POST,
        "/test/v1/api/echo/btc",
        Some("application/json"),
        body.to_owned(),
    ))
    .await
}

#[tokio::test]
async fn result_is_wrapped_and_has_the_client_request_id() {
    let id = "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a";
    let mut request = request(
        Method::POST,
        "/test/v1/api/echo/btc/",
        Some("application/json; charset=utf-8"),
        r#" {"first":"a","second":null,"other":1}"#,
    );
    request.headers_mut().insert("request-id", id.parse().unwrap());
    let response = send(request).await;
    assert_eq!(response.status, StatusCode::OK);
    assert_eq!(
        response.body,
        json!({ "requestId": id, "data": { "first": "a", "second": null } })
    );
    assert_eq!(response.header("request-id"), id);
    assert_eq!(response.header("cache-control"), "no-store");
    assert_eq!(response.header("content-type"), "application/json");
}

#[tokio::test]
async fn unknown_paths_methods_and_chains_have_specific_codes() {
    for path in [
        "/",
        "/test",
        "/test/v1/nothing",
        "/other/v1/api/query",
        "/test/v2/api/query",
    ] {
        let response = send(request(Method::GET, path, None, "")).await;
        assert_eq!(
            (response.status, response.code()),
            (StatusCode::NOT_FOUND, "not_found"),
            "{path}"
        );
    }
    let response = send(request(Method::GET, "/test/v1/api/echo/btc", None, "")).await;
    assert_eq!(
        (response.status, response.code()),
        (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed")
    );
    assert_eq!(response.header("allow"), "POST");
    for chain in ["eth", "BTC", "%ff", "btc%2f"] {
        let path = format!("/test/v1/api/echo/{chain}");
        let response = send(request(Method::POST, &path, None, "")).await;
        assert_eq!(
            (response.status, response.code()),
            (StatusCode::NOT_FOUND, "chain_not_supported"),
            "{chain}"
        );
        assert_eq!(response.body["error"]["details"], json!({ "supported": ["btc"] }));
    }
}

#[tokio::test]
async fn bodies_are_checked_by_type_then_size_then_content() {
    let path = "/test/v1/api/echo/btc";
    let large = format!("{{\"first\":\"{}\"}}", "x".repeat(256 * 1024));
    for content_type in [
        None,
        Some("text/plain"),
        Some("application/jsonp"),
        Some("application/x-www-form-urlencoded"),
    ] {
        let response = send(request(Method::POST, path, content_type, large.clone())).await;
        assert_eq!(
            (response.status.as_u16(), response.code()),
            (415, "unsupported_media_type"),
            "{content_type:?}"
        );
    }
    let response = echo_json(&large).await;
    assert_eq!((response.status.as_u16(), response.code()), (413, "payload_too_large"));
    let deep = "[".repeat(100_000);
    for body in [
        "",
        "null",
        "[\"a\"]",
        "\"a\"",
        "{",
        "{}x",
        "{\"first\":}",
        "{\"first\":\"\u{1}\"}",
        &deep,
        "{\"first\":1,\"first\":2}",
    ] {
        let response = echo_json(body).await;
        assert_eq!(
            (response.status.as_u16(), response.code()),
            (400, "invalid_request"),
            "{body:.40}"
        );
    }
    let invalid_utf8 = b"{\"first\":\"\xff\"}".to_vec();
    let response = send(request(Method::POST, path, Some("application/json"), invalid_utf8)).await;
    assert_eq!((response.status.as_u16(), response.code()), (400, "invalid_request"));
}

#[tokio::test]
async fn error_names_the_first_invalid_field_in_specification_order() {
    let response = echo_json(r#"{"second":"x","first":7}"#).await;
    assert_eq!(response.body["error"]["field"], "first");
    let response = echo_json(r#"{"second":-1,"first":"a"}"#).await;
    assert_eq!(response.body["error"]["field"], "second");
    let response = send(request(Method::GET, "/test/v1/api/query?first=a&first=b", None, "")).await;
    assert_eq!((response.status.as_u16(), response.code()), (400, "invalid_request"));
    let response = send(request(Method::GET, "/test/v1/api/query/?first=a%20b", None, "")).await;
    assert_eq!(response.body["data"], "a b");
}

#[tokio::test]
async fn panic_is_an_opaque_500_and_the_next_request_succeeds() {
    let response = send(request(Method::GET, "/test/v1/api/panic", None, "")).await;
    assert_eq!((response.status.as_u16(), response.code()), (500, "internal_error"));
    assert!(!response.body.to_string().contains("secret cause"));
    assert_eq!(response.body["requestId"], response.header("request-id"));
    assert_eq!(echo_json(r#"{"first":"a"}"#).await.status, StatusCode::OK);
}

#[tokio::test]
async fn preflight_requires_no_token_and_is_cached_ten_minutes() {
    let mut preflight = request(Method::OPTIONS, "/test/v1/api/echo/btc", None, "");
    preflight
        .headers_mut()
        .insert("origin", "https://wallet.example".parse().unwrap());
    preflight
        .headers_mut()
        .insert("access-control-request-method", "POST".parse().unwrap());
    let response = send(preflight).await;
    assert_eq!(response.status, StatusCode::OK);
    assert_eq!(response.header("access-control-allow-origin"), "*");
    assert_eq!(response.header("access-control-allow-methods"), "GET,POST,PUT,DELETE");
    assert_eq!(
        response.header("access-control-allow-headers"),
        "authorization,content-type,if-none-match,request-id"
    );
    assert_eq!(response.header("access-control-max-age"), "600");
    let mut request = request(Method::GET, "/test/v1/nothing", None, "");
    request
        .headers_mut()
        .insert("origin", "https://wallet.example".parse().unwrap());
    assert_eq!(
        send(request).await.header("access-control-expose-headers"),
        "etag,request-id,retry-after,ratelimit,ratelimit-policy"
    );
}

#[tokio::test]
async fn configured_origins_exclude_others() {
    let origins: AllowedOrigins = "https://wallet.example, http://localhost:3000".parse().unwrap();
    assert!("https://wallet.example/".parse::<AllowedOrigins>().is_err());
    assert!("wallet.example".parse::<AllowedOrigins>().is_err());
    let app = app_with(&HttpConfig {
        allowed_origins: origins,
        ..HttpConfig::default()
    });
    for (origin, allowed) in [("http://localhost:3000", true), ("https://evil.example", false)] {
        let mut request = request(Method::GET, "/test/v1/health", None, "");
        request.headers_mut().insert("origin", origin.parse().unwrap());
        let response = app.clone().oneshot(request).await.unwrap();
        let header = response.headers().get("access-control-allow-origin");
        assert_eq!(header.is_some_and(|value| value == origin), allowed, "{origin}");
    }
}

#[tokio::test]
async fn health_and_openapi_document_require_no_token() {
    let response = send(request(Method::GET, "/test/v1/health", None, "")).await;
    assert_eq!(
        response.body["data"],
        json!({ "status": "ok", "service": "test", "version": env!("CARGO_PKG_VERSION") })
    );
    let response = send(request(Method::GET, "/test/v1/openapi.json", None, "")).await;
    assert_eq!(response.body["openapi"], "3.1.0");
    assert_eq!(response.body["servers"][0]["url"], "/test/v1");
    for path in ["/health", "/openapi.json", "/errors.json"] {
        let operation = &response.body["paths"][path]["get"];
        for status in ["200", "405", "500"] {
            assert!(operation["responses"][status]["content"].is_object(), "{path} {status}");
        }
    }
    let schemas = &response.body["components"]["schemas"];
    assert!(schemas["Health"]["properties"]["status"]["example"].is_string());
    let error = &schemas["InsufficientPermissionError"]["properties"];
    assert!(error["requestId"]["examples"][0].is_string());
    let error = &error["error"]["properties"];
    assert_eq!(error["code"]["enum"], json!(["insufficient_permission"]));
    assert!(
        error["details"]["properties"]["required"]["description"].is_string(),
        "{error}"
    );
    // Without an address of the documentation: a page that links the document.
    let response = send(request(Method::GET, "/test/v1/docs", None, "")).await;
    assert_eq!(response.status, StatusCode::OK);
}

#[tokio::test]
async fn error_catalogue_requires_no_token_and_supports_get_only() {
    let response = send(request(Method::GET, "/test/v1/errors.json", None, "")).await;
    assert_eq!(response.status, StatusCode::OK);
    let errors = response.body["errors"].as_array().unwrap();
    let code = |code: &str| errors.iter().find(|error| error["code"] == code);
    let permission = code("insufficient_permission").unwrap();
    assert_eq!(
        (&permission["status"], &permission["retriable"]),
        (&json!(403), &json!(false))
    );
    assert_eq!(permission["details"][0]["name"], "required");
    assert_eq!(permission["operations"].as_array().map(Vec::len), Some(1));
    assert!(code("fee_too_low").is_none());
    let response = send(request(Method::POST, "/test/v1/errors.json", None, "")).await;
    assert_eq!((response.status.as_u16(), response.code()), (405, "method_not_allowed"));
}
