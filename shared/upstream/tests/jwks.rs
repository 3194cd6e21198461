//! Public keys over HTTP.

use crate::clock::FixedClock;
use crate::support::{Reply, Stub};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use wallet_core::auth::PublicKeySet;
use wallet_core::ports::signing_keys::PublicKeys;
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream::jwks::JwksKeys;

/// Returns the key of RFC 8037, appendix A.2, with another key id.
fn set(kid: &str) -> String {
    format!(
        r#"{{"keys":[{{"kty":"OKP","crv":"Ed25519","kid":"{kid}","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}}]}}"#
    )
}

fn parsed(kid: &str) -> PublicKeySet {
    PublicKeySet::from_jwks_json(&set(kid)).expect("a set")
}

fn keys(inline: Option<&str>, url: Option<&str>) -> JwksKeys {
    let client = HttpClient::new(Limits::default()).expect("a client");
    JwksKeys::new(client, FixedClock::at_zero(), inline, url).expect("valid settings")
}

#[tokio::test]
async fn inline_set_is_used_until_a_newer_one_is_fetched() {
    let stub = Stub::start(|_| Reply::ok(set("new"))).await;
    let keys = keys(Some(&set("old")), Some(&format!("{}/.well-known/jwks.json", stub.url)));
    assert_eq!(*keys.public_keys(), parsed("old"));
    assert_eq!(stub.requests().len(), 0);
    assert_eq!(*keys.refresh().await.unwrap(), parsed("new"));
    assert_eq!(*keys.public_keys(), parsed("new"));
    assert_eq!(stub.requests()[0].path, "/.well-known/jwks.json");
}

#[tokio::test]
async fn first_fetch_loads_the_keys_without_an_inline_set() {
    let stub = Stub::start(|_| Reply::ok(set("new"))).await;
    let keys = keys(None, Some(&stub.url));
    assert_eq!(*keys.public_keys(), PublicKeySet::default());
    assert_eq!(*keys.refresh().await.unwrap(), parsed("new"));
}

#[tokio::test]
async fn concurrent_refreshes_fetch_once_in_ten_seconds() {
    let stub = Arc::new(Stub::start(|_| Reply::ok(set("new"))).await);
    let keys = Arc::new(keys(Some(&set("old")), Some(&stub.url)));
    let racers: Vec<_> = (0..50)
        .map(|_| {
            let keys = Arc::clone(&keys);
            tokio::spawn(async move { keys.refresh().await.unwrap() })
        })
        .collect();
    for racer in racers {
        assert_eq!(*racer.await.expect("no panic"), parsed("new"));
    }
    assert_eq!(stub.requests().len(), 1);
}

#[tokio::test]
async fn unchanged_set_is_the_same_object() {
    let stub = Stub::start(|_| Reply::ok(set("same"))).await;
    let keys = keys(Some(&set("same")), Some(&stub.url));
    let before = keys.public_keys();
    assert!(Arc::ptr_eq(&before, &keys.refresh().await.unwrap()));
    assert_eq!(stub.requests().len(), 1);
}

#[tokio::test]
async fn last_valid_set_remains_after_any_failure() {
    for reply in [
        Reply::Reset,
        Reply::Hang,
        Reply::json(503, "{}"),
        Reply::json(404, set("new")),
        Reply::ok("{"),
        Reply::ok(r#"{"keys":[]}"#),
        Reply::text(200, "text/html", set("new")),
        Reply::json(302, "{}"),
    ] {
        let shown = format!("{reply:?}");
        let stub = Stub::start(move |_| reply.clone()).await;
        let keys = keys(Some(&set("old")), Some(&stub.url));
        assert_eq!(*keys.refresh().await.unwrap(), parsed("old"), "{shown}");
    }
}

#[tokio::test]
async fn later_fetch_succeeds_after_a_failed_one() {
    let healthy = Arc::new(AtomicBool::new(false));
    let script = Arc::clone(&healthy);
    let stub = Stub::start(move |_| {
        if script.load(Ordering::SeqCst) {
            Reply::ok(set("new"))
        } else {
            Reply::Reset
        }
    })
    .await;
    let keys = keys(None, Some(&stub.url));
    assert!(keys.refresh().await.is_err(), "no set at all");
    healthy.store(true, Ordering::SeqCst);
    assert!(keys.refresh().await.is_err(), "within the backoff");
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(10)).await;
    tokio::time::resume();
    assert_eq!(*keys.refresh().await.unwrap(), parsed("new"));
}

#[tokio::test]
async fn set_never_changes_without_a_url() {
    assert_eq!(*keys(Some(&set("old")), None).refresh().await.unwrap(), parsed("old"));
}

#[test]
fn invalid_settings_fail_at_startup_without_being_quoted() {
    let client = HttpClient::new(Limits::default()).expect("a client");
    for (inline, url) in [
        (Some("0secret"), None),
        (
            Some(r#"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"0secret","d":"0secret"}]}"#),
            None,
        ),
        (None, Some("http://0secret.example/jwks.json")),
    ] {
        let Err(error) = JwksKeys::new(client.clone(), FixedClock::at_zero(), inline, url) else {
            panic!("{inline:?} {url:?} is accepted");
        };
        let text = error.to_string();
        assert!(
            text.starts_with("invalid WALLET_CLOUD_JWKS") && !text.contains("0secret"),
            "{text}"
        );
    }
}
