//! What a node refuses, where the order of its checks or the strictness of a signature counts.

use super::*;
use stellar_xdr::{
    ChangeTrustAsset, ChangeTrustOp, ExtendFootprintTtlOp, ExtensionPoint, Hash,
    LiquidityPoolConstantProductParameters, LiquidityPoolDepositOp, LiquidityPoolParameters, PoolId, Price,
};

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
