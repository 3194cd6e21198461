//! Tests of rejections that depend on the order of checks or on strict signature verification.

use super::*;
use stellar_xdr::{
    BumpSequenceOp, ChangeTrustAsset, ChangeTrustOp, ExtendFootprintTtlOp, ExtensionPoint, Hash, LedgerFootprint,
    LiquidityPoolConstantProductParameters, LiquidityPoolDepositOp, LiquidityPoolParameters, PoolId, Price,
    SetOptionsOp, Signer, SignerKey, SorobanResources, SorobanTransactionData, SorobanTransactionDataExt,
    TransactionResultResult, TransactionV0, TransactionV0Envelope, TransactionV0Ext,
};

fn alone(code: &str) -> (String, Vec<String>) {
    (code.to_owned(), Vec::new())
}

#[test]
fn large_s_signature_is_rejected() {
    let node = open(None);
    let (one, two) = (TestWallet::funded(&node, 1), TestWallet::new(2));
    let envelope = Transaction::decode(&one.pay(&node, &two, COIN)).unwrap().envelope;
    let TransactionEnvelope::Tx(mut envelope) = envelope else {
        panic!("another version")
    };
    // The group order in little endian (RFC 8032 5.1): lenient verifiers treat s + order as equivalent to s.
    let order = hex::decode("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010").unwrap();
    let mut bytes = envelope.signatures[0].signature.0.to_vec();
    let mut carry = 0;
    for (byte, more) in bytes[32..].iter_mut().zip(order) {
        let sum = u16::from(*byte) + u16::from(more) + carry;
        *byte = sum.to_le_bytes()[0];
        carry = sum >> 8;
    }
    let mut signatures = envelope.signatures.to_vec();
    signatures[0].signature = Signature(bytes.try_into().unwrap());
    envelope.signatures = codec::list(signatures);
    let codes = rejection_codes(&node, &codec::base64(&TransactionEnvelope::Tx(envelope)));
    assert_eq!(codes, alone("tx_bad_auth"));
}

#[test]
fn unsupported_operations_are_rejected_on_submission() {
    let node = open(None);
    let one = TestWallet::funded(&node, 1);
    let price = Price { n: 1, d: 1 };
    let deposit = LiquidityPoolDepositOp {
        liquidity_pool_id: PoolId(Hash([7; 32])),
        max_amount_a: 1,
        max_amount_b: 1,
        min_price: price.clone(),
        max_price: price,
    };
    let share = ChangeTrustOp {
        line: ChangeTrustAsset::PoolShare(LiquidityPoolParameters::LiquidityPoolConstantProduct(
            LiquidityPoolConstantProductParameters {
                asset_a: Asset::Native,
                asset_b: one.asset("GOLD"),
                fee: 30,
            },
        )),
        limit: 1,
    };
    for body in [
        OperationBody::Inflation,
        OperationBody::LiquidityPoolDeposit(deposit),
        OperationBody::ChangeTrust(share),
        OperationBody::ExtendFootprintTtl(ExtendFootprintTtlOp {
            ext: ExtensionPoint::V0,
            extend_to: 1,
        }),
    ] {
        let codes = rejection_codes(&node, &one.sign(&node, 100, body));
        let expected = ("tx_failed".to_owned(), vec!["op_not_supported".to_owned()]);
        assert_eq!(codes, expected);
    }
}

#[test]
fn account_has_at_most_one_pending_transaction() {
    let node = open(None);
    let (one, two) = (TestWallet::funded(&node, 1), TestWallet::funded(&node, 2));
    let first = one.pay(&node, &two, COIN);
    node.submit(&first).unwrap();
    assert!(matches!(node.submit(&first), Err(SubmitError::Duplicate(_))));
    let second = one.pay(&node, &two, 2 * COIN);
    assert!(matches!(node.submit(&second), Err(SubmitError::TryAgainLater(_))));
    node.close(|_| ()).unwrap();
    assert_eq!(rejection_codes(&node, &second), alone("tx_bad_seq"));
}

#[test]
fn reserve_cannot_pay_fees() {
    let node = open(None);
    let (one, two) = (TestWallet::funded(&node, 1), TestWallet::funded(&node, 2));
    node.settle(&one.pay(&node, &two, 99 * COIN - 199)).unwrap();
    assert_eq!(one.balance(&node), COIN + 99);
    assert_eq!(
        rejection_codes(&node, &one.pay(&node, &two, 1)),
        alone("tx_insufficient_balance")
    );
}

#[test]
fn failed_transaction_is_charged() {
    let node = open(None);
    let (one, two) = (TestWallet::funded(&node, 1), TestWallet::funded(&node, 2));
    let included = node.settle(&one.pay(&node, &two, 1000 * COIN)).unwrap();
    assert!(!included.is_success);
    assert_eq!((included.fee_charged(), one.balance(&node)), (100, 100 * COIN - 100));
    assert_eq!(two.balance(&node), 100 * COIN);
}

#[test]
fn fee_bump_requires_a_higher_rate_and_only_the_payer_signature() {
    let node = open(None);
    let [one, two, payer] = [1, 2, 3].map(|seed| TestWallet::funded(&node, seed));
    let inner = one.sign(&node, 500, nothing());
    for (fee, signers, code) in [
        (-1, &[&payer][..], "tx_malformed"),
        (199, &[&payer][..], "tx_insufficient_fee"),
        // The inner transaction offers 500 for a single operation, so two units cost 1000.
        (999, &[&payer][..], "tx_insufficient_fee"),
        (1000, &[&one][..], "tx_bad_auth"),
        (1000, &[&payer, &two][..], "tx_bad_auth_extra"),
        (100 * COIN, &[&payer][..], "tx_insufficient_balance"),
    ] {
        assert_eq!(
            rejection_codes(&node, &payer.bump(fee, &inner, signers)),
            alone(code),
            "{fee}"
        );
    }
    let included = node.settle(&payer.bump(1000, &inner, &[&payer])).unwrap();
    assert!(included.is_success);
    assert_eq!(included.fee_charged(), 200);
    assert_eq!(
        (one.balance(&node), payer.balance(&node)),
        (100 * COIN, 100 * COIN - 200)
    );
    let TransactionResultResult::TxFeeBumpInnerSuccess(pair) = &included.result.result else {
        panic!("{:?}", included.result)
    };
    // Before protocol version 25, the inner result reports the fee that would have been charged.
    assert_eq!(pair.result.fee_charged, 100);
}

#[test]
fn preauth_signer_is_removed_by_an_outdated_transaction() {
    let node = open(None);
    let (one, two) = (TestWallet::funded(&node, 1), TestWallet::funded(&node, 2));
    let sequence = node.read(|ledger| ledger.state().account(&one.id()).unwrap().sequence);
    let tx = Inner {
        source_account: one.account(),
        fee: 100,
        seq_num: SequenceNumber(sequence + 2),
        cond: Preconditions::None,
        memo: Memo::None,
        operations: codec::list(vec![by_source(nothing())]),
        ext: TransactionExt::V0,
    };
    let hash = tx.hash(network_id()).unwrap();
    let options = SetOptionsOp {
        signer: Some(Signer {
            key: SignerKey::PreAuthTx(Uint256(hash)),
            weight: 1,
        }),
        ..SetOptionsOp::default()
    };
    one.does(&node, OperationBody::SetOptions(options));
    let preauth = codec::base64(&TransactionEnvelope::Tx(TransactionV1Envelope {
        tx,
        signatures: codec::list(Vec::new()),
    }));
    // Both are valid on submission; in the ledger the first skips the sequence number of the second.
    let skip = OperationBody::BumpSequence(BumpSequenceOp {
        bump_to: SequenceNumber(sequence + 50),
    });
    let skip = two.seal(&node, 100, vec![one.by(skip)], &[&two, &one]);
    node.submit(&skip).unwrap();
    node.submit(&preauth).unwrap();
    node.close(|_| ()).unwrap();
    let included = node.read(|ledger| Arc::clone(ledger.included(&hash).unwrap()));
    assert_eq!(Codes::of(&included.result).transaction, "tx_bad_seq");
    assert_eq!(included.fee_charged(), 100);
    let signers = node.read(|ledger| ledger.state().account(&one.id()).unwrap().signers.clone());
    assert_eq!(signers, []);
}

#[test]
fn resource_data_requires_contract_operations() {
    let node = open(None);
    let one = TestWallet::funded(&node, 1);
    let plain = one.sign(&node, 100, nothing());
    let TransactionEnvelope::Tx(mut envelope) = Transaction::decode(&plain).unwrap().envelope else {
        panic!("another version")
    };
    envelope.tx.ext = TransactionExt::V1(SorobanTransactionData {
        ext: SorobanTransactionDataExt::V0,
        resources: SorobanResources {
            footprint: LedgerFootprint::default(),
            instructions: 0,
            disk_read_bytes: 0,
            write_bytes: 0,
        },
        resource_fee: 0,
    });
    let codes = rejection_codes(&node, &codec::base64(&TransactionEnvelope::Tx(envelope)));
    assert_eq!(codes, alone("tx_malformed"));
}

#[test]
fn v0_envelope_is_converted_to_v1() {
    let node = open(None);
    let (one, two) = (TestWallet::funded(&node, 1), TestWallet::funded(&node, 2));
    let second = one.pay(&node, &two, COIN);
    let TransactionEnvelope::Tx(envelope) = Transaction::decode(&second).unwrap().envelope else {
        panic!("another version")
    };
    let first = TransactionEnvelope::TxV0(TransactionV0Envelope {
        tx: TransactionV0 {
            source_account_ed25519: Uint256(one.public_key()),
            fee: envelope.tx.fee,
            seq_num: envelope.tx.seq_num,
            time_bounds: None,
            memo: envelope.tx.memo,
            operations: envelope.tx.operations,
            ext: TransactionV0Ext::V0,
        },
        signatures: envelope.signatures,
    });
    let included = node.settle(&codec::base64(&first)).unwrap();
    assert!(included.is_success, "{:?}", included.result);
    assert_eq!(included.transaction.base64(), second);
}
