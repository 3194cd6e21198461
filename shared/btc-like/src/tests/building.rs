//! Sizes, change, dust and fee bounds of payments, and signed transactions.

use super::*;
use bitcoin::{Transaction, consensus};

#[track_caller]
fn check_size(chain: Chain, address_type: AddressType, count: usize, one_output: u64, two_outputs: u64) {
    let sender = sender(chain, address_type);
    let amount = 100 * sender.address().dust_limit();
    let payment = payment(&sender, amount);
    let mut values = vec![0; count];
    values[0] = amount;
    assert_eq!(size(&inputs(&sender, &values), &payment), Ok(one_output));
    values[0] = 100 * amount;
    assert_eq!(size(&inputs(&sender, &values), &payment), Ok(two_outputs));
}

#[test]
fn sizes_assume_worst_case_signatures() {
    check_size(Chain::Btc, AddressType::P2wpkh, 1, 110, 141);
    check_size(Chain::Btc, AddressType::P2pkh, 1, 192, 226);
    check_size(Chain::Ltc, AddressType::P2wpkh, 2, 178, 209);
    check_size(Chain::Doge, AddressType::P2pkh, 3, 488, 522);
    // The number of inputs takes three bytes from 253 on.
    check_size(
        Chain::Bch,
        AddressType::P2pkh,
        252,
        10 + 252 * 148 + 34,
        10 + 252 * 148 + 68,
    );
    check_size(
        Chain::Bch,
        AddressType::P2pkh,
        253,
        12 + 253 * 148 + 34,
        12 + 253 * 148 + 68,
    );
}

#[test]
fn largest_transaction_is_within_the_relay_limit() {
    let btc = params(Chain::Btc, LIVENET);
    let sender = Sender::new(btc, public(&secret(7), false), AddressType::P2pkh).unwrap();
    let payment = payment(&sender, 1000);
    let largest = size(&inputs(&sender, &[100_000; 500]), &payment).unwrap();
    assert_eq!(largest, 12 + 500 * 180 + 68);
    assert!(largest <= transaction::unsigned::MAX_SIZE);
}

#[test]
fn size_includes_change_above_dust_at_the_minimum_fee() {
    let sender = sender(Chain::Btc, AddressType::P2wpkh);
    let payment = payment(&sender, 10_000);
    let size_with = |total| size(&inputs(&sender, &[total]), &payment);
    assert_eq!(size_with(10_000 + 15 + 294), Ok(141));
    assert_eq!(size_with(10_000 + 15 + 293), Ok(110));
    assert_eq!(size_with(10_000), Ok(110));
    assert_eq!(
        size_with(9_999),
        Err(BuildError::InsufficientFunds {
            available: 9_999,
            required: 10_000
        })
    );
}

#[test]
fn output_at_the_dust_limit_is_accepted() {
    for row in Params::all() {
        let sender = Sender::new(row, public(&secret(7), true), AddressType::P2wpkh).unwrap();
        let minimum = sender.address().dust_limit();
        let to = recipient(&sender);
        assert_eq!(
            Payment::new(to.clone(), minimum - 1),
            Err(PaymentError::Dust { minimum })
        );
        assert!(Payment::new(to.clone(), minimum).is_ok());
        let maximum = row.max_money;
        assert!(Payment::new(to.clone(), maximum).is_ok());
        assert_eq!(Payment::new(to, maximum + 1), Err(PaymentError::TooLarge { maximum }));
    }
}

/// Returns fee and change of a payment of 10 000 satoshi.
fn build(total: u64, fee: u64) -> Result<(u64, Option<u64>), BuildError> {
    let sender = sender(Chain::Btc, AddressType::P2wpkh);
    let payment = payment(&sender, 10_000);
    let built = build_ordinary(&inputs(&sender, &[total]), &payment, fee)?;
    Ok((built.fee(), built.change()))
}

#[test]
fn change_below_the_dust_limit_becomes_fee() {
    assert_eq!(build(10_000 + 500 + 294, 500), Ok((500, Some(294))));
    assert_eq!(build(10_000 + 500 + 293, 500), Ok((793, None)));
    assert_eq!(build(10_000 + 500, 500), Ok((500, None)));
    assert_eq!(
        build(10_000 + 499, 500),
        Err(BuildError::InsufficientFunds {
            available: 10_499,
            required: 10_500
        })
    );
    assert_eq!(
        build(50_000, u64::MAX),
        Err(BuildError::InsufficientFunds {
            available: 50_000,
            required: u64::MAX
        })
    );
}

#[test]
fn fee_bounds_depend_on_the_built_size() {
    assert_eq!(build(100_000, 14), Err(BuildError::FeeTooLow { minimum: 15 }));
    assert_eq!(build(100_000, 15), Ok((15, Some(89_985))));
    // Change added to the fee counts: the requested fee is 0, the actual fee 293.
    assert_eq!(build(10_293, 0), Ok((293, None)));
    assert_eq!(build(10_010, 0), Err(BuildError::FeeTooLow { minimum: 11 }));
    assert_eq!(build(10_011, 0), Ok((11, None)));
    assert_eq!(build(10_000_000, 1_410_000), Ok((1_410_000, Some(8_580_000))));
    assert_eq!(
        build(10_000_000, 1_410_001),
        Err(BuildError::FeeTooHigh { maximum: 1_410_000 })
    );
    assert_eq!(build(10_000 + 1_100_000, 1_099_999), Ok((1_100_000, None)));
    assert_eq!(
        build(10_000 + 1_100_001, 1_100_000),
        Err(BuildError::FeeTooHigh { maximum: 1_100_000 })
    );
}

#[test]
fn fee_for_the_estimated_size_is_always_accepted() {
    let sender = sender(Chain::Btc, AddressType::P2wpkh);
    let payment = payment(&sender, 10_000);
    for total in 10_011..10_600 {
        let inputs = inputs(&sender, &[total]);
        let size = size(&inputs, &payment).unwrap();
        let fee = sender.params().relay_minimum.fee(size);
        let built = build_ordinary(&inputs, &payment, fee);
        assert_eq!(built.map(|built| built.size()), Ok(size), "{total}");
    }
    // The remainder is 308: a fee of 11 pays for one output, but not for the 141 vbytes of two.
    assert_eq!(build(10_308, 11), Ok((308, None)));
    assert_eq!(build(10_308, 10), Err(BuildError::FeeTooLow { minimum: 15 }));
    assert_eq!(build(10_309, 11), Err(BuildError::FeeTooLow { minimum: 15 }));
    assert_eq!(build(10_309, 15), Ok((15, Some(294))));
}

#[test]
fn recipient_on_another_network_is_rejected() {
    let sender = sender(Chain::Btc, AddressType::P2wpkh);
    let text = "tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy";
    let to = Address::parse(params(Chain::Btc, TESTNET), text).unwrap();
    let own = inputs(&sender, &[9999]);
    let payments = |list, change: &Address| Payments::new(list, change.clone()).unwrap();
    let there = Payment::new(to.clone(), 1000).unwrap();
    let here = Payment::new(recipient(&sender), 1000).unwrap();
    for payments in [
        payments(vec![there.clone()], sender.address()),
        payments(vec![here.clone(), there], sender.address()),
        payments(vec![here.clone()], &to),
    ] {
        let built = build_ordinary(&own, &payments, 500);
        assert!(matches!(built, Err(BuildError::OtherChain { .. })));
    }
    let other = Sender::new(
        params(Chain::Btc, TESTNET),
        public(&secret(7), true),
        AddressType::P2wpkh,
    )
    .unwrap();
    let mixed = [own.as_slice(), inputs(&other, &[1, 2]).as_slice()[1..].as_ref()].concat();
    let mixed = Inputs::new(sender.params(), mixed).unwrap();
    let built = build_ordinary(&mixed, &payments(vec![here], sender.address()), 500);
    assert!(matches!(built, Err(BuildError::OtherChain { .. })));
}

/// Builds a payment of 50 000 from two inputs of 40 000, scaled to the chain.
fn two_inputs(chain: Chain) -> UnsignedTransaction {
    let sender = sender(chain, AddressType::P2wpkh);
    let scale = sender.params().relay_minimum.units_per_byte();
    let payment = payment(&sender, 50_000 * scale);
    build_ordinary(&inputs(&sender, &[40_000 * scale; 2]), &payment, 400 * scale).unwrap()
}

#[test]
fn signatures_attach_in_any_order() {
    let transaction = two_inputs(Chain::Btc);
    let mut signatures = sign(&transaction, &secret(7));
    let signed = transaction.clone().attach(&signatures).unwrap();
    signatures.reverse();
    assert_eq!(transaction.attach(&signatures), Ok(signed));
}

#[test]
fn first_invalid_signature_is_reported() {
    let transaction = two_inputs(Chain::Doge);
    let [first, second] = sign(&transaction, &secret(7)).try_into().unwrap();
    let attach = |signatures: &[InputSignature]| transaction.clone().attach(signatures).unwrap_err();
    let at_input = |input_index, signature: InputSignature| InputSignature {
        input_index,
        ..signature
    };
    assert_eq!(attach(&[]), AttachError::Missing { input: 0 });
    assert_eq!(attach(&[second]), AttachError::Missing { input: 0 });
    assert_eq!(attach(&[first]), AttachError::Missing { input: 1 });
    assert_eq!(attach(&[first, second, second]), AttachError::Repeated { at: 2 });
    assert_eq!(attach(&[first, at_input(2, second)]), AttachError::Surplus { at: 1 });
    assert_eq!(
        attach(&[first, at_input(u32::MAX, second)]),
        AttachError::Surplus { at: 1 }
    );
    assert_eq!(
        attach(&[at_input(1, first), at_input(0, second)]),
        AttachError::Invalid { at: 0 }
    );
    let other_key = sign(&transaction, &secret(8))[1];
    assert_eq!(attach(&[first, other_key]), AttachError::Invalid { at: 1 });
}

#[test]
fn sequence_version_and_sighash_byte_follow_the_chain() {
    for (chain, sequence, sighash_byte) in [
        (Chain::Btc, 0xffff_fffd_u32, 0x01),
        (Chain::Ltc, 0xffff_fffd, 0x01),
        (Chain::Doge, 0xffff_ffff, 0x01),
        (Chain::Bch, 0xffff_ffff, 0x41),
    ] {
        let unsigned = two_inputs(chain);
        let signed = unsigned.clone().attach(&sign(&unsigned, &secret(7))).unwrap();
        let raw: Transaction = consensus::deserialize(&signed.to_bytes()).unwrap();
        assert_eq!((raw.version.0, raw.lock_time.to_consensus_u32()), (2, 0));
        for input in &raw.input {
            assert_eq!(input.sequence.0, sequence);
            // The signature is the first element of the witness or the first push of the script.
            let script = input.script_sig.as_bytes();
            let der = input
                .witness
                .nth(0)
                .unwrap_or_else(|| &script[1..=usize::from(script[0])]);
            assert_eq!(der.last(), Some(&sighash_byte));
        }
    }
}

#[test]
fn inputs_are_checked() {
    let btc = params(Chain::Btc, LIVENET);
    let input = |outpoint, value| Input {
        utxo: Utxo { outpoint, value },
        owner: sender(Chain::Btc, AddressType::P2wpkh),
        sequence: None,
    };
    let utxo = |seed, value| input(outpoint(seed), value);
    let maximum = btc.max_money;
    assert_eq!(Inputs::new(btc, vec![]), Err(InputsError::Empty));
    assert!(Inputs::new(btc, (0..500).map(|seed| utxo(seed, 1)).collect()).is_ok());
    let many = (0..501).map(|seed| utxo(seed, 1)).collect();
    assert_eq!(Inputs::new(btc, many), Err(InputsError::TooMany { maximum: 500 }));
    let twice = vec![utxo(1, 5), utxo(2, 5), utxo(1, 6)];
    assert_eq!(Inputs::new(btc, twice), Err(InputsError::Duplicate { index: 2 }));
    assert!(Inputs::new(btc, vec![utxo(1, maximum)]).is_ok());
    let large = vec![utxo(1, 1), utxo(2, u64::MAX)];
    assert_eq!(
        Inputs::new(btc, large),
        Err(InputsError::ValueTooLarge { index: 1, maximum })
    );
    assert_eq!(
        Inputs::new(btc, vec![utxo(1, maximum), utxo(2, 1)]),
        Err(InputsError::SumTooLarge { maximum })
    );
    let null = vec![input(OutPoint::null(), 1)];
    assert_eq!(Inputs::new(btc, null), Err(InputsError::NullOutpoint { index: 0 }));
}

#[test]
fn txids_are_64_hex_digits() {
    let text = "96ee20002b34e468f9d3c5ee54f6a8ddaa61c118889c4f35395c2cd93ba5bbb4";
    let txid = parse_txid(text).unwrap();
    assert_eq!(txid.to_string(), text);
    assert_eq!(parse_txid(&format!("0x{}", text.to_uppercase())), Ok(txid));
    for invalid in ["", "0x", &text[1..], &format!("{text}0"), &text.replace('9', "g")] {
        assert_eq!(parse_txid(invalid), Err(TxidError), "{invalid}");
    }
}

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
