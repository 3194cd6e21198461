//! Tests of a running sandbox.

use super::*;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use clock::Timestamp;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tower::ServiceExt;

/// The part of a node that a reorganisation changes.
pub(crate) struct View {
    /// The height of the head.
    pub height: u64,
    /// The hashes of all blocks.
    pub hashes: Vec<String>,
    /// The ids of the pending transactions in their order.
    pub pending: Vec<String>,
}

/// Makes `depth` blocks with `mine`, which returns the ids of the transactions of a block, and abandons the blocks. Checks the
/// blocks and the pending transactions, and returns their ids.
pub(crate) fn check_abandoned(
    depth: u32,
    view: impl Fn() -> View,
    mine: impl FnMut(u32) -> Vec<String>,
    reorganise: impl FnOnce(u32) -> Reorganised,
) -> Vec<String> {
    let ancestor = view();
    let expected: Vec<_> = (0..depth).flat_map(mine).collect();
    let abandoned = view().hashes;
    let Reorganised { height, hash, dropped } = reorganise(depth);
    assert_eq!(dropped, expected, "{depth}");
    let head = view();
    assert_eq!(
        (head.height, height),
        (ancestor.height + u64::from(depth) + 1, head.height)
    );
    assert_eq!(
        (head.hashes.last(), head.hashes.len()),
        (Some(&hash), abandoned.len() + 1)
    );
    let (kept, new) = head.hashes.split_at(ancestor.hashes.len());
    assert_eq!(kept, ancestor.hashes);
    assert!(new.iter().all(|hash| !abandoned.contains(hash)), "{depth}");
    assert_eq!(head.pending, expected, "{depth}");
    expected
}

fn options(chains: &[&'static str], block_interval: Option<Duration>) -> SandboxOptions {
    SandboxOptions {
        chains: chains.to_vec(),
        port: 0,
        folder: None,
        block_interval,
        close_ledgers_immediately: false,
        tokens: Vec::new(),
        clock: Arc::new(|| Timestamp::from_secs(1_800_000_000)),
    }
}

#[tokio::test]
async fn chain_upstream_is_on_loopback() {
    let sandbox = Sandbox::start(options(&["doge"], None)).await.unwrap();
    let upstream = sandbox.upstream("doge").unwrap();
    assert!(
        upstream.starts_with("blockbook+http://127.0.0.1:") && upstream.ends_with("/doge"),
        "{upstream}"
    );
}

#[tokio::test]
async fn port_is_fixed_and_a_port_in_use_is_reported() {
    let first = Sandbox::start(options(&["eth"], None)).await.unwrap();
    let port = first.address.port();
    let fixed = || {
        Sandbox::start(SandboxOptions {
            port,
            ..options(&["eth"], None)
        })
    };
    let error = fixed().await.err().unwrap();
    assert_eq!(
        error.to_string(),
        format!("127.0.0.1:{port} is in use by another program")
    );
    drop(first);
    while fixed().await.is_err() {
        tokio::task::yield_now().await; // the aborted task closes the first listener
    }
}

#[tokio::test]
async fn json_rpc_endpoint_has_its_chain_id() {
    let sandbox = Sandbox::start(options(&["btc", "eth"], None)).await.unwrap();
    let endpoints = sandbox.endpoints();
    let ids: Vec<_> = endpoints.iter().map(|it| (it.protocol, it.chain_id)).collect();
    let expected = [("Blockbook", None), ("JSON-RPC", Some(11_155_111)), ("Etherscan", None)];
    assert_eq!(ids, expected);
}

#[tokio::test]
async fn stellar_network_has_two_protocols() {
    let sandbox = Sandbox::start(options(&["xlm"], None)).await.unwrap();
    let urls: Vec<_> = sandbox
        .endpoints()
        .into_iter()
        .map(|it| (it.protocol, it.url))
        .collect();
    let horizon = format!("http://{}/xlm", sandbox.address);
    let rpc = format!("{horizon}/rpc");
    assert_eq!(
        sandbox.upstream("xlm"),
        Some(format!("horizon+{horizon},stellar-rpc+{horizon}/rpc"))
    );
    assert_eq!(sandbox.stellar_rpc_url(), Some(rpc.clone()));
    assert_eq!(urls, [("Horizon", horizon), ("RPC", rpc)]);
    let other = Sandbox::start(options(&["btc"], None)).await.unwrap();
    assert_eq!(other.stellar_rpc_url(), None);
}

/// Sends a request to the port of a sandbox and returns the head of the response.
async fn head(sandbox: &Sandbox, request: &str) -> String {
    let mut stream = TcpStream::connect(sandbox.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).await.unwrap();
    response.split_once("\r\n\r\n").unwrap().0.to_owned()
}

#[tokio::test]
async fn requests_of_foreign_pages_are_rejected() {
    let sandbox = Sandbox::start(options(&["btc"], None)).await.unwrap();
    let get = async |headers: &str| {
        let request = format!("GET /btc/api/v2 HTTP/1.1\r\n{headers}connection: close\r\n\r\n");
        head(&sandbox, &request).await
    };
    for headers in [
        "host: evil.example\r\n",
        "host: 127.0.0.1\r\norigin: https://evil.example\r\n",
    ] {
        let response = get(headers).await;
        assert!(response.starts_with("HTTP/1.1 403"), "{response}");
        assert!(!response.contains("access-control-allow-origin"), "{response}");
    }
    let response = get("host: 127.0.0.1\r\n").await;
    assert!(response.starts_with("HTTP/1.1 200"), "{response}");
    let extension = "chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn";
    for origin in ["http://localhost:5173", extension] {
        let response = get(&format!("host: localhost\r\norigin: {origin}\r\n")).await;
        let allowed = format!("access-control-allow-origin: {origin}");
        assert!(
            response.starts_with("HTTP/1.1 200") && response.contains(&allowed),
            "{response}"
        );
    }
}

/// Returns the number of the latest block of a chain.
async fn height(chain: &Arc<dyn SandboxChain>) -> Value {
    let rpc_request = json!({ "jsonrpc": "2.0", "id": 1, "method": "eth_blockNumber" }).to_string();
    let request = Request::post("/").body(Body::from(rpc_request)).unwrap();
    let response = Arc::clone(chain).router().oneshot(request).await.unwrap();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    serde_json::from_slice::<Value>(&body).unwrap()["result"].clone()
}

#[tokio::test]
async fn pending_transactions_are_mined_periodically() {
    let interval = Duration::from_millis(20);
    let sandbox = Sandbox::start(options(&["eth"], Some(interval))).await.unwrap();
    let payment = Payment {
        address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".to_owned(),
        amount: "1".to_owned(),
        token: None,
    };
    sandbox.chains().pay("eth", &payment).unwrap();
    let chain = Arc::clone(sandbox.chains.find("eth").unwrap());
    while height(&chain).await == "0x0" {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // The payment is mined in a block and no empty block follows.
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(height(&chain).await, "0x1");
}

#[tokio::test]
async fn automatic_blocks_are_stopped_and_restarted() {
    let interval = Duration::from_millis(20);
    let sandbox = Sandbox::start(options(&["eth"], Some(interval))).await.unwrap();
    let chains = sandbox.chains();
    assert!(!chains.set_automatic_blocks("eth", false).unwrap());
    let payment = Payment {
        address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".to_owned(),
        amount: "1".to_owned(),
        token: None,
    };
    // A round that was running when the blocks were stopped ends before.
    tokio::time::sleep(2 * interval).await;
    chains.pay("eth", &payment).unwrap();
    let chain = Arc::clone(chains.find("eth").unwrap());
    tokio::time::sleep(5 * interval).await;
    assert_eq!(height(&chain).await, "0x0");
    assert!(chains.set_automatic_blocks("eth", true).unwrap());
    while height(&chain).await == "0x0" {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn automatic_blocks_require_an_interval_or_ledgers_that_close_immediately() {
    let sandbox = Sandbox::start(SandboxOptions {
        close_ledgers_immediately: true,
        ..options(&["btc", "xlm"], None)
    });
    let chains = sandbox.await.unwrap().chains();
    for (chain, expected) in [("btc", false), ("xlm", true)] {
        assert_eq!(chains.set_automatic_blocks(chain, true).unwrap(), expected, "{chain}");
        assert!(!chains.set_automatic_blocks(chain, false).unwrap(), "{chain}");
    }
    let unknown = chains.set_automatic_blocks("sol", true);
    assert!(matches!(unknown, Err(ControlError::UnknownChain)));
}

#[tokio::test]
async fn ledgers_are_final() {
    let sandbox = Sandbox::start(options(&["xlm"], None)).await.unwrap();
    let chains = sandbox.chains();
    chains.mine("xlm").unwrap();
    assert!(matches!(chains.reorganise("xlm", 1), Err(ControlError::Final)));
    let txid = "00".repeat(32);
    assert!(matches!(chains.drop_pending("xlm", &txid), Err(ControlError::Final)));
    assert!(matches!(chains.reorganise("btc", 1), Err(ControlError::UnknownChain)));
    assert!(matches!(
        chains.drop_pending("btc", &txid),
        Err(ControlError::UnknownChain)
    ));
}

#[tokio::test]
async fn invalid_calls_are_rejected() {
    let sandbox = Sandbox::start(options(&["btc", "eth", "xlm"], None)).await.unwrap();
    let btc = "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn";
    let eth = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    let xlm = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
    for (chain, address, amount, token, expected) in [
        ("sol", btc, "1", None, "UnknownChain"),
        ("ltc", btc, "1", None, "UnknownChain"),
        ("btc", "x", "1", None, "InvalidAddress"),
        ("btc", eth, "1", None, "InvalidAddress"),
        ("eth", btc, "1", None, "InvalidAddress"),
        ("xlm", "GA7QYNF7", "1", None, "InvalidAddress"),
        ("btc", btc, "01", None, "InvalidAmount"),
        ("btc", btc, "2100000000000001", None, "InvalidAmount"),
        ("eth", eth, "0x1", None, "InvalidAmount"),
        ("eth", eth, "1_0", None, "InvalidAmount"),
        ("xlm", xlm, "+1", None, "InvalidAmount"),
        ("xlm", xlm, "9223372036854775808", None, "InvalidAmount"),
        ("btc", btc, "1000", Some(eth), "NoTokens"),
        ("xlm", xlm, "1000", Some(eth), "NoTokens"),
        ("eth", eth, "1", Some("x"), "InvalidToken"),
        ("eth", eth, "1", Some(eth), "UnknownToken"),
        ("btc", btc, "545", None, "BelowDust { minimum: \"546\" }"),
        (
            "btc",
            btc,
            "1000000001",
            None,
            "AboveMaximum { maximum: \"1000000000\" }",
        ),
        ("xlm", xlm, "9999999", None, "BelowMinimum { minimum: \"10000000\" }"),
    ] {
        let payment = Payment {
            address: address.to_owned(),
            amount: amount.to_owned(),
            token: token.map(ToOwned::to_owned),
        };
        let error = sandbox.chains().pay(chain, &payment).unwrap_err();
        assert_eq!(format!("{error:?}"), expected, "{chain} {address} {amount}");
    }
    assert!(matches!(sandbox.chains().mine("sol"), Err(MineError::UnknownChain)));
}
