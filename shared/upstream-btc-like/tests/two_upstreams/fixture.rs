//! Two Blockbooks behind the ports of btc livenet.

use serde_json::json;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::{Address, Chain, FeeEstimates, Params, SignedTransaction, Txid, Unspent};
use wallet_core::model::Network;
use wallet_core::ports::system::Timestamp;
use wallet_core::ports::upstream::{BroadcastOutcome, UpstreamError};
use wallet_test_support::clock::FixedClock;
use wallet_test_support::stub::{Reply, Request, Stub};
use wallet_upstream::client::{Deadline, HttpClient, Limits, after};
use wallet_upstream_btc_like::BtcLikeUpstreams;

/// 2023-11-14T22:13:20Z
pub const NOW: u64 = 1_700_000_000;

/// The block 170 transaction, the first payment on btc.
pub const SIGNED: &str = "0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901ffffffff0200ca9a3b00000000434104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac00286bee0000000043410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac00000000";

/// The txid of [`SIGNED`].
pub const SIGNED_ID: &str = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16";

const LIMITS: Limits = Limits {
    connect: Duration::from_millis(300),
    attempt: Duration::from_millis(400),
    body: 1_000_000,
};

/// Returns the parameters of btc livenet.
pub fn btc() -> &'static Params {
    Params::of(Chain::Btc, Network::Livenet).expect("btc has a livenet")
}

/// Returns the deadline of a request that starts now: enough for three attempts.
pub fn soon() -> Deadline {
    after(Duration::from_secs(2))
}

/// A Blockbook at height 800 without outputs and transactions, which rejects unexpected requests.
pub struct Server {
    pub stub: Stub,
    replies: Arc<Mutex<HashMap<&'static str, Reply>>>,
}

impl Server {
    pub async fn start() -> Self {
        let replies = HashMap::from([
            ("/api/status", status(true, 800, "2023-11-14T22:00:00Z")),
            ("/api/v2/utxo/", Reply::ok("[]")),
            ("/api/v2/estimatefee/", Reply::ok(r#"{"result":"0.00002000"}"#)),
            ("/api/v2/tx/", rejection("Transaction not found")),
        ]);
        let replies = Arc::new(Mutex::new(replies));
        let script = Arc::clone(&replies);
        let stub = Stub::start(move |request: &Request| {
            let replies = script.lock().expect("no panic while held");
            let found = replies.iter().find(|(start, _)| request.path.contains(**start));
            found.map_or_else(|| Reply::json(500, "{}"), |(_, reply)| reply.clone())
        })
        .await;
        Self { stub, replies }
    }

    /// Sets the response to paths with this part.
    pub fn set_reply(&self, path: &'static str, reply: Reply) {
        self.replies.lock().expect("no panic while held").insert(path, reply);
    }

    /// Sets the response to all requests but that for its head.
    pub fn set_all_replies(&self, reply: &Reply) {
        for path in [
            "/api/v2/utxo/",
            "/api/v2/estimatefee/",
            "/api/v2/tx/",
            "/api/v2/sendtx/",
        ] {
            self.set_reply(path, reply.clone());
        }
    }

    /// Returns the requests with this part in their path.
    pub fn requests_for(&self, path: &str) -> Vec<Request> {
        let mut requests = self.stub.requests();
        requests.retain(|request| request.path.contains(path));
        requests
    }
}

/// Returns Blockbook's status response.
pub fn status(in_sync: bool, height: u32, time: &str) -> Reply {
    let index = json!({ "inSync": in_sync, "bestHeight": height, "lastBlockTime": time });
    Reply::ok(json!({ "blockbook": index, "backend": {} }).to_string())
}

/// Returns a public Blockbook error.
pub fn rejection(text: &str) -> Reply {
    Reply::json(400, json!({ "error": text }).to_string())
}

/// The port over two servers.
pub struct Fixture {
    pub first: Server,
    pub second: Server,
    pub node: BtcLikeUpstreams,
}

impl Fixture {
    pub async fn new() -> Self {
        let (first, second) = (Server::start().await, Server::start().await);
        let setting = format!("blockbook+{}, blockbook+{}", first.stub.url, second.stub.url);
        Self {
            node: node(&setting),
            first,
            second,
        }
    }

    pub async fn unspent(&self) -> Result<Vec<Unspent>, UpstreamError> {
        unspent(&self.node).await
    }

    pub async fn fee_estimates(&self) -> Result<FeeEstimates, UpstreamError> {
        let estimates = self.node.fee_estimates(btc(), soon()).await;
        estimates.map(|estimates| FeeEstimates::median(&estimates))
    }

    pub async fn raw_transaction(&self) -> Result<Option<Vec<u8>>, UpstreamError> {
        let txid: Txid = SIGNED_ID.parse().expect("a txid");
        self.node.raw_transaction(btc(), txid, soon()).await
    }

    pub async fn send(&self) -> Result<BroadcastOutcome, UpstreamError> {
        let transaction = SignedTransaction::parse(btc(), SIGNED).expect("a transaction");
        self.node.broadcast(btc(), &transaction, soon()).await
    }
}

/// Returns the port of btc livenet with this setting.
pub fn node(setting: &str) -> BtcLikeUpstreams {
    let client = HttpClient::new(LIMITS).expect("a client");
    let clock = FixedClock::at(Timestamp::from_secs(NOW));
    BtcLikeUpstreams::from_settings(client, &clock, |name| {
        (name == "WALLET_CLOUD_UPSTREAM_BTC_LIVENET").then(|| setting.to_owned())
    })
    .expect("a valid setting")
}

pub async fn unspent(node: &BtcLikeUpstreams) -> Result<Vec<Unspent>, UpstreamError> {
    let address = Address::parse(btc(), "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa").expect("an address");
    node.unspent(&address, soon()).await
}

/// Returns the `Retry-After` of a 503 in seconds.
#[track_caller]
pub fn retry_after<T: std::fmt::Debug>(result: Result<T, UpstreamError>) -> Option<u64> {
    match result {
        Err(UpstreamError::Unavailable { retry_after, .. }) => retry_after.map(|wait| wait.as_secs()),
        other => panic!("{other:?}"),
    }
}
