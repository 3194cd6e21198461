//! Inputs selected by `select_coins`, and errors for insufficient funds.

use super::*;

const RATES: FeeRates = FeeRates {
    slow: FeeRate::per_byte(2),
    normal: FeeRate::per_byte(5),
    fast: FeeRate::per_byte(20),
};

fn unspent(seed: u32, value: u64, confirmations: u32) -> Unspent {
    let utxo = Utxo {
        outpoint: outpoint(seed),
        value,
    };
    Unspent {
        utxo,
        confirmations,
        coinbase: false,
        carries_token: false,
    }
}

fn select_with(rates: &FeeRates, unspent: &[Unspent], amount: u64) -> Result<Selection, BuildError> {
    let sender = sender(Chain::Btc, AddressType::P2wpkh);
    let payments = payment(&sender, amount);
    select_coins(&sender, &coins(&sender, unspent), &payments, rates)
}

fn select(unspent: &[Unspent], amount: u64) -> Result<Selection, BuildError> {
    select_with(&RATES, unspent, amount)
}

fn values(selection: &Selection) -> Vec<u64> {
    selection.inputs.iter().map(|input| input.utxo.value).collect()
}

#[test]
fn confirmed_and_large_outputs_are_selected_first() {
    let wallet = [unspent(1, 90_000, 0), unspent(2, 20_000, 3), unspent(3, 40_000, 1)];
    assert_eq!(values(&select(&wallet, 10_000).unwrap()), [40_000]);
    assert_eq!(values(&select(&wallet, 50_000).unwrap()), [40_000, 20_000]);
    assert_eq!(values(&select(&wallet, 100_000).unwrap()), [40_000, 20_000, 90_000]);
}

#[test]
fn fees_are_size_times_rate_and_are_accepted() {
    let selection = select(&[unspent(1, 90_000, 1)], 10_000).unwrap();
    assert_eq!(selection.size, 141);
    assert_eq!(
        selection.fees,
        Fees {
            slow: 282,
            normal: 705,
            fast: 2820
        }
    );
    let sender = sender(Chain::Btc, AddressType::P2wpkh);
    let inputs = Inputs::new(sender.params(), selection.inputs).unwrap();
    let payment = payment(&sender, 10_000);
    assert_eq!(size(&inputs, &payment), Ok(selection.size));
    assert!(build_ordinary(&inputs, &payment, selection.fees.fast).is_ok());
}

#[test]
fn insufficient_funds_for_the_fast_fee_may_cover_a_slower_fee() {
    // With change, 141 vbytes: fast 2820, normal 705, slow 282.
    assert_eq!(select(&[unspent(1, 12_820, 1)], 10_000).unwrap().fees.fast, 2820);
    for total in [12_819, 10_705, 10_704, 10_440] {
        let selection = select(&[unspent(1, total, 1)], 10_000).unwrap();
        assert_eq!((selection.size, selection.fees.fast), (141, 2820), "{total}");
    }
    // Without change, 110 vbytes.
    assert_eq!(select(&[unspent(1, 10_220, 1)], 10_000).unwrap().fees.slow, 220);
    let error = BuildError::InsufficientFunds {
        available: 10_219,
        required: 10_220,
    };
    assert_eq!(select(&[unspent(1, 10_219, 1)], 10_000), Err(error));
}

#[test]
fn fast_fee_with_unconfirmed_outputs_precedes_slow_fee_without() {
    let wallet = [unspent(1, 10_500, 1), unspent(2, 50_000, 0)];
    assert_eq!(values(&select(&wallet, 10_000).unwrap()), [10_500, 50_000]);
}

#[test]
fn empty_wallet_lacks_amount_and_fee() {
    let error = BuildError::InsufficientFunds {
        available: 0,
        required: 10_000 + 110 * 2,
    };
    assert_eq!(select(&[], 10_000), Err(error));
}

#[test]
fn unspendable_outputs_are_omitted() {
    let immature = Unspent {
        coinbase: true,
        ..unspent(1, 50_000, 99)
    };
    let token = Unspent {
        carries_token: true,
        ..unspent(2, 50_000, 5)
    };
    assert!(select(&[immature, token], 10_000).is_err());
    let mature = Unspent {
        coinbase: true,
        ..unspent(1, 50_000, 100)
    };
    assert_eq!(values(&select(&[mature, token], 10_000).unwrap()), [50_000]);
    let doge = params(Chain::Doge, LIVENET);
    assert!(
        !Unspent {
            confirmations: 239,
            ..mature
        }
        .spendable(doge)
    );
    assert!(
        Unspent {
            confirmations: 240,
            ..mature
        }
        .spendable(doge)
    );
}

#[test]
fn uneconomical_outputs_are_omitted() {
    // 68 vbytes cost 1360 at the fast price.
    let wallet = [unspent(1, 12_000, 1), unspent(2, 1360, 1), unspent(3, 3000, 0)];
    assert_eq!(values(&select(&wallet, 10_000).unwrap()), [12_000, 3000]);
}

#[test]
fn at_most_500_inputs_are_selected_and_a_large_unconfirmed_one_fills_up() {
    let mut wallet: Vec<Unspent> = (0..600).map(|seed| unspent(seed, 2000, 1)).collect();
    assert!(select(&wallet, 300 * 600).is_ok_and(|selection| selection.inputs.len() <= 500));
    assert!(select(&wallet, 2000 * 550).is_err());
    wallet.push(unspent(1000, 2_000_000, 0));
    assert_eq!(values(&select(&wallet, 2000 * 550).unwrap())[0], 2_000_000);
}

#[test]
fn invalid_upstream_lists_are_harmless() {
    let maximum = params(Chain::Btc, LIVENET).max_money;
    let same = unspent(999, 20_000, 1);
    assert!(select(&[same, same], 30_000).is_err());
    let wallet: Vec<Unspent> = (0..400)
        .map(|seed| unspent(seed, u64::MAX - 1, 1))
        .chain([same])
        .collect();
    assert_eq!(values(&select(&wallet, 10_000).unwrap()), [20_000]);
    let rich: Vec<Unspent> = (0..400).map(|seed| unspent(seed, maximum, 1)).collect();
    assert_eq!(values(&select(&rich, maximum / 2).unwrap()), [maximum]);
}

#[test]
fn maximum_rate_does_not_overflow() {
    let rate = FeeRate::per_kilobyte(u64::MAX);
    let rates = FeeRates {
        slow: rate,
        normal: rate,
        fast: rate,
    };
    assert!(select_with(&rates, &[unspent(1, 50_000, 1)], 10_000).is_err());
}
