//! Blockbook adapter tests against a scripted server: requests, parsing and errors.

use proptest::prelude::*;
use serde_json::json;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::{Address, Chain, FeeEstimates, Params, SignedTransaction, Unspent};
use wallet_core::model::Network;
use wallet_core::ports::upstream::{BroadcastOutcome, RejectReason, UpstreamError};
use wallet_test_support::clock::FixedClock;
use wallet_test_support::hostile_json::hostile_json;
use wallet_test_support::stub::{Reply, Request, Stub};
use wallet_upstream::client::{Deadline, HttpClient, Limits, after};
use wallet_upstream_btc_like::BtcLikeUpstreams;

const TXID: &str = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";

/// The block 170 transaction, the first payment on btc.
const SIGNED: &str = "0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901ffffffff0200ca9a3b00000000434104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac00286bee0000000043410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac00000000";
const SIGNED_ID: &str = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16";

const LIMITS: Limits = Limits {
    connect: Duration::from_millis(300),
    attempt: Duration::from_millis(400),
    body: 1_000_000,
};

fn params(chain: Chain) -> &'static Params {
    Params::of(chain, Network::Livenet).expect("every chain has a livenet")
}

fn btc() -> &'static Params {
    params(Chain::Btc)
}

/// Returns the deadline of a request that starts now.
fn soon() -> Deadline {
    after(Duration::from_secs(2))
}

/// Returns the port over this server, for btc and bch livenet.
fn node(stub: &Stub) -> BtcLikeUpstreams {
    let client = HttpClient::new(LIMITS).expect("a client");
    let value = format!("blockbook+{}", stub.url);
    BtcLikeUpstreams::from_settings(client, &FixedClock::at_zero(), |name| {
        ["WALLET_CLOUD_UPSTREAM_BTC_LIVENET", "WALLET_CLOUD_UPSTREAM_BCH_LIVENET"]
            .contains(&name)
            .then(|| value.clone())
    })
    .expect("a valid setting")
}

async fn unspent(reply: Reply) -> Result<Vec<Unspent>, UpstreamError> {
    let stub = Stub::start(move |_| reply.clone()).await;
    let address = Address::parse(btc(), "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa").expect("an address");
    node(&stub).unspent(&address, soon()).await
}

#[tokio::test(start_paused = true)]
async fn rows_are_parsed_with_their_omitted_zeros() {
    let rows = json!([
        { "txid": TXID, "value": "5" },
        { "txid": TXID, "vout": 1, "value": "100000000", "height": 7, "confirmations": 3, "coinbase": true, "path": "m" },
        { "txid": TXID, "vout": 2, "value": "0", "confirmations": 3, "tokenData": { "category": "00" } },
    ]);
    let found = unspent(Reply::ok(rows.to_string())).await.expect("rows");
    let shown: Vec<_> = found
        .iter()
        .map(|row| {
            (
                row.utxo.outpoint.vout,
                row.utxo.value,
                row.confirmations,
                row.coinbase,
                row.carries_token,
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            (0, 5, 0, false, false),
            (1, 100_000_000, 3, true, false),
            (2, 0, 3, false, true),
        ]
    );
    assert!(found.iter().all(|row| row.utxo.outpoint.txid.to_string() == TXID));
}

#[tokio::test(start_paused = true)]
async fn output_listed_twice_counts_once() {
    let row = json!({ "txid": TXID, "vout": 1, "value": "5" });
    let found = unspent(Reply::ok(json!([row, row]).to_string())).await.expect("rows");
    assert_eq!(found.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn invalid_rows_are_unusable() {
    for row in [
        json!({}),
        json!(null),
        json!({ "txid": TXID }),
        json!({ "txid": "00ff", "value": "5" }),
        json!({ "txid": 5, "value": "5" }),
        json!({ "txid": TXID, "value": 5 }),
        json!({ "txid": TXID, "value": "-5" }),
        json!({ "txid": TXID, "value": "0.5" }),
        json!({ "txid": TXID, "value": "2100000000000001" }),
        json!({ "txid": TXID, "value": "99999999999999999999999999" }),
        json!({ "txid": TXID, "value": "5", "vout": -1 }),
        json!({ "txid": TXID, "value": "5", "vout": 4_294_967_296_u64 }),
        json!({ "txid": TXID, "value": "5", "vout": "1" }),
        json!({ "txid": TXID, "value": "5", "confirmations": -1 }),
        json!({ "txid": TXID, "value": "5", "confirmations": 1.5 }),
        json!({ "txid": TXID, "value": "5", "coinbase": "yes" }),
    ] {
        let result = unspent(Reply::ok(json!([row]).to_string())).await;
        assert!(
            matches!(result, Err(UpstreamError::Unusable { .. })),
            "{row}: {result:?}"
        );
    }
    let result = unspent(Reply::ok("{}")).await;
    assert!(matches!(result, Err(UpstreamError::Unusable { .. })), "{result:?}");
}

#[tokio::test(start_paused = true)]
async fn any_error_for_a_list_is_unusable() {
    for (status, body) in [(400, r#"{"error":"Invalid address"}"#), (404, "{}"), (500, "{}")] {
        let result = unspent(Reply::json(status, body)).await;
        assert!(
            matches!(result, Err(UpstreamError::Unusable { .. })),
            "{status}: {result:?}"
        );
    }
    assert_eq!(unspent(Reply::ok("[]")).await, Ok(Vec::new()));
}

#[tokio::test(start_paused = true)]
async fn bch_address_is_always_requested_with_its_prefix() {
    let stub = Stub::start(|_| Reply::ok("[]")).await;
    let bch = params(Chain::Bch);
    for text in [
        "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
        "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
        "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu",
    ] {
        let address = Address::parse(bch, text).expect("an address");
        assert_eq!(node(&stub).unspent(&address, soon()).await, Ok(Vec::new()));
    }
    let mut paths: Vec<_> = stub.requests().into_iter().map(|request| request.path).collect();
    // The status is requested concurrently.
    paths.retain(|path| path != "/api/status");
    assert_eq!(
        paths,
        ["/api/v2/utxo/bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"; 3]
    );
}

/// Requests the fee estimates from a server with these results in the order slow, normal, fast.
async fn estimates(results: [&'static str; 3]) -> Result<FeeEstimates, UpstreamError> {
    let stub = Stub::start(move |request| {
        let result = match request.path.as_str() {
            "/api/v2/estimatefee/24" => results[0],
            "/api/v2/estimatefee/6" => results[1],
            "/api/v2/estimatefee/2" => results[2],
            "/api/status" => return Reply::ok(r#"{"blockbook":{"inSync":true,"bestHeight":800}}"#),
            other => panic!("unexpected request: {other}"),
        };
        Reply::ok(format!("{{\"result\":{result}}}"))
    })
    .await;
    let estimates = node(&stub).fee_estimates(btc(), soon()).await;
    estimates.map(|estimates| *estimates.first())
}

#[tokio::test(start_paused = true)]
async fn estimates_are_parsed_exactly_and_minus_one_is_absent() {
    let found = estimates([r#""-1""#, r#""0.00002460""#, r#""0.00012345""#]).await;
    assert_eq!(
        found,
        Ok(FeeEstimates {
            slow: None,
            normal: Some(2460),
            fast: Some(12_345)
        })
    );
}

#[tokio::test(start_paused = true)]
async fn invalid_estimates_are_unusable() {
    // One coin per kilobyte is ten times the maximum fee rate.
    for invalid in [r#""cheap""#, "0.00001", "null", r#""1""#, r#""""#, r#""1e-5""#] {
        let found = estimates([r#""0.00001""#, invalid, r#""0.00001""#]).await;
        assert!(
            matches!(found, Err(UpstreamError::Unusable { .. })),
            "{invalid}: {found:?}"
        );
    }
}

async fn raw_transaction(reply: Reply) -> Result<Option<Vec<u8>>, UpstreamError> {
    let stub = Stub::start(move |_| reply.clone()).await;
    let found = node(&stub)
        .raw_transaction(btc(), SIGNED_ID.parse().expect("a txid"), soon())
        .await;
    let paths = stub.requests().into_iter().map(|request| request.path);
    // The status is requested concurrently.
    let paths: Vec<_> = paths.filter(|path| path != "/api/status").collect();
    assert_eq!(paths, [format!("/api/v2/tx/{SIGNED_ID}")]);
    found
}

#[tokio::test(start_paused = true)]
async fn transaction_is_parsed_from_hex_and_may_be_unknown() {
    let found = raw_transaction(Reply::ok(
        json!({ "txid": "lies", "hex": SIGNED.to_uppercase() }).to_string(),
    ))
    .await;
    assert_eq!(found.map(|found| found.map(hex::encode)), Ok(Some(SIGNED.to_owned())));
    let unknown = json!({ "error": format!("Transaction '{SIGNED_ID}' not found") });
    assert_eq!(raw_transaction(Reply::json(400, unknown.to_string())).await, Ok(None));
}

#[tokio::test(start_paused = true)]
async fn backend_failure_is_not_an_unknown_transaction() {
    let failing = json!({ "error": format!("Transaction '{SIGNED_ID}' not found (dial tcp: connection rejected)") });
    for reply in [
        Reply::json(400, failing.to_string()),
        Reply::json(404, r#"{"error":"Transaction not found"}"#),
        Reply::json(500, r#"{"error":"Transaction not found"}"#),
        Reply::json(400, "{}"),
        Reply::ok("{}"),
        Reply::ok(r#"{"hex":"0"}"#),
        Reply::ok(r#"{"hex":"xx"}"#),
        Reply::ok(r#"{"hex":null}"#),
    ] {
        let shown = format!("{reply:?}");
        let found = raw_transaction(reply).await;
        assert!(
            matches!(found, Err(UpstreamError::Unusable { .. })),
            "{shown}: {found:?}"
        );
    }
}

/// Broadcasts a transaction to a server with these responses to the submission and the look-up. Returns the outcome
/// and the requests.
async fn send(submit: Reply, look_up: Reply) -> (Result<BroadcastOutcome, UpstreamError>, Vec<Request>) {
    let stub = Stub::start(move |request| match request.method.as_str() {
        "POST" => submit.clone(),
        _ => look_up.clone(),
    })
    .await;
    let transaction = SignedTransaction::parse(btc(), SIGNED).expect("a transaction");
    let outcome = node(&stub).broadcast(btc(), &transaction, soon()).await;
    (outcome, stub.requests())
}

fn found() -> Reply {
    Reply::ok(json!({ "hex": SIGNED }).to_string())
}

fn unknown() -> Reply {
    Reply::json(400, json!({ "error": "Transaction 'x' not found" }).to_string())
}

fn rejection(error: &str) -> Reply {
    Reply::json(400, json!({ "error": error }).to_string())
}

#[tokio::test(start_paused = true)]
async fn transaction_is_sent_as_plain_text_to_the_path_with_a_trailing_slash() {
    let (outcome, requests) = send(Reply::ok(json!({ "result": SIGNED_ID }).to_string()), unknown()).await;
    assert_eq!(outcome, Ok(BroadcastOutcome::Accepted));
    let [request] = requests.as_slice() else {
        panic!("{requests:?}")
    };
    assert_eq!(
        (request.path.as_str(), request.body.as_str()),
        ("/api/v2/sendtx/", SIGNED)
    );
    assert!(
        request.headers.contains(&"content-type: text/plain".to_owned()),
        "{request:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn responses_determine_the_broadcast_outcome() {
    use BroadcastOutcome::{Accepted, Rejected, Unknown};
    let another = || Reply::ok(json!({ "result": TXID }).to_string());
    for (submit, look_up, outcome) in [
        (
            rejection("-27: Transaction already in block chain"),
            unknown(),
            Accepted,
        ),
        (rejection("-26: txn-already-known"), unknown(), Accepted),
        (rejection("-26: dust"), found(), Accepted),
        (rejection("-26: dust"), unknown(), Rejected(RejectReason::Dust)),
        (rejection("-25: bad-txns-inputs-missingorspent"), found(), Accepted),
        (
            rejection("-25: bad-txns-inputs-missingorspent"),
            unknown(),
            Rejected(RejectReason::MissingInputs),
        ),
        (rejection("-25: bad-txns-inputs-missingorspent"), Reply::Reset, Unknown),
        (Reply::Hang, found(), Accepted),
        (Reply::Hang, unknown(), Unknown),
        (Reply::Hang, Reply::Hang, Unknown),
        (Reply::Reset, found(), Accepted),
        (Reply::Reset, unknown(), Unknown),
        (Reply::json(502, "{}"), unknown(), Unknown),
        (Reply::text(200, "text/html", "<html>"), found(), Accepted),
        (rejection("dial tcp: connection rejected"), found(), Accepted),
    ] {
        let shown = format!("{submit:?} then {look_up:?}");
        assert_eq!(send(submit, look_up).await.0, Ok(outcome), "{shown}");
    }
    for submit in [
        another(),
        Reply::text(200, "text/html", "<html>"),
        Reply::ok("{"),
        Reply::ok("{}"),
        Reply::json(302, "{}").with_header("location: http://127.0.0.1:1/"),
        rejection("dial tcp: connection rejected"),
        rejection("<html>visit evil.example</html>"),
        Reply::json(500, r#"{"error":"Internal server error"}"#),
        Reply::json(404, r#"{"error":"-26: dust"}"#),
    ] {
        let shown = format!("{submit:?}");
        let (outcome, _) = send(submit, unknown()).await;
        assert!(
            matches!(outcome, Err(UpstreamError::Unusable { .. })),
            "{shown}: {outcome:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn rate_limited_broadcast_is_unavailable_and_not_looked_up() {
    let (outcome, requests) = send(Reply::json(429, "{}").with_header("retry-after: 7"), found()).await;
    let Err(UpstreamError::Unavailable { retry_after, .. }) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!((retry_after, requests.len()), (Some(Duration::from_secs(7)), 1));
}

#[tokio::test(start_paused = true)]
async fn chain_without_an_upstream_names_the_variable() {
    let stub = Stub::start(|_| Reply::ok("[]")).await;
    let result = node(&stub).fee_estimates(params(Chain::Doge), soon()).await;
    assert_eq!(
        result,
        Err(UpstreamError::NotConfigured {
            setting: "WALLET_CLOUD_UPSTREAM_DOGE_LIVENET".to_owned()
        })
    );
}

/// Decoders return a result or an `UpstreamError` for any hostile response, and never panic.
#[test]
fn no_response_makes_a_decoder_panic() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let reply = Arc::new(Mutex::new(Reply::Hang));
    let script = Arc::clone(&reply);
    let stub = runtime.block_on(Stub::start(move |_| {
        script.lock().expect("no panic while held").clone()
    }));
    let address = Address::parse(btc(), "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa").expect("an address");
    let transaction = SignedTransaction::parse(btc(), SIGNED).expect("a transaction");
    let status = prop::sample::select(vec![200_u16, 400, 404, 500]);
    proptest!(ProptestConfig::with_cases(100), |(body in hostile_json(), status in status)| {
        *reply.lock().expect("no panic while held") = Reply::json(status, body.to_string());
        // A new node each time: an upstream that failed too often is backed off.
        let node = node(&stub);
        runtime.block_on(async {
            let _ = node.unspent(&address, soon()).await;
            let _ = node.fee_estimates(btc(), soon()).await;
            let _ = node.raw_transaction(btc(), transaction.txid(), soon()).await;
            let _ = node.broadcast(btc(), &transaction, soon()).await;
        });
    });
}
