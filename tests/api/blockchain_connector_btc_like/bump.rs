//! POST /api/prepare-transaction/bump/{chain}

use super::fixture::{App, estimate, known};
use super::wallet::{Wallet, listed, utxo_of};
use crate::support::client::TestResponse;
use crate::support::lists::operator_lists;
use crate::support::stub::Reply;
use bitcoin::consensus::encode::{deserialize_hex, serialize_hex};
use bitcoin::hashes::Hash;
use bitcoin::{OutPoint, Transaction, Txid};
use serde_json::{Value, json};
use wallet_btc_like::Address;
use wallet_core::lists::Listable;

const PATH: &str = "prepare-transaction/bump/btc";

/// A pending payment of 50 000 from an output, with the transaction that created it.
struct Scene {
    app: App,
    wallet: Wallet,
    income: Transaction,
    pending: Transaction,
}

fn pending_reply(transaction: &Transaction, confirmations: u32) -> Reply {
    let height = if confirmations == 0 { -1 } else { 100 };
    let reply = json!({
        "txid": transaction.compute_txid().to_string(), "hex": serialize_hex(transaction), "blockHeight": height,
        "confirmations": confirmations, "blockTime": 1_700_000_000,
    });
    Reply::ok(reply.to_string())
}

impl Scene {
    /// Signs a payment of this amount and fee from an output of this value.
    async fn new(wallet: Wallet, value: u64, amount: u64, fee: u64) -> Self {
        let app = App::new().await;
        let income = wallet.income(&[value], 1);
        let signed = wallet
            .signed(&app.client(), &wallet.payment(&[&income], amount, fee))
            .await;
        let pending: Transaction = deserialize_hex(&signed.txdata).expect("a transaction");
        let scene = Self {
            app,
            wallet,
            income,
            pending,
        };
        scene.serve(&scene.pending, 0);
        scene.list(
            &scene
                .pending
                .output
                .len()
                .gt(&1)
                .then(|| change_row(&scene.pending))
                .into_iter()
                .collect::<Vec<_>>(),
        );
        scene.app.fixture().estimates.extend([
            ("24", estimate("0.00002")),
            ("6", estimate("0.00005")),
            ("2", estimate("0.0001")),
        ]);
        scene
    }

    fn serve(&self, transaction: &Transaction, confirmations: u32) {
        let mut fixture = self.app.fixture();
        let transactions = &mut fixture.transactions;
        transactions.insert(self.income.compute_txid().to_string(), known(&self.income));
        transactions.insert(
            transaction.compute_txid().to_string(),
            pending_reply(transaction, confirmations),
        );
    }

    /// Lists the outputs for every address.
    fn list(&self, rows: &[Value]) {
        self.app.fixture().utxo = Reply::ok(json!(rows).to_string());
    }

    fn body(&self) -> Value {
        json!({
            "txid": self.pending.compute_txid().to_string(), "publicKey": self.wallet.public_key(),
            "type": self.wallet.kind, "network": self.wallet.network,
        })
    }

    async fn rejected(&self, body: &Value, reason: &str) {
        let response = self.app.post(PATH, body).await;
        response.assert_error(400, "invalid_transaction", Some("txid"));
        assert_eq!(response.detail("reason"), reason);
    }
}

fn change_row(transaction: &Transaction) -> Value {
    listed(transaction, 0)[1].clone()
}

#[tokio::test]
async fn replacement_keeps_data_and_stated_sequence_numbers() {
    let mut scene = Scene::new(Wallet::btc(), 100_000, 50_000, 500).await;
    // An amount at the dust limit, which is the highest of a data output.
    let data = bitcoin::TxOut {
        value: bitcoin::Amount::from_sat(546),
        script_pubkey: bitcoin::ScriptBuf::from_bytes(vec![0x6a, 1, 7]),
    };
    scene.pending.output.insert(1, data);
    scene.pending.output[2].value -= bitcoin::Amount::from_sat(546);
    scene.serve(&scene.pending, 0);
    scene.list(&[listed(&scene.pending, 0)[2].clone()]);
    let mut body = scene.body();
    let mut utxo = utxo_of(&scene.income);
    utxo[0]["sequence"] = 5.into();
    body["utxo"] = json!(utxo);
    let response = scene.app.post(PATH, &body).await;
    let mut replacement = response.data().clone();
    assert_eq!(replacement["utxo"], body["utxo"]);
    let payment = json!({ "to": scene.wallet.recipient(), "amount": "50000" });
    let data = json!({ "to": "", "amount": "546", "script": "6a0107" });
    assert_eq!(replacement["outputs"], json!([payment, data]));

    // The outputs equal those of get-hash.
    replacement["publicKey"] = scene.wallet.public_key().into();
    replacement["fee"] = replacement["minimumFee"].clone();
    let hashes = scene.app.post("transaction/get-hash/btc", &replacement).await;
    assert_eq!(hashes.data()["hashes"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn replacement_has_the_same_inputs_and_payments_and_less_change() {
    let scene = Scene::new(Wallet::btc(), 100_000, 50_000, 500).await;
    let response = scene.app.post(PATH, &scene.body()).await;
    let data = response.data().clone();
    assert_eq!(data["utxo"], json!(utxo_of(&scene.income)));
    assert_eq!(
        data["outputs"],
        json!([{ "to": scene.wallet.recipient(), "amount": "50000" }])
    );
    assert_eq!(data["changeAddress"], scene.wallet.address());
    // Inputs of 68, outputs of 34 and 31, and 10.5 of frame; a further unit for each (BIP 125, rules 3 and 4).
    assert_eq!(data["size"], 144);
    assert_eq!(data["minimumFee"], "644");
    assert_eq!(data["fees"], json!({ "slow": "644", "normal": "720", "fast": "1440" }));

    // The fields equal those of get-hash.
    let mut body = data.clone();
    body["publicKey"] = scene.wallet.public_key().into();
    body["fee"] = data["minimumFee"].clone();
    let hashes = scene.app.post("transaction/get-hash/btc", &body).await.data()["hashes"].clone();
    body["signatures"] = scene.wallet.sign(&hashes);
    let attached = scene.app.post("transaction/attach-signature/btc", &body).await;
    let txdata = attached.data()["txdata"].as_str().expect("a string").to_owned();
    let replacement: Transaction = deserialize_hex(&txdata).expect("a transaction");
    assert_eq!(
        replacement.input[0].previous_output,
        scene.pending.input[0].previous_output
    );
    assert_eq!(replacement.output[0], scene.pending.output[0]);
    assert_eq!(
        replacement.output[1].script_pubkey,
        scene.pending.output[1].script_pubkey
    );
    assert_eq!(replacement.output[1].value.to_sat(), 100_000 - 50_000 - 644);
}

#[tokio::test]
async fn fee_rate_is_above_that_of_the_replaced_transaction() {
    // Without change the pending transaction has at most 113 vbytes and pays 2000; a replacement needs more than the
    // rate.
    let scene = Scene::new(Wallet::btc(), 52_000, 50_000, 2000).await;
    let income = scene.wallet.income(&[40_000], 3);
    scene.list(&listed(&income, 2));
    let mut body = scene.body();
    body["utxo"] = json!(utxo_of(&income));
    let response = scene.app.post(PATH, &body).await;
    let data = response.data();
    let number = |name: &str| {
        data[name]
            .as_str()
            .and_then(|text| text.parse::<u64>().ok())
            .expect("a number")
    };
    let size = data["size"].as_u64().expect("a number");
    assert_eq!(data["utxo"], json!([utxo_of(&scene.income), utxo_of(&income)].concat()));
    let actual = scene.pending.vsize() as u64;
    assert!(number("minimumFee") >= 2000 + size);
    assert!(number("minimumFee") * actual > 2000 * size, "{data}");
    assert!((number("minimumFee") - 1) * actual <= 2000 * size, "{data}");
}

#[tokio::test]
async fn more_inputs_are_spent_only_if_the_change_does_not_suffice() {
    let scene = Scene::new(Wallet::btc(), 100_000, 50_000, 500).await;
    let more = scene.wallet.income(&[30_000, 20_000], 2);
    scene.list(&[vec![change_row(&scene.pending)], listed(&more, 1)].concat());
    let mut body = scene.body();
    body["utxo"] = json!(utxo_of(&more));
    let response = scene.app.post(PATH, &body).await;
    assert_eq!(response.data()["utxo"], json!(utxo_of(&scene.income)));

    let scene = Scene::new(Wallet::btc(), 50_900, 50_000, 500).await;
    let rows = |confirmations| [vec![change_row(&scene.pending)], listed(&more, confirmations)].concat();
    scene.list(&rows(1));
    let mut body = scene.body();
    let response = scene.app.post(PATH, &body).await;
    assert_eq!(
        response.data()["utxo"],
        json!(utxo_of(&scene.income)),
        "the change covers the slow fee"
    );
    body["utxo"] = json!(utxo_of(&more));
    let response = scene.app.post(PATH, &body).await;
    let expected = [utxo_of(&scene.income), vec![utxo_of(&more)[0].clone()]].concat();
    assert_eq!(response.data()["utxo"], json!(expected));
    // BIP 125, rule 2: unconfirmed outputs are not added.
    scene.list(&rows(0));
    let response = scene.app.post(PATH, &body).await;
    assert_eq!(response.data()["utxo"], json!(utxo_of(&scene.income)));
}

#[tokio::test]
async fn insufficient_change_is_reported() {
    let scene = Scene::new(Wallet::btc(), 50_500, 50_000, 500).await;
    let response = scene.app.post(PATH, &scene.body()).await;
    response.assert_error(400, "insufficient_funds", None);
    assert_eq!(response.detail("available"), "50500");
}

#[tokio::test]
async fn incoming_transaction_can_be_paid_for_by_a_child() {
    let sender = Scene::new(Wallet::btc(), 100_000, 50_000, 500).await;
    let other = Wallet::new("btc", "livenet", "p2pkh");
    let mut paying = sender.pending.clone();
    paying.output[0].script_pubkey = other.script();
    sender.serve(&paying, 0);
    let body = json!({
        "txid": paying.compute_txid().to_string(), "publicKey": other.public_key(), "type": "p2pkh",
    });
    let response = sender.app.post(PATH, &body).await;
    let data = response.data();
    assert_eq!(data["childPaysForParent"]["utxo"], json!([utxo_of(&paying)[0]]));
    // A child of 192 vbytes: 10 of frame, an input of 148 and an output of 34.
    let both = 192 + paying.vsize();
    let fee = |rate: usize| (both * rate - 500).to_string();
    // The parent pays more than the slow rate, which the child pays alone.
    let expected = json!({ "slow": (192 * 2).to_string(), "normal": fee(5), "fast": fee(10) });
    assert_eq!(data["childPaysForParent"]["fees"], expected);
    assert_eq!(data.get("utxo"), None);
}

#[tokio::test]
async fn transactions_that_cannot_be_replaced_are_rejected_with_the_reason() {
    let scene = Scene::new(Wallet::btc(), 100_000, 50_000, 500).await;
    scene.list(&[]);
    scene.rejected(&scene.body(), "has_child").await;
    scene.list(&[change_row(&scene.pending)]);
    scene.serve(&scene.pending, 1);
    scene.rejected(&scene.body(), "confirmed").await;

    let mut last = scene.pending.clone();
    last.input[0].sequence = bitcoin::Sequence::MAX;
    scene.serve(&last, 0);
    scene.list(&[change_row(&last)]);
    let body = |transaction: &Transaction| {
        let mut body = scene.body();
        body["txid"] = transaction.compute_txid().to_string().into();
        body
    };
    scene.rejected(&body(&last), "not_replaceable").await;

    let mut foreign = scene.pending.clone();
    let theirs = super::fixture::parent(&bitcoin::ScriptBuf::from_bytes(vec![0x51]), &[1000], 9);
    let mut input = foreign.input[0].clone();
    input.previous_output = OutPoint::new(theirs.compute_txid(), 0);
    foreign.input.push(input);
    scene
        .app
        .fixture()
        .transactions
        .insert(theirs.compute_txid().to_string(), known(&theirs));
    scene.serve(&foreign, 0);
    scene.list(&[change_row(&foreign)]);
    scene.rejected(&body(&foreign), "foreign_input").await;

    let mut data = scene.pending.clone();
    data.output[0].script_pubkey = bitcoin::ScriptBuf::from_bytes(vec![0x6a, 1, 7]);
    scene.serve(&data, 0);
    scene.list(&[change_row(&data)]);
    scene.rejected(&body(&data), "other_output").await;

    let mut own = scene.pending.clone();
    own.output.remove(0);
    scene.serve(&own, 0);
    scene.list(&listed(&own, 0));
    scene.rejected(&body(&own), "only_change").await;

    let mut unrelated = body(&scene.pending);
    unrelated["type"] = "p2tr".into();
    scene.serve(&scene.pending, 0);
    scene.rejected(&unrelated, "unrelated").await;
}

/// Returns a pending payment with replaceable inputs, and the response of `bump`.
async fn bump_of_replaceable(chain: &'static str, kind: &'static str) -> (Scene, TestResponse) {
    let scale = 1000;
    let wallet = Wallet::new(chain, "livenet", kind);
    let mut scene = Scene::new(wallet, 100_000 * scale, 50_000 * scale, 500 * scale).await;
    scene.pending.input[0].sequence = bitcoin::Sequence::ENABLE_RBF_NO_LOCKTIME;
    scene.serve(&scene.pending, 0);
    scene.list(&[change_row(&scene.pending)]);
    let path = format!("prepare-transaction/bump/{chain}");
    let response = scene.app.post(&path, &scene.body()).await;
    (scene, response)
}

#[tokio::test]
async fn payments_without_the_signal_are_not_replaceable() {
    for chain in ["bch", "doge"] {
        let wallet = Wallet::new(chain, "livenet", "p2pkh");
        let scale = 1000;
        let scene = Scene::new(wallet, 100_000 * scale, 50_000 * scale, 500 * scale).await;
        let response = scene
            .app
            .post(&format!("prepare-transaction/bump/{chain}"), &scene.body())
            .await;
        response.assert_error(400, "invalid_transaction", Some("txid"));
        assert_eq!(response.detail("reason"), "not_replaceable");
    }
}

#[tokio::test]
async fn chain_without_replacement_rejects_it() {
    let (_scene, response) = bump_of_replaceable("bch", "p2pkh").await;
    response.assert_error(400, "invalid_transaction", Some("txid"));
    assert_eq!(response.detail("reason"), "not_replaceable");
}

/// Dogecoin Core 1.14 replaces transactions that signal, with an increment of 0.00001 DOGE per 1000 bytes.
#[tokio::test]
async fn doge_payment_with_the_signal_is_replaceable() {
    let (scene, response) = bump_of_replaceable("doge", "p2pkh").await;
    let data = response.data();
    let size = data["size"].as_u64().expect("a number");
    // The rate of the replaced transaction, 500 000 for at most two bytes less, exceeds the increment.
    let minimum: u64 = data["minimumFee"]
        .as_str()
        .and_then(|text| text.parse().ok())
        .expect("a number");
    let actual = scene.pending.vsize() as u64;
    assert_eq!(minimum, (500_000 + size).max(500_000 * size / actual + 1), "{data}");
    assert_eq!(data.get("warnings"), None, "{data}");
}

/// Litecoin Core 0.21 replaces transactions only with `-mempoolreplacement`; Bitcoin Core does by default.
#[tokio::test]
async fn replacements_that_nodes_reject_by_default_have_a_warning() {
    let (_scene, response) = bump_of_replaceable("ltc", "p2wpkh").await;
    assert_eq!(response.data()["warnings"][0]["code"], "replacement_not_relayed");
    assert_eq!(response.data()["warnings"][1], Value::Null);
    let (_scene, response) = bump_of_replaceable("btc", "p2wpkh").await;
    assert_eq!(response.data().get("warnings"), None);
}

#[tokio::test]
async fn invalid_fields_and_unknown_transactions_are_rejected() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let valid = json!({ "txid": Txid::from_byte_array([7; 32]).to_string(), "publicKey": wallet.public_key() });
    for (field, value, code) in [
        ("txid", Value::Null, "invalid_request"),
        ("txid", json!("00"), "invalid_request"),
        ("publicKey", Value::Null, "invalid_request"),
        ("publicKey", json!("02"), "invalid_public_key"),
        ("network", json!("net"), "invalid_request"),
        ("type", json!("p2wsh"), "invalid_request"),
        ("utxo", json!([]), "invalid_request"),
        ("utxo", json!({}), "invalid_request"),
        ("changeAddress", json!("x"), "invalid_address"),
    ] {
        let mut body = valid.clone();
        body[field] = value;
        app.post(PATH, &body).await.assert_error(400, code, Some(field));
    }
    let mut body = valid.clone();
    body["utxo"] = json!([{ "txid": "07".repeat(32), "vout": 0, "value": "2100000000000001" }]);
    app.post(PATH, &body)
        .await
        .assert_error(400, "invalid_amount", Some("utxo[0].value"));
    app.post("prepare-transaction/bump/eth", &valid)
        .await
        .assert_error(404, "chain_not_supported", None);
    assert_eq!(app.requests(), []);
    app.post(PATH, &valid)
        .await
        .assert_error(404, "transaction_not_found", None);
}

#[tokio::test]
async fn payment_to_a_listed_address_is_not_replaced() {
    let mut scene = Scene::new(Wallet::btc(), 100_000, 50_000, 500).await;
    let recipient = scene.wallet.recipient();
    let listed = Address::parse(scene.wallet.params(), &recipient).expect("an address");
    scene.app = App::with_lists(operator_lists(&[], &[listed.digest()])).await;
    scene.serve(&scene.pending, 0);
    scene.list(&[change_row(&scene.pending)]);
    scene.app.fixture().estimates.extend([("6", estimate("0.00005"))]);
    let response = scene.app.post(PATH, &scene.body()).await;
    response.assert_error(403, "recipient_refused", None);
    assert_eq!(response.detail("address"), &json!(recipient));
}
