//! Transactions with inputs of several keys and all types, several recipients and any change, compared with
//! bitcoinjs-lib: addresses, hashes (also of the Rust client), and the bytes of the signed transaction.

use serde_json::{Value, json};
use wallet_client::blockchain_connector_btc_like::transaction::GetHashRequest;
use wallet_client::payments::btc_like::{Chain, DataOutput, Output, Recipients, Transfer, prepare_unverified};
use wallet_client::signers::KeyForm;
use wallet_core::model::ChainName;
use wallet_tests::support::connector::Connector;
use wallet_tests::support::oracle::Oracle;
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::{Signer, to_json};

/// Random transactions per chain.
const TRANSACTIONS: usize = 150;

const TYPES: [&str; 4] = ["p2pkh", "p2sh-p2wpkh", "p2wpkh", "p2tr"];

/// The highest dust limit of btc and ltc, a valid value of any output.
const SAFE_AMOUNT: u64 = 5460;

/// The service, the library, and random values of a test.
struct Bench {
    oracle: Oracle,
    connector: Connector,
    random: Random,
    chain: &'static str,
}

/// A transaction: the body of get-hash with the expected change, and the keys of the inputs.
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

    /// Returns an output with data within the limit of ltc, stated as data or as script, or none.
    fn random_data(&mut self) -> Option<Value> {
        let length = usize::try_from(self.random.between(2, 76)).expect("few bytes");
        let data =
            hex::encode(&[self.random.bytes::<32>(), self.random.bytes(), self.random.bytes()].concat()[..length]);
        match self.number(3) {
            0 => Some(json!({ "to": "", "amount": "0", "data": data })),
            // OP_13 and a push with the length, as in Runestones.
            1 if length <= 75 => Some(json!({ "to": "", "amount": "0", "script": format!("6a5d{length:02x}{data}") })),
            _ => None,
        }
    }

    /// Returns an entry of `utxo` without the value. Some entries state a sequence number.
    fn random_entry(&mut self, signer: &Signer) -> Value {
        let mut entry = json!({
            "txid": hex::encode(self.random.bytes::<32>()),
            "vout": self.number(1 << 20),
            "publicKey": signer.public_key(),
            "type": self.pick(&TYPES),
        });
        if self.number(1) == 1 {
            entry["sequence"] = self.pick(&[0, 5, 0xffff_fffe, u32::MAX]).into();
        }
        entry
    }

    /// Returns a transaction with the types of the inputs in random order, so that the first 256 cases contain all
    /// mixtures.
    async fn case(&mut self) -> Case {
        let network = self.pick(&["livenet", "testnet"]);
        let count = usize::try_from(self.random.between(1, 8)).expect("few inputs");
        let mut signers = Vec::new();
        let mut utxo = Vec::new();
        for _ in 0..count {
            let signer = Signer::random(&mut self.random, KeyForm::Compressed);
            utxo.push(self.random_entry(&signer));
            signers.push(signer);
        }
        let mut outputs = Vec::new();
        let mut total = 0;
        for _ in 0..self.random.between(1, 5) {
            let amount = SAFE_AMOUNT + self.number(1_000_000_000);
            total += amount;
            outputs.push(json!({ "to": self.random_address(network).await, "amount": amount.to_string() }));
        }
        if let Some(data) = self.random_data() {
            let position = self.pick(&[0, outputs.len()]);
            outputs.insert(position, data);
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
        // A lock time requires an input that is not final.
        let is_final = utxo.iter().all(|entry| entry["sequence"] == u32::MAX);
        let locktime = self.pick(&[0, 1, 840_000, 1_700_000_000]);
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
            "locktime": if is_final { 0 } else { locktime },
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

        self.check_client(body, &expected["hashes"]).await;

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
        // A signature may be a few bytes shorter than the longest signature. Without the fee, the remainder counts as
        // change.
        let counted = if body["change"] == "0" { 43 } else { 0 };
        let longest = actual + 3 * signers.len() as u64 + counted;
        assert!((actual..=longest).contains(&size), "{actual} and {size}: {body}");
    }
}

impl Bench {
    /// Compares the hashes that the Rust client computes, which builds transactions of version 2.
    async fn check_client(&self, body: &Value, expected: &Value) {
        let fields: GetHashRequest = serde_json::from_value(body.clone()).expect("a payment");
        if fields.version != Some(2) {
            return;
        }
        let outputs = fields.outputs.unwrap_or_default();
        // The client adds data after the payments.
        if outputs[0].to.is_empty() {
            return;
        }
        let (data, outputs): (Vec<_>, Vec<_>) = outputs.into_iter().partition(|it| it.to.is_empty());
        let outputs = outputs.into_iter().map(|output| {
            Output::builder()
                .to(output.to)
                .amount(output.amount.parse().expect("an amount"))
                .build()
        });
        let recipients = Recipients::Each(outputs.collect());
        let data = data.iter().map(|output| match (&output.data, &output.script) {
            (Some(data), _) => DataOutput::of_data(&hex::decode(data).expect("hex")),
            (None, script) => DataOutput::of_script(hex::decode(script.as_deref().expect("a script")).expect("hex")),
        });
        let chain = Chain::from_name(self.chain).expect("a chain");
        let network = fields.network.expect("a network");
        let transfer = Transfer::builder()
            .chain(chain)
            .network(network)
            .public_key(fields.public_key)
            .recipients(recipients)
            .data(data.map(|output| output.expect("a data output")).collect())
            .maybe_change_address(fields.change_address)
            .maybe_locktime(fields.locktime)
            .maybe_sequence(fields.sequence)
            .build();
        let fee = fields.fee.parse().expect("a fee");
        let prepared = prepare_unverified(&self.connector.client(), &transfer, &fields.utxo, fee).await;
        let prepared = prepared.unwrap_or_else(|error| panic!("{error} of {body}"));
        let hashes: Vec<_> = prepared.hashes().iter().map(hex::encode).collect();
        assert_eq!(json!(hashes), *expected, "{body}");
        let change = prepared.review().change.unwrap_or(0).to_string();
        assert_eq!(json!(change), body["change"], "{body}");
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
