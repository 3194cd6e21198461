//! Transactions of Stellar against those of its SDK: every variant of operation, over random fields.

use crate::stellar_operation::{one_of_each, operation};
use serde::Deserialize;
use serde_json::{Value, json};
use wallet_core::model::Network;
use wallet_core::xlm::operation::{OperationBody, Operations};
use wallet_core::xlm::{
    DecodedOperation, DecodedTransaction, Envelope, Fee, Frame, Memo, MemoType, PublicKey, Signature,
    UnsignedTransaction, fee_bump,
};
use wallet_tests::support::oracle::Oracle;
use wallet_tests::support::random::Random;

/// Random operations of each variant.
const OF_EACH: usize = 8;

/// Transactions with all variants.
const OF_ALL: usize = 8;

/// A transaction as the SDK builds and signs it.
#[derive(Debug, Deserialize)]
struct Signing {
    address: String,
    unsigned: String,
    hash: String,
    r: String,
    s: String,
    signed: String,
}

/// A fee bump as the SDK builds it.
#[derive(Debug, Deserialize)]
struct Bump {
    address: String,
    unsigned: String,
    hash: String,
}

/// What stands in a transaction beside its operations.
struct Case {
    network: Network,
    sequence: i64,
    /// For one operation, in stroops.
    rate: u64,
    memo: Option<(MemoType, String)>,
    valid_until: u64,
}

impl Case {
    fn random(random: &mut Random) -> Self {
        let hash = hex::encode(random.bytes::<32>());
        let memos = [
            None,
            Some((MemoType::Text, "order ü".to_owned())),
            Some((MemoType::Id, random.magnitude(u64::MAX).to_string())),
            Some((MemoType::Hash, hash.clone())),
            Some((MemoType::Return, hash)),
        ];
        Self {
            network: *random.one_of(&Network::ALL),
            sequence: random.magnitude(1 << 62).cast_signed(),
            rate: 100 + random.magnitude(1_000_000),
            memo: random.one_of(&memos).clone(),
            valid_until: random.magnitude(1 << 40),
        }
    }

    fn question(&self, seed: &str, operations: &[Value]) -> Value {
        json!({
            "seed": seed,
            "network": self.network.name(),
            "sequence": self.sequence.to_string(),
            "fee": self.rate,
            "memo": self.memo.as_ref().map(|(_, text)| text),
            "memoType": self.memo.as_ref().map(|(kind, _)| kind.name()),
            "validUntil": self.valid_until,
            "operations": operations,
        })
    }
}

/// JSON becomes the transaction of the SDK, the SDK's signature fits it, and the JSON comes back.
async fn check(oracle: &mut Oracle, random: &mut Random, operations: &[Value]) {
    let case = Case::random(random);
    let seed = hex::encode(random.bytes::<32>());
    let theirs: Signing = ask(oracle, "stellarSign", case.question(&seed, operations)).await;
    let key = PublicKey::parse(&theirs.address).expect("an address");
    let ours = build(&case, &key, operations);
    let context = json!(operations);
    assert_eq!(ours.to_base64(), theirs.unsigned, "{context}");
    assert_eq!(hex::encode(ours.hash(case.network)), theirs.hash, "{context}");
    let signature = Signature::parse(&theirs.r, &theirs.s).expect("two halves");
    let envelope = Envelope::parse(&ours.to_base64()).expect("what was built");
    let signed = envelope
        .attach(case.network, &key, &signature)
        .expect("their signature");
    assert_eq!(signed.to_base64(), theirs.signed, "{context}");
    assert_eq!(signed.signed_network(|_| signed.sources()), Some(case.network));
    let read = DecodedTransaction::of(&signed);
    assert_eq!(json!(known(&read)), context);
    let memo = case.memo.map(|(kind, text)| (Some(kind), text)).unwrap_or_default();
    assert_eq!((read.memo.kind(), read.memo.to_string()), memo);
    check_bump(oracle, random, &signed, case.network, read.fee).await;
}

fn build(case: &Case, key: &PublicKey, operations: &[Value]) -> UnsignedTransaction {
    let read = Operations::read(operations, key.account());
    let read = read.unwrap_or_else(|error| panic!("{}: {error} in {}", error.path, json!(operations)));
    let memo = case.memo.as_ref();
    let memo = memo.map_or(Ok(Memo::NONE), |(kind, text)| Memo::parse(*kind, text));
    let frame = Frame {
        source: key.account(),
        sequence: case.sequence,
        fee: Fee::new(case.rate * operations.len() as u64, operations.len()).expect("within bounds"),
        memo: memo.expect("a memo"),
        valid_until: case.valid_until,
    };
    UnsignedTransaction::build(&frame, &read).expect("a next sequence number")
}

fn known(transaction: &DecodedTransaction) -> Vec<Value> {
    let operations = transaction.operations.iter().map(|operation| match operation {
        DecodedOperation::Known(operation) => json!(operation),
        DecodedOperation::Other { name, .. } => panic!("{name} is not known"),
    });
    operations.collect()
}

async fn check_bump(oracle: &mut Oracle, random: &mut Random, inner: &Envelope, network: Network, fee: u64) {
    let operations = DecodedTransaction::of(inner).operations.len() as u64;
    let fee = fee / operations * (operations + 1);
    let question = json!({ "seed": hex::encode(random.bytes::<32>()), "network": network.name(),
        "txdata": inner.to_base64(), "fee": fee });
    let theirs: Bump = ask(oracle, "stellarBump", question).await;
    let ours = fee_bump(inner, theirs.address.parse().expect("an address"), fee).expect("at the rate of the inner one");
    assert_eq!(ours.to_base64(), theirs.unsigned);
    assert_eq!(hex::encode(ours.hash(network)), theirs.hash);
}

async fn ask<T: serde::de::DeserializeOwned>(oracle: &mut Oracle, question: &str, parameters: Value) -> T {
    serde_json::from_value(oracle.call(question, parameters).await).expect("the oracle's form")
}

#[tokio::test]
async fn operations_of_every_variant_are_those_of_the_sdk() {
    let Some(mut oracle) = Oracle::start("oracles of operations of Stellar") else {
        return;
    };
    let mut random = Random::new();
    let names = OperationBody::NAMES.iter();
    for name in names.filter(|name| !name.ends_with("SponsoringFutureReserves")) {
        for _ in 0..OF_EACH {
            let operation = operation(&mut random, name);
            check(&mut oracle, &mut random, &[operation]).await;
        }
    }
}

#[tokio::test]
async fn transactions_of_all_variants_are_those_of_the_sdk() {
    let Some(mut oracle) = Oracle::start("oracles of transactions of Stellar") else {
        return;
    };
    let mut random = Random::new();
    for _ in 0..OF_ALL {
        let operations = one_of_each(&mut random);
        assert_eq!(operations.len(), OperationBody::NAMES.len());
        check(&mut oracle, &mut random, &operations).await;
    }
}
