//! Tests of the Blockbook API.

use super::*;
use crate::btc_like::blockbook::router;
use crate::btc_like::funds::Funds;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tower::ServiceExt;

struct Server {
    node: Arc<Node>,
    router: Router,
}

impl Server {
    fn new(chain: Chain) -> Self {
        let node = Arc::new(node(chain));
        Self {
            router: router(Arc::clone(&node)),
            node,
        }
    }

    fn address(&self, script: &bitcoin::Script) -> String {
        self.node.rules().address.encode(script).unwrap()
    }

    async fn call(&self, request: Request<Body>) -> (StatusCode, Value) {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let status = response.status();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    async fn get(&self, path: &str) -> (StatusCode, Value) {
        self.call(Request::get(path).body(Body::empty()).unwrap()).await
    }

    async fn ok(&self, path: &str) -> Value {
        let (status, body) = self.get(path).await;
        assert_eq!(status, StatusCode::OK, "{path}: {body}");
        body
    }

    async fn send(&self, hex: String) -> (StatusCode, Value) {
        self.call(Request::post("/api/v2/sendtx/").body(Body::from(hex)).unwrap())
            .await
    }
}

#[tokio::test]
async fn status_and_estimates() {
    let server = Server::new(Chain::Doge);
    let status = server.ok("/api/status").await;
    assert_eq!(status["blockbook"]["inSync"], true);
    assert_eq!(status["blockbook"]["bestHeight"], 249);
    let time = status["blockbook"]["lastBlockTime"].as_str().unwrap();
    assert!(time.ends_with('Z') && time.contains('T'), "{time}");
    assert_eq!(server.ok("/api/v2").await, status);
    assert_eq!(
        server.ok("/api/v2/estimatefee/2").await,
        json!({ "result": "0.05000000" })
    );
    assert_eq!(
        server.ok("/api/v2/estimatefee/25").await,
        json!({ "result": "0.01000000" })
    );
    assert_eq!(server.get("/api/v2/estimatefee/soon").await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn block_index_has_the_blocks_and_the_checkpoint_of_the_testnet() {
    for (chain, height, hash) in [
        (
            Chain::Btc,
            0,
            "00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043",
        ),
        (
            Chain::Ltc,
            2056,
            "17748a31ba97afdc9a4f86837a39d287e3e7c7290a08a1d816c5969c78a83289",
        ),
        (
            Chain::Bch,
            1_421_482,
            "0000000023e0680a8a062b3cc289a4a341124ce7fcb6340ede207e194d73b60a",
        ),
        (
            Chain::Doge,
            483_173,
            "a804201ca0aceb7e937ef7a3c613a9b7589245b10cc095148c4ce4965b0b73b5",
        ),
    ] {
        let server = Server::new(chain);
        let index = server.ok(&format!("/api/v2/block-index/{height}")).await;
        assert_eq!(index, json!({ "blockHash": hash }), "{chain}");
    }
    let server = Server::new(Chain::Doge);
    let tip = server.ok("/api/status").await["backend"]["bestBlockHash"].clone();
    assert_eq!(server.ok("/api/v2/block-index/249").await["blockHash"], tip);
    for height in ["250", "-1", "x", "99999999999"] {
        let (status, _) = server.get(&format!("/api/v2/block-index/{height}")).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{height}");
    }
}

#[tokio::test]
async fn unspent_outputs_are_newest_first_without_empty_fields() {
    let server = Server::new(Chain::Btc);
    let wallet = TestWallet::new(3);
    let script = wallet.script(Kind::P2wpkh);
    let confirmed = wallet
        .funded(&server.node, Kind::P2wpkh, 1_000)
        .outpoint
        .txid
        .to_string();
    let pending = server.node.pay(&script, 2_000).unwrap().to_string();
    let path = format!("/api/v2/utxo/{}", server.address(&script));
    assert_eq!(
        server.ok(&path).await,
        json!([
            { "txid": pending, "vout": 0, "value": "2000", "confirmations": 0 },
            { "txid": confirmed, "vout": 0, "value": "1000", "height": 110, "confirmations": 1 },
        ])
    );
    assert_eq!(
        server
            .ok(&format!("{path}?confirmed=true"))
            .await
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        server.get(&format!("{path}?confirmed=maybe")).await.0,
        StatusCode::BAD_REQUEST
    );
    assert_eq!(server.get("/api/v2/utxo/nonsense").await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn immature_coinbase_outputs_are_flagged() {
    let server = Server::new(Chain::Ltc);
    let miner = server.address(&Funds::default().script());
    let utxos = server.ok(&format!("/api/v2/utxo/{miner}")).await;
    let flagged = |confirmations: u64| {
        utxos
            .as_array()
            .unwrap()
            .iter()
            .find(|utxo| utxo["confirmations"] == confirmations)
            .unwrap()
            .get("coinbase")
            .cloned()
    };
    assert_eq!(flagged(99), Some(json!(true)));
    assert_eq!(flagged(100), None);
}

#[tokio::test]
async fn cash_addresses_require_their_prefix() {
    let server = Server::new(Chain::Bch);
    let address = server.address(&TestWallet::new(3).script(Kind::P2pkh));
    let bare = address.strip_prefix("bchtest:").unwrap();
    assert_eq!(server.ok(&format!("/api/v2/utxo/{address}")).await, json!([]));
    assert_eq!(
        server.get(&format!("/api/v2/utxo/{bare}")).await.0,
        StatusCode::BAD_REQUEST
    );
}

#[tokio::test]
async fn sent_payment_is_returned() {
    let server = Server::new(Chain::Btc);
    let (wallet, _, transaction) = payment(&server.node, Kind::P2wpkh);
    let hex = bitcoin::consensus::encode::serialize_hex(&transaction);
    let txid = transaction.compute_txid().to_string();
    assert_eq!(
        server.send(hex.clone()).await,
        (StatusCode::OK, json!({ "result": txid }))
    );

    let pending = server.ok(&format!("/api/v2/tx/{txid}")).await;
    assert_eq!(
        (&pending["blockHeight"], &pending["confirmations"]),
        (&json!(-1), &json!(0))
    );
    assert_eq!(
        (&pending["hex"], &pending["fees"]),
        (&json!(hex), &json!(FEE.to_string()))
    );
    assert_eq!(
        pending["vin"][0]["addresses"],
        json!([server.address(&wallet.script(Kind::P2wpkh))])
    );
    assert_eq!(pending["vin"][0].get("vout"), None);

    server.node.mine().unwrap();
    let confirmed = server.ok(&format!("/api/v2/tx/{txid}")).await;
    assert_eq!(
        (&confirmed["blockHeight"], &confirmed["confirmations"]),
        (&json!(111), &json!(1))
    );
    let (status, body) = server.send(hex).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert_eq!(body, json!({ "error": "-27: Transaction already in block chain" }));
}

#[tokio::test]
async fn unknown_and_rejected_transactions_return_400_with_a_message() {
    let server = Server::new(Chain::Btc);
    let unknown = "00".repeat(32);
    let (status, body) = server.get(&format!("/api/v2/tx/{unknown}")).await;
    assert_eq!(
        (status, body),
        (
            StatusCode::BAD_REQUEST,
            json!({ "error": format!("Transaction '{unknown}' not found") })
        )
    );
    let (status, body) = server.send("zz".to_owned()).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(body["error"].as_str().unwrap().starts_with("-22: TX decode failed"));
    assert_eq!(server.send(String::new()).await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn address_history_is_paged() {
    let server = Server::new(Chain::Btc);
    let wallet = TestWallet::new(3);
    let script = wallet.script(Kind::P2pkh);
    for amount in [1_000, 2_000, 3_000] {
        wallet.funded(&server.node, Kind::P2pkh, amount);
    }
    let pending = server.node.pay(&script, 4_000).unwrap().to_string();
    let path = format!("/api/v2/address/{}", server.address(&script));

    let basic = server.ok(&format!("{path}?details=basic")).await;
    assert_eq!(
        (&basic["balance"], basic.get("unconfirmedBalance")),
        (&json!("6000"), None)
    );
    assert_eq!((&basic["txs"], &basic["unconfirmedTxs"]), (&json!(3), &json!(1)));
    // A server leaves out the mempool if `to` is given (trezor/blockbook, `GetAddress` in api/worker.go).
    for (query, unconfirmed, count) in [
        ("details=tokens", "4000", 1),
        ("details=txids&from=1", "4000", 1),
        ("details=tokens&to=500", "0", 0),
        ("details=txslight&to=500", "0", 0),
    ] {
        let shown = server.ok(&format!("{path}?{query}")).await;
        assert_eq!(
            (
                &shown["balance"],
                &shown["unconfirmedBalance"],
                &shown["unconfirmedTxs"]
            ),
            (&json!("6000"), &json!(unconfirmed), &json!(count)),
            "{query}"
        );
    }
    assert_eq!((basic.get("page"), basic.get("txids")), (None, None));

    let first = server.ok(&format!("{path}?pageSize=3")).await;
    assert_eq!(
        (&first["page"], &first["totalPages"], &first["txids"][0]),
        (&json!(1), &json!(2), &json!(pending))
    );
    let beyond = server.ok(&format!("{path}?pageSize=3&page=9&details=txs")).await;
    assert_eq!(
        (&beyond["page"], beyond["transactions"].as_array().unwrap().len()),
        (&json!(2), 1)
    );
    let range = server.ok(&format!("{path}?from=111&to=112&details=txslight")).await;
    assert_eq!(
        (&range["totalPages"], range["transactions"].as_array().unwrap().len()),
        (&json!(-1), 2)
    );
    assert_eq!(range["transactions"][0].get("hex"), None);
}

#[tokio::test]
async fn unused_address_returns_an_empty_view() {
    let server = Server::new(Chain::Btc);
    let address = server.address(&TestWallet::new(99).script(Kind::P2tr));
    let view = server.ok(&format!("/api/v2/address/{address}")).await;
    assert_eq!(
        (&view["balance"], &view["txs"], view.get("txids")),
        (&json!("0"), &json!(0), None)
    );
}

fn sha256d(bytes: &[u8]) -> Vec<u8> {
    Sha256::digest(Sha256::digest(bytes)).to_vec()
}

/// Computes the root of the tree of transaction ids, as the nodes do: the last id of a level with an odd number counts twice.
fn merkle_root(mut level: Vec<Vec<u8>>) -> Vec<u8> {
    while level.len() > 1 {
        let pair = |pair: &[Vec<u8>]| sha256d(&[&pair[0][..], &pair[pair.len() - 1]].concat());
        level = level.chunks(2).map(pair).collect();
    }
    level.remove(0)
}

fn reversed_hex(bytes: &[u8]) -> String {
    hex::encode(bytes.iter().rev().copied().collect::<Vec<_>>())
}

#[tokio::test]
async fn raw_block_has_the_header_of_its_hash_and_the_transactions_of_its_root() {
    for chain in Chain::ALL {
        let server = Server::new(chain);
        let kind = if server.node.rules().segwit {
            Kind::P2wpkh
        } else {
            Kind::P2pkh
        };
        let (_, _, transaction) = payment(&server.node, kind);
        let txid = send(&server.node, &transaction).unwrap();
        server
            .node
            .pay(&TestWallet::new(9).script(Kind::P2pkh), 3_000_000)
            .unwrap();
        let mined = server.node.mine().unwrap();
        let raw = server.ok(&format!("/api/v2/rawblock/{}", mined.hash)).await;
        assert_eq!(server.ok(&format!("/api/v2/rawblock/{}", mined.height)).await, raw);
        let bytes = hex::decode(raw["hex"].as_str().unwrap()).unwrap();
        assert_eq!(reversed_hex(&sha256d(&bytes[..80])), mined.hash.to_string());
        let block: bitcoin::Block = bitcoin::consensus::encode::deserialize(&bytes).unwrap();
        assert_eq!(block.txdata[1], transaction);
        let without_witness = |transaction: &Transaction| {
            let mut stripped = transaction.clone();
            stripped.input.iter_mut().for_each(|input| input.witness.clear());
            sha256d(&bitcoin::consensus::encode::serialize(&stripped))
        };
        let txids: Vec<_> = block.txdata.iter().map(without_witness).collect();
        let shown: Vec<_> = mined.txids.iter().map(ToString::to_string).collect();
        assert_eq!(
            txids[1..].iter().map(|txid| reversed_hex(txid)).collect::<Vec<_>>(),
            shown
        );
        assert_eq!(shown[0], txid.to_string());
        assert_eq!(merkle_root(txids), bytes[36..68]);
    }
}

#[tokio::test]
async fn block_is_shown_by_height_and_hash_with_its_neighbours() {
    let server = Server::new(Chain::Btc);
    let txid = server
        .node
        .pay(&TestWallet::new(9).script(Kind::P2pkh), 3_000_000)
        .unwrap();
    let mined = server.node.mine().unwrap();
    let next = server.node.mine().unwrap();
    let block = server.ok(&format!("/api/v2/block/{}", mined.hash)).await;
    assert_eq!(server.ok(&format!("/api/v2/block/{}", mined.height)).await, block);
    let previous = server.ok(&format!("/api/v2/block-index/{}", mined.height - 1)).await;
    assert_eq!(block["previousBlockHash"], previous["blockHash"]);
    assert_eq!(block["nextBlockHash"], next.hash.to_string());
    assert_eq!(block["hash"], mined.hash.to_string());
    let numbers = [
        "height",
        "confirmations",
        "time",
        "version",
        "txCount",
        "page",
        "totalPages",
        "itemsOnPage",
    ];
    assert_eq!(
        numbers.map(|name| block[name].as_u64().unwrap()),
        [110, 2, 1_800_000_000, 2, 2, 1, 1, 1000]
    );
    let raw = server.ok("/api/v2/rawblock/110").await["hex"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(block["size"], raw.len() / 2);
    assert_eq!((&block["bits"], &block["nonce"]), (&json!("207fffff"), &json!("0")));
    assert_eq!(block["txs"][1]["txid"], txid.to_string());
    assert_eq!(block["txs"][1].get("hex"), None);
    let tip = server.ok(&format!("/api/v2/block/{}", next.height)).await;
    assert_eq!((tip.get("nextBlockHash"), &tip["txCount"]), (None, &json!(1)));
    assert_eq!(server.ok("/api/v2/block/0").await.get("previousBlockHash"), None);
    for unknown in ["112".to_owned(), "x".to_owned(), "-1".to_owned(), "00".repeat(32)] {
        for call in ["block", "rawblock"] {
            let response = server.get(&format!("/api/v2/{call}/{unknown}")).await;
            assert_eq!(
                response,
                (StatusCode::BAD_REQUEST, json!({ "error": "Block not found" })),
                "{unknown}"
            );
        }
    }
}

#[tokio::test]
async fn histories_show_the_chain_after_a_reorganisation() {
    let server = Server::new(Chain::Btc);
    let script = TestWallet::new(9).script(Kind::P2pkh);
    let txid = server.node.pay(&script, 3_000_000).unwrap();
    let mined = server.node.mine().unwrap();
    let reorganised = server.node.reorganise(1).unwrap();
    let view = server
        .ok(&format!("/api/v2/address/{}?details=txs", server.address(&script)))
        .await;
    assert_eq!(
        (&view["txs"], &view["unconfirmedTxs"], &view["balance"]),
        (&json!(0), &json!(1), &json!("0"))
    );
    assert_eq!(view["transactions"][0]["blockHeight"], -1);
    let shown = server.ok(&format!("/api/v2/tx/{txid}")).await;
    assert_eq!((shown.get("blockHash"), &shown["confirmations"]), (None, &json!(0)));
    assert_eq!(
        server.get(&format!("/api/v2/rawblock/{}", mined.hash)).await.0,
        StatusCode::BAD_REQUEST
    );
    let status = server.ok("/api/status").await;
    assert_eq!(status["backend"]["bestBlockHash"], reorganised.hash);
    assert_eq!(status["blockbook"]["bestHeight"], 111);
    server.node.mine().unwrap();
    assert_eq!(server.ok(&format!("/api/v2/tx/{txid}")).await["blockHeight"], 112);
}
