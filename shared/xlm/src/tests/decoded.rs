//! Tests of decoding foreign envelopes.

use super::envelopes::{account, key, unsigned};
use crate::{DecodedOperation, DecodedTransaction, Envelope, EnvelopeError, Memo};
use stellar_xdr::{self as xdr, TransactionEnvelope};
use xdr::OperationBody as Body;

/// Returns the transaction of the first key with this operation.
fn with(body: Body) -> Envelope {
    let Envelope(mut envelope) = Envelope::parse(&unsigned(account(&key(1))).to_base64()).unwrap();
    if let TransactionEnvelope::Tx(envelope) = &mut envelope {
        let source_account = None;
        envelope.tx.operations = vec![xdr::Operation { source_account, body }].try_into().unwrap();
    }
    Envelope(envelope)
}

/// Checks that the operation is decoded to the JSON of get-hash, or to XDR under this type name.
#[track_caller]
fn check(body: Body, other: Option<&str>) {
    let envelope = with(body);
    let read = Envelope::parse(&envelope.to_base64()).expect("a written envelope");
    let decoded = DecodedTransaction::of(&read);
    match (&decoded.operations[..], other) {
        ([DecodedOperation::Known(_)], None) => {}
        ([DecodedOperation::Other { name, .. }], Some(other)) => assert_eq!(name, other),
        (decoded_operations, _) => panic!("{decoded_operations:?}"),
    }
}

fn data(value: &[u8]) -> Body {
    Body::ManageData(xdr::ManageDataOp {
        data_name: xdr::String64("name".try_into().unwrap()),
        data_value: Some(xdr::DataValue(value.try_into().unwrap())),
    })
}

#[test]
fn data_of_any_bytes_is_decoded() {
    check(data("Grüße".as_bytes()), None);
    check(data(&[]), None);
    check(data(&[0xff; 64]), None);
}

fn claimable(predicate: xdr::ClaimPredicate, claimants: usize) -> Body {
    let claimant = xdr::Claimant::ClaimantTypeV0(xdr::ClaimantV0 {
        destination: account(&key(2)).to_xdr(),
        predicate,
    });
    Body::CreateClaimableBalance(xdr::CreateClaimableBalanceOp {
        asset: xdr::Asset::Native,
        amount: 1,
        claimants: vec![claimant; claimants].try_into().unwrap(),
    })
}

#[test]
fn predicates_and_claimants_unsupported_by_get_hash_are_decoded_as_xdr() {
    use xdr::ClaimPredicate as Predicate;
    let not = |predicate| Predicate::Not(Some(Box::new(predicate)));
    let nested = |levels| (1..levels).fold(Predicate::BeforeAbsoluteTime(1), |inner, _| not(inner));
    let other = Some("create_claimable_balance");
    check(claimable(Predicate::Unconditional, 1), None);
    check(claimable(nested(4), 1), None);
    check(claimable(nested(5), 1), other);
    check(claimable(not(Predicate::Unconditional), 1), other);
    check(claimable(Predicate::Not(None), 1), other);
    check(claimable(Predicate::BeforeAbsoluteTime(-1), 1), other);
    check(claimable(Predicate::Unconditional, 0), other);
    check(claimable(Predicate::Unconditional, 2), other);
}

fn flags(set: u32, clear: u32) -> Body {
    Body::SetOptions(xdr::SetOptionsOp {
        inflation_dest: None,
        clear_flags: Some(clear),
        set_flags: Some(set),
        master_weight: None,
        low_threshold: None,
        med_threshold: None,
        high_threshold: None,
        home_domain: None,
        signer: None,
    })
}

#[test]
fn flags_rejected_by_validators_are_decoded_as_xdr() {
    check(flags(1, 2), None);
    check(flags(1, 1), Some("set_options"));
    check(flags(16, 0), Some("set_options"));
    let of_line = |set_flags, clear_flags| {
        Body::SetTrustLineFlags(xdr::SetTrustLineFlagsOp {
            trustor: account(&key(2)).to_xdr(),
            asset: xdr::Asset::CreditAlphanum4(xdr::AlphaNum4 {
                asset_code: xdr::AssetCode4(*b"USD\0"),
                issuer: account(&key(1)).to_xdr(),
            }),
            clear_flags,
            set_flags,
        })
    };
    check(of_line(1, 2), None);
    check(of_line(3, 0), Some("set_trust_line_flags"));
    check(of_line(4, 0), Some("set_trust_line_flags"));
}

#[test]
fn code_with_trailing_bytes_is_decoded_as_xdr() {
    let payment = |code: &[u8; 12]| {
        Body::Payment(xdr::PaymentOp {
            destination: xdr::MuxedAccount::Ed25519(xdr::Uint256(account(&key(2)).0)),
            asset: xdr::Asset::CreditAlphanum12(xdr::AlphaNum12 {
                asset_code: xdr::AssetCode12(*code),
                issuer: account(&key(1)).to_xdr(),
            }),
            amount: i64::MAX,
        })
    };
    check(payment(b"LONGER\0\0\0\0\0\0"), None);
    check(payment(b"USD\0\0\0\0\0\0\0\0\0"), Some("payment"));
    check(payment(b"LONG\0ER\0\0\0\0\0"), Some("payment"));
    check(payment(b"LONG\xc3\xbcR\0\0\0\0\0"), Some("payment"));
}

#[test]
fn binary_text_memo_has_bytes() {
    let memo = |bytes: &[u8]| Memo::from_xdr(&xdr::Memo::Text(bytes.try_into().unwrap()));
    assert_eq!(memo("Grüße".as_bytes()).beyond_text(), None);
    assert_eq!(memo(&[0x41, 0xff]).beyond_text(), Some(&[0x41, 0xff][..]));
    assert_eq!(Memo::NONE.beyond_text(), None);
}

/// Returns a contract call with an argument of nested vectors.
fn call(levels: usize) -> Body {
    let vector = |inner| xdr::ScVal::Vec(Some(xdr::ScVec(vec![inner].try_into().unwrap())));
    let argument = (0..levels).fold(xdr::ScVal::Void, |inner, _| vector(inner));
    Body::InvokeHostFunction(xdr::InvokeHostFunctionOp {
        host_function: xdr::HostFunction::InvokeContract(xdr::InvokeContractArgs {
            contract_address: xdr::ScAddress::Contract(xdr::ContractId(xdr::Hash([7; 32]))),
            function_name: "f".try_into().unwrap(),
            args: vec![argument].try_into().unwrap(),
        }),
        auth: xdr::VecM::default(),
    })
}

// The contract host reads XDR of 500 levels (`DEFAULT_XDR_RW_LIMITS` of soroban-env-host).
#[test]
fn calls_are_decoded_to_the_depth_of_the_network() {
    check(call(1), Some("invoke_host_function"));
    check(call(110), Some("invoke_host_function"));
    let deeper = with(call(150)).to_base64();
    assert_eq!(Envelope::parse(&deeper), Err(EnvelopeError::Malformed));
}
