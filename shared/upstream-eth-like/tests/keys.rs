//! Upstreams that want a key: where it goes, where it never goes, and what happens without it.

use crate::clock::StoppedClock;
use crate::support::{Reply, Stub};
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
use wallet_upstream::client::{HttpClient, Limits, after};
use wallet_upstream_btc_like::BtcLikeUpstreams;
use wallet_upstream_eth_like::EthLikeNodes;

const SETTING: &str = "WALLET_CLOUD_UPSTREAM_BTC_LIVENET";

/// One that must be encoded in an address.
const KEY: &str = "0secret/0secret?x";
const ENCODED: &str = "0secret%2F0secret%3Fx";

const LIMITS: Limits = Limits {
    connect: Duration::from_millis(300),
    attempt: Duration::from_millis(400),
    body: 1_000_000,
};

/// What the secret store does.
#[derive(Clone, Copy)]
enum Store {
    Has(&'static str),
    Lacks,
    Fails,
    Hangs,
}

struct Keys {
    store: Store,
    asked: AtomicUsize,
}

impl Keys {
    fn new(store: Store) -> Arc<Self> {
        let asked = AtomicUsize::new(0);
        Arc::new(Self { store, asked })
    }
}

#[async_trait]
impl UpstreamKeys for Keys {
    async fn key(&self, host: &str) -> Result<SecretString, UpstreamKeyError> {
        assert_eq!(host, "127.0.0.1", "a host without its port");
        self.asked.fetch_add(1, Ordering::SeqCst);
        let host = host.to_owned();
        match self.store {
            Store::Has(key) => Ok(key.into()),
            Store::Lacks => Err(UpstreamKeyError::Missing { host }),
            Store::Fails => Err(UpstreamKeyError::Unavailable {
                host,
                cause: "GetSecretValue: no answer in time".to_owned(),
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
    BtcLikeUpstreams::from_settings(client, &StoppedClock::at_zero(), setting).expect("a good setting")
}

async fn ask(node: &BtcLikeUpstreams) -> Result<FeeEstimates, UpstreamError> {
    let btc = Params::of(Chain::Btc, Network::Livenet).expect("every chain has a livenet");
    node.fee_estimates(btc, after(Duration::from_secs(3))).await
}

async fn answering() -> Stub {
    Stub::start(|_| Reply::ok(r#"{"result":"0.00002000"}"#)).await
}

#[tokio::test]
async fn the_key_is_put_into_path_and_query_of_every_call() {
    let stub = answering().await;
    for (address, expected) in [
        (format!("{}/{{key}}/x", stub.url), format!("/{ENCODED}/x/api/")),
        (format!("{}/?k={{key}}", stub.url), format!("?k={ENCODED}")),
    ] {
        let keys = Keys::new(Store::Has(KEY));
        let before = stub.requests().len();
        ask(&node(&format!("blockbook+{address}"), Some(keys)))
            .await
            .expect("an answer");
        let asked = stub.requests().split_off(before);
        assert!(!asked.is_empty());
        for request in asked {
            assert!(request.path.contains(&expected), "{}", request.path);
        }
    }
}

#[tokio::test]
async fn where_no_placeholder_is_no_key_is_asked_for() {
    let stub = answering().await;
    let keys = Keys::new(Store::Fails);
    let setting = format!("blockbook+{}", stub.url);
    assert!(!BtcLikeUpstreams::want_keys(|_| Some(setting.clone())));
    ask(&node(&setting, Some(Arc::clone(&keys)))).await.expect("an answer");
    assert_eq!(keys.asked.load(Ordering::SeqCst), 0);
    assert!(BtcLikeUpstreams::want_keys(|name| {
        (name == "WALLET_CLOUD_UPSTREAM_DOGE_TESTNET").then(|| format!("{setting}, {setting}?k={{key}}"))
    }));
}

#[tokio::test]
async fn without_the_key_nothing_is_sent_and_the_log_names_the_host() {
    let stub = answering().await;
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
        match ask(&node(&setting, keys.map(Keys::new))).await {
            Err(UpstreamError::Unavailable { cause, .. }) => assert!(cause.contains(expected), "{cause}"),
            other => panic!("{other:?}"),
        }
    }
    assert!(stub.requests().is_empty());
}

/// Everything that is logged, at whatever level.
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

#[tokio::test]
async fn the_key_is_in_no_error_and_no_log_line_even_when_the_upstream_repeats_it() {
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
        let error = ask(&node).await.expect_err("no usable answer");
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains("0secret"), "{shown}");
        assert!(stub.requests()[0].path.contains(ENCODED), "it was sent");
    }
    let log = String::from_utf8(log.0.lock().expect("no panic while held").clone()).expect("text");
    assert!(!log.is_empty(), "something is logged at this level");
    assert!(!log.contains("0secret"), "{log}");
}

/// A gateway of nodes says so with status 200.
#[tokio::test]
async fn an_error_of_a_node_that_repeats_the_key_does_not_let_it_out() {
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
    let node = EthLikeNodes::from_settings(client, &StoppedClock::at_zero(), setting).expect("a good setting");
    let eth = eth_like::Params::of(eth_like::Chain::from_name("eth").expect("a chain"), Network::Livenet);
    let address = eth_like::Address::ZERO;
    let answer = node.balance(eth, address, after(Duration::from_secs(3))).await;
    let Err(UpstreamError::Unusable { cause }) = answer else {
        panic!("{answer:?}");
    };
    assert!(cause.contains("no plan for /v2/{key}"), "{cause}");
    assert!(!cause.contains("secret"), "{cause}");
    assert!(
        stub.requests()
            .iter()
            .all(|request| request.path == format!("/v2/{ENCODED}"))
    );
}
