//! `amount: "max"`: the transaction spends every input and pays everything except the fee to the recipient,
//! validated by all reference libraries of the chain.

use crate::payment::{CHAINS, Payment, PaymentVariant};
use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use bitcoin::absolute::LockTime;
use bitcoin::consensus::encode::serialize_hex;
use bitcoin::hashes::Hash;
use bitcoin::transaction::Version;
use bitcoin::{Amount, OutPoint, ScriptBuf, Sequence, Transaction, TxIn, TxOut, Txid, Witness};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use wallet_btc_like::{Address, Params};
use wallet_core::model::Network;
use wallet_tests::support::connector::Connector;
use wallet_tests::support::oracle::{Oracle, ValidAddress};
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::Signer;

/// Payments per chain, network, address type and key form.
const PAYMENTS: usize = 5;

/// The data of an index server.
#[derive(Default)]
struct Data {
    /// The rows of unspent outputs of every address.
    outputs: Vec<Value>,
    /// The transactions in hex by id.
    transactions: HashMap<String, String>,
}

/// An index server that lists the same outputs for every address and has no fee estimates.
struct Index {
    data: Arc<Mutex<Data>>,
    url: String,
    server: JoinHandle<()>,
}

impl Index {
    async fn start() -> Self {
        let data = Arc::new(Mutex::new(Data::default()));
        let list = |State(data): State<Arc<Mutex<Data>>>| async move {
            Json(data.lock().expect("not poisoned").outputs.clone())
        };
        let transaction = |State(data): State<Arc<Mutex<Data>>>, Path(txid): Path<String>| async move {
            Json(json!({ "hex": data.lock().expect("not poisoned").transactions[&txid] }))
        };
        let routes = Router::new()
            .route(
                "/api/status",
                get(|| async { Json(json!({ "blockbook": { "bestHeight": 1000 } })) }),
            )
            .route("/api/v2/utxo/{address}", get(list))
            .route("/api/v2/tx/{txid}", get(transaction))
            .route(
                "/api/v2/estimatefee/{blocks}",
                get(|| async { Json(json!({ "result": "-1" })) }),
            )
            .with_state(Arc::clone(&data));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("a bound socket"));
        let server = tokio::spawn(async { axum::serve(listener, routes).await.expect("the index serves") });
        Self { data, url, server }
    }
}

impl Drop for Index {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// The reference libraries, index and random generator of a test.
struct Bench {
    oracle: Oracle,
    index: Index,
    random: Random,
}

impl Bench {
    /// Lists random outputs of this script and returns their sum. Each output exceeds the fee of an input plus the
    /// dust limit on any chain.
    fn fill(&mut self, variant: PaymentVariant, script: &ScriptBuf, count: usize) -> u64 {
        let max = variant.chain.max_supply / 2 / u64::try_from(count).expect("few outputs");
        let mut data = Data::default();
        let mut total = 0;
        for _ in 0..count {
            let value = 10_000_000 + self.random.magnitude(max);
            let vout = self.random.between(0, 30);
            let parent = self.parent(script, value, vout);
            let txid = parent.compute_txid().to_string();
            data.outputs.push(json!({
                "txid": txid,
                "vout": vout,
                "value": value.to_string(),
                "confirmations": self.random.between(0, 3),
            }));
            data.transactions.insert(txid, serialize_hex(&parent));
            total += value;
        }
        *self.index.data.lock().expect("not poisoned") = data;
        total
    }

    /// Returns a transaction with an output of this script and value, after `vout` further outputs.
    fn parent(&mut self, script: &ScriptBuf, value: u64, vout: u64) -> Transaction {
        let output = |value, script_pubkey| TxOut {
            value: Amount::from_sat(value),
            script_pubkey,
        };
        let others = (0..vout).map(|_| output(1, ScriptBuf::new()));
        Transaction {
            version: Version::TWO,
            lock_time: LockTime::ZERO,
            input: vec![TxIn {
                previous_output: OutPoint::new(Txid::from_byte_array(self.random.bytes()), 0),
                script_sig: ScriptBuf::new(),
                sequence: Sequence::MAX,
                witness: Witness::new(),
            }],
            output: others.chain([output(value, script.clone())]).collect(),
        }
    }

    async fn check(&mut self, variant: PaymentVariant, to: &ValidAddress, count: usize) {
        let network: Network = variant.network.parse().expect("a network");
        let connector = Connector::over(variant.chain.name, network, &format!("blockbook+{}", self.index.url));
        let signer = Signer::random(&mut self.random, variant.key);
        let mut body = json!({
            "publicKey": signer.public_key(),
            "network": variant.network,
            "type": variant.address_type,
            "prefix": true,
            "to": to.address,
            "amount": "max",
        });
        let own = connector
            .data(&format!("get-address/{}", variant.chain.name), &body)
            .await;
        body["address"] = own["address"].clone();
        let total = self.fill(variant, &script_of(variant, &own["address"]), count);
        let (payment, size) = everything(&connector, variant, &signer, to, &body).await;
        let [amount, fee] = [&payment.amount, &payment.fee].map(|text| text.parse::<u64>().expect("a number"));
        assert_eq!((payment.utxo.len(), amount + fee), (count, total), "{payment:?}");

        let body = json!(payment);
        let chain = variant.chain.name;
        let hashes = connector.data(&format!("transaction/get-hash/{chain}"), &body).await;
        let mut body = body;
        body["signatures"] = signer.sign_all(&hashes["hashes"]);
        let attached = connector
            .data(&format!("transaction/attach-signature/{chain}"), &body)
            .await;
        let txdata = attached["txdata"].as_str().expect("a string");
        // The reference libraries expect a single output to the recipient, and change only if there is a
        // remainder.
        for verdict in self.oracle.verify(&payment, txdata).await {
            let Some(vsize) = verdict.vsize else { continue };
            let slack = 3 * u64::try_from(count).expect("few inputs");
            assert!(vsize <= size && size <= vsize + slack, "{vsize} vB, estimated {size}");
        }
    }
}

/// Returns the script of an address.
fn script_of(variant: PaymentVariant, address: &Value) -> ScriptBuf {
    let name = format!("{} {}", variant.chain.name, variant.network);
    let params = Params::all().iter().find(|row| row.to_string() == name);
    let address = address.as_str().expect("a string");
    let address = Address::parse(params.expect("a chain"), address).expect("an address");
    address.script_pubkey().to_owned()
}

/// Returns the payment of the whole balance for any of the fees, and the estimated size.
async fn everything(
    connector: &Connector,
    variant: PaymentVariant,
    signer: &Signer,
    to: &ValidAddress,
    body: &Value,
) -> (Payment, u64) {
    let chain = variant.chain.name;
    let estimate = connector
        .data(&format!("prepare-transaction/estimate/{chain}"), body)
        .await;
    let payment = Payment {
        chain,
        network: variant.network,
        address_type: variant.address_type,
        public_key: signer.public_key(),
        to: to.address.clone(),
        to_script: to.script.clone(),
        amount: estimate["amounts"]["fast"].as_str().expect("a string").to_owned(),
        fee: estimate["fees"]["fast"].as_str().expect("a string").to_owned(),
        utxo: serde_json::from_value(estimate["utxo"].clone()).expect("inputs"),
    };
    (payment, estimate["size"].as_u64().expect("a number"))
}

#[tokio::test]
async fn max_amount_spends_every_unit() {
    let Some(oracle) = Oracle::start("oracles of amount max") else {
        return;
    };
    let mut bench = Bench {
        oracle,
        index: Index::start().await,
        random: Random::new(),
    };
    for variant in CHAINS.into_iter().flat_map(PaymentVariant::without_change) {
        let seed = bench.random.between(0, u64::MAX);
        let recipients = bench
            .oracle
            .valid_addresses(seed, variant.chain.name, variant.network)
            .await;
        for _ in 0..PAYMENTS {
            let to = bench.random.one_of(&recipients).clone();
            let count = usize::try_from(bench.random.magnitude(12)).expect("a dozen");
            bench.check(variant, &to, count).await;
        }
    }
}
