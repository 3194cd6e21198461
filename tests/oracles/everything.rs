//! `amount: "max"`: the transaction spends every input and pays everything except the fee to the recipient,
//! validated by all reference libraries of the chain.

use crate::payment::{CHAINS, Payment, PaymentVariant};
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use wallet_core::model::Network;
use wallet_tests::support::connector::Connector;
use wallet_tests::support::oracle::{Oracle, ValidAddress};
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::Signer;

/// Payments per chain, network, address type and key form.
const PAYMENTS: usize = 5;

/// An index server that lists these outputs for every address and has no fee estimates.
struct Index {
    outputs: Arc<Mutex<Value>>,
    url: String,
    server: JoinHandle<()>,
}

impl Index {
    async fn start() -> Self {
        let outputs = Arc::new(Mutex::new(Value::Null));
        let list = |State(outputs): State<Arc<Mutex<Value>>>| async move {
            Json(outputs.lock().expect("not poisoned").clone())
        };
        let routes = Router::new()
            .route(
                "/api/status",
                get(|| async { Json(json!({ "blockbook": { "bestHeight": 1000 } })) }),
            )
            .route("/api/v2/utxo/{address}", get(list))
            .route(
                "/api/v2/estimatefee/{blocks}",
                get(|| async { Json(json!({ "result": "-1" })) }),
            )
            .with_state(Arc::clone(&outputs));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("a bound socket"));
        let server = tokio::spawn(async { axum::serve(listener, routes).await.expect("the index serves") });
        Self { outputs, url, server }
    }
}

impl Drop for Index {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// The reference libraries, index and random generator of one test.
struct Bench {
    oracle: Oracle,
    index: Index,
    random: Random,
}

impl Bench {
    /// Lists random outputs and returns their sum. Each exceeds its input fee plus the dust limit on any
    /// chain.
    fn fill(&mut self, variant: PaymentVariant, count: usize) -> u64 {
        let max = variant.chain.max_supply / 2 / u64::try_from(count).expect("few outputs");
        let values: Vec<_> = (0..count).map(|_| 10_000_000 + self.random.magnitude(max)).collect();
        let rows = values.iter().map(|value| {
            json!({
                "txid": hex::encode(self.random.bytes::<32>()),
                "vout": self.random.between(0, 1000),
                "value": value.to_string(),
                "confirmations": self.random.between(0, 3),
            })
        });
        *self.index.outputs.lock().expect("not poisoned") = rows.collect();
        values.iter().sum()
    }

    async fn check(&mut self, variant: PaymentVariant, to: &ValidAddress, count: usize) {
        let total = self.fill(variant, count);
        let network: Network = variant.network.parse().expect("a network");
        let connector = Connector::over(variant.chain.name, network, &format!("blockbook+{}", self.index.url));
        let signer = Signer::random(&mut self.random, variant.key);
        let (payment, size) = everything(&connector, variant, &signer, to).await;
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
        // The reference libraries expect one output to the recipient, and change only if there is a
        // remainder.
        for verdict in self.oracle.verify(&payment, txdata).await {
            let Some(vsize) = verdict.vsize else { continue };
            let slack = 3 * u64::try_from(count).expect("few inputs");
            assert!(vsize <= size && size <= vsize + slack, "{vsize} vB, estimated {size}");
        }
    }
}

/// Returns the payment of the whole balance for one of the fees, and its estimated size.
async fn everything(
    connector: &Connector,
    variant: PaymentVariant,
    signer: &Signer,
    to: &ValidAddress,
) -> (Payment, u64) {
    let chain = variant.chain.name;
    let mut body = json!({
        "publicKey": signer.public_key(),
        "network": variant.network,
        "type": variant.address_type,
        "prefix": true,
        "to": to.address,
        "amount": "max",
    });
    let own = connector.data(&format!("get-address/{chain}"), &body).await;
    body["address"] = own["address"].clone();
    let estimate = connector
        .data(&format!("prepare-transaction/estimate/{chain}"), &body)
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
