//! F13: an upstream with well-formed but inconsistent data.

use super::evm_node::{MINED, quantity, reply_except};
use super::family::Family;
use super::fixture::{Fixture, Read, Wallet, income};
use super::horizon;
use super::payment::Payment;
use super::upstream::Behaviour;
use crate::blockchain_connector_btc_like::{estimate, known};
use crate::support::stub::{Reply, Request};
use serde_json::{Value, json};

/// Returns an upstream with this response below a path and correct responses elsewhere.
fn inconsistent(path: &'static str, reply: Reply) -> Behaviour {
    Behaviour::Scripted(Box::new(move |request: &Request| {
        request.path.starts_with(path).then(|| reply.clone())
    }))
}

fn json_reply(value: &Value) -> Reply {
    Reply::ok(value.to_string())
}

/// Returns responses that are recognisably inconsistent on their own.
fn inconsistent_replies() -> Vec<(Read, &'static str, Reply)> {
    let utxo = |field: &str, value: Value| {
        let mut row = json!({ "txid": "01".repeat(32), "vout": 0, "value": "5", "confirmations": 1 });
        row[field] = value;
        (Read::UtxoList, "/api/v2/utxo/", json_reply(&json!([row])))
    };
    let status = |field: &str, value: Value| {
        let mut transaction =
            json!({ "txid": income(&Wallet::btc()).compute_txid().to_string(), "confirmations": 1, "blockHeight": 1 });
        transaction[field] = value;
        (Read::Status, "/api/v2/tx/", json_reply(&transaction))
    };
    let price = |coins: &str| (Read::PricePerByte, "/api/v2/estimatefee/", estimate(coins));
    let balance = |balance: &str| {
        let response = json!({ "page": 1, "balance": balance, "unconfirmedBalance": "0" });
        (Read::AddressInfo, "/api/v2/address/", json_reply(&response))
    };
    vec![
        utxo("value", json!("2100000000000001")),
        utxo("value", json!("-5")),
        utxo(
            "value",
            json!("115792089237316195423570985008687907853269984665640564039457584007913129639936"),
        ),
        utxo("vout", json!(4_294_967_296_u64)),
        utxo("txid", json!("01")),
        status("txid", json!("02".repeat(32))),
        status("confirmations", json!(0)),
        status("blockHeight", json!(-1)),
        price("1.00000001"),
        price("21000000"),
        price("184467440737.09551617"),
        price("NaN"),
        balance("2100000000000001"),
        balance("-1"),
        balance("1e8"),
    ]
}

/// Returns the same for nodes: inconsistent results of single methods.
fn inconsistent_node_results() -> Vec<(Read, &'static str, Value)> {
    let huge = json!("0x10000000000000000000000000000000000000000000000000000000000000000");
    let other = format!("0x{}", "aa".repeat(32));
    let transaction = json!({ "hash": other, "from": super::evm_node::ADDRESS, "nonce": "0x8" });
    let receipt = |field: &str, value: Value| {
        let mut receipt =
            json!({ "transactionHash": MINED, "blockHash": other, "blockNumber": "0x10", "status": "0x1" });
        receipt[field] = value;
        (Read::EvmStatus, "eth_getTransactionReceipt", receipt)
    };
    let base_fee = |fee: Value| {
        (
            Read::GasPrice,
            "eth_feeHistory",
            json!({ "baseFeePerGas": [fee], "reward": [] }),
        )
    };
    vec![
        (Read::Nonce, "eth_getTransactionCount", quantity(1 << 53)),
        (Read::Nonce, "eth_getTransactionCount", json!("-0x1")),
        (Read::Nonce, "eth_getTransactionCount", huge.clone()),
        (Read::GasLimit, "eth_estimateGas", json!("0x5207")),
        (Read::GasLimit, "eth_estimateGas", json!(21_000)),
        (Read::GasLimit, "eth_estimateGas", huge.clone()),
        (Read::EvmEstimate, "eth_estimateGas", json!("0x0")),
        (Read::GasPrice, "eth_gasPrice", quantity(47_619_047_619_048)),
        (Read::GasPrice, "eth_gasPrice", huge.clone()),
        (Read::GasPrice, "eth_gasPrice", json!("20000000000")),
        base_fee(quantity(u64::MAX)),
        base_fee(huge),
        (Read::EvmStatus, "eth_getTransactionByHash", transaction),
        receipt("transactionHash", json!(other)),
        receipt("status", json!("0x2")),
        receipt("blockNumber", json!(null)),
        // The receipt belongs to another block than the one with this number.
        receipt("status", json!("0x1")),
    ]
}

/// Returns the same for Horizons.
fn inconsistent_horizon_replies() -> Vec<(Read, &'static str, Reply)> {
    let with = |mut document: Value, pointer: &str, false_data: Value| {
        *document.pointer_mut(pointer).expect("a field") = false_data;
        json_reply(&document)
    };
    let account = |pointer: &str, false_data: Value| {
        let reply = with(horizon::account(), pointer, false_data);
        [
            (Read::StellarHash, "/accounts/", reply.clone()),
            (Read::Reserve, "/accounts/", reply),
        ]
    };
    let other = crate::support::xlm_wallet::Wallet::new(3).address();
    let accounts = [
        account("/account_id", json!(other)),
        account("/sequence", json!("-1")),
        account("/sequence", json!("9223372036854775808")),
        account("/sequence", json!(7)),
        account("/subentry_count", json!(-1)),
        account("/subentry_count", json!(4_294_967_296_u64)),
        account("/balances", json!([])),
        account("/balances/0/balance", json!("-1.0000000")),
        account("/balances/0/balance", json!("922337203685.4775808")),
        account("/balances/0/balance", json!("1.00000001")),
        account("/balances/0/selling_liabilities", json!("1e3")),
    ];
    let ledger = |pointer: &str, false_data: Value| {
        let ledger = horizon::ledger(&super::upstream::State::default());
        (
            Read::Reserve,
            "/ledgers",
            with(horizon::ledgers(&ledger), pointer, false_data),
        )
    };
    let fees =
        |pointer: &str, false_data: Value| (Read::FeeStat, "/fee_stats", with(horizon::fees(), pointer, false_data));
    let status = |pointer: &str, false_data: Value| {
        let transaction = horizon::transaction(horizon::APPLIED);
        (
            Read::StellarStatus,
            "/transactions/",
            with(transaction, pointer, false_data),
        )
    };
    let mut replies: Vec<_> = accounts.into_iter().flatten().collect();
    replies.extend([
        ledger("/_embedded/records/0/base_reserve_in_stroops", json!(0)),
        ledger("/_embedded/records/0/base_reserve_in_stroops", json!(1_000_000_001)),
        ledger("/_embedded/records/0/sequence", json!(-1)),
        ledger("/_embedded/records/0/closed_at", json!("yesterday")),
        ledger("/_embedded/records", json!([])),
        fees("/fee_charged/min", json!("50001")),
        fees("/fee_charged/max", json!("-1")),
        fees("/last_ledger_base_fee", json!("9223372036854775808")),
        fees("/last_ledger_base_fee", json!(100)),
        status("/hash", json!("02".repeat(32))),
        status("/ledger", json!("9")),
        status("/created_at", json!("1969-12-31T23:59:59Z")),
        status("/successful", json!(1)),
    ]);
    replies
}

/// Returns a node with this inconsistent result.
fn inconsistent_node(method: &'static str, false_data: &Value) -> Behaviour {
    let false_data = false_data.clone();
    Behaviour::Scripted(Box::new(move |request| {
        Some(reply_except(request, method, &false_data))
    }))
}

async fn assert_next_is_queried(family: Family, read: Read, case: &str, false_data: impl Fn() -> Behaviour) {
    let expected = Fixture::of(family, [Behaviour::Healthy]).await.read(read).await;
    let fixture = Fixture::of(family, [false_data(), Behaviour::Healthy]).await;
    let response = fixture.read(read).await;
    assert_eq!(response.data(), expected.data(), "{case}");
    let fixture = Fixture::of(family, [false_data(), false_data()]).await;
    fixture.read(read).await.assert_error(502, "upstream_error", None);
}

#[tokio::test(start_paused = true)]
async fn f13_inconsistent_data_is_requested_from_the_next() {
    for (read, path, reply) in inconsistent_replies() {
        let case = format!("{reply:?}");
        assert_next_is_queried(Family::Utxo, read, &case, || inconsistent(path, reply.clone())).await;
    }
    for (read, path, reply) in inconsistent_horizon_replies() {
        let case = format!("{reply:?}");
        assert_next_is_queried(Family::Stellar, read, &case, || inconsistent(path, reply.clone())).await;
    }
    for (read, method, false_data) in inconsistent_node_results() {
        let case = format!("{method} {false_data}");
        assert_next_is_queried(Family::Evm, read, &case, || inconsistent_node(method, &false_data)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn f13_wrong_txid_is_no_success_and_the_next_gets_the_bytes() {
    for family in Family::ALL {
        let false_data = || {
            Behaviour::Scripted(Box::new(move |request| {
                family.submitted_transaction(request).map(|_| family.other_txid())
            }))
        };
        let fixture = Fixture::of(family, [false_data(), Behaviour::Healthy]).await;
        let payment = Payment::signed(&fixture).await;
        payment.assert_sent(&payment.send(&fixture).await);
        assert_eq!(fixture.second().submitted_transactions(), [payment.txdata.as_str()]);

        let fixture = Fixture::of(family, [false_data(), false_data()]).await;
        let response = payment.send(&fixture).await;
        response.assert_error(502, "upstream_error", None);
        assert_eq!(response.detail("txid"), &payment.txid);
    }
}

/// The parent bytes determine the input values, and their hash is the txid; bytes with another hash are
/// rejected.
#[tokio::test(start_paused = true)]
async fn f13_bytes_with_another_txid_are_requested_from_the_next() {
    let richer = Wallet::btc().income(&[6_000_000_000, 70_000, 80_000], 1);
    for reply in [
        known(&richer),
        json_reply(&json!({ "hex": "00" })),
        json_reply(&json!({ "hex": "zz" })),
    ] {
        let false_data = || inconsistent("/api/v2/tx/", reply.clone());
        let fixture = Fixture::of(Family::Utxo, [false_data(), Behaviour::Healthy]).await;
        let payment = Payment::signed(&fixture).await;
        payment.assert_sent(&payment.send(&fixture).await);

        let fixture = Fixture::of(Family::Utxo, [false_data(), false_data()]).await;
        let response = payment.send(&fixture).await;
        response.assert_error(502, "upstream_error", None);
        assert!(
            fixture
                .upstreams
                .iter()
                .all(|upstream| upstream.submitted_transactions().is_empty()),
            "nothing is sent"
        );
    }
}

/// A false output value from an index is detected only when the transaction that created the output is read.
#[tokio::test(start_paused = true)]
async fn f13_false_value_is_detected_by_send() {
    let wallet = Wallet::new("doge", "livenet", "p2pkh");
    let parent = wallet.income(&[10_100_000_000], 1);
    let fixture = Fixture::of(Family::Utxo, [Behaviour::Healthy, Behaviour::Healthy]).await;
    for upstream in &fixture.upstreams {
        upstream.add_transaction(&bitcoin::consensus::encode::serialize_hex(&parent));
    }
    let mut body = wallet.payment(&[&parent], 50_000_000, 1_000_000);
    body["utxo"][0]["value"] = json!("100000000");
    let signed = wallet.signed(&fixture.client(), &body).await;
    let body = json!({ "txdata": signed.txdata });
    let sent = fixture.post("transaction/send/doge", &body).await;
    sent.assert_error(400, "fee_too_high", Some("txdata"));
    assert!(
        fixture
            .upstreams
            .iter()
            .all(|upstream| upstream.submitted_transactions().is_empty())
    );
}
