//! UTXO chains: sighashes, signatures and coin selection, for few and for many inputs.

use divan::Bencher;
use secp256k1::{Message, Secp256k1, SecretKey};
use std::hint::black_box;
use wallet_btc_like::{
    AddressType, Chain, Coin, DecodedTransaction, FeeEstimates, FeeRates, Input, InputSignature, Inputs, OutPoint,
    Params, Payment, Payments, PublicKey, Sender, SignatureNumbers, Terms, UnsignedTransaction, Unspent, Utxo,
    parse_txid, select_coins,
};
use wallet_core::model::Network;

/// The value of each output in satoshi.
const VALUE: u64 = 100_000;

fn secret() -> SecretKey {
    SecretKey::from_slice(&[7; 32]).expect("a secret key")
}

fn sender(address_type: AddressType) -> Sender {
    let params = Params::of(Chain::Btc, Network::Livenet).expect("btc has a livenet");
    let key = secret().public_key(&Secp256k1::new());
    let key = PublicKey::parse(&hex::encode(key.serialize())).expect("a public key");
    Sender::new(params, key, address_type).expect("a sender")
}

fn utxo(index: u32) -> Utxo {
    let txid = parse_txid(&format!("{index:064x}")).expect("a txid");
    Utxo {
        outpoint: OutPoint::new(txid, 0),
        value: VALUE,
    }
}

/// Returns a payment that spends this number of outputs.
fn transaction(sender: &Sender, inputs: u32) -> UnsignedTransaction {
    let list = (0..inputs).map(|index| Input {
        utxo: utxo(index),
        owner: sender.clone(),
        sequence: None,
    });
    let list = Inputs::new(sender.params(), list.collect()).expect("inputs");
    let payments = payments(sender, VALUE * u64::from(inputs) - 50_000);
    let terms = Terms::ordinary(sender.params());
    UnsignedTransaction::build(&list, &payments, terms, 20_000).expect("a transaction")
}

/// Returns a payment of this amount.
fn payments(sender: &Sender, amount: u64) -> Payments {
    let payment = Payment::new(sender.address().clone(), amount).expect("a payment");
    Payments::new(vec![payment], sender.address().clone()).expect("payments")
}

/// Signs every hash, like a wallet.
fn sign(transaction: &UnsignedTransaction) -> Vec<InputSignature> {
    let secp = Secp256k1::new();
    let sign = |hash| {
        secp.sign_ecdsa(&Message::from_digest(hash), &secret())
            .serialize_compact()
    };
    let signatures = (0..).zip(transaction.sighashes()).map(|(input_index, hash)| {
        let compact = sign(hash);
        let (r, s) = compact.split_at(32);
        let signature = SignatureNumbers::parse(&hex::encode(r), &hex::encode(s)).expect("a signature");
        InputSignature { input_index, signature }
    });
    signatures.collect()
}

#[divan::bench(args = [1, 10, 100])]
fn sighashes_of_p2wpkh(bencher: Bencher, inputs: u32) {
    let transaction = transaction(&sender(AddressType::P2wpkh), inputs);
    bencher.bench(|| black_box(&transaction).sighashes());
}

#[divan::bench(args = [1, 10, 100])]
fn sighashes_of_p2pkh(bencher: Bencher, inputs: u32) {
    let transaction = transaction(&sender(AddressType::P2pkh), inputs);
    bencher.bench(|| black_box(&transaction).sighashes());
}

#[divan::bench(args = [1, 100])]
fn attach(bencher: Bencher, inputs: u32) {
    let transaction = transaction(&sender(AddressType::P2wpkh), inputs);
    let signatures = sign(&transaction);
    bencher
        .with_inputs(|| transaction.clone())
        .bench_values(|unsigned| unsigned.attach(black_box(&signatures)).expect("valid signatures"));
}

#[divan::bench]
fn parse_of_100_inputs(bencher: Bencher) {
    let sender = sender(AddressType::P2wpkh);
    let transaction = transaction(&sender, 100);
    let signatures = sign(&transaction);
    let text = transaction.attach(&signatures).expect("valid signatures").to_hex();
    bencher.bench(|| DecodedTransaction::parse(sender.params(), black_box(&text)).expect("a transaction"));
}

#[divan::bench(args = [100, 10_000])]
fn select_coins_of(bencher: Bencher, outputs: u32) {
    let sender = sender(AddressType::P2wpkh);
    let rates = FeeRates::from_estimates(sender.params(), &FeeEstimates::default());
    let coins: Vec<_> = (0..outputs)
        .map(|index| Coin {
            owner: sender.clone(),
            unspent: Unspent {
                utxo: utxo(index),
                confirmations: 6,
                coinbase: false,
                carries_token: false,
            },
        })
        .collect();
    let payments = payments(&sender, 50 * VALUE);
    bencher.bench(|| select_coins(&sender, black_box(&coins), &payments, &rates).expect("a selection"));
}

fn main() {
    divan::main();
}
