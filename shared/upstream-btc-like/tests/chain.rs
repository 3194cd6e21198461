//! The chain of a Blockbook or an Esplora, recognised by its block at the height of the checkpoint.

use serde_json::{Value, json};
use std::time::Duration;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::{Address, Chain, Params, SignedTransaction, Unspent};
use wallet_core::model::{ChainName, Network};
use wallet_core::ports::upstream::{BroadcastOutcome, UpstreamError};
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamState};
use wallet_test_support::clock::FixedClock;
use wallet_test_support::stub::{Reply, Request, Stub};
use wallet_upstream::client::{Deadline, HttpClient, Limits, after};
use wallet_upstream_btc_like::BtcLikeUpstreams;

const LIMITS: Limits = Limits {
    connect: Duration::from_millis(300),
    attempt: Duration::from_millis(400),
    body: 1_000_000,
};

/// The block 170 transaction, the first payment on btc.
const SIGNED: &str = "0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901ffffffff0200ca9a3b00000000434104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac00286bee0000000043410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac00000000";
const SIGNED_ID: &str = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16";

/// The block of both chains before their split, and those after it.
const SHARED: &str = "0000000000000000011865af4122fe3b144e2cbeea86142e8ff2fb4107352d43";
const OF_BTC: &str = "0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5";
const OF_BCH: &str = "0000000000000000029e471c41818d24b8b74c911071c4ef0b4a0509f9b5a8ce";
/// The genesis block of ltc, in place of any block of it.
const OF_LTC: &str = "12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2";

fn soon() -> Deadline {
    after(Duration::from_secs(2))
}

/// Returns the block of a chain at a height, `None` above its tip.
type Blocks = fn(u32) -> Option<&'static str>;

#[expect(clippy::unnecessary_wraps, reason = "one of several `Blocks`")]
fn btc(height: u32) -> Option<&'static str> {
    Some(if height == 840_000 { OF_BTC } else { SHARED })
}

#[expect(clippy::unnecessary_wraps, reason = "one of several `Blocks`")]
fn bch(height: u32) -> Option<&'static str> {
    Some(if height == 661_648 { OF_BCH } else { SHARED })
}

#[expect(clippy::unnecessary_wraps, reason = "one of several `Blocks`")]
fn ltc(_: u32) -> Option<&'static str> {
    Some(OF_LTC)
}

/// The testnet is shorter than the checkpoint.
fn testnet(height: u32) -> Option<&'static str> {
    (height < 200_000).then_some(OF_LTC)
}

/// Starts a server of a chain that has no outputs and accepts every transaction, for both protocols.
async fn server(blocks: Blocks) -> Stub {
    responding(move |height| match blocks(height) {
        Some(hash) => (200, json!({ "blockHash": hash }), hash),
        None => (400, json!({ "error": "Block not found" }), "Block not found"),
    })
    .await
}

/// Starts a server with these responses to requests for a block: status, body of a Blockbook, text of an Esplora.
async fn responding(block: impl Fn(u32) -> (u16, Value, &'static str) + Send + Sync + 'static) -> Stub {
    Stub::of_any_chain(move |request: &Request| {
        let (path, last) = request.path.rsplit_once('/').expect("a path");
        let height = last.parse().unwrap_or(0);
        match path {
            "/api/v2/block-index" => Reply::json(block(height).0, block(height).1.to_string()),
            "/block-height" => Reply::text(block(height).0, "text/plain", block(height).2),
            "/api" => Reply::ok(json!({ "blockbook": { "inSync": true, "bestHeight": 900_000 } }).to_string()),
            "" => Reply::ok(json!([{ "height": 900_000, "timestamp": 0 }]).to_string()),
            _ if path.contains("sendtx") => Reply::ok(json!({ "result": SIGNED_ID }).to_string()),
            _ if request.path.contains("utxo") => Reply::ok("[]"),
            _ => Reply::json(500, "{}"),
        }
    })
    .await
}

fn node(chain: Chain, kind: &str, servers: &[&Stub]) -> BtcLikeUpstreams {
    let setting = servers.iter().map(|stub| format!("{kind}+{}", stub.url));
    let setting = setting.collect::<Vec<_>>().join(",");
    let name = format!("WALLET_CLOUD_UPSTREAM_{}_LIVENET", chain.name().to_uppercase());
    let client = HttpClient::new(LIMITS).expect("a client");
    let node = BtcLikeUpstreams::from_settings(client, &FixedClock::at_zero(), |asked| {
        (asked == name).then(|| setting.clone())
    });
    node.expect("a valid setting")
}

async fn unspent(node: &BtcLikeUpstreams, chain: Chain) -> Result<Vec<Unspent>, UpstreamError> {
    let params = Params::of(chain, Network::Livenet).expect("a livenet");
    let address = match chain {
        Chain::Ltc => "LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1",
        _ => "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    };
    let address = Address::parse(params, address).expect("an address");
    node.unspent(&address, soon()).await
}

async fn send(node: &BtcLikeUpstreams, chain: Chain) -> Result<BroadcastOutcome, UpstreamError> {
    let params = Params::of(chain, Network::Livenet).expect("a livenet");
    let transaction = SignedTransaction::parse(params, SIGNED).expect("a transaction");
    node.broadcast(params, &transaction, soon()).await
}

fn count(stub: &Stub, part: &str) -> usize {
    let requests = stub.requests();
    requests.iter().filter(|request| request.path.contains(part)).count()
}

/// Every pair of a configured chain and the chain of the server.
const WRONG: [(Chain, Blocks, Blocks); 4] = [
    (Chain::Btc, ltc, btc),
    (Chain::Btc, bch, btc),
    (Chain::Bch, btc, bch),
    (Chain::Btc, testnet, btc),
];

#[tokio::test(start_paused = true)]
async fn server_of_another_chain_serves_no_read() {
    for (chain, another, right) in WRONG {
        let another = server(another).await;
        let alone = node(chain, "blockbook", &[&another]);
        for _ in 0..2 {
            let result = unspent(&alone, chain).await;
            assert!(result.is_err(), "{chain}: {result:?}");
        }
        let right = server(right).await;
        let both = node(chain, "blockbook", &[&another, &right]);
        for _ in 0..3 {
            assert_eq!(unspent(&both, chain).await, Ok(Vec::new()), "{chain}");
        }
        assert_eq!(count(&right, "/block-index/"), 1, "{chain}: verified once");
    }
}

#[tokio::test(start_paused = true)]
async fn server_of_another_chain_alone_is_unavailable() {
    let another = server(ltc).await;
    let alone = node(Chain::Btc, "blockbook", &[&another]);
    for _ in 0..3 {
        let result = unspent(&alone, Chain::Btc).await;
        assert!(matches!(result, Err(UpstreamError::Unavailable { .. })), "{result:?}");
    }
    assert_eq!((count(&another, "/block-index/"), count(&another, "/utxo/")), (1, 1));
    assert_eq!(alone.upstreams(soon()).await[0].state, UpstreamState::Behind);
}

#[tokio::test(start_paused = true)]
async fn server_of_another_chain_gets_no_transaction() {
    for (chain, another, right) in WRONG {
        let (another, right) = (server(another).await, server(right).await);
        let alone = node(chain, "blockbook", &[&another]);
        for _ in 0..2 {
            let outcome = send(&alone, chain).await;
            assert!(
                matches!(outcome, Err(UpstreamError::Unavailable { .. })),
                "{chain}: {outcome:?}"
            );
        }
        let both = node(chain, "blockbook", &[&another, &right]);
        assert_eq!(send(&both, chain).await, Ok(BroadcastOutcome::Accepted), "{chain}");
        assert_eq!((count(&another, "sendtx"), count(&right, "sendtx")), (0, 1), "{chain}");
    }
}

#[tokio::test(start_paused = true)]
async fn esplora_is_recognised_by_the_same_block() {
    for (blocks, serves) in [(btc as Blocks, true), (bch, false), (ltc, false), (testnet, false)] {
        let stub = server(blocks).await;
        let node = node(Chain::Btc, "esplora", &[&stub]);
        for _ in 0..2 {
            let result = unspent(&node, Chain::Btc).await;
            assert_eq!(result.is_ok(), serves, "{result:?}");
        }
        if serves {
            assert_eq!(count(&stub, "/block-height/"), 1, "verified once");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn server_without_the_checkpoint_is_recognised_by_its_genesis_block() {
    const GENESIS: &str = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";
    for (genesis, serves) in [(GENESIS, true), (OF_LTC, false)] {
        for kind in ["blockbook", "esplora"] {
            let stub = responding(move |height| match height {
                0 => (200, json!({ "blockHash": genesis }), genesis),
                _ => (404, json!({ "error": "Block not found" }), "Block not found"),
            })
            .await;
            let node = node(Chain::Btc, kind, &[&stub]);
            for _ in 0..2 {
                let result = unspent(&node, Chain::Btc).await;
                assert_eq!(result.is_ok(), serves, "{kind} {genesis}: {result:?}");
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn server_that_returns_no_block_is_used() {
    let long = OF_BTC.repeat(2).leak();
    for (status, body, text) in [
        (200, json!({}), ""),
        (200, json!(null), "null"),
        (200, json!([]), "[]"),
        (200, json!({ "blockHash": 840_000 }), "840000"),
        (200, json!({ "blockHash": null }), &OF_BTC[1..]),
        (200, json!({ "blockHash": &OF_BTC[2..] }), "<html>"),
        (200, json!({ "blockHash": *long }), &*long),
        (404, json!({ "blockHash": OF_LTC }), OF_LTC),
        (500, json!({ "blockHash": OF_LTC }), OF_LTC),
    ] {
        for kind in ["blockbook", "esplora"] {
            let response = body.clone();
            let stub = responding(move |_| (status, response.clone(), text)).await;
            let alone = node(Chain::Btc, kind, &[&stub]);
            for _ in 0..2 {
                assert_eq!(
                    unspent(&alone, Chain::Btc).await,
                    Ok(Vec::new()),
                    "{kind} {status} {body}"
                );
            }
            assert_eq!(count(&stub, "/block-"), 2, "{kind} {status} {body}: once per block");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn server_is_not_used_before_its_verification() {
    for kind in ["blockbook", "esplora"] {
        let stub = responding(|_| (429, json!({ "blockHash": OF_BTC }), OF_BTC)).await;
        let alone = node(Chain::Btc, kind, &[&stub]);
        let result = unspent(&alone, Chain::Btc).await;
        assert!(result.is_err(), "{kind}: {result:?}");
        let right = server(btc).await;
        let both = node(Chain::Btc, kind, &[&stub, &right]);
        assert_eq!(unspent(&both, Chain::Btc).await, Ok(Vec::new()), "{kind}");
    }
}
