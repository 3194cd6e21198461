//! The port of blocks over scripted Blockbooks and Esploras of the testnet of btc, each an operator.

use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use wallet_btc_like::history::Entry;
use wallet_btc_like::ports::{BtcLikeBlocks, BtcLikeNode};
use wallet_btc_like::{Address, Block, BlockHash, BlockId, Chain, Params};
use wallet_core::model::Network;
use wallet_core::ports::upstream::UpstreamError;
use wallet_test_support::clock::FixedClock;
use wallet_test_support::stub::{Reply, Request, Stub, closed_port};
use wallet_upstream::client::{Deadline, HttpClient, Limits, after};
use wallet_upstream_btc_like::BtcLikeUpstreams;

const LIMITS: Limits = Limits {
    connect: Duration::from_millis(500),
    attempt: Duration::from_secs(4),
    body: 5_000,
};

const RECORDED: &str = include_str!("../../../tests/api/recorded/btc_like/data/blocks.json");

/// The height of the recorded block, which is longer than the usual limit of a response.
const HEIGHT: u32 = 40_000;

const KINDS: [&str; 2] = ["blockbook", "esplora"];

const OWN: &str = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
const TXID: &str = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16";
const PARENT: &str = "0e3e2357e806b6cdb1f70b54c3a3a17b6714ee1f0e68bebb44a74b1efd512098";

fn soon() -> Deadline {
    after(Duration::from_secs(8))
}

fn testnet() -> &'static Params {
    Params::of(Chain::Btc, Network::Testnet).expect("btc has a testnet")
}

/// Returns the recorded block of a chain.
fn recorded(chain: &str) -> Value {
    let file: Value = serde_json::from_str(RECORDED).expect("JSON");
    let mut blocks = file["blocks"].as_array().expect("blocks").iter();
    blocks.find(|block| block["chain"] == chain).expect("a block").clone()
}

fn recorded_bytes(chain: &str) -> Vec<u8> {
    hex::decode(recorded(chain)["hex"].as_str().expect("hex")).expect("hex")
}

/// Returns the hash of the block at a height of the chain, or of a fork.
fn hash(height: u32, fork: u8) -> String {
    match (height, fork) {
        (HEIGHT, 0) => recorded("btc")["hash"].as_str().expect("a hash").to_owned(),
        _ => format!("{fork:02x}{height:062x}"),
    }
}

fn id(height: u32, fork: u8) -> BlockId {
    BlockId {
        height,
        hash: hash(height, fork).parse().expect("a hash"),
    }
}

/// The chain of a server: the latest height, and the fork from a height on.
#[derive(Clone)]
struct View {
    height: u32,
    fork: (u32, u8),
    block: Reply,
    transaction: Reply,
    pending: Reply,
}

/// Returns the response with the bytes of a block.
fn block_reply(kind: &str, bytes: &[u8]) -> Reply {
    match kind {
        "blockbook" => Reply::ok(json!({ "hex": hex::encode(bytes) }).to_string()),
        _ => Reply::Response {
            status: 200,
            content_type: "application/octet-stream",
            headers: Vec::new(),
            body: bytes.to_vec(),
        },
    }
}

fn unknown(kind: &str, text: &str) -> Reply {
    match kind {
        "blockbook" => Reply::json(400, json!({ "error": text }).to_string()),
        _ => Reply::text(404, "text/plain", text),
    }
}

impl View {
    fn at(kind: &str, height: u32) -> Self {
        Self {
            height,
            fork: (u32::MAX, 0),
            block: block_reply(kind, &recorded_bytes("btc")),
            transaction: unknown(kind, "Transaction not found"),
            pending: Reply::ok("[]"),
        }
    }

    fn hash(&self, height: u32) -> Option<String> {
        let fork = if height >= self.fork.0 { self.fork.1 } else { 0 };
        (height <= self.height).then(|| hash(height, fork))
    }

    fn respond(&self, kind: &str, request: &Request) -> Reply {
        let path = request.path.split('?').next().expect("a path");
        let (start, last) = path.rsplit_once('/').expect("a path");
        let of_height = || self.hash(last.parse().expect("a height"));
        match start {
            "/api" => {
                let status = json!({ "inSync": true, "bestHeight": self.height });
                Reply::ok(json!({ "blockbook": status }).to_string())
            }
            "" => {
                let id = self.hash(self.height);
                Reply::ok(json!([{ "id": id, "height": self.height, "timestamp": 0 }]).to_string())
            }
            "/api/v2/block-index" => Reply::ok(json!({ "blockHash": of_height().unwrap_or_default() }).to_string()),
            "/block-height" => match of_height() {
                Some(hash) => Reply::text(200, "text/plain", hash),
                None => unknown(kind, "Block not found"),
            },
            _ if path.contains("/rawblock/") || path.ends_with("/raw") => self.block.clone(),
            _ if path.contains("/tx/") => self.transaction.clone(),
            _ if path.contains("/address/") => self.pending.clone(),
            _ if path.contains("/utxo") => Reply::ok("[]"),
            _ => Reply::text(404, "text/plain", "unknown"),
        }
    }
}

/// A server with a chain that a test may change.
struct Server {
    kind: &'static str,
    stub: Stub,
    view: Arc<Mutex<View>>,
}

impl Server {
    async fn start(kind: &'static str, height: u32) -> Self {
        let view = Arc::new(Mutex::new(View::at(kind, height)));
        let script = Arc::clone(&view);
        let respond = move |request: &Request| script.lock().expect("no panic while held").respond(kind, request);
        Self {
            kind,
            stub: Stub::start(respond).await,
            view,
        }
    }

    /// Starts a server on a fork from a height on.
    async fn forked(kind: &'static str, height: u32, fork: (u32, u8)) -> Self {
        let server = Self::start(kind, height).await;
        server.change(|view| view.fork = fork);
        server
    }

    fn change(&self, change: impl FnOnce(&mut View)) {
        change(&mut self.view.lock().expect("no panic while held"));
    }

    fn setting(&self) -> String {
        format!("{}+{}", self.kind, self.stub.url)
    }
}

fn node(servers: &[&Server]) -> BtcLikeUpstreams {
    let settings: Vec<_> = servers.iter().map(|server| server.setting()).collect();
    configured(&settings.join(","))
}

fn configured(setting: &str) -> BtcLikeUpstreams {
    let client = HttpClient::new(LIMITS).expect("a client");
    BtcLikeUpstreams::from_settings(client, &FixedClock::at_zero(), |name| {
        (name == "WALLET_CLOUD_UPSTREAM_BTC_TESTNET").then(|| setting.to_owned())
    })
    .expect("a valid setting")
}

async fn head(servers: &[&Server]) -> Result<BlockId, UpstreamError> {
    node(servers).head(testnet(), soon()).await
}

async fn hash_at(servers: &[&Server], height: u32) -> Result<Option<BlockHash>, UpstreamError> {
    node(servers).block_hash(testnet(), height, soon()).await
}

async fn block(servers: &[&Server]) -> Result<Option<Block>, UpstreamError> {
    node(servers).block(testnet(), HEIGHT, soon()).await
}

#[track_caller]
fn assert_unusable<T: std::fmt::Debug>(result: &Result<T, UpstreamError>, case: &str) {
    assert!(
        matches!(result, Err(UpstreamError::Unusable { .. })),
        "{case}: {result:?}"
    );
}

#[tokio::test]
async fn block_is_read_from_both_protocols() {
    for (kind, path) in [
        ("blockbook", format!("/api/v2/rawblock/{}", hash(HEIGHT, 0))),
        ("esplora", format!("/block/{}/raw", hash(HEIGHT, 0))),
    ] {
        let server = Server::start(kind, HEIGHT).await;
        let block = block(&[&server]).await.expect("a response").expect("a block");
        assert_eq!((block.id, block.transactions.len()), (id(HEIGHT, 0), 16), "{kind}");
        let requests = server.stub.requests();
        assert!(requests.iter().any(|request| request.path == path), "{requests:?}");
        assert!(node(&[&server]).lists_blocks(testnet()));
    }
}

#[tokio::test]
async fn block_that_is_not_the_requested_one_is_never_returned() {
    let valid = recorded_bytes("btc");
    let mut changed = valid.clone();
    changed[2000] ^= 1;
    let too_long = vec![0; testnet().max_block_size + 1000];
    for kind in KINDS {
        for (case, reply) in [
            ("truncated", block_reply(kind, &valid[..valid.len() - 1])),
            ("changed", block_reply(kind, &changed)),
            ("foreign", block_reply(kind, &recorded_bytes("bch"))),
            ("empty", block_reply(kind, &[])),
            ("too long", block_reply(kind, &too_long)),
            ("no block", Reply::ok("{}")),
            ("not hex", Reply::ok(r#"{"hex":"0"}"#)),
            ("a page", Reply::text(200, "text/html", "<html>")),
        ] {
            let server = Server::start(kind, HEIGHT).await;
            server.change(|view| view.block = reply);
            assert_unusable(&block(&[&server]).await, case);
            let right = Server::start(kind, HEIGHT).await;
            let found = block(&[&server, &right]).await.expect("a response");
            assert_eq!(found.map(|block| block.id), Some(id(HEIGHT, 0)), "{kind} {case}");
        }
    }
}

#[tokio::test]
async fn block_that_an_upstream_does_not_have_yet_is_read_from_the_next() {
    for kind in KINDS {
        let server = Server::start(kind, HEIGHT).await;
        server.change(|view| view.block = unknown(kind, "Block not found"));
        let missing = block(&[&server]).await;
        assert!(matches!(missing, Err(UpstreamError::Unavailable { .. })), "{missing:?}");
        let right = Server::start(kind, HEIGHT).await;
        let found = block(&[&server, &right]).await.expect("a response");
        assert_eq!(found.map(|block| block.id), Some(id(HEIGHT, 0)), "{kind}");
    }
}

#[tokio::test]
async fn head_is_the_highest_block_on_which_two_operators_agree() {
    for kind in KINDS {
        let [low, middle, high, lying] = [
            Server::start(kind, 97).await,
            Server::start(kind, 100).await,
            Server::start(kind, 100).await,
            Server::start(kind, 1_000_000).await,
        ];
        for (servers, expected) in [
            (vec![&middle], 100),
            (vec![&middle, &high], 100),
            (vec![&middle, &lying], 100),
            (vec![&lying, &middle, &high], 100),
            (vec![&low, &middle], 97),
            (vec![&low, &middle, &high], 100),
            // No second operator contradicts a single one.
            (vec![&lying], 1_000_000),
        ] {
            let count = servers.len();
            assert_eq!(head(&servers).await, Ok(id(expected, 0)), "{kind} {count} {expected}");
        }
    }
}

#[tokio::test]
async fn head_is_below_the_blocks_on_which_the_operators_differ() {
    for kind in KINDS {
        let honest = Server::start(kind, 100).await;
        let forked = Server::forked(kind, 100, (99, 7)).await;
        let longer = Server::forked(kind, 200, (99, 7)).await;
        for fork in [&forked, &longer] {
            assert_eq!(head(&[&honest, fork]).await, Ok(id(98, 0)), "{kind}");
        }
        let third = Server::start(kind, 99).await;
        assert_eq!(head(&[&forked, &honest, &third]).await, Ok(id(99, 0)), "{kind}");
        let other_chain = Server::forked(kind, 100, (1, 7)).await;
        assert_unusable(&head(&[&honest, &other_chain]).await, kind);
    }
}

#[tokio::test]
async fn operator_that_is_down_confirms_nothing() {
    let server = Server::start("blockbook", 100).await;
    let setting = format!("esplora+{},{}", closed_port(), server.setting());
    let node = configured(&setting);
    assert_eq!(node.head(testnet(), soon()).await, Ok(id(100, 0)));
    let found = node.block_hash(testnet(), 99, soon()).await;
    assert_eq!(found, Ok(Some(id(99, 0).hash)));
}

#[tokio::test]
async fn hash_of_a_height_is_confirmed_by_a_second_operator() {
    for kind in KINDS {
        let honest = Server::start(kind, 100).await;
        let behind = Server::start(kind, 97).await;
        let forked = Server::forked(kind, 100, (99, 7)).await;
        let known = Ok(Some(id(98, 0).hash));
        assert_eq!(hash_at(&[&honest], 98).await, known, "{kind}");
        assert_eq!(hash_at(&[&honest], 101).await, Ok(None), "{kind}");
        assert_eq!(hash_at(&[&honest, &forked], 98).await, known, "{kind}");
        // The second operator is awaited.
        assert_eq!(hash_at(&[&honest, &behind], 98).await, Ok(None), "{kind}");
        assert_unusable(&hash_at(&[&honest, &forked], 99).await, kind);
        let third = Server::start(kind, 100).await;
        let confirmed = hash_at(&[&forked, &honest, &third], 99).await;
        assert_eq!(confirmed, Ok(Some(id(99, 0).hash)), "{kind}");
    }
}

/// Returns a transaction with an input and an output of 5 and 3 base units of [`OWN`], in the format of this kind of server.
fn row(kind: &str, txid: &str, height: Option<u32>) -> Value {
    if kind == "esplora" {
        return esplora_row(txid, height);
    }
    json!({
        "txid": txid, "fees": "2", "blockTime": 9, "blockHeight": height.map_or(-1, i64::from),
        "confirmations": u32::from(height.is_some()),
        "vin": [{ "txid": PARENT, "vout": 1, "addresses": [OWN], "isAddress": true, "value": "5" }],
        "vout": [{ "n": 0, "addresses": [OWN], "isAddress": true, "value": "3" }],
    })
}

fn esplora_row(txid: &str, height: Option<u32>) -> Value {
    let output = |value: u64| json!({ "scriptpubkey": "00", "scriptpubkey_address": OWN, "value": value });
    let status = height.map_or_else(
        || json!({ "confirmed": false }),
        |height| json!({ "confirmed": true, "block_height": height, "block_hash": hash(height, 0), "block_time": 9 }),
    );
    json!({
        "txid": txid, "fee": 2, "status": status, "vout": [output(3)],
        "vin": [{ "txid": PARENT, "vout": 1, "prevout": output(5), "is_coinbase": false }],
    })
}

#[track_caller]
fn check_entry(entry: &Entry, height: Option<u32>) {
    assert_eq!((entry.txid.to_string().as_str(), entry.height), (TXID, height));
    assert_eq!((entry.fee, entry.inputs[0].value, entry.outputs[0].value), (2, 5, 3));
    let owner = entry.inputs[0].owner.as_ref().map(ToString::to_string);
    assert_eq!(owner.as_deref(), Some(OWN));
    assert_eq!(entry.inputs[0].spent.map(|spent| spent.vout), Some(1));
}

#[tokio::test]
async fn transaction_is_returned_as_an_entry_of_a_history() {
    for kind in KINDS {
        let server = Server::start(kind, 100).await;
        let node = node(&[&server]);
        let txid = TXID.parse().expect("a txid");
        let find = || node.transaction(testnet(), txid, soon());
        assert_eq!(find().await, Ok(None), "{kind}");
        for height in [None, Some(90)] {
            server.change(|view| view.transaction = Reply::ok(row(kind, TXID, height).to_string()));
            check_entry(&find().await.expect("a response").expect("a transaction"), height);
        }
        server.change(|view| view.transaction = Reply::ok(row(kind, PARENT, None).to_string()));
        assert_unusable(&find().await, kind);
    }
}

#[tokio::test]
async fn pending_transactions_of_an_address_are_listed() {
    let address = Address::parse(testnet(), OWN).expect("an address");
    for kind in KINDS {
        let server = Server::start(kind, 100).await;
        let rows = json!([row(kind, TXID, None), row(kind, PARENT, Some(90)), { "txid": hash(5, 5) }]);
        let list = match kind {
            "blockbook" => json!({ "balance": "5", "unconfirmedTxs": 1, "transactions": rows }),
            _ => rows,
        };
        server.change(|view| view.pending = Reply::ok(list.to_string()));
        let pending = node(&[&server]).pending(&address, soon()).await.expect("a response");
        let [entry] = pending.as_slice() else {
            panic!("{kind}: {pending:?}")
        };
        check_entry(entry, None);
        server.change(|view| view.pending = Reply::ok("7"));
        assert_unusable(&node(&[&server]).pending(&address, soon()).await, kind);
    }
}

#[tokio::test]
async fn failing_requests_for_blocks_affect_no_payment() {
    let address = Address::parse(testnet(), OWN).expect("an address");
    for kind in KINDS {
        let server = Server::start(kind, HEIGHT).await;
        server.change(|view| view.block = Reply::json(429, "{}"));
        let node = node(&[&server]);
        for _ in 0..10 {
            let failed = node.block(testnet(), HEIGHT, soon()).await;
            assert!(failed.is_err(), "{kind}: {failed:?}");
            assert_eq!(node.unspent(&address, soon()).await, Ok(Vec::new()), "{kind}");
        }
    }
}
