//! Tests of fee bumps (CAP-15).

use super::envelopes::{account, key, signed, unsigned};
use crate::{DecodedTransaction, Envelope, FeeBumpError, FeeError, fee_bump};
use stellar_xdr::{self as xdr, TransactionEnvelope};
use wallet_core::model::Network;

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
