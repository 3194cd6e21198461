//! F13: an upstream that answers in good form and lies.

use super::evm_node::{MINED, quantity, reply_but};
use super::family::Family;
use super::horizon;
use super::payment::Payment;
use super::upstream::Behaviour;
use super::world::{Read, Wallet, World, income};
use crate::blockchain_connector_btc_like::{estimate, known};
use crate::support::stub::{Reply, Request};
use serde_json::{Value, json};

/// Lies about what is below this path, and says the truth about all else.
fn lies(path: &'static str, reply: Reply) -> Behaviour {
    Behaviour::Does(Box::new(move |request: &Request| {
        request.path.starts_with(path).then(|| reply.clone())
    }))
}

fn says(value: &Value) -> Reply {
    Reply::ok(value.to_string())
}

/// Statements that can be seen through without asking anybody else.
fn plain_lies() -> Vec<(Read, &'static str, Reply)> {
    let utxo = |field: &str, value: Value| {
        let mut row = json!({ "txid": "01".repeat(32), "vout": 0, "value": "5", "confirmations": 1 });
        row[field] = value;
        (Read::UtxoList, "/api/v2/utxo/", says(&json!([row])))
    };
    let status = |field: &str, value: Value| {
        let mut place =
            json!({ "txid": income(&Wallet::btc()).compute_txid().to_string(), "confirmations": 1, "blockHeight": 1 });
        place[field] = value;
        (Read::Status, "/api/v2/tx/", says(&place))
    };
    let price = |coins: &str| (Read::PricePerByte, "/api/v2/estimatefee/", estimate(coins));
    let balance = |balance: &str| {
        let answer = json!({ "page": 1, "balance": balance, "unconfirmedBalance": "0" });
        (Read::AddressInfo, "/api/v2/address/", says(&answer))
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

/// The same of a node: it lies in what one method says.
fn lies_of_nodes() -> Vec<(Read, &'static str, Value)> {
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
        // Of another block than the one with this number.
        receipt("status", json!("0x1")),
    ]
}

/// The same of a Horizon.
fn lies_of_horizons() -> Vec<(Read, &'static str, Reply)> {
    let with = |mut document: Value, pointer: &str, lie: Value| {
        *document.pointer_mut(pointer).expect("a field") = lie;
        says(&document)
    };
    let account = |pointer: &str, lie: Value| {
        let reply = with(horizon::account(), pointer, lie);
        [
            (Read::StellarHash, "/accounts/", reply.clone()),
            (Read::Reserve, "/accounts/", reply),
        ]
    };
    let other = crate::blockchain_connector_xlm::Wallet::new(3).address();
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
    let ledger = |pointer: &str, lie: Value| {
        let ledger = horizon::ledger(&super::upstream::State::default());
        (Read::Reserve, "/ledgers", with(horizon::ledgers(&ledger), pointer, lie))
    };
    let fees = |pointer: &str, lie: Value| (Read::FeeStat, "/fee_stats", with(horizon::fees(), pointer, lie));
    let status = |pointer: &str, lie: Value| {
        let transaction = horizon::transaction(horizon::APPLIED);
        (Read::StellarStatus, "/transactions/", with(transaction, pointer, lie))
    };
    let mut lies: Vec<_> = accounts.into_iter().flatten().collect();
    lies.extend([
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
    lies
}

/// A node that lies so.
fn lying(method: &'static str, lie: &Value) -> Behaviour {
    let lie = lie.clone();
    Behaviour::Does(Box::new(move |request| Some(reply_but(request, method, &lie))))
}

async fn is_asked_of_the_next(family: Family, read: Read, case: &str, lie: impl Fn() -> Behaviour) {
    let expected = World::of(family, [Behaviour::Good]).await.read(read).await;
    let world = World::of(family, [lie(), Behaviour::Good]).await;
    let answer = world.read(read).await;
    assert_eq!(answer.data(), expected.data(), "{case}");
    let world = World::of(family, [lie(), lie()]).await;
    world.read(read).await.assert_error(502, "upstream_error", None);
}

#[tokio::test]
async fn f13_what_cannot_be_true_is_asked_of_the_next() {
    for (read, path, reply) in plain_lies() {
        let case = format!("{reply:?}");
        is_asked_of_the_next(Family::Utxo, read, &case, || lies(path, reply.clone())).await;
    }
    for (read, path, reply) in lies_of_horizons() {
        let case = format!("{reply:?}");
        is_asked_of_the_next(Family::Stellar, read, &case, || lies(path, reply.clone())).await;
    }
    for (read, method, lie) in lies_of_nodes() {
        let case = format!("{method} {lie}");
        is_asked_of_the_next(Family::Evm, read, &case, || lying(method, &lie)).await;
    }
}

#[tokio::test]
async fn f13_another_txid_for_our_bytes_is_no_success_and_the_next_is_handed_them() {
    for family in Family::ALL {
        let lie = || {
            Behaviour::Does(Box::new(move |request| {
                family.handed(request).map(|_| family.other_txid())
            }))
        };
        let world = World::of(family, [lie(), Behaviour::Good]).await;
        let payment = Payment::signed(&world).await;
        payment.assert_sent(&payment.send(&world).await);
        assert_eq!(world.second().handed(), [payment.txdata.as_str()]);

        let world = World::of(family, [lie(), lie()]).await;
        let answer = payment.send(&world).await;
        answer.assert_error(502, "upstream_error", None);
        assert_eq!(answer.detail("txid"), &payment.txid);
    }
}

/// The parent's bytes tell what the inputs are worth, and their hash is the txid: other bytes are no answer.
#[tokio::test]
async fn f13_bytes_that_are_not_those_of_the_txid_are_asked_of_the_next() {
    let richer = Wallet::btc().income(&[6_000_000_000, 70_000, 80_000], 1);
    for reply in [
        known(&richer),
        says(&json!({ "hex": "00" })),
        says(&json!({ "hex": "zz" })),
    ] {
        let lie = || lies("/api/v2/tx/", reply.clone());
        let world = World::of(Family::Utxo, [lie(), Behaviour::Good]).await;
        let payment = Payment::signed(&world).await;
        payment.assert_sent(&payment.send(&world).await);

        let world = World::of(Family::Utxo, [lie(), lie()]).await;
        let answer = payment.send(&world).await;
        answer.assert_error(502, "upstream_error", None);
        assert!(
            world.upstreams.iter().all(|upstream| upstream.handed().is_empty()),
            "nothing is sent"
        );
    }
}

/// An index that gives an output another value can be believed until the transaction that made it is looked at.
#[tokio::test]
async fn f13_a_lie_about_a_value_ends_at_send() {
    let wallet = Wallet::new("doge", "livenet", "p2pkh");
    let parent = wallet.income(&[10_100_000_000], 1);
    let world = World::of(Family::Utxo, [Behaviour::Good, Behaviour::Good]).await;
    for upstream in &world.upstreams {
        upstream.learns(&bitcoin::consensus::encode::serialize_hex(&parent));
    }
    let mut body = wallet.payment(&[&parent], 50_000_000, 1_000_000);
    body["utxo"][0]["value"] = json!("100000000");
    let hashes = world.post("transaction/get-hash/doge", &body).await;
    body["signatures"] = wallet.sign(&hashes.data()["hashes"]);
    let attached = world.post("transaction/attach-signature/doge", &body).await;
    let sent = world.post("transaction/send/doge", attached.data()).await;
    sent.assert_error(400, "fee_too_high", Some("txdata"));
    assert!(world.upstreams.iter().all(|upstream| upstream.handed().is_empty()));
}
