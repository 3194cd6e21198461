//! The steps of a transaction through the connector, compared with the SDK: JSON, hash, signature, envelope,
//! and parsed JSON.

use super::case::{Case, public_key};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;
use wallet_tests::support::connector::Connector;
use wallet_tests::support::oracle::Oracle;
use wallet_tests::support::random::Random;
use wallet_tests::support::stellar::Accounts;
use wallet_xlm::AccountId;

/// The connector and the reference SDK.
pub struct OracleFixture {
    /// The accounts of the connector's node.
    pub accounts: Arc<Accounts>,
    pub connector: Connector,
    oracle: Oracle,
    pub random: Random,
}

/// The response of get-hash.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Message {
    unsigned_message: Value,
    hash: Value,
}

/// The SDK's transaction of the same operations, the decoding of the connector's envelope, and the signature.
#[derive(Debug, Deserialize)]
struct Comparison {
    built: Value,
    /// The ids of the created claimable balances.
    balances: Value,
    #[serde(flatten)]
    signing: Signing,
    #[serde(flatten)]
    read: Value,
}

#[derive(Debug, Deserialize)]
struct Signing {
    hash: Value,
    r: Value,
    s: Value,
}

/// A fee bump built and signed by the SDK.
#[derive(Debug, Deserialize)]
struct Bump {
    unsigned: Value,
    #[serde(flatten)]
    signing: Signing,
}

/// An envelope with the last signer.
struct Envelope {
    txdata: Value,
    signer: AccountId,
}

impl OracleFixture {
    /// Starts the fixture. Returns `None` if the SDK is not installed.
    pub fn start(purpose: &str) -> Option<Self> {
        let oracle = Oracle::start(purpose)?;
        let accounts = Arc::new(Accounts::default());
        Some(Self {
            connector: Connector::stellar(&accounts),
            accounts,
            oracle,
            random: Random::new(),
        })
    }

    /// Sends a list of requests to the SDK in a batch.
    pub async fn request<T: DeserializeOwned>(&mut self, operation: &str, name: &str, list: &[Value]) -> Vec<T> {
        let result = self.oracle.call(operation, json!({ name: list })).await;
        let results: Vec<T> = serde_json::from_value(result).expect("the oracle's form");
        assert_eq!(results.len(), list.len());
        results
    }

    /// Sends all cases through all steps, and once more inside fee bumps.
    pub async fn go(&mut self, cases: &[Case]) {
        let messages = self.hash(cases).await;
        let requests = cases.iter().zip(&messages);
        let requests: Vec<_> = requests
            .map(|(case, message)| case.to_request(&message.unsigned_message))
            .collect();
        let comparisons: Vec<Comparison> = self.request("stellarBuild", "cases", &requests).await;
        let mut envelopes = Vec::new();
        for ((case, message), comparison) in cases.iter().zip(&messages).zip(&comparisons) {
            let context = &case.request;
            assert_eq!(comparison.read, case.to_sdk(), "{context}");
            assert_eq!(comparison.built, message.unsigned_message, "{context}");
            assert_eq!(comparison.signing.hash, message.hash, "{context}");
            let signer = case.terms.account();
            let unsigned = &message.unsigned_message;
            envelopes.push(self.attach(case, unsigned, &comparison.signing, signer).await);
        }
        self.verify(cases, &envelopes).await;
        let expected = cases.iter().zip(&comparisons);
        let expected: Vec<_> = expected
            .map(|(case, comparison)| with_balances(case.to_parse(), &comparison.balances))
            .collect();
        self.parse(cases, &expected, &messages, &envelopes).await;
        self.bump(cases, &expected, &envelopes).await;
    }

    async fn hash(&self, cases: &[Case]) -> Vec<Message> {
        let mut messages = Vec::new();
        for case in cases {
            let path = format!("transaction/get-hash/xlm/{}", case.endpoint);
            let message = self.connector.data(&path, &case.body()).await;
            messages.push(serde_json::from_value(message).expect("a message and its hash"));
        }
        messages
    }

    async fn attach(&self, case: &Case, unsigned: &Value, signing: &Signing, signer: AccountId) -> Envelope {
        let body = json!({ "publicKey": signer.to_string(), "network": case.terms.network.name(),
            "unsignedMessage": unsigned, "signature": { "R": signing.r, "s": signing.s } });
        let mut response = self.connector.data("transaction/attach-signature/xlm", &body).await;
        let txdata = response["txdata"].take();
        Envelope { txdata, signer }
    }

    async fn verify(&mut self, cases: &[Case], envelopes: &[Envelope]) {
        let requests = cases.iter().zip(envelopes).map(|(case, envelope)| {
            json!({ "txdata": envelope.txdata, "network": case.terms.network.name(),
                "address": envelope.signer.to_string() })
        });
        let requests: Vec<_> = requests.collect();
        let results: Vec<Value> = self.request("stellarVerify", "envelopes", &requests).await;
        assert!(results.iter().all(|result| *result == json!([true])), "{results:?}");
    }

    async fn parse(&self, cases: &[Case], expected: &[Value], messages: &[Message], envelopes: &[Envelope]) {
        for (((case, expected), message), envelope) in cases.iter().zip(expected).zip(messages).zip(envelopes) {
            let mut expected = expected.clone();
            expected["txid"] = message.hash.clone();
            for (field, blob, signatures) in [
                ("unsignedMessage", &message.unsigned_message, 0),
                ("txdata", &envelope.txdata, 1),
            ] {
                expected["signed"] = json!(signatures > 0);
                expected["signatures"] = json!(signatures);
                assert_eq!(self.parsed(case, field, blob).await, expected, "{}", case.request);
            }
        }
    }

    /// Returns the parse response without the fields derived from the operations.
    async fn parsed(&self, case: &Case, field: &str, blob: &Value) -> Value {
        let body = json!({ field: blob, "network": case.terms.network.name() });
        let mut parsed = self.connector.data("transaction/parse/xlm", &body).await;
        let fields = parsed.as_object_mut().expect("an object");
        fields.retain(|name, _| !["to", "amount", "asset", "notes"].contains(&name.as_str()));
        parsed
    }

    async fn bump(&mut self, cases: &[Case], expected: &[Value], envelopes: &[Envelope]) {
        let seeds: Vec<[u8; 32]> = cases.iter().map(|_| self.random.bytes()).collect();
        let requests = cases.iter().zip(envelopes).zip(&seeds).map(|((case, envelope), seed)| {
            json!({ "seed": hex::encode(seed), "network": case.terms.network.name(), "txdata": envelope.txdata,
                "rate": case.bump_rate() })
        });
        let requests: Vec<_> = requests.collect();
        let bumps: Vec<Bump> = self.request("stellarBump", "cases", &requests).await;
        let mut bumped = Vec::new();
        let inner = cases.iter().zip(expected).zip(envelopes);
        for ((((case, expected), envelope), seed), theirs) in inner.zip(&seeds).zip(&bumps) {
            let payer = AccountId(public_key(seed));
            let fee = case.bump_rate() * (case.operations.len() as u64 + 1);
            let body = json!({ "publicKey": payer.to_string(), "network": case.terms.network.name(),
                "txdata": envelope.txdata, "fee": fee.to_string() });
            let ours = self.connector.data("transaction/get-hash/xlm/fee-bump", &body).await;
            assert_eq!(ours["unsignedMessage"], theirs.unsigned);
            assert_eq!(ours["hash"], theirs.signing.hash);
            let signed = self.attach(case, &theirs.unsigned, &theirs.signing, payer).await;
            let mut expected = expected.clone();
            expected["txid"] = theirs.signing.hash.clone();
            expected["fee"] = json!(fee.to_string());
            expected["feeSource"] = json!(payer.to_string());
            expected["signed"] = json!(true);
            expected["signatures"] = json!(1);
            assert_eq!(self.parsed(case, "txdata", &signed.txdata).await, expected);
            bumped.push(signed);
        }
        self.verify(cases, &bumped).await;
    }
}

/// Returns a parse response with the ids of the created claimable balances.
fn with_balances(mut parsed: Value, balances: &Value) -> Value {
    if balances.as_array().is_some_and(|ids| !ids.is_empty()) {
        parsed["claimableBalanceIds"] = balances.clone();
    }
    parsed
}
