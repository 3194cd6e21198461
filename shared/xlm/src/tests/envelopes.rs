//! Tests of envelopes: published hashes and attached signatures.

use crate::operation::{BumpSequence, Operation, OperationBody, Operations};
use crate::{
    AccountId, AttachError, DecodedTransaction, Envelope, EnvelopeError, Fee, Frame, Memo, MemoType, PublicKey,
    SequenceNumber, Signature, UnsignedTransaction,
};
use ed25519_dalek::{Signer, SigningKey};
use wallet_core::model::Network;

pub(super) fn key(salt: u8) -> SigningKey {
    SigningKey::from_bytes(&[salt; 32])
}

pub(super) fn account(key: &SigningKey) -> AccountId {
    AccountId(key.verifying_key().to_bytes())
}

pub(super) fn unsigned(source: AccountId) -> UnsignedTransaction {
    let frame = Frame {
        source,
        sequence: SequenceNumber::new(8).unwrap(),
        fee: Fee::new(200, 1).unwrap(),
        memo: Memo::parse(MemoType::Id, "5").unwrap(),
        valid_until: 1_900_000_000,
    };
    let operation = serde_json::json!({ "type": "bumpSequence", "bumpTo": 9 });
    let operations = Operations::read(&[operation], source).unwrap();
    UnsignedTransaction::build(&frame, &operations)
}

fn signature(key: &SigningKey, message: &[u8]) -> Signature {
    Signature::from_slice(&key.sign(message).to_bytes()).unwrap()
}

pub(super) fn signed(envelope: Envelope, by: &SigningKey) -> Envelope {
    signed_on(Network::Testnet, envelope, by)
}

pub(super) fn signed_on(network: Network, envelope: Envelope, by: &SigningKey) -> Envelope {
    let public = PublicKey::of(account(by)).unwrap();
    let signature = signature(by, &envelope.hash(network));
    envelope.attach(network, &public, &signature).unwrap()
}

// An envelope made by stellar-sdk 15 (npm), with the hash on the test network.
#[test]
fn sdk_envelope_has_the_same_hash() {
    const ENVELOPE: &str = concat!(
        "AAAAAgAAAADqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLAAAAfQAAHBIhg3fegAAAAIAAAABAAAAAAAAAAUAAAAAdzWT",
        "/wAAAAAAAAABAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAA6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urAAAAAgAA",
        "AAAAAAABAAAAABOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPKAAAAAAAAAAAA5OHAAAAAAAAAAAkAAAAAAAAAARRG0iwA",
        "AABACTakm0VPWVu/c8Qq0D6b4b27hbP3Gu7CPQrmZ8Ym+BwLJb8LNIcZTPKWwq3+CLUWiEnz4bj3wsRXAwuunVv6Ag==",
    );
    let envelope = Envelope::parse(ENVELOPE).unwrap();
    assert_eq!(
        hex::encode(envelope.hash(Network::Testnet)),
        "9a80f668d46d8c900b9d1b084b0ca65b6b36f56b04693c5a217b5e0ef11a63ee"
    );
    assert_eq!(envelope.to_base64(), ENVELOPE);
}

#[test]
fn signature_is_attached_once_and_only_on_its_network() {
    let (alice, bob) = (key(1), key(2));
    let unsigned = unsigned(account(&alice));
    let envelope = Envelope::parse(&unsigned.to_base64()).unwrap();
    assert_eq!(
        Envelope::parse_signed(&unsigned.to_base64()),
        Err(EnvelopeError::Unsigned)
    );
    let public = PublicKey::of(account(&alice)).unwrap();
    let valid = signature(&alice, &unsigned.hash(Network::Testnet));
    let other_network = envelope.clone().attach(Network::Livenet, &public, &valid);
    assert_eq!(other_network, Err(AttachError::Invalid));
    let once = envelope.attach(Network::Testnet, &public, &valid).unwrap();
    let twice = once.clone().attach(Network::Testnet, &public, &valid).unwrap();
    assert_eq!(once, twice);
    let both = signed(once, &bob);
    assert_eq!(both.signatures().len(), 2);
    assert!(both.is_signed_on(Network::Testnet, &both.sources()));
    assert!(!both.is_signed_on(Network::Livenet, &both.sources()));
    assert!(!both.is_signed_on(Network::Testnet, &[account(&key(3))]));
}

#[test]
fn envelope_has_at_most_20_signatures() {
    let mut envelope = Envelope::parse(&unsigned(account(&key(1))).to_base64()).unwrap();
    for salt in 1..=20 {
        envelope = signed(envelope, &key(salt));
    }
    let one_more = key(21);
    let public = PublicKey::of(account(&one_more)).unwrap();
    let signature = signature(&one_more, &envelope.hash(Network::Testnet));
    let attached = envelope.attach(Network::Testnet, &public, &signature);
    assert_eq!(attached, Err(AttachError::TooMany));
}

#[test]
fn invalid_envelope_is_rejected() {
    let base64 = unsigned(account(&key(1))).to_base64();
    let longer = format!("{base64}AAAA");
    let spaced = format!("{base64} ");
    for invalid in [
        "",
        "AAAA",
        "not base64!",
        &base64[4..],
        &base64[..base64.len() - 4],
        &longer,
        &spaced,
    ] {
        assert_eq!(Envelope::parse(invalid), Err(EnvelopeError::Malformed), "{invalid}");
    }
    // A predicate with a hundred thousand levels of "not".
    let deep = format!("AAAAAgAAAAA{}", "AAAAAAA".repeat(10_000));
    assert!(Envelope::parse(&deep).is_err());
}

#[test]
fn built_transaction_is_decoded() {
    let alice = account(&key(1));
    let envelope = signed(Envelope::parse(&unsigned(alice).to_base64()).unwrap(), &key(1));
    let decoded = DecodedTransaction::of(&envelope);
    assert_eq!(decoded.source, alice.into());
    assert_eq!((decoded.sequence, decoded.fee, decoded.signatures), (8, 200, 1));
    assert_eq!((decoded.valid_from, decoded.valid_until), (0, 1_900_000_000));
    assert_eq!(decoded.memo.to_string(), "5");
    assert_eq!((decoded.fee_source, decoded.has_other_conditions), (None, false));
}

#[test]
fn operation_is_built_without_json() {
    let bump = OperationBody::BumpSequence(BumpSequence {
        bump_to: crate::operation::Number::default(),
    });
    assert_eq!(Operations::one(Operation::of_source(bump)).as_slice().len(), 1);
}
