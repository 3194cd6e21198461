//! Fees of children that pay for their parents.

use super::*;
use bitcoin::{Transaction, consensus};

/// The size of a child with one p2wpkh input and output in vbytes.
const CHILD_SIZE: u64 = 110;

/// Returns the fees of a child of a payment with this fee, and the size of the payment.
fn fees_of_child(parent_fee: u64, rates: &FeeRates) -> (Fees, u64) {
    let sender = sender(Chain::Btc, AddressType::P2wpkh);
    let inputs = inputs(&sender, &[400_000]);
    let unsigned = build_ordinary(&inputs, &payment(&sender, 20_000), parent_fee).unwrap();
    let signatures = sign(&unsigned, &secret(7));
    let parent = unsigned.attach(&signatures).unwrap();
    let spent = parent.outpoints().map(|outpoint| {
        let output = ParentOutput {
            value: 400_000,
            script: sender.address().script_pubkey().to_bytes(),
            carries_token: false,
        };
        (outpoint, Some(VerifiedOutput::from(&output)))
    });
    let spent = spent.collect();
    let decoded: Transaction = consensus::deserialize(&parent.to_bytes()).unwrap();
    let pending = Pending::new(parent, &spent, &[]).unwrap();
    assert_eq!(pending.fee(), parent_fee);
    let key = public(&secret(9), true);
    let owner = Sender::new(sender.params(), key, sender.address_type()).unwrap();
    let child = pending.child(&owner, rates).unwrap();
    (child.fees, decoded.vsize() as u64)
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
