//! The first demo run: registers an account with a merchant key and issues a permission token for it.

use super::api::Api;
use super::screen::Screen;
use super::step::{AtStep, StepError};
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

/// The base path of the authorization service.
const SERVICE: &str = "/authorization/v1";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TokenPair {
    permission_token: PermissionToken,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PermissionToken {
    permission_token: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Registered {
    security_token: String,
}

/// Registers a new account and returns an API client that acts for it.
pub async fn register(api: &Api, merchant_key: &str, screen: &mut Screen) -> Result<Api, StepError> {
    let backend = merchant(api, merchant_key, &["register"]).await?;
    screen.done("merchant", "permission token to register accounts, issued by key");

    let username = format!("demo-{}", &Uuid::new_v4().simple().to_string()[..8]);
    let account = json!({ "username": username, "password": Uuid::new_v4().to_string() });
    let registered: Registered = backend
        .post(&format!("{SERVICE}/api/account/credentials"), &account)
        .await
        .at("register")?;
    screen.done("register", &format!("{username}, with a security token"));

    let issue = json!({
        "tokenId": Uuid::new_v4(),
        "permissions": ["read"],
        "securityTokens": [registered.security_token],
    });
    let pair: TokenPair = api
        .post(&format!("{SERVICE}/api/permission/issue-by-factors"), &issue)
        .await
        .at("token")?;
    screen.done("token", "permission token to read, issued by factors");
    Ok(api.with_token(pair.permission_token.permission_token))
}

/// Returns an API client that may edit assets.
pub async fn editor(api: &Api, merchant_key: &str, screen: &mut Screen) -> Result<Api, StepError> {
    let editor = merchant(api, merchant_key, &["read", "assets"]).await?;
    screen.done("merchant", "permission token to read and edit assets, issued by key");
    Ok(editor)
}

/// Returns an API client with a token that has the given permissions of the merchant key.
async fn merchant(api: &Api, merchant_key: &str, permissions: &[&str]) -> Result<Api, StepError> {
    let issue = json!({ "tokenId": Uuid::new_v4(), "permissions": permissions, "merchantKey": merchant_key });
    let issued = api
        .post(&format!("{SERVICE}/api/permission/issue-by-key"), &issue)
        .await;
    let pair: TokenPair = issued.at("merchant")?;
    Ok(api.with_token(pair.permission_token.permission_token))
}
