//! The checks against a server in this process, and against what is wrong.

use super::diagnosis::{Area, Check, Diagnosis, Result};
use super::{check_database, secrets, services};
use crate::serve::{self, EmbeddedDatabase, Options};
use async_trait::async_trait;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use wallet_client::{HttpTransport, Request, Response, Transport, TransportError};
use wallet_core::auth::{PublicKeySet, SigningKeySet};
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_http::system::{OsRandomness, SystemClock};
use wallet_store::secrets::{MemorySecrets, SecretNames, SecretStore, UpstreamFamily};

fn messages(checks: &[Check]) -> Vec<&str> {
    checks.iter().map(|check| check.message.as_str()).collect()
}

#[track_caller]
fn finding<'a>(checks: &'a [Check], message: &str) -> &'a str {
    let found = checks.iter().find(|check| check.message.contains(message));
    match found.map(|check| &check.result) {
        Some(Result::Finding { action }) => action,
        _ => panic!("no finding {message}: {checks:?}"),
    }
}

fn keys(active_from: Timestamp) -> SigningKeySet {
    SigningKeySet::generate(&OsRandomness, active_from).unwrap()
}

#[tokio::test]
async fn services_of_a_running_server_have_no_finding_and_its_upstreams_are_in_sync() {
    let running = serve::start(Options::ephemeral()).await.unwrap();
    let transport = HttpTransport::new().unwrap();
    let jwks = reqwest_json(
        &transport,
        &format!("{}/authorization/v1/.well-known/jwks.json", running.base_url),
    )
    .await;
    let public = PublicKeySet::from_jwks_json(&jwks.to_string()).unwrap();
    let checks = services::check(&transport, &running.base_url, Some(&public), || SystemClock.now()).await;
    assert!(!checks.iter().any(Check::is_finding), "{checks:?}");
    assert_eq!(
        checks.len(),
        11,
        "nine services, the public keys and the clock: {checks:?}"
    );

    let other = keys(SystemClock.now());
    let late = || SystemClock.now().after(Duration::from_secs(90));
    let checks = services::check(&transport, &running.base_url, Some(other.public_keys()), late).await;
    assert!(finding(&checks, "jwks.json has other keys").contains("five minutes"));
    assert!(finding(&checks, "the clock of this machine differs by").contains("synchronize"));

    let endpoint = |chain: &str| {
        running
            .sandbox
            .iter()
            .find(|endpoint| endpoint.chain == chain)
            .unwrap()
            .url
            .clone()
    };
    let setting = |name: &str| match name {
        // For ltc the server of a different chain.
        "WALLET_CLOUD_UPSTREAM_BTC_TESTNET" | "WALLET_CLOUD_UPSTREAM_LTC_TESTNET" => {
            Some(format!("blockbook+{}", endpoint("btc")))
        }
        "WALLET_CLOUD_UPSTREAM_XLM_TESTNET" => Some("horizon+http://127.0.0.1:1".to_owned()),
        _ => None,
    };
    let connected = serve::connect_upstreams(setting, no_upstream_keys).unwrap();
    let checks = services::check_upstreams(&connected).await;
    assert_eq!(checks.len(), 3, "{checks:?}");
    assert!(
        checks
            .iter()
            .any(|check| check.result == Result::Ok && check.message.starts_with("btc testnet"))
    );
    assert!(
        finding(&checks, "ltc testnet: blockbook").contains("genesis"),
        "{checks:?}"
    );
    finding(
        &checks,
        "xlm testnet: horizon at 127.0.0.1:1 returns no usable response",
    );
    running.shutdown().await.unwrap();
}

#[tokio::test]
async fn tables_of_a_data_folder_are_inspected_without_a_change() {
    let folder = tempfile::tempdir().unwrap();
    let checks = check_database(folder.path()).await;
    finding(&checks, "is not the data folder");
    assert!(folder.path().read_dir().unwrap().next().is_none());

    // A database without tables.
    let file = folder.path().join(EmbeddedDatabase::FILE);
    std::fs::write(&file, "").unwrap();
    for _ in 0..2 {
        let checks = check_database(folder.path()).await;
        let missing = checks.iter().filter(|check| check.message.contains("does not exist"));
        assert_eq!((missing.count(), checks.len()), (6, 6), "{checks:?}");
        assert!(finding(&checks, "sessions does not exist").contains("restart the server"));
    }

    EmbeddedDatabase::open(Some(&file)).await.unwrap();
    let checks = check_database(folder.path()).await;
    assert!(checks.len() == 6 && !checks.iter().any(Check::is_finding), "{checks:?}");
}

fn no_upstream_keys(family: UpstreamFamily) -> Arc<dyn wallet_core::ports::upstream_keys::UpstreamKeys> {
    let store: Arc<dyn SecretStore> = Arc::new(MemorySecrets::default());
    let names = SecretNames::with_prefix("w");
    let clock = Arc::new(SystemClock);
    Arc::new(wallet_store::secrets::CachedUpstreamKeys::new(
        store, &names, family, clock,
    ))
}

async fn reqwest_json(transport: &HttpTransport, url: &str) -> Value {
    let request = Request::builder()
        .method(wallet_client::Method::Get)
        .url(url.to_owned())
        .build();
    serde_json::from_slice(&transport.send(request).await.unwrap().body).unwrap()
}

/// A server with the same response to every request.
struct Always(u16, &'static str);

#[async_trait]
impl Transport for Always {
    async fn send(&self, _: Request) -> std::result::Result<Response, TransportError> {
        Ok(Response::builder()
            .status(self.0)
            .body(self.1.as_bytes().to_vec())
            .build())
    }
}

#[tokio::test]
async fn failing_and_foreign_services_are_findings() {
    let check = async |server: Always| services::check(&server, "https://x", None, || SystemClock.now()).await;
    let checks = check(Always(500, "")).await;
    assert!(finding(&checks, "authorization is not healthy: status 500").contains("log of authorization"));
    finding(&checks, "jwks.json cannot be read: status 500");
    let checks = check(Always(200, r#"{"data":{"version":"0.0.1"}}"#)).await;
    finding(&checks, "asset-info has the version 0.0.1");
    finding(&checks, "is not a set of public keys");
    assert!(messages(&checks).contains(&"the base URL returns no date"));
}

#[tokio::test]
async fn missing_invalid_and_inactive_keys_are_findings() {
    let (names, now) = (SecretNames::with_prefix("w"), Timestamp::from_secs(1_800_000_000));
    let with = async |value: Option<&str>| {
        let store = MemorySecrets::default();
        if let Some(value) = value {
            store.create("w/signing-keys", &value.to_owned().into()).await.unwrap();
        }
        secrets::check(&store, &names, now).await
    };
    let (checks, keys_found) = with(None).await;
    assert_eq!(
        finding(&checks, "w/signing-keys holds no keys"),
        "run wallet-cloud keys init"
    );
    assert!(keys_found.is_none());
    let (checks, _) = with(Some("0canary")).await;
    finding(&checks, "w/signing-keys is invalid");
    assert!(!format!("{checks:?}").contains("0canary"));
    let secret = |keys: &SigningKeySet| secrecy::ExposeSecret::expose_secret(&keys.to_secret_json()).to_owned();
    let later = keys(now.after(Duration::from_mins(1)));
    let (checks, _) = with(Some(&secret(&later))).await;
    finding(&checks, "has no active key");
    let active = keys(now);
    let (checks, found) = with(Some(&secret(&active))).await;
    assert!(!checks.iter().any(Check::is_finding), "{checks:?}");
    assert_eq!(found.as_ref(), Some(active.public_keys()));
}

#[test]
fn report_states_the_remedies_in_both_forms() {
    let diagnosis = Diagnosis(vec![
        Check::ok(Area::Tables, "a"),
        Check::finding(Area::Clock, "b", "c"),
        Check::not_checked(Area::Stack, "d", "e"),
    ]);
    let report = diagnosis.report();
    assert!(
        report.text.ends_with("3 checks, 1 findings.") && report.text.contains("-> c\n"),
        "{}",
        report.text
    );
    let expected = json!({ "findings": 1, "checks": [
        { "area": "tables", "state": "ok", "message": "a" },
        { "area": "clock", "state": "finding", "action": "c", "message": "b" },
        { "area": "stack", "state": "not-checked", "action": "e", "message": "d" },
    ] });
    assert_eq!(report.json, expected);
}
