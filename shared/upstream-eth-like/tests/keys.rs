//! Upstreams that require a key: use of the key, redaction, and errors without it.

use async_trait::async_trait;
use secrecy::SecretString;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tracing_subscriber::fmt::MakeWriter;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::{Chain, FeeEstimates, Params};
use wallet_core::model::{ChainName, Network};
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::ports::upstream_keys::{UpstreamKeyError, UpstreamKeys};
use wallet_eth_like as eth_like;
use wallet_eth_like::ports::EthLikeNode;
use wallet_test_support::clock::FixedClock;
use wallet_test_support::stub::{Reply, Stub};
use wallet_upstream::client::{HttpClient, Limits, after};
use wallet_upstream_btc_like::BtcLikeUpstreams;
use wallet_upstream_eth_like::EthLikeNodes;

const SETTING: &str = "WALLET_CLOUD_UPSTREAM_BTC_LIVENET";

/// A key that must be percent-encoded in URLs.
const KEY: &str = "0secret/0secret?x";
const ENCODED: &str = "0secret%2F0secret%3Fx";

const LIMITS: Limits = Limits {
    connect: Duration::from_millis(300),
    attempt: Duration::from_millis(400),
    body: 1_000_000,
};

/// The behaviour of the secret store.
#[derive(Clone, Copy)]
enum Store {
    Has(&'static str),
    Lacks,
    Fails,
    Hangs,
}

struct Keys {
    store: Store,
    reads: AtomicUsize,
}

impl Keys {
    fn new(store: Store) -> Arc<Self> {
        let reads = AtomicUsize::new(0);
        Arc::new(Self { store, reads })
    }
}

#[async_trait]
impl UpstreamKeys for Keys {
    async fn key(&self, host: &str) -> Result<SecretString, UpstreamKeyError> {
        assert_eq!(host, "127.0.0.1", "a host without its port");
        self.reads.fetch_add(1, Ordering::SeqCst);
        let host = host.to_owned();
        match self.store {
            Store::Has(key) => Ok(key.into()),
            Store::Lacks => Err(UpstreamKeyError::Missing { host }),
            Store::Fails => Err(UpstreamKeyError::Unavailable {
                host,
                cause: "GetSecretValue: no response in time".to_owned(),
            }),
            Store::Hangs => std::future::pending().await,
        }
    }
}

fn node(setting: &str, keys: Option<Arc<Keys>>) -> BtcLikeUpstreams {
    let mut client = HttpClient::new(LIMITS).expect("a client");
    if let Some(keys) = keys {
        client = client.with_keys(keys);
    }
    let setting = |name: &str| (name == SETTING).then(|| setting.to_owned());
    BtcLikeUpstreams::from_settings(client, &FixedClock::at_zero(), setting).expect("a valid setting")
}

async fn request_fees(node: &BtcLikeUpstreams) -> Result<FeeEstimates, UpstreamError> {
    let btc = Params::of(Chain::Btc, Network::Livenet).expect("every chain has a livenet");
    let estimates = node.fee_estimates(btc, after(Duration::from_secs(3))).await;
    estimates.map(|estimates| *estimates.first())
}

async fn responsive_stub() -> Stub {
    Stub::start(|_| Reply::ok(r#"{"result":"0.00002000"}"#)).await
}

#[tokio::test(start_paused = true)]
async fn key_is_inserted_into_path_and_query_of_every_call() {
    let stub = responsive_stub().await;
    for (address, expected) in [
        (format!("{}/{{key}}/x", stub.url), format!("/{ENCODED}/x/api/")),
        (format!("{}/?k={{key}}", stub.url), format!("?k={ENCODED}")),
    ] {
        let keys = Keys::new(Store::Has(KEY));
        let before = stub.requests().len();
        request_fees(&node(&format!("blockbook+{address}"), Some(keys)))
            .await
            .expect("a response");
        let sent = stub.requests().split_off(before);
        assert!(!sent.is_empty());
        for request in sent {
            assert!(request.path.contains(&expected), "{}", request.path);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn no_key_is_read_without_a_placeholder() {
    let stub = responsive_stub().await;
    let keys = Keys::new(Store::Fails);
    let setting = format!("blockbook+{}", stub.url);
    assert!(!BtcLikeUpstreams::requires_keys(|_| Some(setting.clone())));
    request_fees(&node(&setting, Some(Arc::clone(&keys))))
        .await
        .expect("a response");
    assert_eq!(keys.reads.load(Ordering::SeqCst), 0);
    assert!(BtcLikeUpstreams::requires_keys(|name| {
        (name == "WALLET_CLOUD_UPSTREAM_DOGE_TESTNET").then(|| format!("{setting}, {setting}?k={{key}}"))
    }));
}

#[tokio::test(start_paused = true)]
async fn missing_key_prevents_the_request_and_the_error_names_the_host() {
    let stub = responsive_stub().await;
    let setting = format!("blockbook+{}/{{key}}", stub.url);
    for (keys, expected) in [
        (Some(Store::Lacks), "wallet-cloud upstreams set-key 127.0.0.1"),
        (
            Some(Store::Fails),
            "the key for 127.0.0.1 cannot be read: GetSecretValue",
        ),
        (Some(Store::Hangs), "reading the key for 127.0.0.1 timed out"),
        (None, "127.0.0.1 requires a key"),
    ] {
        match request_fees(&node(&setting, keys.map(Keys::new))).await {
            Err(UpstreamError::Unavailable { cause, .. }) => assert!(cause.contains(expected), "{cause}"),
            other => panic!("{other:?}"),
        }
    }
    assert!(stub.requests().is_empty());
}

/// A log capture of all levels.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic while held").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

#[tokio::test(start_paused = true)]
async fn repeated_key_is_redacted_in_errors_and_logs() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(log.clone())
        .finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let replies = [
        Reply::json(400, format!(r#"{{"error":"no such method: /{ENCODED}/api"}}"#)),
        Reply::json(401, format!(r#"{{"error":"bad key {KEY}"}}"#)),
        Reply::json(404, format!(r#"["{KEY}"]"#)),
        Reply::text(404, "text/html", format!("<pre>Cannot GET /{ENCODED}/api</pre>")),
        Reply::json(302, "{}").with_header(&format!("Location: /{ENCODED}/elsewhere")),
        Reply::Raw(format!("{KEY}\r\n\r\n").into_bytes()),
        Reply::Reset,
        Reply::Hang,
    ];
    for reply in replies {
        let stub = Stub::start(move |_| reply.clone()).await;
        let setting = format!("blockbook+{}/{{key}}?k={{key}}", stub.url);
        let node = node(&setting, Some(Keys::new(Store::Has(KEY))));
        let error = request_fees(&node).await.expect_err("an error");
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains("0secret"), "{shown}");
        assert!(stub.requests()[0].path.contains(ENCODED), "it was sent");
    }
    let log = String::from_utf8(log.0.lock().expect("no panic while held").clone()).expect("text");
    assert!(!log.is_empty(), "something is logged at this level");
    assert!(!log.contains("0secret"), "{log}");
}

/// A node gateway returns this error with status 200.
#[tokio::test(start_paused = true)]
async fn key_repeated_in_a_node_error_is_redacted() {
    let stub = Stub::start(|request| {
        let error = format!("no plan for {} and {KEY}", request.path);
        let body = serde_json::json!({ "jsonrpc": "2.0", "id": 0, "error": { "code": -32603, "message": error } });
        Reply::ok(body.to_string())
    })
    .await;
    let client = HttpClient::new(LIMITS)
        .expect("a client")
        .with_keys(Keys::new(Store::Has(KEY)));
    let setting =
        |name: &str| (name == "WALLET_CLOUD_UPSTREAM_ETH_LIVENET").then(|| format!("jsonrpc+{}/v2/{{key}}", stub.url));
    let node = EthLikeNodes::from_settings(client, &FixedClock::at_zero(), setting).expect("a valid setting");
    let eth = eth_like::Params::of(eth_like::Chain::from_name("eth").expect("a chain"), Network::Livenet);
    let address = eth_like::Address::ZERO;
    let result = node.balance(eth, address, after(Duration::from_secs(3))).await;
    let Err(UpstreamError::Unusable { cause }) = result else {
        panic!("{result:?}");
    };
    assert!(cause.contains("no plan for /v2/{key}"), "{cause}");
    assert!(!cause.contains("secret"), "{cause}");
    assert!(
        stub.requests()
            .iter()
            .all(|request| request.path == format!("/v2/{ENCODED}"))
    );
}
