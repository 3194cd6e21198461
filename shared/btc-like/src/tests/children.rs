//! Fees of children that pay for their parents, and of replacements.

use super::*;
use bitcoin::{Transaction, consensus};

/// The size of a child with one p2wpkh input and output in vbytes.
const CHILD_SIZE: u64 = 110;

/// Returns a pending payment with this fee from one output of this value, and the size of the payment in vbytes.
fn pending(sender: &Sender, value: u64, fee: u64) -> (Pending, u64) {
    let mut list = inputs(sender, &[value]).as_slice().to_vec();
    list[0].sequence = Some(bitcoin::Sequence::ENABLE_RBF_NO_LOCKTIME.0);
    let inputs = Inputs::new(sender.params(), list).unwrap();
    let unsigned = build_ordinary(&inputs, &payment(sender, value / 20), fee).unwrap();
    let signatures = sign(&unsigned, &secret(7));
    let transaction = unsigned.attach(&signatures).unwrap();
    let spent = transaction.outpoints().map(|outpoint| {
        let output = ParentOutput {
            value,
            script: sender.address().script_pubkey().to_bytes(),
            carries_token: false,
        };
        (outpoint, Some(VerifiedOutput::from(&output)))
    });
    let spent = spent.collect();
    let decoded: Transaction = consensus::deserialize(&transaction.to_bytes()).unwrap();
    let pending = Pending::new(transaction, &spent, std::slice::from_ref(sender)).unwrap();
    assert_eq!(pending.fee(), fee);
    (pending, decoded.vsize() as u64)
}

/// Returns the fees of a child of a payment with this fee, and the size of the payment.
fn fees_of_child(parent_fee: u64, rates: &FeeRates) -> (Fees, u64) {
    let sender = sender(Chain::Btc, AddressType::P2wpkh);
    let (pending, size) = pending(&sender, 400_000, parent_fee);
    let key = public(&secret(9), true);
    let owner = Sender::new(sender.params(), key, sender.address_type()).unwrap();
    let child = pending.child(&owner, rates).unwrap();
    (child.fees, size)
}

/// Nodes compare fee rates in base units per 1000 bytes, rounded down. The size of the replacement may be that of the plan.
#[test]
fn minimum_fee_of_a_replacement_exceeds_the_rate_of_the_pending_payment() {
    let per_byte = FeeRate::per_byte(1000);
    let rates = FeeRates {
        slow: per_byte,
        normal: per_byte,
        fast: per_byte,
    };
    for (chain, address_type) in [(Chain::Btc, AddressType::P2wpkh), (Chain::Doge, AddressType::P2pkh)] {
        let sender = sender(chain, address_type);
        for fee in 226_800..226_900 {
            let (pending, size) = pending(&sender, 1_000_000_000, fee);
            let plan = pending.replacement(sender.address(), &[], &rates).unwrap();
            assert!(
                plan.minimum_fee * 1000 / plan.size > fee * 1000 / size,
                "{chain}: {fee}"
            );
        }
    }
}

#[test]
fn child_pays_at_least_the_rate_of_its_mode() {
    let rate = FeeRate::per_byte;
    let rates = FeeRates {
        slow: rate(10),
        normal: rate(50),
        fast: rate(500),
    };
    // The parent pays 300 per vbyte, more than two of the modes.
    let (fees, parent_size) = fees_of_child(42_300, &rates);
    assert_eq!(fees.slow, 10 * CHILD_SIZE);
    assert_eq!(fees.normal, 50 * CHILD_SIZE);
    assert_eq!(fees.fast, 500 * (CHILD_SIZE + parent_size) - 42_300);
}
