//! Tests of the RPC API. The SDK of the foundation reads the same responses in
//! `tests/nodes/sandbox/stellar_rpc.mjs`.

use super::*;
use crate::chain::SandboxChain;
use crate::xlm::rules::{PASSPHRASE, PROTOCOL};
use crate::xlm::state::{Entry, account_key, balance_key, data_key, offer_key, trust_line_key};
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use stellar_xdr::{
    AccountEntryExt, ChangeTrustAsset, ChangeTrustOp, ClaimPredicate, ClaimableBalanceId, Claimant, ClaimantV0,
    CreateClaimableBalanceOp, GeneralizedTransactionSet, Hash, LedgerCloseMeta, LedgerEntryData, LedgerEntryExt,
    LedgerHeader, LedgerHeaderHistoryEntry, LedgerKey, LedgerKeyTtl, Limits, ManageDataOp, ManageSellOfferOp, Price,
    ReadXdr, String64, TransactionMeta, TransactionPhase, TransactionResult, TransactionResultSet, TrustLineAsset,
    TxSetComponent,
};
use tower::ServiceExt as _;

const WEEK: u64 = 7 * 24 * 3600;

/// A node with a clock that the test sets.
pub struct Rpc {
    pub node: Arc<Node>,
    seconds: Arc<AtomicU64>,
}

impl Rpc {
    pub fn new() -> Self {
        let seconds = Arc::new(AtomicU64::new(1_800_000_000));
        let read = Arc::clone(&seconds);
        let clock = Arc::new(move || Timestamp::from_secs(read.load(Ordering::Relaxed)));
        Self {
            node: Arc::new(Node::open(clock, None).unwrap()),
            seconds,
        }
    }

    async fn post(&self, content_type: &str, body: String) -> (StatusCode, String) {
        let request = Request::post("/rpc").header("content-type", content_type);
        let request = request.header("host", "127.0.0.1:1").body(Body::from(body)).unwrap();
        let response = Arc::clone(&self.node).router().oneshot(request).await.unwrap();
        let status = response.status();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    async fn response(&self, method: &str, params: Value) -> Value {
        let request = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
        let (status, body) = self.post("application/json", request.to_string()).await;
        assert_eq!(status, StatusCode::OK);
        serde_json::from_str(&body).unwrap()
    }

    /// Returns the result of a call.
    pub async fn call(&self, method: &str, params: Value) -> Value {
        let response = self.response(method, params).await;
        assert_eq!(response["error"], Value::Null, "{method}");
        response["result"].clone()
    }

    /// Returns the code of the error of a call.
    pub async fn error(&self, method: &str, params: Value) -> i64 {
        let response = self.response(method, params).await;
        response["error"]["code"]
            .as_i64()
            .unwrap_or_else(|| panic!("{response}"))
    }
}

pub fn decode<T: ReadXdr>(value: &Value) -> T {
    T::from_xdr_base64(value.as_str().unwrap(), Limits::none()).unwrap()
}

fn data(name: &str) -> OperationBody {
    OperationBody::ManageData(ManageDataOp {
        data_name: name.parse::<stellar_xdr::StringM<64>>().unwrap().into(),
        data_value: Some(b"value".to_vec().try_into().unwrap()),
    })
}

#[tokio::test]
async fn requests_follow_json_rpc() {
    let rpc = Rpc::new();
    let json = "application/json; charset=utf-8";
    let (status, _) = rpc.post("text/plain", String::new()).await;
    assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let (status, _) = rpc.post(json, "{".to_owned()).await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    let notification = json!({ "jsonrpc": "2.0", "method": "getHealth" });
    let (status, body) = rpc.post(json, notification.to_string()).await;
    assert_eq!((status, body), (StatusCode::NO_CONTENT, String::new()));
    let batch = json!([
        { "jsonrpc": "2.0", "id": "a", "method": "getHealth" },
        notification,
        { "jsonrpc": "2.0", "id": 2, "method": "getNothing" },
        { "id": 3, "method": "getHealth" },
        { "jsonrpc": "2.0", "id": 4 },
        { "jsonrpc": "2.0", "id": 5, "method": "getTransaction", "params": ["00"] },
        { "jsonrpc": "2.0", "id": 6, "method": "getTransaction", "params": { "hash": 1 } },
    ]);
    let (_, body) = rpc.post(json, batch.to_string()).await;
    let responses: Vec<Value> = serde_json::from_str(&body).unwrap();
    let codes: Vec<_> = responses
        .iter()
        .map(|response| (&response["id"], &response["error"]["code"]))
        .collect();
    let code = |code: i64| json!(code);
    assert_eq!(
        codes,
        [
            (&json!("a"), &Value::Null),
            (&json!(2), &code(-32601)),
            (&json!(3), &code(-32600)),
            (&json!(4), &code(-32600)),
            (&json!(5), &code(-32602)),
            (&json!(6), &code(-32602)),
        ]
    );
    for batch in [json!([]), Value::Array(vec![notification; 1001])] {
        let (_, body) = rpc.post(json, batch.to_string()).await;
        let response: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(response["error"]["code"], -32600);
    }
    for method in [
        "getLedgers",
        "getLedgerEntries",
        "getTransaction",
        "getTransactions",
        "sendTransaction",
    ] {
        let params = json!({ "xdrFormat": "json", "startLedger": 1, "hash": "00".repeat(32) });
        assert_eq!(rpc.error(method, params).await, -32602, "{method}");
    }
}

#[tokio::test]
async fn network_and_health_are_reported() {
    let rpc = Rpc::new();
    let network = rpc.call("getNetwork", Value::Null).await;
    let expected = json!({
        "friendbotUrl": "http://127.0.0.1:1/friendbot",
        "passphrase": PASSPHRASE,
        "protocolVersion": PROTOCOL,
    });
    assert_eq!(network, expected);
    assert_eq!(rpc.call("getVersionInfo", json!({})).await["protocolVersion"], PROTOCOL);
    TestWallet::funded(&rpc.node, 1);
    rpc.seconds.fetch_add(WEEK, Ordering::Relaxed);
    TestWallet::funded(&rpc.node, 2);
    let health = rpc.call("getHealth", json!({})).await;
    let expected = json!({
        "status": "healthy",
        "latestLedger": 3,
        "latestLedgerCloseTime": (1_800_000_000 + WEEK).to_string(),
        "oldestLedger": 2,
        "oldestLedgerCloseTime": "1800000000",
        "ledgerRetentionWindow": 120_960,
    });
    assert_eq!(health, expected);
    // The latest ledger is kept.
    rpc.seconds.fetch_add(WEEK + 1, Ordering::Relaxed);
    assert_eq!(rpc.call("getHealth", json!({})).await["oldestLedger"], 3);
}

#[tokio::test]
async fn ledgers_commit_to_their_transactions() {
    let rpc = Rpc::new();
    let (one, two) = (TestWallet::funded(&rpc.node, 1), TestWallet::funded(&rpc.node, 2));
    for wallet in [&one, &two] {
        rpc.node.submit(&wallet.sign(&rpc.node, 100, data("name"))).unwrap();
    }
    rpc.node.close(|_| ()).unwrap();
    let latest = rpc.call("getLatestLedger", json!({})).await;
    let header: LedgerHeader = decode(&latest["headerXdr"]);
    assert_eq!(latest["id"], hex::encode(codec::hash(&header)));
    assert_eq!(
        (&latest["sequence"], &latest["protocolVersion"]),
        (&json!(4), &json!(PROTOCOL))
    );
    let params = json!({ "startLedger": 2, "pagination": { "limit": 2 } });
    let page = rpc.call("getLedgers", params).await;
    let next = rpc
        .call("getLedgers", json!({ "pagination": { "cursor": page["cursor"] } }))
        .await;
    assert_eq!((&page["cursor"], &next["cursor"]), (&json!("3"), &json!("4")));
    assert_eq!(page["latestLedgerCloseTime"], 1_800_000_000_u64);
    assert_eq!(next["ledgers"][0]["metadataXdr"], latest["metadataXdr"]);
    let ledgers = [&page, &next]
        .into_iter()
        .flat_map(|page| page["ledgers"].as_array().unwrap());
    let mut previous = node_hash(&rpc.node, 1);
    for (number, ledger) in (2..).zip(ledgers) {
        let entry: LedgerHeaderHistoryEntry = decode(&ledger["headerXdr"]);
        let LedgerCloseMeta::V2(meta) = decode(&ledger["metadataXdr"]) else {
            panic!("another version")
        };
        assert_eq!(meta.ledger_header, entry);
        assert_eq!(entry.header.previous_ledger_hash, previous);
        assert_eq!(entry.hash.0, codec::hash(&entry.header));
        assert_eq!(ledger["hash"], hex::encode(entry.hash.0));
        assert_eq!((entry.header.ledger_seq, &ledger["sequence"]), (number, &json!(number)));
        let results = meta.tx_processing.iter().map(|processing| processing.result.clone());
        let results = TransactionResultSet {
            results: codec::list(results.collect()),
        };
        assert_eq!(entry.header.tx_set_result_hash.0, codec::hash(&results));
        assert_eq!(entry.header.scp_value.tx_set_hash.0, codec::hash(&meta.tx_set));
        assert_eq!(hashes(&meta.tx_set), sorted(&results));
        previous = entry.hash;
    }
}

fn node_hash(node: &Node, number: u32) -> Hash {
    node.read(|ledger| Hash(ledger.with_number(number).unwrap().hash))
}

/// Returns the hashes of a set in its order.
fn hashes(set: &GeneralizedTransactionSet) -> Vec<[u8; 32]> {
    let GeneralizedTransactionSet::V1(set) = set;
    let TransactionPhase::V0(components) = &set.phases[0] else {
        panic!("parallel transactions")
    };
    let envelopes = components.iter().flat_map(|component| {
        let TxSetComponent::TxsetCompTxsMaybeDiscountedFee(component) = component;
        component.txs.iter().cloned()
    });
    envelopes.map(|envelope| Transaction::new(envelope).hash).collect()
}

fn sorted(results: &TransactionResultSet) -> Vec<[u8; 32]> {
    let mut hashes: Vec<_> = results.results.iter().map(|pair| pair.transaction_hash.0).collect();
    hashes.sort_unstable();
    hashes
}

/// Adds a trustline, a data entry, an offer and a claimable balance of an account. Returns the asset.
fn add_entries(node: &Node, one: &TestWallet, two: &TestWallet) -> Asset {
    let gold = two.asset("GOLD");
    let line = ChangeTrustOp {
        line: ChangeTrustAsset::CreditAlphanum4(match &gold {
            Asset::CreditAlphanum4(credit) => credit.clone(),
            _ => unreachable!(),
        }),
        limit: 5 * COIN,
    };
    one.does(node, OperationBody::ChangeTrust(line));
    one.does(node, data("name"));
    let offer = ManageSellOfferOp {
        selling: Asset::Native,
        buying: gold.clone(),
        amount: COIN,
        price: Price { n: 1, d: 2 },
        offer_id: 0,
    };
    one.does(node, OperationBody::ManageSellOffer(offer));
    let claimant = ClaimantV0 {
        destination: two.id(),
        predicate: ClaimPredicate::Unconditional,
    };
    let balance = CreateClaimableBalanceOp {
        asset: Asset::Native,
        amount: COIN,
        claimants: codec::list(vec![Claimant::ClaimantTypeV0(claimant)]),
    };
    one.does(node, OperationBody::CreateClaimableBalance(balance));
    gold
}

#[tokio::test]
async fn entries_are_those_of_the_keys() {
    let rpc = Rpc::new();
    let node = &*rpc.node;
    let (one, two) = (TestWallet::funded(node, 1), TestWallet::funded(node, 2));
    let gold = add_entries(node, &one, &two);
    let key = |found: fn(&LedgerKey) -> bool| {
        node.read(|ledger| ledger.state().entries().map(Entry::key).find(found).unwrap())
    };
    let balance = key(|key| matches!(key, LedgerKey::ClaimableBalance(_)));
    let trusted = TrustLineAsset::CreditAlphanum4(match gold {
        Asset::CreditAlphanum4(credit) => credit,
        _ => unreachable!(),
    });
    let name: String64 = "name".parse::<stellar_xdr::StringM<64>>().unwrap().into();
    let missing = balance_key(&ClaimableBalanceId::ClaimableBalanceIdTypeV0(Hash([1; 32])));
    let keys = [
        balance,
        data_key(&one.id(), &name),
        missing,
        offer_key(&one.id(), 1),
        trust_line_key(&one.id(), &trusted),
        account_key(&one.id()),
        account_key(&one.id()),
    ];
    let texts: Vec<_> = keys.iter().map(codec::base64).collect();
    let found = rpc.call("getLedgerEntries", json!({ "keys": texts })).await;
    let entries = found["entries"].as_array().unwrap();
    let found_keys: Vec<LedgerKey> = entries.iter().map(|entry| decode(&entry["key"])).collect();
    let expected: Vec<_> = [0, 1, 3, 4, 5].map(|index| keys[index].clone()).into();
    assert_eq!(found_keys, expected);
    assert_eq!(
        (&found["latestLedger"], &entries[0]["lastModifiedLedgerSeq"]),
        (&json!(7), &json!(7))
    );
    for (entry, key) in entries.iter().zip(&expected) {
        assert_eq!(decode::<LedgerEntryData>(&entry["xdr"]).to_key(), *key);
    }
    // The creator sponsors a claimable balance.
    assert!(
        matches!(decode(&entries[0]["extXdr"]), LedgerEntryExt::V1(extension) if extension.sponsoring_id.0 == Some(one.id()))
    );
    assert_eq!(decode::<LedgerEntryExt>(&entries[4]["extXdr"]), LedgerEntryExt::V0);
    let LedgerEntryData::Account(account) = decode(&entries[4]["xdr"]) else {
        panic!("another entry")
    };
    assert_eq!((account.balance, account.num_sub_entries), (99 * COIN - 400, 3));
    assert!(matches!(account.ext, AccountEntryExt::V1(extension) if extension.liabilities.selling == COIN));

    let ttl = codec::base64(&LedgerKey::Ttl(LedgerKeyTtl {
        key_hash: Hash([0; 32]),
    }));
    for keys in [vec![ttl], vec!["AAAA".to_owned()], vec![texts[0].clone(); 201]] {
        assert_eq!(rpc.error("getLedgerEntries", json!({ "keys": keys })).await, -32602);
    }
}

#[tokio::test]
async fn submissions_have_four_outcomes() {
    let rpc = Rpc::new();
    let node = &*rpc.node;
    let (one, two) = (TestWallet::funded(node, 1), TestWallet::funded(node, 2));
    let first = one.pay(node, &two, COIN);
    let second = one.pay(node, &two, 2 * COIN);
    let send = async |envelope: &str| rpc.call("sendTransaction", json!({ "transaction": envelope })).await;
    let hash = Transaction::decode(&first).unwrap().id();
    let expected = json!({
        "status": "PENDING",
        "hash": hash,
        "latestLedger": 3,
        "latestLedgerCloseTime": "1800000000",
    });
    assert_eq!(send(&first).await, expected);
    assert_eq!(send(&first).await["status"], "DUPLICATE");
    assert_eq!(send(&second).await["status"], "TRY_AGAIN_LATER");
    let missing = rpc.call("getTransaction", json!({ "hash": hash })).await;
    assert_eq!(
        (&missing["status"], &missing["createdAt"]),
        (&json!("NOT_FOUND"), &json!("0"))
    );
    node.close(|_| ()).unwrap();
    let rejected = send(&second).await;
    assert_eq!(rejected["status"], "ERROR");
    let result: TransactionResult = decode(&rejected["errorResultXdr"]);
    assert_eq!(Codes::of(&result).transaction, "tx_bad_seq");
    assert_eq!(
        rpc.call("getTransaction", json!({ "hash": hash })).await["status"],
        "SUCCESS"
    );
    for transaction in ["", "AAAA", "!"] {
        assert_eq!(
            rpc.error("sendTransaction", json!({ "transaction": transaction }))
                .await,
            -32602
        );
    }
}

#[tokio::test]
async fn transactions_are_kept_for_a_week() {
    let rpc = Rpc::new();
    let node = &*rpc.node;
    let (one, two) = (TestWallet::funded(node, 1), TestWallet::funded(node, 2));
    let failed = node.settle(&one.pay(node, &two, 1000 * COIN)).unwrap();
    rpc.seconds.fetch_add(10, Ordering::Relaxed);
    let inner = one.pay(node, &two, COIN);
    let bumped = node.settle(&two.bump(400, &inner, &[&two])).unwrap();
    let get = async |hash: &[u8; 32]| rpc.call("getTransaction", json!({ "hash": hex::encode(hash) })).await;
    let shown = get(&bumped.transaction.hash).await;
    assert_eq!((&shown["status"], &shown["feeBump"]), (&json!("SUCCESS"), &json!(true)));
    assert_eq!((&shown["ledger"], &shown["applicationOrder"]), (&json!(5), &json!(1)));
    assert_eq!(
        (&shown["createdAt"], &shown["oldestLedger"]),
        (&json!("1800000010"), &json!(2))
    );
    assert_eq!(
        decode::<TransactionEnvelope>(&shown["envelopeXdr"]),
        bumped.transaction.envelope
    );
    assert_eq!(decode::<TransactionResult>(&shown["resultXdr"]), bumped.result);
    assert!(matches!(decode(&shown["resultMetaXdr"]), TransactionMeta::V4(meta) if meta.operations.len() == 1));
    assert_eq!(get(&bumped.transaction.inner_hash).await["status"], "NOT_FOUND");
    assert_eq!(get(&failed.transaction.hash).await["status"], "FAILED");
    rpc.seconds.fetch_add(WEEK, Ordering::Relaxed);
    assert_eq!(get(&failed.transaction.hash).await["status"], "NOT_FOUND");
    assert_eq!(get(&bumped.transaction.hash).await["oldestLedger"], 5);
    for params in [json!({}), json!({ "hash": "00" }), json!({ "hash": "z".repeat(64) })] {
        assert_eq!(rpc.error("getTransaction", params).await, -32602);
    }
}

#[tokio::test]
async fn pages_continue_after_their_cursor() {
    let rpc = Rpc::new();
    let node = &*rpc.node;
    let (one, two) = (TestWallet::funded(node, 1), TestWallet::funded(node, 2));
    for wallet in [&one, &two] {
        node.submit(&wallet.sign(node, 100, data("name"))).unwrap();
    }
    node.close(|_| ()).unwrap();
    let list = async |pagination: Value, start: u32| {
        let params = json!({ "startLedger": start, "pagination": pagination });
        rpc.call("getTransactions", params).await
    };
    let places = |page: &Value| -> Vec<(Value, Value)> {
        let transactions = page["transactions"].as_array().unwrap().iter();
        transactions
            .map(|it| (it["ledger"].clone(), it["applicationOrder"].clone()))
            .collect()
    };
    let page = list(json!({ "limit": 3 }), 2).await;
    assert_eq!(
        places(&page),
        [(2, 1), (3, 1), (4, 1)].map(|(ledger, index)| (json!(ledger), json!(index)))
    );
    assert_eq!(page["transactions"][0]["createdAt"], 1_800_000_000_u64);
    assert_eq!(page["oldestLedgerCloseTimestamp"], 1_800_000_000_u64);
    let next = list(json!({ "cursor": page["cursor"] }), 0).await;
    assert_eq!(places(&next), [(json!(4), json!(2))]);
    assert_eq!(next["cursor"], (4_u64 << 32 | 2 << 12 | 1).to_string());
    let end = list(json!({ "cursor": next["cursor"] }), 0).await;
    assert_eq!(places(&end), []);

    let past = json!({ "cursor": "1" });
    for (method, params, code) in [
        ("getTransactions", json!({}), -32600),
        ("getTransactions", json!({ "startLedger": 5 }), -32600),
        (
            "getTransactions",
            json!({ "startLedger": 2, "pagination": { "limit": 201 } }),
            -32600,
        ),
        (
            "getTransactions",
            json!({ "startLedger": 2, "pagination": past }),
            -32600,
        ),
        ("getTransactions", json!({ "startLedger": 1 }), -32600),
        ("getTransactions", json!({ "startLedger": -1 }), -32602),
        ("getTransactions", json!({ "pagination": { "cursor": "a" } }), -32602),
        ("getTransactions", json!({ "pagination": past }), -32602),
        ("getLedgers", json!({ "startLedger": 5 }), -32600),
        ("getLedgers", json!({ "pagination": { "cursor": "4" } }), -32602),
        ("getLedgers", json!({ "pagination": { "cursor": "a" } }), -32602),
    ] {
        assert_eq!(rpc.error(method, params.clone()).await, code, "{method} {params}");
    }
}

#[tokio::test]
async fn fees_are_per_operation() {
    let rpc = Rpc::new();
    let node = &*rpc.node;
    let stats = rpc.call("getFeeStats", json!({})).await;
    assert_eq!(stats["inclusionFee"]["p99"], "0");
    let (one, two) = (TestWallet::funded(node, 1), TestWallet::funded(node, 2));
    let inner = one.pay(node, &two, COIN);
    node.settle(&two.bump(400, &inner, &[&two])).unwrap();
    let stats = rpc.call("getFeeStats", json!({})).await;
    let fees = &stats["inclusionFee"];
    assert_eq!(
        (&fees["min"], &fees["mode"], &fees["p50"]),
        (&json!("100"), &json!("100"), &json!("100"))
    );
    // The fee bump pays for two operations and contains one.
    assert_eq!((&fees["max"], &fees["p70"]), (&json!("200"), &json!("200")));
    assert_eq!(
        (&fees["transactionCount"], &fees["ledgerCount"]),
        (&json!("3"), &json!(4))
    );
    assert_eq!(
        (&stats["sorobanInclusionFee"]["max"], &stats["latestLedger"]),
        (&json!("0"), &json!(4))
    );
}
