//! Tests of the transactions that the mempool rejects, and of the error messages.

use super::*;

#[track_caller]
fn check(change: impl FnOnce(&mut TxEip1559), expected: &str) {
    let node = node("eth");
    let wallet = TestWallet::funded(&node, 1);
    let mut unsigned = payment(&node, 0);
    change(&mut unsigned);
    let message = rejection_message(&node, &wallet.sign(unsigned));
    assert!(message.starts_with(expected), "{message}");
}

#[test]
fn rejections_have_the_messages_of_geth() {
    check(
        |unsigned| unsigned.chain_id = 1,
        "invalid sender: invalid chain id for signer: have 1 want 11155111",
    );
    check(
        |unsigned| unsigned.gas_limit = 20_999,
        "intrinsic gas too low: gas 20999, minimum needed 21000",
    );
    check(
        |unsigned| {
            (unsigned.gas_limit, unsigned.max_fee_per_gas) = (16_777_217, 50 * GWEI);
        },
        "transaction gas limit too high",
    );
    check(
        |unsigned| unsigned.gas_limit = 30_000_001,
        "tx fee (3.00 ether) exceeds the configured cap (1.00 ether)",
    );
    check(
        |unsigned| (unsigned.max_fee_per_gas, unsigned.max_priority_fee_per_gas) = (7, 7),
        "max fee per gas less than block base fee",
    );
    check(
        |unsigned| unsigned.max_priority_fee_per_gas = 200 * GWEI,
        "max priority fee per gas higher than max fee per gas",
    );
    check(
        |unsigned| unsigned.value = U256::from(COIN),
        "insufficient funds for gas * price + value: balance 1000000000000000000,",
    );
    check(
        |unsigned| unsigned.input = vec![1; 100].into(),
        "intrinsic gas too low: gas 21000, minimum needed 22600",
    );
    check(
        |unsigned| (unsigned.input, unsigned.gas_limit) = (vec![1; 100].into(), 24_999),
        "insufficient gas for floor data gas cost: gas 24999, minimum needed 25000",
    );
    check(|unsigned| unsigned.input = vec![0; 140_000].into(), "oversized data");
}

#[test]
fn malformed_transactions_are_rejected() {
    let node = node("eth");
    for raw in ["", "0x", "02f8", "0xzz", "0x02", "0x02f8", "0xc0", "0x7f"] {
        rejection_message(&node, raw);
    }
    let wallet = TestWallet::funded(&node, 1);
    let valid = wallet.sign(payment(&node, 0));
    rejection_message(&node, &format!("{valid}00"));
    rejection_message(&node, &valid[..valid.len() - 2]);
    node.submit(&valid).unwrap();
}

#[test]
fn signatures_without_chain_id_or_with_high_s_are_rejected() {
    let node = node("eth");
    let wallet = TestWallet::funded(&node, 1);
    let legacy = TxLegacy {
        chain_id: None,
        gas_price: 100 * GWEI,
        gas_limit: 21_000,
        to: TxKind::Call(TO),
        ..TxLegacy::default()
    };
    let message = rejection_message(&node, &wallet.sign_legacy(legacy));
    assert_eq!(message, "only replay-protected (EIP-155) transactions allowed over RPC");

    let unsigned = payment(&node, 0);
    let low = wallet.signature(unsigned.signature_hash());
    // The secp256k1 curve order (SEC 2).
    let order: U256 = "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"
        .parse()
        .unwrap();
    let high = Signature::new(low.r(), order - low.s(), !low.v());
    assert_eq!(
        rejection_message(&node, &hex_of(&TxEnvelope::Eip1559(unsigned.into_signed(high)))),
        "invalid sender"
    );
}

#[test]
fn transactions_and_nonces_are_accepted_once() {
    let node = node("eth");
    let wallet = TestWallet::funded(&node, 1);
    let first = wallet.sign(payment(&node, 0));
    node.submit(&first).unwrap();
    assert_eq!(rejection_message(&node, &first), "already known");
    mine(&node);
    assert_eq!(rejection_message(&node, &first), "already known");
    let mut other = payment(&node, 0);
    other.value = U256::from(2);
    assert_eq!(
        rejection_message(&node, &wallet.sign(other)),
        "nonce too low: next nonce 1, tx nonce 0"
    );
}

#[test]
fn replacement_must_raise_both_prices_by_ten_percent() {
    let node = node("eth");
    let wallet = TestWallet::funded(&node, 1);
    node.submit(&wallet.sign(payment(&node, 0))).unwrap();
    let with = |cap: u128, tip: u128| {
        wallet.sign(TxEip1559 {
            max_fee_per_gas: cap,
            max_priority_fee_per_gas: tip,
            ..payment(&node, 0)
        })
    };
    for (cap, tip) in [
        (110 * GWEI - 1, 44 * GWEI),
        (110 * GWEI, 44 * GWEI - 1),
        (100 * GWEI, 44 * GWEI),
    ] {
        assert_eq!(
            rejection_message(&node, &with(cap, tip)),
            "replacement transaction underpriced"
        );
    }
    let replacement = node.submit(&with(110 * GWEI, 44 * GWEI)).unwrap();
    assert_eq!(mine(&node), [replacement]);
}

#[test]
fn balance_must_cover_all_pending_transactions() {
    let node = node("eth");
    let wallet = TestWallet::funded(&node, 1);
    let half = |nonce| {
        wallet.sign(TxEip1559 {
            value: U256::from(COIN / 2),
            ..payment(&node, nonce)
        })
    };
    node.submit(&half(0)).unwrap();
    let message = rejection_message(&node, &half(1));
    assert!(
        message.starts_with("insufficient funds for gas * price + value"),
        "{message}"
    );
}

#[test]
fn chain_without_fee_market_accepts_only_legacy_transactions() {
    let node = node("etc");
    let wallet = TestWallet::funded(&node, 1);
    assert_eq!(
        rejection_message(&node, &wallet.sign(payment(&node, 0))),
        "transaction type not supported"
    );
    let legacy = TxLegacy {
        chain_id: Some(63),
        gas_price: 1,
        gas_limit: 21_000,
        to: TxKind::Call(TO),
        ..TxLegacy::default()
    };
    let hash = node.submit(&wallet.sign_legacy(legacy)).unwrap();
    assert_eq!(mine(&node), [hash]);
    assert_eq!(node.read(|ledger| ledger.tip().unwrap().header.base_fee_per_gas), None);
}

#[test]
fn tip_below_the_minimum_is_rejected() {
    let node = node("matic");
    let wallet = TestWallet::funded(&node, 1);
    let low = TxEip1559 {
        max_priority_fee_per_gas: 25 * GWEI - 1,
        ..payment(&node, 0)
    };
    let expected = "transaction gas price below minimum: gas tip cap 24999999999, minimum needed 25000000000";
    assert_eq!(rejection_message(&node, &wallet.sign(low)), expected);
}

#[test]
fn balance_must_cover_rollup_fees() {
    let node = node("op");
    let wallet = TestWallet::funded(&node, 1);
    let everything = |extra: u64| {
        let gas = U256::from(21_000 * 100 * GWEI);
        wallet.sign(TxEip1559 {
            value: U256::from(COIN) - gas - U256::from(extra),
            ..payment(&node, 0)
        })
    };
    let message = rejection_message(&node, &everything(0));
    assert!(
        message.starts_with("insufficient funds for gas * price + value"),
        "{message}"
    );
    node.submit(&everything(1_000_000_000_000)).unwrap();
}
