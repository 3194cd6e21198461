//! Replaced transactions that only their inputs identify, over Blockbook.

use serde_json::{Value, json};
use std::time::Duration;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::{Address, Chain, OutPoint, Params, SignedTransaction, TransactionStatus, Txid};
use wallet_core::model::Network;
use wallet_core::ports::upstream::BroadcastOutcome;
use wallet_test_support::clock::FixedClock;
use wallet_test_support::stub::{Reply, Stub};
use wallet_upstream::client::{HttpClient, Limits, after};
use wallet_upstream_btc_like::BtcLikeUpstreams;

/// The block 170 transaction, the first payment on btc, in two versions with different sequence numbers.
const MINED: &str = "0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901ffffffff0200ca9a3b00000000434104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac00286bee0000000043410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac00000000";
const MINED_ID: &str = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16";
const PARENT_ID: &str = "0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9";

fn btc() -> &'static Params {
    Params::of(Chain::Btc, Network::Livenet).expect("btc has a livenet")
}

fn mined() -> Txid {
    MINED_ID.parse().expect("a txid")
}

/// Returns the version that the other one replaced.
fn replaced() -> SignedTransaction {
    let text = MINED.replacen("01ffffffff02", "01fdffffff02", 1);
    SignedTransaction::parse(btc(), &text).expect("a transaction")
}

fn input() -> OutPoint {
    OutPoint::new(PARENT_ID.parse().expect("a txid"), 0)
}

/// Returns a server that has dropped the replaced version: with this height of the other one, and these outputs of its
/// parent.
async fn blockbook(height: i64, outputs: Value) -> (Stub, BtcLikeUpstreams) {
    server(move |path| known(path, height, &outputs)).await
}

fn known(path: &str, height: i64, outputs: &Value) -> Reply {
    let confirmations = u32::from(height > 0);
    let reply = match path {
        "/api/status" => json!({ "blockbook": { "inSync": true, "bestHeight": 170 } }),
        "/api/v2/sendtx/" => json!({ "result": replaced().txid().to_string() }),
        path if path == format!("/api/v2/tx/{PARENT_ID}?spending=true") => {
            json!({ "txid": PARENT_ID, "vout": outputs })
        }
        path if path == format!("/api/v2/tx/{MINED_ID}") => json!({
            "txid": MINED_ID, "hex": MINED, "blockHeight": height, "confirmations": confirmations, "blockTime": 1,
        }),
        _ => return Reply::json(400, r#"{"error":"Transaction 'x' not found"}"#),
    };
    Reply::ok(reply.to_string())
}

async fn server(reply: impl Fn(&str) -> Reply + Send + Sync + 'static) -> (Stub, BtcLikeUpstreams) {
    let stub = Stub::start(move |request| reply(&request.path)).await;
    let limits = Limits {
        connect: Duration::from_millis(300),
        attempt: Duration::from_millis(400),
        body: 1_000_000,
    };
    let value = format!("blockbook+{}", stub.url);
    let node = BtcLikeUpstreams::from_settings(
        HttpClient::new(limits).expect("a client"),
        &FixedClock::at_zero(),
        |name| (name == "WALLET_CLOUD_UPSTREAM_BTC_LIVENET").then(|| value.clone()),
    );
    (stub, node.expect("a valid setting"))
}

async fn status(node: &BtcLikeUpstreams, inputs: &[OutPoint]) -> Option<TransactionStatus> {
    let deadline = after(Duration::from_secs(2));
    let status = node.transaction_status(btc(), replaced().txid(), inputs, deadline);
    status.await.expect("a result")
}

fn spent() -> Value {
    json!([{ "value": "5", "spent": true, "spentTxId": MINED_ID }, { "value": "5", "n": 1 }])
}

#[tokio::test(start_paused = true)]
async fn stated_input_shows_the_replacement() {
    let (_stub, node) = blockbook(170, spent()).await;
    assert_eq!(status(&node, &[]).await, None);
    let by = mined();
    assert_eq!(
        status(&node, &[input()]).await,
        Some(TransactionStatus::Replaced { by })
    );
}

#[tokio::test(start_paused = true)]
async fn sent_transaction_needs_no_stated_input() {
    let (_stub, node) = blockbook(170, spent()).await;
    let deadline = after(Duration::from_secs(2));
    node.broadcast(btc(), &replaced(), deadline).await.expect("accepted");
    let by = mined();
    assert_eq!(status(&node, &[]).await, Some(TransactionStatus::Replaced { by }));
}

/// Any caller can send invalid transactions, which must not take the places of others in the memory.
#[tokio::test(start_paused = true)]
async fn rejected_transaction_is_not_stored() {
    let (_stub, node) = server(|path| match path {
        "/api/v2/sendtx/" => Reply::json(400, r#"{"error":"-26: mandatory-script-verify-flag-failed"}"#),
        _ => known(path, 170, &spent()),
    })
    .await;
    let outcome = node.broadcast(btc(), &replaced(), after(Duration::from_secs(2))).await;
    assert!(matches!(outcome, Ok(BroadcastOutcome::Rejected(_))), "{outcome:?}");
    assert_eq!(status(&node, &[]).await, None);
}

/// A server that limits the look-ups of the other transaction still serves payments.
#[tokio::test(start_paused = true)]
async fn failing_look_ups_of_a_replacement_affect_no_payment() {
    let (_stub, node) = server(|path| match path {
        path if path == format!("/api/v2/tx/{MINED_ID}") => Reply::json(429, "{}"),
        path if path.starts_with("/api/v2/utxo/") => Reply::ok("[]"),
        _ => known(path, 170, &spent()),
    })
    .await;
    let own = Address::parse(btc(), "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa").expect("an address");
    for _ in 0..10 {
        assert_eq!(status(&node, &[input()]).await, None);
        let unspent = node.unspent(&own, after(Duration::from_secs(2))).await;
        assert_eq!(unspent, Ok(Vec::new()));
    }
}

#[tokio::test(start_paused = true)]
async fn transaction_is_unknown_without_a_confirmed_spender_of_a_stated_input() {
    let other = json!([{ "value": "5" }, { "value": "5", "n": 1, "spent": true, "spentTxId": MINED_ID }]);
    let second = OutPoint { vout: 1, ..input() };
    for (height, outputs, stated) in [
        (-1, spent(), input()),
        (170, json!([{ "value": "5" }]), input()),
        (170, json!([{ "value": "5", "spent": true }]), input()),
        (170, json!([]), input()),
        (170, json!({}), input()),
        // The reported transaction does not spend this output.
        (170, other, second),
        (170, spent(), OutPoint::new(mined(), 0)),
    ] {
        let shown = format!("{height} {outputs} {stated}");
        let (_stub, node) = blockbook(height, outputs).await;
        assert_eq!(status(&node, &[stated]).await, None, "{shown}");
    }
}
