//! Stellar transactions that are built before they can be sent: consecutive sequence numbers, and transactions that
//! their accounts authorize by the hash.

use super::{code, ephemeral, merchant_token};
use ed25519_dalek::{Signer, SigningKey};
use serde_json::{Value, json};
use wallet_cloud::demo::api::{Api, CallError};
use wallet_cloud::serve::Running;

const CONNECTOR: &str = "/blockchain-connector-xlm/v1/api";

/// A funded account of the sandbox, and another one.
struct Payer {
    _running: Running,
    api: Api,
    key: SigningKey,
    to: String,
}

impl Payer {
    async fn start() -> Self {
        let running = ephemeral().await;
        let api = Api::new(&running.base_url).unwrap();
        let api = api.with_token(merchant_token(&running, "read").await);
        let payer = Self {
            _running: running,
            api,
            key: SigningKey::from_bytes(&[7; 32]),
            to: String::new(),
        };
        let own = payer.address(&payer.key).await;
        let to = payer.address(&SigningKey::from_bytes(&[8; 32])).await;
        for address in [&own, &to] {
            let body = json!({ "chain": "xlm", "address": address, "amount": "1000000000" });
            let _: Value = payer.api.post("/sandbox/v1/faucet", &body).await.unwrap();
        }
        Self { to, ..payer }
    }

    async fn address(&self, key: &SigningKey) -> String {
        let body = json!({ "publicKey": public(key), "network": "testnet" });
        let data: Value = self
            .api
            .post(&format!("{CONNECTOR}/get-address/xlm"), &body)
            .await
            .unwrap();
        data["address"].as_str().unwrap().to_owned()
    }

    /// Builds a transaction with a sequence number, by default the next one.
    async fn build(&self, kind: &str, mut body: Value, sequence: Option<i64>) -> Value {
        body["publicKey"] = json!(public(&self.key));
        body["network"] = json!("testnet");
        body["fee"] = json!("100");
        body["sequence"] = json!(sequence.map(|number| number.to_string()));
        let path = format!("{CONNECTOR}/transaction/get-hash/xlm/{kind}");
        self.api.post(&path, &body).await.unwrap()
    }

    async fn payment(&self, amount: &str, sequence: Option<i64>) -> Value {
        let body = json!({ "to": self.to, "amount": amount });
        self.build("transfer", body, sequence).await
    }

    /// Returns the sequence number of a built transaction.
    async fn sequence(&self, built: &Value) -> i64 {
        let body = json!({ "unsignedMessage": built["unsignedMessage"], "network": "testnet" });
        let path = format!("{CONNECTOR}/transaction/parse/xlm");
        let parsed: Value = self.api.post(&path, &body).await.unwrap();
        parsed["sequence"].as_str().unwrap().parse().unwrap()
    }

    async fn sign(&self, built: &Value) -> Value {
        let hash = hex::decode(built["hash"].as_str().unwrap()).unwrap();
        let signature = hex::encode(self.key.sign(&hash).to_bytes());
        let (r, s) = signature.split_at(64);
        let body = json!({ "publicKey": public(&self.key), "network": "testnet",
            "unsignedMessage": built["unsignedMessage"], "signature": { "R": r, "s": s } });
        let path = format!("{CONNECTOR}/transaction/attach-signature/xlm");
        let signed: Value = self.api.post(&path, &body).await.unwrap();
        signed["txdata"].clone()
    }

    async fn send(&self, txdata: &Value) -> Result<Value, CallError> {
        let body = json!({ "txdata": txdata, "network": "testnet" });
        self.api.post(&format!("{CONNECTOR}/transaction/send/xlm"), &body).await
    }

    async fn status(&self, built: &Value) -> Value {
        let txid = built["hash"].as_str().unwrap();
        let path = format!("{CONNECTOR}/transaction/status/xlm");
        let query = [("network", "testnet"), ("txid", txid)];
        let status: Value = self.api.get(&path, &query).await.unwrap();
        status["status"].clone()
    }
}

fn public(key: &SigningKey) -> String {
    hex::encode(key.verifying_key().to_bytes())
}

#[tokio::test(flavor = "multi_thread")]
async fn transactions_with_consecutive_sequences_are_applied_in_this_order() {
    let payer = Payer::start().await;
    let first = payer.payment("1", None).await;
    let next = payer.sequence(&first).await;
    let second = payer.payment("2", Some(next + 1)).await;
    let third = payer.payment("3", Some(next + 2)).await;
    assert_eq!(payer.sequence(&third).await, next + 2);
    // Not before the ones before it.
    let early = payer.sign(&third).await;
    assert_eq!(code(payer.send(&early).await), "422 transaction_rejected");
    for built in [&first, &second, &third] {
        let sent = payer.send(&payer.sign(built).await).await.unwrap();
        assert_eq!(sent["txid"], built["hash"]);
        assert_eq!(payer.status(built).await, "confirmed");
    }
    let next = payer.payment("4", None).await;
    assert_eq!(payer.sequence(&next).await, payer.sequence(&third).await + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn transaction_authorized_by_its_hash_is_sent_without_a_signature() {
    let payer = Payer::start().await;
    let next = payer.sequence(&payer.payment("1", None).await).await;
    let authorized = payer.payment("10000000", Some(next + 1)).await;
    let unauthorized = payer.payment("20000000", Some(next + 1)).await;
    let signer = json!({ "preAuthTx": authorized["hash"], "weight": 1 });
    let operations = json!({ "operations": [{ "type": "setOptions", "signer": signer }] });
    let authorization = payer.build("multi-operations", operations, None).await;
    payer.send(&payer.sign(&authorization).await).await.unwrap();
    let rejected = payer.send(&unauthorized["unsignedMessage"]).await;
    assert_eq!(code(rejected), "422 transaction_rejected");
    let sent = payer.send(&authorized["unsignedMessage"]).await.unwrap();
    assert_eq!(sent["txid"], authorized["hash"]);
    assert_eq!(payer.status(&authorized).await, "confirmed");
}
