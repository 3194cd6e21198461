//! A get-hash request with the expected transaction.

use super::values::hash;
use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use wallet_client::payments::xlm as client;
use wallet_core::model::Network;
use wallet_tests::support::random::Random;
use wallet_tests::support::stellar::NOW;
use wallet_xlm::AccountId;

/// A get-hash request and the expected operations.
#[derive(Clone)]
pub struct Case {
    /// The last path segment of the get-hash endpoint.
    pub endpoint: &'static str,
    /// The request fields of this endpoint, without the fields of every transaction.
    pub request: Value,
    /// The expected operations in canonical form.
    pub operations: Vec<Value>,
    /// The remaining fields of the transaction.
    pub terms: Terms,
}

/// The fields of a transaction apart from the operations.
#[derive(Clone)]
pub struct Terms {
    /// The seed of the source account.
    seed: [u8; 32],
    /// The public key as sent in the request.
    public_key: String,
    /// The network of the transaction.
    pub network: Network,
    /// The sequence number of the account's last transaction.
    pub sequence: i64,
    /// The fee of each operation, in stroops.
    rate: u64,
    memo: Option<(&'static str, String)>,
    timeout: Option<u64>,
}

impl Terms {
    /// Returns the terms of a random account.
    pub fn random(random: &mut Random) -> Self {
        let seed = random.bytes();
        let key = public_key(&seed);
        let digits = hex::encode(key);
        let forms = [
            digits.clone(),
            format!("0x{}", digits.to_uppercase()),
            AccountId(key).to_string(),
        ];
        Self {
            seed,
            public_key: random.one_of(&forms).clone(),
            network: *random.one_of(&Network::ALL),
            sequence: random.magnitude(1 << 62).cast_signed(),
            rate: 100 + random.magnitude(1_000_000),
            memo: memo(random),
            timeout: random.once_in(2).then(|| random.between(30, 86_400)),
        }
    }

    /// Returns the source account.
    pub fn account(&self) -> AccountId {
        AccountId(public_key(&self.seed))
    }

    fn valid_until(&self) -> u64 {
        NOW + self.timeout.unwrap_or(600)
    }

    fn fee(&self, operations: usize) -> u64 {
        self.rate * operations as u64
    }
}

/// Returns the public key of a seed, computed with a different library than that of the service.
pub fn public_key(seed: &[u8; 32]) -> [u8; 32] {
    let pair = Ed25519KeyPair::from_seed_unchecked(seed).expect("32 bytes");
    pair.public_key().as_ref().try_into().expect("32 bytes")
}

fn memo(random: &mut Random) -> Option<(&'static str, String)> {
    let texts = ["order ü".to_owned(), "x".repeat(28), "1".to_owned()];
    match random.between(0, 4) {
        0 => None,
        1 => Some(("text", random.one_of(&texts).clone())),
        2 => Some(("id", (random.magnitude(u64::MAX) - 1).to_string())),
        3 => Some(("hash", hash(random))),
        _ => Some(("return", hash(random))),
    }
}

impl Case {
    /// Returns a multi-operations request with the operations.
    pub fn of(random: &mut Random, operations: Vec<Value>) -> Self {
        let request = json!({ "operations": operations });
        Self {
            endpoint: "multi-operations",
            request,
            operations,
            terms: Terms::random(random),
        }
    }

    /// Returns the body of get-hash.
    pub fn body(&self) -> Value {
        let terms = &self.terms;
        let mut body = self.request.clone();
        body["publicKey"] = json!(terms.public_key);
        body["network"] = json!(terms.network.name());
        body["fee"] = json!(terms.fee(self.operations.len()).to_string());
        if let Some((kind, text)) = &terms.memo {
            body["memo"] = json!(text);
            body["memoType"] = json!(kind);
        }
        if let Some(timeout) = terms.timeout {
            body["timeout"] = json!(timeout);
        }
        body
    }

    /// Returns the request for the SDK, with the envelope returned by get-hash.
    pub fn to_request(&self, unsigned: &Value) -> Value {
        let terms = &self.terms;
        json!({
            "seed": hex::encode(terms.seed),
            "network": terms.network.name(),
            "sequence": terms.sequence.to_string(),
            "rate": terms.rate,
            "memo": terms.memo.as_ref().map(|(_, text)| text),
            "memoType": terms.memo.as_ref().map(|(kind, _)| kind),
            "validUntil": terms.valid_until(),
            "operations": self.operations,
            "unsigned": unsigned,
        })
    }

    /// Returns the terms of the transaction for the Rust client.
    pub fn to_client(&self) -> client::Terms {
        let terms = &self.terms;
        let digits = |text: &str| hex::decode(text).ok().and_then(|bytes| bytes.try_into().ok());
        let memo = terms.memo.as_ref().map(|(kind, text)| match *kind {
            "text" => client::Memo::Text(text.clone()),
            "id" => client::Memo::Id(text.parse().expect("a number")),
            "hash" => client::Memo::Hash(digits(text).expect("a hash")),
            _ => client::Memo::Return(digits(text).expect("a hash")),
        });
        client::Terms::builder()
            .network(terms.network)
            .public_key(public_key(&terms.seed))
            .fee(u32::try_from(terms.fee(self.operations.len())).expect("a fee of 32 bits"))
            .max_fee(wallet_client::payments::Fee::Unlimited)
            .maybe_memo(memo)
            .maybe_timeout(terms.timeout)
            .sequence(terms.sequence + 1)
            .build()
    }

    /// Returns the expected decoding by the SDK, with the field names of the SDK.
    pub fn to_sdk(&self) -> Value {
        let terms = &self.terms;
        let (kind, memo) = terms.memo.clone().unwrap_or(("none", String::new()));
        json!({
            "source": terms.account().to_string(),
            "sequence": (terms.sequence + 1).to_string(),
            "fee": terms.fee(self.operations.len()).to_string(),
            "memo": memo,
            "memoType": kind,
            "timeBounds": { "minTime": "0", "maxTime": terms.valid_until().to_string() },
            "operations": self.operations,
        })
    }

    /// Returns the expected parse response, without the fields derived from the operations.
    pub fn to_parse(&self) -> Value {
        let terms = &self.terms;
        let mut expected = json!({
            "from": terms.account().to_string(),
            "sequence": (terms.sequence + 1).to_string(),
            "fee": terms.fee(self.operations.len()).to_string(),
            "validFrom": 0,
            "validUntil": terms.valid_until(),
            "operations": self.operations,
        });
        if let Some((kind, text)) = &terms.memo {
            expected["memo"] = json!(text);
            expected["memoType"] = json!(kind);
        }
        expected
    }

    /// Returns twice the fee of each operation, for a fee bump.
    pub fn bump_rate(&self) -> u64 {
        2 * self.terms.rate
    }
}
