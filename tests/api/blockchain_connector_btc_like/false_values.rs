//! Upstreams that list false values: estimate checks the parents of inputs without a signed value.

use super::fixture::{App, known};
use super::wallet::{Wallet, listed, utxo_of};
use crate::support::client::TestResponse;
use crate::support::stub::Reply;
use bitcoin::consensus::encode::{deserialize_hex, serialize_hex};
use bitcoin::{ScriptBuf, Transaction};
use serde_json::{Value, json};

/// Chains with p2pkh signatures that do not commit to the value.
const LEGACY: [&str; 3] = ["btc", "ltc", "doge"];

/// A wallet and the service.
struct Scene {
    app: App,
    wallet: Wallet,
}

impl Scene {
    async fn of(wallet: Wallet) -> Self {
        let app = App::new().await;
        Self { app, wallet }
    }

    async fn legacy(chain: &'static str) -> Self {
        Self::of(Wallet::new(chain, "livenet", "p2pkh")).await
    }

    /// Lists the rows as the outputs of the wallet.
    fn list(&self, rows: Vec<Value>) {
        self.app.fixture().utxo = Reply::ok(Value::from(rows).to_string());
    }

    /// Sets the response to the look-up of this parent.
    fn parent_reply(&self, parent: &Transaction, reply: Reply) {
        let txid = parent.compute_txid().to_string();
        self.app.fixture().transactions.insert(txid, reply);
    }

    fn add_parents(&self, parents: &[&Transaction]) {
        for parent in parents {
            self.parent_reply(parent, known(parent));
        }
    }

    async fn estimate(&self, amount: impl ToString) -> TestResponse {
        let mut body = self.wallet.payment(&[], 0, 0);
        body["address"] = self.wallet.address().into();
        body["amount"] = amount.to_string().into();
        let path = format!("prepare-transaction/estimate/{}", self.wallet.chain);
        self.app.post(&path, &body).await
    }

    async fn utxo_list(&self) -> Value {
        let (chain, address) = (self.wallet.chain, self.wallet.address());
        let path = format!("prepare-transaction/utxo-list/{chain}?address={address}");
        self.app.get(&path).await.data()["utxo"].clone()
    }

    /// Signs the payment of an estimate at the fast fee.
    async fn signed(&self, estimate: &TestResponse, amount: u64) -> String {
        let mut body = self.wallet.payment(&[], amount, 0);
        body["utxo"] = estimate.data()["utxo"].clone();
        body["fee"] = estimate.data()["fees"]["fast"].clone();
        self.wallet.signed(&self.app.client(), &body).await.txdata
    }

    /// Counts the look-ups of transactions.
    fn look_ups(&self) -> usize {
        let requests = self.app.requests();
        let look_ups = requests.iter().filter(|request| request.path.contains("/tx/"));
        look_ups.count()
    }
}

/// Returns the listed outputs of a transaction with a different value in each row.
fn listed_with(income: &Transaction, value: u64) -> Vec<Value> {
    let mut rows = listed(income, 6);
    for row in &mut rows {
        row["value"] = value.to_string().into();
    }
    rows
}

#[tokio::test]
async fn understated_value_is_corrected() {
    for chain in LEGACY {
        // With the smaller amount the false value seems sufficient, with the larger amount not.
        for amount in [1_000_000, 50_000_000] {
            let scene = Scene::legacy(chain).await;
            let income = scene.wallet.income(&[100_000_000], 1);
            scene.list(listed_with(&income, 2_000_000));
            scene.add_parents(&[&income]);
            let estimate = scene.estimate(amount).await;
            assert_eq!(estimate.data()["utxo"], json!(utxo_of(&income)), "{chain} {amount}");

            let txdata = scene.signed(&estimate, amount).await;
            let transaction: Transaction = deserialize_hex(&txdata).expect("a transaction");
            let paid: u64 = transaction.output.iter().map(|output| output.value.to_sat()).sum();
            let fee = (100_000_000 - paid).to_string();
            assert_eq!(fee, estimate.data()["fees"]["fast"], "{chain} {amount}");
            assert_eq!(transaction.output.len(), 2, "the change is not lost");
        }
    }
}

#[tokio::test]
async fn overstated_value_is_corrected() {
    for chain in LEGACY {
        let scene = Scene::legacy(chain).await;
        let (poor, rich) = (
            scene.wallet.income(&[2_000_000], 1),
            scene.wallet.income(&[60_000_000], 2),
        );
        scene.list([listed_with(&poor, 100_000_000), listed(&rich, 6)].concat());
        scene.add_parents(&[&poor, &rich]);
        let estimate = scene.estimate(50_000_000).await;
        assert_eq!(estimate.data()["utxo"], json!(utxo_of(&rich)), "{chain}");

        let response = scene.estimate(70_000_000).await;
        response.assert_error(400, "insufficient_funds", None);
        assert_eq!(response.detail("available"), "62000000");
    }
}

#[tokio::test]
async fn many_overstated_values_are_corrected() {
    let scene = Scene::legacy("btc").await;
    let incomes: Vec<_> = (1..=40).map(|salt| scene.wallet.income(&[1_000_000], salt)).collect();
    scene.list(
        incomes
            .iter()
            .flat_map(|income| listed_with(income, 90_000_000))
            .collect(),
    );
    scene.add_parents(&incomes.iter().collect::<Vec<_>>());
    let estimate = scene.estimate(20_500_000).await;
    let inputs = estimate.data()["utxo"].as_array().expect("inputs").clone();
    assert_eq!(inputs.len(), 21);
    assert!(inputs.iter().all(|input| input["value"] == "1000000"), "{inputs:?}");
    assert_eq!(scene.look_ups(), 40, "each parent is looked up once");
}

#[tokio::test]
async fn max_amount_is_based_on_the_values_of_the_parents() {
    let scene = Scene::legacy("doge").await;
    let (low, high) = (
        scene.wallet.income(&[900_000_000], 1),
        scene.wallet.income(&[300_000_000], 2),
    );
    scene.list([listed_with(&low, 200_000_000), listed_with(&high, 800_000_000)].concat());
    scene.add_parents(&[&low, &high]);
    let estimate = scene.estimate("max").await;
    let data = estimate.data();
    let [amount, fee] = [&data["amounts"]["fast"], &data["fees"]["fast"]].map(|text| {
        text.as_str()
            .and_then(|text| text.parse::<u64>().ok())
            .expect("a number")
    });
    assert_eq!(amount + fee, 1_200_000_000);
    assert_eq!(data["utxo"], json!([utxo_of(&low), utxo_of(&high)].concat()));
}

#[tokio::test]
async fn output_of_another_script_is_not_selected() {
    let scene = Scene::legacy("btc").await;
    let foreign = super::fixture::parent(&ScriptBuf::from_bytes(vec![0x51]), &[90_000_000], 1);
    let own = scene.wallet.income(&[60_000_000], 2);
    scene.add_parents(&[&foreign, &own]);
    scene.list([listed(&foreign, 6), listed(&own, 6)].concat());
    for amount in ["50000000", "max"] {
        let estimate = scene.estimate(amount).await;
        assert_eq!(estimate.data()["utxo"], json!(utxo_of(&own)), "{amount}");
    }
    scene.list(listed(&foreign, 6));
    let response = scene.estimate(50_000_000).await;
    response.assert_error(400, "insufficient_funds", None);
    assert_eq!(response.detail("available"), "0");
}

#[tokio::test]
async fn output_that_does_not_exist_is_not_selected() {
    let scene = Scene::legacy("ltc").await;
    let (invented, own) = (
        scene.wallet.income(&[90_000_000], 1),
        scene.wallet.income(&[60_000_000], 2),
    );
    let mut rows = [listed(&own, 6), listed(&own, 6), listed(&invented, 6)].concat();
    // The first row has an index that the known parent does not have; the last parent is unknown.
    rows[0]["vout"] = 1.into();
    rows[0]["value"] = "95000000".into();
    scene.list(rows.clone());
    scene.add_parents(&[&own]);
    for amount in ["50000000", "max"] {
        let estimate = scene.estimate(amount).await;
        assert_eq!(estimate.data()["utxo"], json!(utxo_of(&own)), "{amount}");
    }
    // No upstream knows the only parent, although a server lists the output.
    scene.list(rows[2..].to_vec());
    for amount in ["50000000", "max"] {
        scene.estimate(amount).await.assert_error(502, "upstream_error", None);
    }
}

#[tokio::test]
async fn signatures_that_commit_to_values_cause_no_look_up() {
    for (chain, kind) in [("btc", "p2wpkh"), ("ltc", "p2wpkh"), ("bch", "p2pkh")] {
        let scene = Scene::of(Wallet::new(chain, "livenet", kind)).await;
        let income = scene.wallet.income(&[100_000_000], 1);
        scene.list(listed(&income, 6));
        for amount in ["50000000", "max"] {
            let estimate = scene.estimate(amount).await;
            assert_eq!(estimate.data()["utxo"], json!(utxo_of(&income)), "{chain}");
        }
        assert_eq!(scene.look_ups(), 0, "{chain}");
    }
}

#[tokio::test]
async fn parents_are_looked_up_once_for_estimates_and_the_broadcast() {
    let scene = Scene::legacy("btc").await;
    let income = scene.wallet.income(&[30_000_000, 40_000_000], 1);
    scene.list(listed(&income, 6));
    scene.add_parents(&[&income]);
    let estimate = scene.estimate(50_000_000).await;
    assert_eq!(scene.look_ups(), 1, "two outputs of one parent");
    assert_eq!(scene.estimate(50_000_000).await.data(), estimate.data());
    assert_eq!(scene.look_ups(), 1);

    let txdata = scene.signed(&estimate, 50_000_000).await;
    let transaction: Transaction = deserialize_hex(&txdata).expect("a transaction");
    let txid = transaction.compute_txid().to_string();
    scene.app.fixture().submit = Reply::ok(json!({ "result": txid }).to_string());
    let sent = scene
        .app
        .post("transaction/send/btc", &json!({ "txdata": txdata }))
        .await;
    assert_eq!(sent.data(), &json!({ "txid": txid }));
    assert_eq!(scene.look_ups(), 1, "the broadcast uses the same outputs");
}

#[tokio::test]
async fn other_outputs_replace_one_whose_parent_cannot_be_read() {
    let scene = Scene::legacy("btc").await;
    let (hidden, own) = (
        scene.wallet.income(&[90_000_000], 1),
        scene.wallet.income(&[60_000_000], 2),
    );
    scene.list([listed(&hidden, 6), listed(&own, 6)].concat());
    scene.add_parents(&[&own]);
    scene.parent_reply(&hidden, Reply::json(500, "{}"));
    let estimate = scene.estimate(50_000_000).await;
    assert_eq!(estimate.data()["utxo"], json!(utxo_of(&own)));
}

#[tokio::test]
async fn unreadable_parents_are_an_error_without_other_funds() {
    let limited = || Reply::json(429, "{}").with_header("retry-after: 17");
    let other = super::fixture::parent(&ScriptBuf::from_bytes(vec![0x51]), &[7], 9);
    for (reply, status, code) in [
        (limited(), 503, "upstream_unavailable"),
        (Reply::json(500, "{}"), 502, "upstream_error"),
        (known(&other), 502, "upstream_error"),
        (Reply::ok(json!({ "hex": "00" }).to_string()), 502, "upstream_error"),
    ] {
        // The last amount exceeds what is listed; whether the funds suffice is still unknown.
        for amount in ["50000000", "max", "500000000"] {
            let scene = Scene::legacy("doge").await;
            let income = scene.wallet.income(&[100_000_000], 1);
            scene.list(listed_with(&income, 90_000_000));
            scene.parent_reply(&income, reply.clone());
            let response = scene.estimate(amount).await;
            response.assert_error(status, code, None);
        }
    }
}

#[tokio::test]
async fn max_amount_requires_every_parent() {
    let scene = Scene::legacy("btc").await;
    let (hidden, own) = (
        scene.wallet.income(&[90_000_000], 1),
        scene.wallet.income(&[60_000_000], 2),
    );
    scene.list([listed(&hidden, 6), listed(&own, 6)].concat());
    scene.add_parents(&[&own]);
    scene.parent_reply(&hidden, Reply::json(500, "{}"));
    scene.estimate("max").await.assert_error(502, "upstream_error", None);
}

#[tokio::test]
async fn look_ups_for_invented_outputs_are_limited() {
    let scene = Scene::legacy("doge").await;
    let own = scene.wallet.income(&[60_000_000], 1);
    let invented = (0..700).map(|vout| {
        let txid = format!("{vout:064x}");
        json!({ "txid": txid, "vout": vout, "value": "90000000", "confirmations": 6, "height": 100 })
    });
    scene.list(invented.chain(listed(&own, 6)).collect());
    scene.add_parents(&[&own]);
    let response = scene.estimate(50_000_000).await;
    response.assert_error(502, "upstream_error", None);
    assert!(scene.look_ups() <= 576, "{}", scene.look_ups());
}

#[tokio::test]
async fn utxo_list_has_known_values_and_causes_no_look_up() {
    let scene = Scene::legacy("btc").await;
    let foreign = super::fixture::parent(&ScriptBuf::from_bytes(vec![0x51]), &[90_000_000], 1);
    let own = scene.wallet.income(&[60_000_000], 2);
    let rows = [listed(&foreign, 6), listed_with(&own, 70_000_000)].concat();
    scene.list(rows);
    scene.add_parents(&[&foreign, &own]);
    let before = scene.utxo_list().await;
    assert_eq!(before.as_array().map(Vec::len), Some(2), "{before}");
    assert_eq!(scene.look_ups(), 0);

    scene.estimate("max").await.data();
    assert_eq!(scene.utxo_list().await, json!(utxo_of(&own)));
    assert_eq!(scene.look_ups(), 2);
}

#[tokio::test]
async fn parents_with_witnesses_are_read() {
    let scene = Scene::legacy("btc").await;
    let mut income = scene.wallet.income(&[60_000_000], 2);
    income.input[0].witness.push([7; 71]);
    assert!(serialize_hex(&income).starts_with("020000000001"));
    scene.list(listed_with(&income, 50_000_000));
    scene.add_parents(&[&income]);
    let estimate = scene.estimate(55_000_000).await;
    assert_eq!(estimate.data()["utxo"], json!(utxo_of(&income)));
}

#[tokio::test]
async fn parents_of_several_inputs_are_returned_unless_one_signature_proves_all_values() {
    for (chain, kind, of_one, of_two) in [
        ("btc", "p2pkh", 1, 2),
        ("doge", "p2pkh", 1, 2),
        ("btc", "p2wpkh", 0, 2),
        ("ltc", "p2wpkh", 0, 2),
        ("bch", "p2pkh", 0, 2),
        ("btc", "p2tr", 0, 0),
    ] {
        let scene = Scene::of(Wallet::new(chain, "livenet", kind)).await;
        let [one, other] = [1, 2].map(|salt| scene.wallet.income(&[300_000_000], salt));
        scene.list([listed(&one, 6), listed(&other, 6)].concat());
        scene.add_parents(&[&one, &other]);
        for (amount, expected) in [(200_000_000, of_one), (500_000_000, of_two)] {
            let mut body = scene.wallet.payment(&[], amount, 0);
            body["address"] = scene.wallet.address().into();
            body["parents"] = true.into();
            let path = format!("prepare-transaction/estimate/{chain}");
            let estimate = scene.app.post(&path, &body).await;
            let parents = estimate.data()["parents"].as_array().map_or(0, Vec::len);
            assert_eq!(parents, expected, "{chain} {kind} {amount}");
        }
    }
}
