//! The token with which the wallet page registers accounts.

use crate::ephemeral;
use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use wallet_cloud::serve::Running;

#[expect(clippy::disallowed_methods, reason = "a test needs headers that the clients do not send")]
fn http() -> Client {
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    Client::builder().build().unwrap()
}

fn request(running: &Running) -> RequestBuilder {
    http().post(format!("{}/sandbox/v1/register-token", running.base_url))
}

async fn error_code(request: RequestBuilder) -> (StatusCode, String) {
    let response = request.send().await.unwrap();
    let status = response.status();
    let body: Value = response.json().await.unwrap();
    (status, body["error"]["code"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn token_registers_accounts_and_permits_nothing_else() {
    let running = ephemeral().await;
    let response = request(&running).json(&json!({})).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["data"].as_object().unwrap().len(), 2, "{body}");
    assert!(!body.to_string().contains(&running.merchant_key));
    let token = body["data"]["permissionToken"].as_str().unwrap();

    let base = &running.base_url;
    let account = json!({ "username": "page-user", "password": "tr0mbone & velvet 19" });
    let register = http()
        .post(format!("{base}/authorization/v1/api/account/credentials"))
        .bearer_auth(token);
    assert_eq!(register.json(&account).send().await.unwrap().status(), StatusCode::OK);

    let list = http()
        .get(format!("{base}/asset-info/v1/api/coin/list"))
        .bearer_auth(token);
    let expected = (StatusCode::FORBIDDEN, "insufficient_permission".to_owned());
    assert_eq!(error_code(list).await, expected);
    let delete = http()
        .post(format!("{base}/authorization/v1/api/account/delete"))
        .bearer_auth(token);
    let body = json!({ "password": "tr0mbone & velvet 19" });
    assert_eq!(error_code(delete.json(&body)).await, expected);
}

#[tokio::test]
async fn requests_of_other_sites_get_no_token() {
    let running = ephemeral().await;
    for (name, value) in [
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("host", "rebound.evil.example"),
    ] {
        let found = error_code(request(&running).header(name, value).json(&json!({}))).await;
        let expected = (StatusCode::BAD_REQUEST, "invalid_request".to_owned());
        assert_eq!(found, expected, "{name}: {value}");
    }
    // A form of a different site can send this type without a preflight request.
    let form = request(&running).header("content-type", "text/plain").body("{}");
    let expected = (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type".to_owned());
    assert_eq!(error_code(form).await, expected);
    for body in ["", "[1]", "{"] {
        let invalid = request(&running).header("content-type", "application/json").body(body);
        let expected = (StatusCode::BAD_REQUEST, "invalid_request".to_owned());
        assert_eq!(error_code(invalid).await, expected, "{body}");
    }
    let get = http().get(format!("{}/sandbox/v1/register-token", running.base_url));
    assert_eq!(error_code(get).await.1, "method_not_allowed");
}
