//! Stellar: building, hashing, signatures and decoding of envelopes.

use divan::Bencher;
use ed25519_dalek::{Signer, SigningKey};
use std::hint::black_box;
use wallet_core::model::Network;
use wallet_xlm::operation::Operations;
use wallet_xlm::{
    AccountId, DecodedTransaction, Envelope, Fee, Frame, Memo, MemoType, PublicKey, SequenceNumber, Signature,
    UnsignedTransaction,
};

fn key() -> SigningKey {
    SigningKey::from_bytes(&[7; 32])
}

fn account() -> AccountId {
    AccountId(key().verifying_key().to_bytes())
}

fn frame(operations: u32) -> Frame {
    Frame {
        source: account(),
        sequence: SequenceNumber::new(8).expect("a sequence number"),
        fee: Fee::new(u64::from(100 * operations), operations as usize).expect("a fee"),
        memo: Memo::parse(MemoType::Id, "5").expect("a memo"),
        valid_until: 1_900_000_000,
    }
}

fn build(operations: u32) -> UnsignedTransaction {
    let operation = serde_json::json!({ "type": "bumpSequence", "bumpTo": 9 });
    let list = vec![operation; operations as usize];
    let operations_read = Operations::read(&list, account()).expect("operations");
    UnsignedTransaction::build(&frame(operations), &operations_read)
}

fn envelope() -> Envelope {
    Envelope::parse(&build(1).to_base64()).expect("an envelope")
}

fn signature() -> Signature {
    let bytes = key().sign(&build(1).hash(Network::Testnet)).to_bytes();
    let (r, s) = bytes.split_at(32);
    Signature::parse(&hex::encode(r), &hex::encode(s)).expect("a signature")
}

fn attached(envelope: Envelope, public_key: &PublicKey, signature: &Signature) -> Envelope {
    envelope.attach(Network::Testnet, public_key, signature).expect("valid")
}

#[divan::bench(args = [1, 100])]
fn build_and_hash(operations: u32) -> [u8; 32] {
    black_box(build(black_box(operations))).hash(Network::Testnet)
}

#[divan::bench]
fn attach(bencher: Bencher) {
    let (public_key, signature) = (PublicKey::of(account()).expect("a public key"), signature());
    bencher
        .with_inputs(envelope)
        .bench_values(|envelope| attached(envelope, &public_key, black_box(&signature)));
}

#[divan::bench]
fn parse(bencher: Bencher) {
    let public_key = PublicKey::of(account()).expect("a public key");
    let text = attached(envelope(), &public_key, &signature()).to_base64();
    bencher.bench(|| DecodedTransaction::of(&Envelope::parse(black_box(&text)).expect("an envelope")));
}

fn main() {
    divan::main();
}
