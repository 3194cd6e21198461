//! What a node refuses, where the order of its checks or the strictness of a signature counts.

use super::*;
use stellar_xdr::{
    BumpSequenceOp, ChangeTrustAsset, ChangeTrustOp, ExtendFootprintTtlOp, ExtensionPoint, FeeBumpTransaction,
    FeeBumpTransactionEnvelope, FeeBumpTransactionExt, FeeBumpTransactionInnerTx, Hash, LedgerFootprint, Limits,
    LiquidityPoolConstantProductParameters, LiquidityPoolDepositOp, LiquidityPoolParameters, PoolId, Price, ReadXdr,
    SetOptionsOp, Signer, SignerKey, SorobanResources, SorobanTransactionData, SorobanTransactionDataExt,
    TransactionResult, TransactionResultResult, TransactionV0, TransactionV0Envelope, TransactionV0Ext,
};
use wallet_xlm::ResultCodes;

fn alone(code: &str) -> (String, Vec<String>) {
    (code.to_owned(), Vec::new())
}

#[test]
fn a_signature_with_a_large_s_is_nobodys() {
    let node = open(None);
    let (one, two) = (Purse::funded(&node, 1), Purse::new(2));
    let envelope = Transaction::decode(&one.pay(&node, &two, COIN)).unwrap().envelope;
    let TransactionEnvelope::Tx(mut envelope) = envelope else {
        panic!("another version")
    };
    // The order of the group, little endian (RFC 8032 5.1): s + order is the same number to a careless verifier.
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
    let refused = refusal(&node, &codec::base64(&TransactionEnvelope::Tx(envelope)));
    assert_eq!(refused, alone("tx_bad_auth"));
}

#[test]
fn what_is_not_supported_is_refused_before_it_waits() {
    let node = open(None);
    let one = Purse::funded(&node, 1);
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
        let refused = refusal(&node, &one.sign(&node, 100, body));
        let expected = ("tx_failed".to_owned(), vec!["op_not_supported".to_owned()]);
        assert_eq!(refused, expected);
    }
}

#[test]
fn an_account_has_one_transaction_waiting() {
    let node = open(None);
    let (one, two) = (Purse::funded(&node, 1), Purse::funded(&node, 2));
    let first = one.pay(&node, &two, COIN);
    node.submit(&first).unwrap();
    assert!(matches!(node.submit(&first), Err(SubmitError::Duplicate(_))));
    let second = one.pay(&node, &two, 2 * COIN);
    assert!(matches!(node.submit(&second), Err(SubmitError::TryAgainLater(_))));
    node.close(|_| ()).unwrap();
    assert_eq!(refusal(&node, &second), alone("tx_bad_seq"));
}

#[test]
fn the_reserve_pays_no_fee() {
    let node = open(None);
    let (one, two) = (Purse::funded(&node, 1), Purse::funded(&node, 2));
    node.settle(&one.pay(&node, &two, 99 * COIN - 199)).unwrap();
    assert_eq!(one.balance(&node), COIN + 99);
    assert_eq!(
        refusal(&node, &one.pay(&node, &two, 1)),
        alone("tx_insufficient_balance")
    );
}

#[test]
fn what_fails_in_a_ledger_is_charged_all_the_same() {
    let node = open(None);
    let (one, two) = (Purse::funded(&node, 1), Purse::funded(&node, 2));
    let included = node.settle(&one.pay(&node, &two, 1000 * COIN)).unwrap();
    assert!(!included.is_success);
    assert_eq!((included.fee_charged(), one.balance(&node)), (100, 100 * COIN - 100));
    assert_eq!(two.balance(&node), 100 * COIN);
}

/// An envelope around another, paid by `payer` and signed by `signers`.
fn bump(payer: &Purse, fee: i64, inner: &str, signers: &[&Purse]) -> String {
    let TransactionEnvelope::Tx(inner) = Transaction::decode(inner).unwrap().envelope else {
        panic!("another version")
    };
    let tx = FeeBumpTransaction {
        fee_source: payer.account(),
        fee,
        inner_tx: FeeBumpTransactionInnerTx::Tx(inner),
        ext: FeeBumpTransactionExt::V0,
    };
    let unsigned = FeeBumpTransactionEnvelope {
        tx: tx.clone(),
        signatures: codec::list(Vec::new()),
    };
    let hash = Transaction::new(TransactionEnvelope::TxFeeBump(unsigned)).hash;
    let signatures = signers.iter().map(|signer| signer.signature(&hash)).collect();
    codec::base64(&TransactionEnvelope::TxFeeBump(FeeBumpTransactionEnvelope {
        tx,
        signatures: codec::list(signatures),
    }))
}

#[test]
fn a_fee_bump_offers_more_than_what_is_inside_and_is_signed_by_its_payer_alone() {
    let node = open(None);
    let [one, two, payer] = [1, 2, 3].map(|seed| Purse::funded(&node, seed));
    let inner = one.sign(&node, 500, nothing());
    for (fee, signers, code) in [
        (-1, &[&payer][..], "tx_malformed"),
        (199, &[&payer][..], "tx_insufficient_fee"),
        // Inside 500 are offered for one operation, so two cost 1000.
        (999, &[&payer][..], "tx_insufficient_fee"),
        (1000, &[&one][..], "tx_bad_auth"),
        (1000, &[&payer, &two][..], "tx_bad_auth_extra"),
        (100 * COIN, &[&payer][..], "tx_insufficient_balance"),
    ] {
        assert_eq!(
            refusal(&node, &bump(&payer, fee, &inner, signers)),
            alone(code),
            "{fee}"
        );
    }
    let included = node.settle(&bump(&payer, 1000, &inner, &[&payer])).unwrap();
    assert!(included.is_success);
    assert_eq!(included.fee_charged(), 200);
    assert_eq!(
        (one.balance(&node), payer.balance(&node)),
        (100 * COIN, 100 * COIN - 200)
    );
    let TransactionResultResult::TxFeeBumpInnerSuccess(pair) = &included.result.result else {
        panic!("{:?}", included.result)
    };
    // Before version 25 of the protocol the result tells what would have been charged for it.
    assert_eq!(pair.result.fee_charged, 100);
}

#[test]
fn a_signature_that_was_agreed_on_is_used_up_by_a_transaction_that_comes_too_late() {
    let node = open(None);
    let (one, two) = (Purse::funded(&node, 1), Purse::funded(&node, 2));
    let sequence = node.read(|ledger| ledger.world().account(&one.id()).unwrap().sequence);
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
    let agreed = codec::base64(&TransactionEnvelope::Tx(TransactionV1Envelope {
        tx,
        signatures: codec::list(Vec::new()),
    }));
    // Both are good when they come; in their ledger the first one skips the number of the second.
    let skip = OperationBody::BumpSequence(BumpSequenceOp {
        bump_to: SequenceNumber(sequence + 50),
    });
    let skip = two.seal(&node, 100, vec![one.by(skip)], &[&two, &one]);
    node.submit(&skip).unwrap();
    node.submit(&agreed).unwrap();
    node.close(|_| ()).unwrap();
    let included = node.read(|ledger| Arc::clone(ledger.included(&hash).unwrap()));
    assert_eq!(Codes::of(&included.result).transaction, "tx_bad_seq");
    assert_eq!(included.fee_charged(), 100);
    let signers = node.read(|ledger| ledger.world().account(&one.id()).unwrap().signers.clone());
    assert_eq!(signers, []);
}

#[test]
fn resources_of_contracts_belong_to_contracts() {
    let node = open(None);
    let one = Purse::funded(&node, 1);
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
    let refused = refusal(&node, &codec::base64(&TransactionEnvelope::Tx(envelope)));
    assert_eq!(refused, alone("tx_malformed"));
}

#[test]
fn an_envelope_of_the_first_version_becomes_one_of_the_second() {
    let node = open(None);
    let (one, two) = (Purse::funded(&node, 1), Purse::funded(&node, 2));
    let second = one.pay(&node, &two, COIN);
    let TransactionEnvelope::Tx(envelope) = Transaction::decode(&second).unwrap().envelope else {
        panic!("another version")
    };
    let first = TransactionEnvelope::TxV0(TransactionV0Envelope {
        tx: TransactionV0 {
            source_account_ed25519: Uint256(one.0.verifying_key().to_bytes()),
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

/// Both this ledger and the services have the names of the results from Horizon, each by itself. Those of contracts,
/// which follow, never come to be here.
#[test]
fn results_have_the_names_that_the_services_know() {
    let mut named = 0;
    for (kind, code) in (0..24_i32).flat_map(|kind| (-20..0_i32).map(move |code| (kind, code))) {
        let mut bytes = vec![0; 8];
        // Failed, one operation, its own result.
        for word in [-1, 1, 0, kind, code] {
            bytes.extend(i32::to_be_bytes(word));
        }
        // The end, where some results name an asset before it.
        let read = [4, 8].into_iter().find_map(|zeros| {
            let bytes = [bytes.clone(), vec![0; zeros]].concat();
            TransactionResult::from_xdr(bytes, Limits::none()).ok()
        });
        let Some(result) = read else { continue };
        let services = ResultCodes::read(&codec::base64(&result)).unwrap();
        let own = Codes::of(&result);
        assert_eq!(
            (own.transaction, own.operations),
            (services.transaction, services.operations)
        );
        named += 1;
    }
    assert!(named > 120, "{named} results");
}
