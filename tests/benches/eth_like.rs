//! EVM chains: hashing, and the cost of a verified signature over the hash.

use divan::Bencher;
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

/// Signs a hash; returns the signature and the parity of the point.
fn sign(Hash(hash): Hash) -> (Signature, bool) {
    let signature = Secp256k1::new().sign_ecdsa_recoverable(&Message::from_digest(hash), &secret());
    let (id, compact) = signature.serialize_compact();
    let (r, s) = compact.split_at(32);
    let signature = Signature::parse(&hex::encode(r), &hex::encode(s)).expect("a signature");
    (signature, id.to_i32() == 1)
}

fn public_key() -> PublicKey {
    let key = secp256k1::PublicKey::from_secret_key(&Secp256k1::new(), &secret());
    PublicKey::parse(&hex::encode(key.serialize())).expect("a public key")
}

#[divan::bench]
fn sighash() -> Hash {
    black_box(build(black_box(7))).sighash()
}

/// Attaches a signature whose point is odd or even, without the parity, which the request may omit.
#[divan::bench(args = ["even", "odd"])]
fn attach(bencher: Bencher, parity: &str) {
    let public_key = public_key();
    let mut signed = (1..).map(|nonce| (nonce, sign(build(nonce).sighash())));
    let found = signed.find(|(_, (_, is_odd))| *is_odd == (parity == "odd"));
    let (nonce, (signature, _)) = found.expect("a signature of each parity");
    bencher.with_inputs(|| build(nonce)).bench_values(|unsigned| {
        unsigned
            .attach(&public_key, black_box(&signature), None)
            .expect("valid")
    });
}

#[divan::bench]
fn parse(bencher: Bencher) {
    let (signature, _) = sign(build(7).sighash());
    let text = build(7)
        .attach(&public_key(), &signature, None)
        .expect("valid")
        .to_hex();
    bencher.bench(|| DecodedTransaction::parse(params(), black_box(&text)).expect("a transaction"));
}

/// The reference of `attach`: a verification by libsecp256k1.
#[divan::bench]
fn verification_by_libsecp256k1(bencher: Bencher) {
    let (secp, message) = (Secp256k1::new(), Message::from_digest([9; 32]));
    let key = secret().public_key(&secp);
    let signature = secp.sign_ecdsa(&message, &secret());
    bencher.bench(|| secp.verify_ecdsa(&message, black_box(&signature), &key).expect("valid"));
}

fn main() {
    divan::main();
}
