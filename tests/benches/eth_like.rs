//! EVM chains: hashing, and the cost of a verified signature over it.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use secp256k1::{Message, Secp256k1, SecretKey};
use std::hint::black_box;
use wallet_core::model::{ChainName, Network};
use wallet_eth_like::{
    Address, Amount, Chain, DecodedTransaction, GasPrice, Hash, Params, PublicKey, Signature, TransactionFields,
    UnsignedTransaction,
};

fn secret() -> SecretKey {
    SecretKey::from_slice(&[7; 32]).expect("a secret key")
}

fn params() -> Params {
    Params::of(Chain::from_name("eth").expect("a chain"), Network::Livenet)
}

fn fields(nonce: u64) -> TransactionFields {
    let gwei = |amount: u64| Amount::from(amount * 1_000_000_000);
    TransactionFields {
        params: params(),
        nonce,
        to: Some(Address::from_bytes([0x35; 20])),
        amount: Amount::from(1_u64),
        data: vec![0; 68],
        gas_limit: 65_000,
        price: GasPrice::FeeMarket {
            max_fee_per_gas: gwei(40),
            max_priority_fee_per_gas: gwei(1),
        },
    }
}

fn build(nonce: u64) -> UnsignedTransaction {
    let fee = Amount::from(65_000_u64 * 40_000_000_000);
    UnsignedTransaction::build(fields(nonce), fee).expect("a transaction")
}

/// Signs a hash; returns the signature and the parity of its point.
fn sign(Hash(hash): Hash) -> (Signature, bool) {
    let signature = Secp256k1::new().sign_ecdsa_recoverable(&Message::from_digest(hash), &secret());
    let (id, compact) = signature.serialize_compact();
    let (r, s) = compact.split_at(32);
    let signature = Signature::parse(&hex::encode(r), &hex::encode(s)).expect("a signature");
    (signature, id.to_i32() == 1)
}

fn transaction(criterion: &mut Criterion) {
    let key = secp256k1::PublicKey::from_secret_key(&Secp256k1::new(), &secret());
    let public_key = PublicKey::parse(&hex::encode(key.serialize())).expect("a public key");
    criterion.bench_function("eth_like/sighash", |bencher| {
        bencher.iter(|| black_box(build(black_box(7))).sighash());
    });
    // The point of a signature has either parity; the request may omit it.
    for expected in [false, true] {
        let signed = (1..).map(|nonce| (nonce, sign(build(nonce).sighash())));
        let found = signed.map(|(nonce, (signature, is_odd))| (nonce, signature, is_odd));
        let mut found = found.filter(|(_, _, is_odd)| *is_odd == expected);
        let (nonce, signature, _) = found.next().expect("a signature of each parity");
        let name = if expected { "odd" } else { "even" };
        criterion.bench_function(&format!("eth_like/attach/{name}"), |bencher| {
            let attach = |unsigned: UnsignedTransaction| unsigned.attach(&public_key, black_box(&signature), None);
            bencher.iter_batched(
                || build(nonce),
                |unsigned| attach(unsigned).expect("valid"),
                BatchSize::SmallInput,
            );
        });
    }
    let (signature, _) = sign(build(7).sighash());
    let text = build(7).attach(&public_key, &signature, None).expect("valid").to_hex();
    criterion.bench_function("eth_like/parse", |bencher| {
        bencher.iter(|| DecodedTransaction::parse(params(), black_box(&text)).expect("a transaction"));
    });
}

/// The reference of `attach`: one verification by libsecp256k1.
fn verification(criterion: &mut Criterion) {
    let (secp, message) = (Secp256k1::new(), Message::from_digest([9; 32]));
    let key = secret().public_key(&secp);
    let signature = secp.sign_ecdsa(&message, &secret());
    criterion.bench_function("libsecp256k1/verify", |bencher| {
        bencher.iter(|| secp.verify_ecdsa(&message, black_box(&signature), &key).expect("valid"));
    });
}

criterion_group!(benches, transaction, verification);
criterion_main!(benches);
