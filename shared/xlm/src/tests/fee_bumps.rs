//! Fee bumps (CAP-15).

use super::envelopes::{account, key, signed, unsigned};
use crate::{DecodedTransaction, Envelope, FeeBumpError, FeeError, fee_bump};
use stellar_xdr::{self as xdr, TransactionEnvelope};
use wallet_core::model::Network;

/// A signed transaction of the first key, whose fee is 200 for one operation.
fn inner() -> Envelope {
    let unsigned = Envelope::parse(&unsigned(account(&key(1))).to_base64()).unwrap();
    signed(unsigned, &key(1))
}

/// The same transaction with another fee, and with what a contract may use.
fn with_resources(fee: u32, resource_fee: i64) -> Envelope {
    let Envelope(TransactionEnvelope::Tx(mut envelope)) = inner() else {
        unreachable!("what is built has the second version")
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

/// The same transaction as it was written before protocol 13, with the same signatures.
fn of_first_version() -> Envelope {
    let Envelope(TransactionEnvelope::Tx(envelope)) = inner() else {
        unreachable!("what is built has the second version")
    };
    let xdr::MuxedAccount::Ed25519(source) = envelope.tx.source_account else {
        unreachable!("the source is no muxed account")
    };
    let xdr::Preconditions::Time(bounds) = envelope.tx.cond else {
        unreachable!("what is built has time bounds")
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
fn a_fee_bump_pays_at_least_the_rate_of_what_it_holds() {
    // 200 for one operation, so 400 for it and the bump.
    check_minimum(&inner(), 400);
}

// What the resources of a contract cost is paid once, beside what is offered for the place in the ledger: CAP-46-07, and
// `FeeBumpTransactionFrame::commonValidPreSeqNum` of stellar-core.
#[test]
fn resources_are_paid_once_and_have_no_rate() {
    check_minimum(&with_resources(1_000_250, 1_000_000), 1_000_500);
    check_minimum(&with_resources(1_000_100, 1_000_000), 1_000_200);
    // One that pays less than its resources offers nothing for its place.
    check_minimum(&with_resources(50, 50), 250);
    check_minimum(&with_resources(50, i64::MAX), 250);
}

#[test]
fn there_is_one_bump_around_a_signed_transaction() {
    let payer = account(&key(2));
    let unsigned = Envelope::parse(&unsigned(account(&key(1))).to_base64()).unwrap();
    assert_eq!(fee_bump(&unsigned, payer, 400), Err(FeeBumpError::Unsigned));
    let bump = fee_bump(&inner(), payer, 400).unwrap();
    assert_eq!(fee_bump(&bump, payer, 800), Err(FeeBumpError::Nested));
    assert_ne!(bump.hash(Network::Testnet), inner().hash(Network::Testnet));
    // The inner signature tells the network before anybody has signed the bump.
    assert!(bump.is_signed_on(Network::Testnet, &bump.sources()));
    let bump = signed(bump, &key(2));
    let decoded = DecodedTransaction::of(&Envelope::parse_signed(&bump.to_base64()).unwrap());
    assert_eq!(decoded.fee_source, Some(payer.into()));
    assert_eq!((decoded.fee, decoded.signatures), (400, 1));
}

// Both versions are hashed as the second one, so that the signatures of the first hold.
#[test]
fn a_transaction_of_the_first_version_is_held_as_one_of_the_second() {
    let old = of_first_version();
    assert_eq!(old.hash(Network::Testnet), inner().hash(Network::Testnet));
    assert_eq!(DecodedTransaction::of(&old), DecodedTransaction::of(&inner()));
    let payer = account(&key(2));
    assert_eq!(fee_bump(&old, payer, 400), fee_bump(&inner(), payer, 400));
}
