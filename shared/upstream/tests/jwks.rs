//! Public keys over HTTP.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use wallet_core::auth::PublicKeySet;
use wallet_core::ports::signing_keys::PublicKeys;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_test_support::clock::FixedClock;
use wallet_test_support::stub::{Reply, Stub};
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
async fn set_is_fetched_before_its_first_use() {
    let stub = Stub::start(|_| Reply::ok(set("new"))).await;
    let keys = keys(Some(&set("old")), Some(&format!("{}/.well-known/jwks.json", stub.url)));
    assert_eq!(
        *keys.public_keys().await.unwrap(),
        parsed("new"),
        "the inline set may contain a revoked key"
    );
    assert_eq!(*keys.refresh().await.unwrap(), parsed("new"));
    assert_eq!(stub.requests().len(), 1);
    assert_eq!(stub.requests()[0].path, "/.well-known/jwks.json");
}

#[tokio::test]
async fn first_fetch_loads_the_keys_without_an_inline_set() {
    let stub = Stub::start(|_| Reply::ok(set("new"))).await;
    let keys = keys(None, Some(&stub.url));
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
    let before = keys.public_keys().await.unwrap();
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(10)).await;
    tokio::time::resume();
    assert!(Arc::ptr_eq(&before, &keys.refresh().await.unwrap()));
    assert_eq!(stub.requests().len(), 2);
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

/// A wall clock that advances only on request. Ages of cached values follow it.
#[derive(Default)]
struct ManualClock(AtomicU64);

impl ManualClock {
    fn forward(&self, by: Duration) {
        self.0.fetch_add(by.as_secs(), Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_secs(self.0.load(Ordering::SeqCst))
    }
}

/// An issuer whose response changes, and the keys that it provides.
struct Issuer {
    reply: Arc<Mutex<Reply>>,
    clock: Arc<ManualClock>,
    stub: Stub,
    keys: JwksKeys,
}

impl Issuer {
    async fn with(inline: Option<&str>, reply: Reply) -> Self {
        let reply = Arc::new(Mutex::new(reply));
        let script = Arc::clone(&reply);
        let stub = Stub::start(move |_| script.lock().unwrap().clone()).await;
        let client = HttpClient::new(Limits::default()).expect("a client");
        let clock = Arc::new(ManualClock::default());
        let keys = JwksKeys::new(client, clock.clone(), inline, Some(&stub.url)).expect("valid settings");
        Self {
            reply,
            clock,
            stub,
            keys,
        }
    }

    fn replies(&self, reply: Reply) {
        *self.reply.lock().unwrap() = reply;
    }

    /// Returns the keys after this time, `None` if none are usable.
    async fn keys_after(&self, seconds: u64) -> Option<PublicKeySet> {
        self.clock.forward(Duration::from_secs(seconds));
        self.keys.public_keys().await.ok().map(|keys| (*keys).clone())
    }
}

#[tokio::test]
async fn removed_key_disappears_when_the_set_expires() {
    for (headers, lifetime) in [
        (&["cache-control: public, max-age=60"] as &[&str], 60),
        (&["cache-control: public, max-age=300", "age: 200"], 100),
        (&["cache-control: max-age=0"], 30),
        (&["cache-control: public, max-age=300", "age: 4000"], 30),
        (&["cache-control: max-age=86400"], 300),
        (&["cache-control: no-transform"], 300),
        (&[], 300),
    ] {
        let leaked = headers
            .iter()
            .fold(Reply::ok(set("leaked")), |reply, line| reply.with_header(line));
        let issuer = Issuer::with(Some(&set("leaked")), leaked).await;
        assert_eq!(issuer.keys_after(0).await, Some(parsed("leaked")));
        issuer.replies(Reply::ok(set("next")));
        assert_eq!(
            issuer.keys_after(lifetime - 1).await,
            Some(parsed("leaked")),
            "{headers:?}"
        );
        assert_eq!(issuer.stub.requests().len(), 1, "{headers:?}");
        assert_eq!(issuer.keys_after(1).await, Some(parsed("next")), "{headers:?}");
    }
}

#[tokio::test]
async fn old_set_is_used_for_fifteen_minutes_while_the_issuer_is_unreachable() {
    let issuer = Issuer::with(None, Reply::ok(set("old"))).await;
    assert_eq!(issuer.keys_after(0).await, Some(parsed("old")));
    issuer.replies(Reply::Reset);
    assert_eq!(issuer.keys_after(899).await, Some(parsed("old")));
    assert_eq!(issuer.keys_after(1).await, None);
    issuer.replies(Reply::ok(set("new")));
    assert_eq!(issuer.keys_after(10).await, Some(parsed("new")));
}

#[tokio::test]
async fn old_set_is_used_for_a_day_while_the_issuer_responds_with_429_or_5xx() {
    for status in [429, 500, 502, 503, 504] {
        let issuer = Issuer::with(None, Reply::ok(set("old"))).await;
        assert_eq!(issuer.keys_after(0).await, Some(parsed("old")));
        issuer.replies(Reply::json(status, "{}"));
        for seconds in [899, 1, 84_600, 899] {
            assert_eq!(issuer.keys_after(seconds).await, Some(parsed("old")), "{status}");
        }
        assert_eq!(issuer.keys_after(1).await, None, "{status}: older than a day");
        issuer.replies(Reply::ok(set("new")));
        assert_eq!(issuer.keys_after(10).await, Some(parsed("new")), "{status}");
    }
}

#[tokio::test]
async fn old_set_is_not_used_after_fifteen_minutes_once_the_issuer_is_unreachable_after_an_overload() {
    let issuer = Issuer::with(None, Reply::ok(set("old"))).await;
    assert_eq!(issuer.keys_after(0).await, Some(parsed("old")));
    issuer.replies(Reply::json(429, "{}"));
    assert_eq!(issuer.keys_after(3_600).await, Some(parsed("old")));
    for reply in [Reply::Reset, Reply::json(404, "{}"), Reply::ok("{")] {
        issuer.replies(reply.clone());
        assert_eq!(issuer.keys_after(10).await, None, "{reply:?}");
        issuer.replies(Reply::json(429, "{}"));
        assert_eq!(issuer.keys_after(10).await, Some(parsed("old")));
    }
}

#[tokio::test]
async fn revoked_key_disappears_with_the_first_response_after_an_overload() {
    let issuer = Issuer::with(Some(&set("leaked")), Reply::json(503, "{}")).await;
    assert_eq!(issuer.keys_after(7_200).await, Some(parsed("leaked")));
    issuer.replies(Reply::ok(set("next")));
    assert_eq!(issuer.keys_after(10).await, Some(parsed("next")));
}

#[tokio::test]
async fn inline_set_is_used_for_fifteen_minutes_while_the_issuer_is_unreachable() {
    let issuer = Issuer::with(Some(&set("old")), Reply::Reset).await;
    assert_eq!(issuer.keys_after(0).await, Some(parsed("old")));
    assert_eq!(issuer.keys_after(899).await, Some(parsed("old")));
    assert_eq!(issuer.keys_after(1).await, None);
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
