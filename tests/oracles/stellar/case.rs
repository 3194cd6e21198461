//! A transaction that is asked for over HTTP, and what should come of it.

use super::values::hash;
use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};
use wallet_core::model::Network;
use wallet_tests::support::random::Random;
use wallet_tests::support::stellar::NOW;
use wallet_xlm::AccountId;

/// What get-hash is asked for, and the operations that should come of it.
pub struct Case {
    /// The last part of the path of get-hash.
    pub endpoint: &'static str,
    /// What this endpoint takes beside the terms of every transaction.
    pub asked: Value,
    /// In the canonical form.
    pub operations: Vec<Value>,
    /// What stands beside them.
    pub terms: Terms,
}

/// What stands in a transaction beside its operations.
pub struct Terms {
    /// Whose transaction it is.
    seed: [u8; 32],
    /// How the public key is written.
    public_key: String,
    /// The network that it is for.
    pub network: Network,
    /// The sequence number of the last transaction.
    pub sequence: i64,
    /// The fee of each operation, in stroops.
    rate: u64,
    memo: Option<(&'static str, String)>,
    timeout: Option<u64>,
}

impl Terms {
    /// Of a random account.
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

    /// Whose transaction it is.
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

/// The public key of a seed, by another library than the service's.
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
    /// Of these operations, asked for as they stand.
    pub fn of(random: &mut Random, operations: Vec<Value>) -> Self {
        let asked = json!({ "operations": operations });
        Self {
            endpoint: "multi-operations",
            asked,
            operations,
            terms: Terms::random(random),
        }
    }

    /// The body of get-hash.
    pub fn body(&self) -> Value {
        let terms = &self.terms;
        let mut body = self.asked.clone();
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

    /// The same for the SDK, with the envelope that came of it.
    pub fn question(&self, unsigned: &Value) -> Value {
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

    /// What the SDK should read in the envelope, by its own names.
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

    /// What parse should tell of it beside what follows from its operations.
    pub fn to_parse(&self) -> Value {
        let terms = &self.terms;
        let mut told = json!({
            "from": terms.account().to_string(),
            "sequence": (terms.sequence + 1).to_string(),
            "fee": terms.fee(self.operations.len()).to_string(),
            "validFrom": 0,
            "validUntil": terms.valid_until(),
            "operations": self.operations,
        });
        if let Some((kind, text)) = &terms.memo {
            told["memo"] = json!(text);
            told["memoType"] = json!(kind);
        }
        told
    }

    /// Twice the fee of each operation, for a fee bump.
    pub fn bump_rate(&self) -> u64 {
        2 * self.terms.rate
    }
}
