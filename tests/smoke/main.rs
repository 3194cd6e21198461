//! The functions behind `cargo lambda watch`: an emulated Lambda Runtime API, moto for DynamoDB and Secrets
//! Manager.
//!
//! Unlike the remaining tests, this test verifies that the binaries start from the environment alone, the routes of
//! the workspace manifest are correct, the operator's commands create the data that the functions read, and
//! the connector fetches the public keys from the authorization function.

mod http;
mod stack;
mod tool;
mod watch;

use http::Client;
use serde_json::{Value, json};
use stack::Stack;
use std::time::Duration;
use watch::Watch;

/// A compressed public key and the address on btc livenet (BIP 173, examples).
const PUBLIC_KEY: &str = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
const ADDRESS: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
/// A public key and the Stellar address (SEP-23, examples).
const STELLAR_KEY: &str = "3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a";
const STELLAR_ADDRESS: &str = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
const TOKEN_ID: &str = "00000000-0000-4000-8000-000000000001";

#[tokio::test]
async fn functions_serve_the_life_cycle_of_an_account() {
    let what = "cargo lambda watch";
    let (Some(cargo_lambda), Some(moto)) = (tool::cargo_lambda(what), tool::moto(what)) else {
        return;
    };
    tool::build();
    let port = watch::free_port();
    let stack = Stack::create(&moto, &format!("http://127.0.0.1:{port}")).await;
    let merchant_key = stack.create_merchant();
    let mut variables = stack.variables();
    variables.push(("WALLET_CLOUD_LOG".to_owned(), "trace".to_owned()));
    variables.push(("WALLET_CLOUD_METRICS".to_owned(), "emf".to_owned()));
    let output = tempfile::NamedTempFile::new().expect("a temporary file");
    let watch = Watch::start(&cargo_lambda, port, &variables, output.as_file());
    let client = Client::new(watch.base_url());

    check_public_documents(&client).await;
    let read = permission_token(&client, &merchant_key, "read").await;
    call_every_function(&client, &read).await;
    derive_address(&client, &read).await;
    let register = permission_token(&client, &merchant_key, "register").await;
    register_and_delete_account(&client, &register).await;
    let assets = permission_token(&client, &merchant_key, "assets").await;
    add_and_list_asset(&client, &stack, &read, &assets).await;
    drop(watch);
    let printed = std::fs::read(output.path()).expect("the output of the functions");
    let printed = String::from_utf8_lossy(&printed);
    check_no_secret_is_logged(&printed, &client);
    check_requests_are_counted(&printed);
}

/// The maximum number of calls until a function has fetched the public keys.
const MAX_CALLS: usize = 60;

/// Sends a token to every function, also to functions that no further step calls.
///
/// Every function was started without a key, and fetches the key that signed the token. On a busy machine the fetch can
/// exceed the timeout; the error is retriable.
async fn call_every_function(client: &Client, token: &str) {
    for service in tool::services() {
        let path = format!("/{service}/v1/health?deep=true");
        let mut calls = 1;
        let health = loop {
            let health = client.get(&path, Some(token)).await;
            if health.status != 503 || calls == MAX_CALLS {
                break health;
            }
            calls += 1;
            tokio::time::sleep(Duration::from_secs(1)).await;
        };
        assert!(matches!(health.status, 200 | 401 | 403), "{service}: {health:?}");
    }
}

/// Checks the output of the functions at the most verbose log filter.
fn check_no_secret_is_logged(printed: &str, client: &Client) {
    for service in tool::services() {
        let line = format!("/{service}/v1/health");
        assert!(printed.contains(&line), "{service} logged no request: {printed}");
    }
    let secrets = client.secrets();
    assert!(secrets.len() > 10, "{secrets:?}");
    // Fields of the secret store and of the account table: private keys and password hashes.
    let stored = ["SecretString", "$argon2id$"].map(str::to_owned);
    for secret in secrets.iter().chain(&stored) {
        let line = printed.lines().find(|line| line.contains(secret.as_str()));
        assert!(line.is_none(), "{secret} was logged: {line:?}");
    }
}

/// Checks that every service writes the lines and fields that `infrastructure/monitoring.yaml` counts.
fn check_requests_are_counted(printed: &str) {
    let lines: Vec<Value> = printed
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    for service in tool::services() {
        let is_counted = |line: &Value| {
            line["message"] == "request completed" && line["status"].is_u64() && line["service"] == service.as_str()
        };
        let counted = lines.iter().find(|line| is_counted(line));
        let metrics = counted.and_then(|line| line["_aws"]["CloudWatchMetrics"][0]["Namespace"].as_str());
        assert_eq!(metrics, Some("WalletCloud"), "{service}");
    }
}

async fn add_and_list_asset(client: &Client, stack: &Stack, read: &str, assets: &str) {
    let path = "/asset-info/v1/api/fiat";
    let asset = json!({ "currency": "xts", "name": "For tests", "ticker": "XTS", "decimals": 2 });
    let added = client.post(path, Some(assets), &asset).await;
    assert_eq!(added.json["data"]["revision"], 1, "{added:?}");
    let again = client.post(path, Some(assets), &asset).await;
    assert_eq!(
        (again.status, &again.json["error"]["code"]),
        (409, &json!("already_exists"))
    );
    let list = client.get(&format!("{path}/list"), Some(read)).await;
    let items = list.json["data"].as_array().expect("a list");
    assert!(items.iter().any(|item| item["currency"] == "xts"), "{list:?}");
    assert!(stack.list_assets("fiat").contains("fiat/xts"));
}

async fn check_public_documents(client: &Client) {
    for service in tool::services() {
        let health = client.get(&format!("/{service}/v1/health"), None).await;
        assert_eq!(health.json["data"]["service"], service.as_str(), "{health:?}");
        let document = client.get(&format!("/{service}/v1/openapi.json"), None).await;
        assert_eq!(document.json["openapi"], "3.1.0", "{service}");
    }
    let keys = client.get("/authorization/v1/.well-known/jwks.json", None).await;
    assert_eq!(keys.json["keys"][0]["crv"], "Ed25519", "{keys:?}");
    let unknown = client.get("/authorization/v1/nothing", None).await;
    assert_eq!(unknown.json["error"]["code"], "not_found");
}

async fn derive_address(client: &Client, token: &str) {
    let path = "/blockchain-connector-btc-like/v1/api/get-address/btc";
    let body = json!({ "publicKey": PUBLIC_KEY });
    let unauthorized = client.post(path, None, &body).await;
    assert_eq!(
        (unauthorized.status, &unauthorized.json["error"]["code"]),
        (401, &json!("unauthorized"))
    );
    let response = client.post(path, Some(token), &body).await;
    assert_eq!(response.json["data"], json!({ "address": ADDRESS }), "{response:?}");
    let path = "/blockchain-connector-xlm/v1/api/get-address/xlm";
    let response = client
        .post(path, Some(token), &json!({ "publicKey": STELLAR_KEY }))
        .await;
    assert_eq!(
        response.json["data"],
        json!({ "address": STELLAR_ADDRESS }),
        "{response:?}"
    );
}

async fn register_and_delete_account(client: &Client, register: &str) {
    let account = "/authorization/v1/api/account";
    let credentials = json!({ "username": "satoshi", "password": "correct horse battery" });
    let path = format!("{account}/credentials");
    let security = client.post(&path, Some(register), &credentials).await;
    let security = security.data("securityToken");
    let taken = client.post(&path, Some(register), &credentials).await;
    assert_eq!(
        (taken.status, &taken.json["error"]["code"]),
        (409, &json!("username_taken"))
    );

    let factors = json!({ "tokenId": TOKEN_ID, "permissions": ["read", "secret"], "securityTokens": [security] });
    let issued = client
        .post("/authorization/v1/api/permission/issue-by-factors", None, &factors)
        .await;
    let spent = issued.json["data"]["refreshToken"]["refreshToken"].clone();
    let refresh = |token: Value| json!({ "refreshToken": token });
    let renewed = client
        .post("/authorization/v1/api/permission/refresh", None, &refresh(spent))
        .await;
    let secret = renewed.json["data"]["permissionToken"]["permissionToken"]
        .as_str()
        .expect("a new pair")
        .to_owned();

    let deleted = client
        .delete(account, &secret, &json!({ "password": "correct horse battery" }))
        .await;
    assert_eq!(deleted.status, 200, "{deleted:?}");
    let login = client
        .post("/authorization/v1/api/security-factor/credentials", None, &credentials)
        .await;
    assert_eq!(
        (login.status, &login.json["error"]["code"]),
        (401, &json!("invalid_credentials"))
    );
}

async fn permission_token(client: &Client, merchant_key: &str, permission: &str) -> String {
    let body = json!({ "tokenId": TOKEN_ID, "permissions": [permission], "merchantKey": merchant_key });
    let pair = client
        .post("/authorization/v1/api/permission/issue-by-key", None, &body)
        .await;
    let token = pair.json["data"]["permissionToken"]["permissionToken"].as_str();
    token.unwrap_or_else(|| panic!("no token: {pair:?}")).to_owned()
}
