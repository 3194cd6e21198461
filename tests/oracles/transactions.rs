//! Complete payments: addresses, hashes and signed transactions compared with reference libraries.

use crate::payment::{CHAINS, Chain, Change, Draft, Payment, PaymentVariant};
use serde_json::{Value, json};
use wallet_client::signers::KeyForm;
use wallet_tests::support::connector::Connector;
use wallet_tests::support::oracle::{Oracle, ValidAddress};
use wallet_tests::support::random::Random;
use wallet_tests::support::signer::{Signer, sign_each, to_json, to_short_json, with_high_s};

/// Random payments per chain, spread evenly over networks, types, key forms, kinds of change and of
/// recipients.
const PAYMENTS: usize = 120;

/// The reference libraries, API and random generator of a test.
struct Bench {
    oracle: Oracle,
    connector: Connector,
    random: Random,
}

impl Bench {
    fn new(purpose: &str) -> Option<Self> {
        Some(Self {
            oracle: Oracle::start(purpose)?,
            connector: Connector::without_upstream(),
            random: Random::new(),
        })
    }

    async fn recipients(&mut self, variant: PaymentVariant) -> Vec<ValidAddress> {
        let seed = self.random.seed();
        self.oracle
            .valid_addresses(seed, variant.chain.name, variant.network)
            .await
    }

    async fn payment(
        &mut self,
        variant: PaymentVariant,
        signer: &Signer,
        to: &ValidAddress,
        inputs: usize,
    ) -> (Payment, u64) {
        let draft = Draft::new(&mut self.random, variant, signer, to, inputs);
        let size = self.size(&draft.payment).await;
        let payment = draft.finish(&mut self.random, size);
        let size = self.size(&payment).await;
        (payment, size)
    }

    async fn size(&self, payment: &Payment) -> u64 {
        let path = format!("prepare-transaction/size/{}", payment.chain);
        let data = self.connector.data(&path, &json!(payment)).await;
        data["size"].as_u64().expect("size is a number")
    }

    async fn check_address(&self, payment: &Payment, expected: &str) {
        let mut body = json!(payment);
        body["prefix"] = json!(expected.contains(':'));
        let data = self
            .connector
            .data(&format!("get-address/{}", payment.chain), &body)
            .await;
        assert_eq!(data["address"], expected, "{payment:?}");
    }

    async fn hashes(&self, payment: &Payment) -> Value {
        let path = format!("transaction/get-hash/{}", payment.chain);
        self.connector.data(&path, &json!(payment)).await["hashes"].take()
    }

    async fn txdata(&self, payment: &Payment, signatures: Value) -> String {
        let mut body = json!(payment);
        body["signatures"] = signatures;
        let path = format!("transaction/attach-signature/{}", payment.chain);
        let data = self.connector.data(&path, &body).await;
        data["txdata"].as_str().expect("txdata is a string").to_owned()
    }

    /// Checks address and hashes with every library and returns the hashes.
    async fn check_hashes(&mut self, payment: &Payment) -> Value {
        let ours = self.hashes(payment).await;
        for expectation in self.oracle.hashes(payment).await {
            self.check_address(payment, &expectation.address).await;
            let theirs = expectation.hashes.iter().enumerate();
            let theirs: Value = theirs
                .map(|(index, hash)| json!({ "inputIndex": index, "hash": hash }))
                .collect();
            assert_eq!(ours, theirs, "{} disagrees at {payment:?}", expectation.library);
        }
        ours
    }

    /// Checks that every library accepts the transaction, returns the same id and a size not above the
    /// estimated size.
    async fn check_transaction(&mut self, payment: &Payment, txdata: &str, size: u64) {
        let ours = txid(payment, txdata);
        for result in self.oracle.verify(payment, txdata).await {
            assert_eq!(result.txid, ours, "{} disagrees at {payment:?}", result.library);
            let Some(vsize) = result.vsize else { continue };
            let inputs = u64::try_from(payment.utxo.len()).expect("few inputs");
            // Signatures may be a few bytes shorter than the maximum, and the change counted in `size` may be
            // below the dust limit.
            let slack = 3 * inputs + 34;
            assert!(
                vsize <= size && size <= vsize + slack,
                "{} counts {vsize} vB, estimated {size}: {payment:?}",
                result.library
            );
        }
    }

    async fn check_payment(&mut self, variant: PaymentVariant, to: &ValidAddress, inputs: usize) {
        let signer = Signer::random(&mut self.random, variant.key);
        let (payment, size) = self.payment(variant, &signer, to, inputs).await;
        let hashes = self.check_hashes(&payment).await;
        let txdata = self.txdata(&payment, signer.sign_all(&hashes)).await;
        self.check_transaction(&payment, &txdata, size).await;
    }
}

fn txid(payment: &Payment, txdata: &str) -> String {
    use wallet_btc_like::{Params, SignedTransaction};
    let chain = wallet_core::model::ChainName::from_name(payment.chain).expect("a chain");
    let params = Params::of(chain, payment.network.parse().expect("a network")).expect("both networks");
    let transaction = SignedTransaction::parse(params, txdata).expect("a valid transaction");
    transaction.txid().to_string()
}

async fn random_payments_agree(chain: Chain) {
    let Some(mut bench) = Bench::new(&format!("oracles of {}", chain.name)) else {
        return;
    };
    let variants = PaymentVariant::all_of(chain);
    let mut checked = 0;
    for variant in &variants {
        let recipients = bench.recipients(*variant).await;
        for _ in 0..PAYMENTS / variants.len() {
            let inputs = usize::try_from(bench.random.magnitude(12)).expect("a dozen");
            // The running number ensures that every kind of recipient occurs.
            let recipient = &recipients[checked % recipients.len()];
            bench.check_payment(*variant, recipient, inputs).await;
            checked += 1;
        }
    }
    println!("{checked} payments on {} agree with the oracles", chain.name);
}

#[tokio::test]
async fn payments_on_btc_agree_with_other_libraries() {
    random_payments_agree(CHAINS[0]).await;
}

#[tokio::test]
async fn payments_on_ltc_agree_with_other_libraries() {
    random_payments_agree(CHAINS[1]).await;
}

#[tokio::test]
async fn payments_on_bch_agree_with_other_libraries() {
    random_payments_agree(CHAINS[2]).await;
}

#[tokio::test]
async fn payments_on_doge_agree_with_other_libraries() {
    random_payments_agree(CHAINS[3]).await;
}

/// Returns the simplest variant of each chain and address type.
fn plain_variants() -> impl Iterator<Item = PaymentVariant> {
    CHAINS.into_iter().flat_map(|chain| {
        chain.types.iter().map(move |&address_type| PaymentVariant {
            chain,
            network: "testnet",
            address_type,
            key: KeyForm::Compressed,
            change: Change::Ample,
        })
    })
}

#[tokio::test]
async fn five_hundred_inputs_agree_with_other_libraries() {
    let Some(mut bench) = Bench::new("oracles of transactions with 500 inputs") else {
        return;
    };
    for variant in plain_variants() {
        let recipients = bench.recipients(variant).await;
        bench.check_payment(variant, &recipients[0], 500).await;
    }
}

#[tokio::test]
async fn high_s_is_normalised() {
    let Some(mut bench) = Bench::new("oracles of signatures with high s") else {
        return;
    };
    for variant in plain_variants() {
        let recipients = bench.recipients(variant).await;
        let signer = Signer::random(&mut bench.random, variant.key);
        let (payment, size) = bench.payment(variant, &signer, &recipients[0], 3).await;
        let hashes = bench.check_hashes(&payment).await;
        let high = sign_each(&hashes, |hash| to_json(with_high_s(signer.sign(hash))));
        let txdata = bench.txdata(&payment, high).await;
        assert_eq!(txdata, bench.txdata(&payment, signer.sign_all(&hashes)).await);
        bench.check_transaction(&payment, &txdata, size).await;
    }
}

#[tokio::test]
async fn r_and_s_may_be_short_upper_case_and_prefixed() {
    let Some(mut bench) = Bench::new("oracles of short signatures") else {
        return;
    };
    for variant in plain_variants() {
        let recipients = bench.recipients(variant).await;
        let signer = Signer::random(&mut bench.random, variant.key);
        let (payment, size) = bench.payment(variant, &signer, &recipients[0], 2).await;
        let hashes = bench.check_hashes(&payment).await;
        let short = sign_each(&hashes, |hash| to_short_json(signer.sign_with_short_r(hash)));
        let txdata = bench.txdata(&payment, short).await;
        bench.check_transaction(&payment, &txdata, size).await;
    }
}

#[tokio::test]
async fn upper_case_and_prefixed_hex_is_equivalent() {
    let Some(mut bench) = Bench::new("oracles of hex forms") else {
        return;
    };
    for variant in plain_variants() {
        let recipients = bench.recipients(variant).await;
        let signer = Signer::random(&mut bench.random, variant.key);
        let (payment, _) = bench.payment(variant, &signer, &recipients[0], 2).await;
        let mut upper_case = payment.clone();
        upper_case.public_key = format!("0x{}", payment.public_key.to_uppercase());
        for utxo in &mut upper_case.utxo {
            utxo.txid = format!("0x{}", utxo.txid.to_uppercase());
        }
        assert_eq!(bench.hashes(&upper_case).await, bench.check_hashes(&payment).await);
    }
}
