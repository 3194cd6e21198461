//! UTXO chains: sighashes, signatures and coin selection, for few and for many inputs.

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
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

fn sighashes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("btc_like/sighashes");
    for (name, address_type) in [("p2wpkh", AddressType::P2wpkh), ("p2pkh", AddressType::P2pkh)] {
        let sender = sender(address_type);
        for inputs in [1, 10, 100] {
            let transaction = transaction(&sender, inputs);
            let id = BenchmarkId::new(name, inputs);
            group.bench_function(id, |bencher| bencher.iter(|| black_box(&transaction).sighashes()));
        }
    }
}

fn attach(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("btc_like/attach");
    let sender = sender(AddressType::P2wpkh);
    for inputs in [1, 100] {
        let transaction = transaction(&sender, inputs);
        let signatures = sign(&transaction);
        group.bench_function(BenchmarkId::new("p2wpkh", inputs), |bencher| {
            let attach =
                |unsigned: UnsignedTransaction| unsigned.attach(black_box(&signatures)).expect("valid signatures");
            bencher.iter_batched(|| transaction.clone(), attach, BatchSize::SmallInput);
        });
    }
}

fn parse(criterion: &mut Criterion) {
    let sender = sender(AddressType::P2wpkh);
    let transaction = transaction(&sender, 100);
    let signatures = sign(&transaction);
    let text = transaction.attach(&signatures).expect("valid signatures").to_hex();
    criterion.bench_function("btc_like/parse/100", |bencher| {
        bencher.iter(|| DecodedTransaction::parse(sender.params(), black_box(&text)).expect("a transaction"));
    });
}

fn selection(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("btc_like/select_coins");
    let sender = sender(AddressType::P2wpkh);
    let rates = FeeRates::from_estimates(sender.params(), &FeeEstimates::default());
    for outputs in [100, 10_000] {
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
        group.bench_function(BenchmarkId::from_parameter(outputs), |bencher| {
            bencher.iter(|| select_coins(&sender, black_box(&coins), &payments, &rates).expect("a selection"));
        });
    }
}

criterion_group!(benches, sighashes, attach, parse, selection);
criterion_main!(benches);
