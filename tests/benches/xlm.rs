//! Stellar: building, hashing, signatures and decoding of envelopes.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
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

fn envelopes(criterion: &mut Criterion) {
    for operations in [1, 100] {
        criterion.bench_function(&format!("xlm/build_and_hash/{operations}"), |bencher| {
            bencher.iter(|| black_box(build(black_box(operations))).hash(Network::Testnet));
        });
    }
    let public_key = PublicKey::of(account()).expect("a public key");
    let hash = build(1).hash(Network::Testnet);
    let bytes = key().sign(&hash).to_bytes();
    let (r, s) = bytes.split_at(32);
    let signature = Signature::parse(&hex::encode(r), &hex::encode(s)).expect("a signature");
    let envelope = || Envelope::parse(&build(1).to_base64()).expect("an envelope");
    let attach = |envelope: Envelope| {
        envelope
            .attach(Network::Testnet, &public_key, &signature)
            .expect("valid")
    };
    criterion.bench_function("xlm/attach", |bencher| {
        bencher.iter_batched(envelope, attach, BatchSize::SmallInput);
    });
    let text = attach(envelope()).to_base64();
    criterion.bench_function("xlm/parse", |bencher| {
        bencher.iter(|| DecodedTransaction::of(&Envelope::parse(black_box(&text)).expect("an envelope")));
    });
}

criterion_group!(benches, envelopes);
criterion_main!(benches);
