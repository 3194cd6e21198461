//! Transactions with inputs of several keys and all types, several recipients and any change, compared with bitcoinjs-lib:
//! addresses, hashes, and the bytes of the signed transaction.

use serde_json::{Value, json};
use wallet_client::signers::KeyForm;
use wallet_tests::support::connector::Connector;
use wallet_tests::support::oracle::Oracle;
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::{Signer, to_json};

/// Random transactions per chain.
const TRANSACTIONS: usize = 150;

const TYPES: [&str; 4] = ["p2pkh", "p2sh-p2wpkh", "p2wpkh", "p2tr"];

/// The highest dust limit of btc and ltc, a valid value of any output.
const SAFE_AMOUNT: u64 = 5460;

/// The service, the library, and random values of one test.
struct Bench {
    oracle: Oracle,
    connector: Connector,
    random: Random,
    chain: &'static str,
}

/// A transaction: the body of get-hash with the expected change, and the keys of its inputs.
struct Case {
    body: Value,
    signers: Vec<Signer>,
}

impl Bench {
    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        let index = self.random.between(0, items.len() as u64 - 1);
        items[usize::try_from(index).expect("few items")]
    }

    fn number(&mut self, highest: u64) -> u64 {
        self.random.between(0, highest)
    }

    async fn address(&self, network: &str, public_key: &str, address_type: &str) -> String {
        let body = json!({ "publicKey": public_key, "network": network, "type": address_type });
        let data = self.connector.data(&format!("get-address/{}", self.chain), &body).await;
        data["address"].as_str().expect("a string").to_owned()
    }

    async fn random_address(&mut self, network: &str) -> String {
        let signer = Signer::random(&mut self.random, KeyForm::Compressed);
        let address_type = self.pick(&TYPES);
        self.address(network, &signer.public_key(), address_type).await
    }

    /// Returns a transaction with the types of its inputs in random order, so that the first 256 cases contain all mixtures.
    async fn case(&mut self) -> Case {
        let network = self.pick(&["livenet", "testnet"]);
        let count = usize::try_from(self.random.between(1, 8)).expect("few inputs");
        let mut signers = Vec::new();
        let mut utxo = Vec::new();
        for _ in 0..count {
            let signer = Signer::random(&mut self.random, KeyForm::Compressed);
            utxo.push(json!({
                "txid": hex::encode(self.random.bytes::<32>()),
                "vout": self.number(1 << 20),
                "publicKey": signer.public_key(),
                "type": self.pick(&TYPES),
            }));
            signers.push(signer);
        }
        let mut outputs = Vec::new();
        let mut total = 0;
        for _ in 0..self.random.between(1, 5) {
            let amount = SAFE_AMOUNT + self.number(1_000_000_000);
            total += amount;
            outputs.push(json!({ "to": self.random_address(network).await, "amount": amount.to_string() }));
        }
        let fee = 5000 + self.number(50_000);
        let change = match self.number(2) {
            0 => 0,
            _ => SAFE_AMOUNT + self.number(1_000_000_000),
        };
        let mut left = total + fee + change;
        for (index, entry) in utxo.iter_mut().enumerate() {
            let value = if index + 1 == count {
                left
            } else {
                self.number(left / 2)
            };
            entry["value"] = value.to_string().into();
            left -= value;
        }
        let body = json!({
            "chain": self.chain,
            "publicKey": signers[0].public_key(),
            "network": network,
            "utxo": utxo,
            "outputs": outputs,
            "changeAddress": self.random_address(network).await,
            "change": change.to_string(),
            "fee": fee.to_string(),
            "version": self.random.between(1, 2),
            "locktime": self.pick(&[0, 1, 840_000, 1_700_000_000]),
            "sequence": self.pick(&[0, 0xffff_fffd_u32, 0xffff_fffe]),
        });
        Case { body, signers }
    }

    async fn check(&mut self, case: &Case) {
        let Case { body, signers } = case;
        let expected = self.oracle.call("mixedHashes", json!({ "payment": body })).await;
        let entries = body["utxo"].as_array().expect("a list");
        for (entry, address) in entries.iter().zip(expected["addresses"].as_array().expect("a list")) {
            let text = |name: &str| entry[name].as_str().expect("a string");
            let network = body["network"].as_str().expect("a string");
            let ours = self.address(network, text("publicKey"), text("type")).await;
            assert_eq!(ours, *address, "{entry}");
        }
        let data = self
            .connector
            .data(&format!("transaction/get-hash/{}", self.chain), body)
            .await;
        let hashes = data["hashes"].as_array().expect("a list").iter();
        let hashes: Vec<&str> = hashes.map(|entry| entry["hash"].as_str().expect("a hash")).collect();
        assert_eq!(json!(hashes), expected["hashes"], "{body}");

        let sign = |((signer, hash), entry): ((&Signer, &&str), &Value)| match entry["type"].as_str() {
            Some("p2tr") => to_json(signer.sign_taproot(hash)),
            _ => to_json(signer.sign(hash)),
        };
        let signatures: Vec<Value> = signers.iter().zip(&hashes).zip(entries).map(sign).collect();
        let indexed = signatures.iter().enumerate();
        let mut request = body.clone();
        request["signatures"] = indexed
            .map(|(index, signature)| json!({ "inputIndex": index, "signature": signature }))
            .collect();
        let path = format!("transaction/attach-signature/{}", self.chain);
        let ours = self.connector.data(&path, &request).await;
        let parameters = json!({ "payment": body, "signatures": signatures });
        let theirs = self.oracle.call("mixedSigned", parameters).await;
        assert_eq!(ours["txdata"], theirs["txdata"], "{body}");

        let path = format!("prepare-transaction/size/{}", self.chain);
        let size = self.connector.data(&path, body).await["size"]
            .as_u64()
            .expect("a number");
        let actual = theirs["vsize"].as_u64().expect("a number");
        // A signature may be a few bytes shorter than the longest one.
        assert!(
            actual <= size && size <= actual + 3 * signers.len() as u64,
            "{actual} and {size}: {body}"
        );
    }
}

async fn mixed_transactions_agree(chain: &'static str) {
    let Some(oracle) = Oracle::start(&format!("bitcoinjs-lib for mixed inputs on {chain}")) else {
        return;
    };
    let mut bench = Bench {
        oracle,
        connector: Connector::without_upstream(),
        random: Random::new(),
        chain,
    };
    for _ in 0..TRANSACTIONS {
        let case = bench.case().await;
        bench.check(&case).await;
    }
}

#[tokio::test]
async fn mixed_inputs_on_btc_agree_with_bitcoinjs() {
    mixed_transactions_agree("btc").await;
}

#[tokio::test]
async fn mixed_inputs_on_ltc_agree_with_bitcoinjs() {
    mixed_transactions_agree("ltc").await;
}
