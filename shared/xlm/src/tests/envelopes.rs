//! Tests of envelopes and fee bumps: published hashes and attached signatures.

use crate::operation::{BumpSequence, Operation, OperationBody, Operations};
use crate::{
    AccountId, AttachError, DecodedTransaction, Envelope, EnvelopeError, Fee, FeeBumpError, FeeError, Frame, Memo,
    MemoType, PublicKey, SequenceNumber, Signature, UnsignedTransaction, fee_bump,
};
use ed25519_dalek::{Signer, SigningKey};
use stellar_xdr::{self as xdr, TransactionEnvelope};
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

/// Returns a signed transaction of the first key with a fee of 200 for a single operation.
fn inner() -> Envelope {
    let unsigned = Envelope::parse(&unsigned(account(&key(1))).to_base64()).unwrap();
    signed(unsigned, &key(1))
}

/// Returns the same transaction with a different fee and with contract resources.
fn with_resources(fee: u32, resource_fee: i64) -> Envelope {
    let Envelope(TransactionEnvelope::Tx(mut envelope)) = inner() else {
        unreachable!("built transactions have version 1")
    };
    envelope.tx.fee = fee;
    envelope.tx.ext = xdr::TransactionExt::V1(xdr::SorobanTransactionData {
        ext: xdr::SorobanTransactionDataExt::V0,
        resources: xdr::SorobanResources {
            footprint: xdr::LedgerFootprint {
                read_only: xdr::VecM::default(),
                read_write: xdr::VecM::default(),
            },
            instructions: 0,
            disk_read_bytes: 0,
            write_bytes: 0,
        },
        resource_fee,
    });
    Envelope(TransactionEnvelope::Tx(envelope))
}

/// Returns the same transaction in the version used before protocol 13, with the same signatures.
fn of_version_0() -> Envelope {
    let Envelope(TransactionEnvelope::Tx(envelope)) = inner() else {
        unreachable!("built transactions have version 1")
    };
    let xdr::MuxedAccount::Ed25519(source) = envelope.tx.source_account else {
        unreachable!("the source is not a muxed account")
    };
    let xdr::Preconditions::Time(bounds) = envelope.tx.cond else {
        unreachable!("built transactions have time bounds")
    };
    Envelope(TransactionEnvelope::TxV0(xdr::TransactionV0Envelope {
        tx: xdr::TransactionV0 {
            source_account_ed25519: source,
            fee: envelope.tx.fee,
            seq_num: envelope.tx.seq_num,
            time_bounds: Some(bounds),
            memo: envelope.tx.memo,
            operations: envelope.tx.operations,
            ext: xdr::TransactionV0Ext::V0,
        },
        signatures: envelope.signatures,
    }))
}

#[track_caller]
fn check_minimum(inner: &Envelope, minimum: u64) {
    let payer = account(&key(2));
    let too_low = Err(FeeError::TooLow { minimum }.into());
    assert_eq!(fee_bump(inner, payer, minimum - 1), too_low);
    assert!(fee_bump(inner, payer, minimum).is_ok());
}

#[test]
fn fee_bump_pays_at_least_the_rate_of_its_inner_transaction() {
    // 200 for a single operation means 400 with the bump.
    check_minimum(&inner(), 400);
}

// The resource fee of a contract is paid once, in addition to the inclusion fee: CAP-46-07 and
// `FeeBumpTransactionFrame::commonValidPreSeqNum` in stellar-core.
#[test]
fn resource_fee_is_paid_once_and_has_no_rate() {
    check_minimum(&with_resources(1_000_250, 1_000_000), 1_000_500);
    check_minimum(&with_resources(1_000_100, 1_000_000), 1_000_200);
    // A transaction with a fee below the resource fee offers no inclusion fee.
    check_minimum(&with_resources(50, 50), 250);
    check_minimum(&with_resources(50, i64::MAX), 250);
}

#[test]
fn only_a_signed_transaction_is_bumped_and_only_once() {
    let payer = account(&key(2));
    let unsigned = Envelope::parse(&unsigned(account(&key(1))).to_base64()).unwrap();
    assert_eq!(fee_bump(&unsigned, payer, 400), Err(FeeBumpError::Unsigned));
    let bump = fee_bump(&inner(), payer, 400).unwrap();
    assert_eq!(fee_bump(&bump, payer, 800), Err(FeeBumpError::Nested));
    assert_ne!(bump.hash(Network::Testnet), inner().hash(Network::Testnet));
    // The inner signature determines the network before the bump is signed.
    assert!(bump.is_signed_on(Network::Testnet, &bump.sources()));
    let bump = signed(bump, &key(2));
    let decoded = DecodedTransaction::of(&Envelope::parse_signed(&bump.to_base64()).unwrap());
    assert_eq!(decoded.fee_source, Some(payer.into()));
    assert_eq!((decoded.fee, decoded.signatures), (400, 1));
}

// Both versions are hashed as version 1, so the signatures of version 0 remain valid.
#[test]
fn transaction_of_version_0_is_bumped_as_version_1() {
    let old = of_version_0();
    assert_eq!(old.hash(Network::Testnet), inner().hash(Network::Testnet));
    assert_eq!(DecodedTransaction::of(&old), DecodedTransaction::of(&inner()));
    let payer = account(&key(2));
    assert_eq!(fee_bump(&old, payer, 400), fee_bump(&inner(), payer, 400));
}
