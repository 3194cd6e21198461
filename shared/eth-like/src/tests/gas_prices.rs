//! Gas prices for tables of fee data.

use super::*;

/// Returns fee data in gwei, with the same tips in each of four blocks.
fn facts(base_fee: Option<u64>, tips: [u64; 3], suggested: Option<u64>, gas_price: u64) -> FeeFacts {
    FeeFacts {
        next_base_fee: base_fee.map(gwei),
        rewards: vec![tips.map(gwei); 4],
        suggested_tip: suggested.map(gwei),
        gas_price: gwei(gas_price),
    }
}

fn list(modes: Modes<Amount>) -> [Amount; 3] {
    [modes.slow, modes.normal, modes.fast]
}

#[track_caller]
fn check(chain: &str, facts: &FeeFacts, prices: [u64; 3], tips: Option<[u64; 3]>) {
    let found = GasPrices::from_facts(livenet(chain), facts);
    assert_eq!(list(found.prices), prices.map(gwei));
    assert_eq!(found.priority_fees.map(list), tips.map(|tips| tips.map(gwei)));
    assert_eq!(found.base_fee_per_gas.is_some(), tips.is_some());
}

#[test]
fn price_is_base_fee_with_margin_plus_tip() {
    check(
        "eth",
        &facts(Some(20), [1, 2, 3], Some(9), 21),
        [26, 32, 43],
        Some([1, 2, 3]),
    );
    let found = GasPrices::from_facts(livenet("eth"), &facts(Some(20), [1, 2, 3], Some(9), 21));
    assert_eq!(found.base_fee_per_gas, Some(gwei(20)));
}

#[test]
fn tip_of_an_idle_chain_is_the_suggested_tip() {
    check(
        "eth",
        &facts(Some(20), [0, 0, 0], Some(2), 22),
        [27, 32, 42],
        Some([2, 2, 2]),
    );
    // With a zero slow tip only, the faster modes still pay at least the slow tip.
    check(
        "eth",
        &facts(Some(20), [0, 1, 4], Some(2), 22),
        [27, 32, 44],
        Some([2, 2, 4]),
    );
}

#[test]
fn without_suggested_tip_the_tip_is_the_excess_over_the_base_fee() {
    check(
        "eth",
        &facts(Some(20), [0, 0, 0], None, 23),
        [28, 33, 43],
        Some([3, 3, 3]),
    );
    check(
        "eth",
        &facts(Some(20), [0, 0, 0], None, 5),
        [25, 30, 40],
        Some([0, 0, 0]),
    );
}

#[test]
fn fewer_than_four_blocks_are_ignored() {
    let mut young = facts(Some(20), [5, 5, 5], Some(1), 21);
    young.rewards.truncate(3);
    check("eth", &young, [26, 31, 41], Some([1, 1, 1]));
    young.rewards.clear();
    check("eth", &young, [26, 31, 41], Some([1, 1, 1]));
}

#[test]
fn tip_is_the_median_of_the_blocks() {
    let with = |tips: &[u64]| FeeFacts {
        rewards: tips.iter().map(|&tip| [tip; 3].map(gwei)).collect(),
        ..facts(Some(20), [0; 3], Some(1), 21)
    };
    let found = |tips| {
        let prices = GasPrices::from_facts(livenet("eth"), &with(tips));
        prices.priority_fees.unwrap().slow
    };
    assert_eq!(found(&[900, 2, 3, 1, 4]), gwei(3));
    // An even count yields the upper median; one outlier has no effect.
    assert_eq!(found(&[1, 2, 3, 900]), gwei(3));
    assert_eq!(found(&[0, 0, 0, 900]), gwei(1), "median of zero: the node's suggestion");
}

#[test]
fn matic_minimum_tip_applies_to_every_mode() {
    check(
        "matic",
        &facts(Some(40), [1, 2, 50], Some(1), 41),
        [80, 90, 130],
        Some([30, 30, 50]),
    );
    check(
        "matic",
        &facts(Some(0), [0, 0, 0], Some(0), 0),
        [30, 30, 30],
        Some([30, 30, 30]),
    );
}

#[test]
fn normal_and_fast_are_at_least_the_suggested_price() {
    check(
        "bsc",
        &facts(Some(0), [1, 1, 2], Some(3), 3),
        [1, 3, 3],
        Some([1, 1, 2]),
    );
    check(
        "ftm",
        &facts(Some(4), [1, 1, 1], Some(1), 50),
        [6, 50, 50],
        Some([1, 1, 1]),
    );
}

#[test]
fn without_base_fee_the_suggested_price_gets_margins() {
    check("etc", &facts(None, [0; 3], None, 20), [20, 22, 25], None);
    // A base fee reported on a chain without fee market has no effect.
    check("etc", &facts(Some(7), [1; 3], Some(1), 20), [20, 22, 25], None);
    // A node that does not report the base fee of a chain with one.
    check("avax", &facts(None, [1; 3], Some(1), 40), [40, 44, 50], None);
}

#[test]
fn results_are_rounded_up() {
    let odd = FeeFacts {
        next_base_fee: Some(wei(7)),
        rewards: vec![[wei(1); 3]; 4],
        suggested_tip: None,
        gas_price: wei(3),
    };
    let prices = GasPrices::from_facts(livenet("op"), &odd);
    // 8.75, 10.5 and 14, plus 1 each.
    assert_eq!(list(prices.prices), [wei(10), wei(12), wei(15)]);
    let prices = GasPrices::from_facts(livenet("etc"), &odd);
    // 3, 3.3 and 3.75.
    assert_eq!(list(prices.prices), [wei(3), wei(4), wei(4)]);
}

#[test]
fn prices_are_limited_by_the_fee_cap_of_a_payment() {
    let highest = Amount::from(10_u128.pow(18) / 21_000);
    let excessive = FeeFacts {
        next_base_fee: Some(Amount::MAX),
        rewards: vec![[Amount::MAX; 3]; 4],
        suggested_tip: Some(Amount::MAX),
        gas_price: Amount::MAX,
    };
    let prices = GasPrices::from_facts(livenet("eth"), &excessive);
    assert_eq!(list(prices.prices), [highest; 3]);
    assert_eq!(prices.priority_fees.map(list), Some([highest; 3]));
    let prices = GasPrices::from_facts(livenet("etc"), &excessive);
    assert_eq!(list(prices.prices), [Amount::from(200 * 10_u128.pow(18) / 21_000); 3]);
}

#[test]
fn excessive_prices_are_not_plausible() {
    let plausible = facts(Some(20), [1, 2, 3], Some(1), 21);
    let eth = livenet("eth");
    assert!(plausible.are_plausible(eth));
    let highest = Amount::from(10_u128.pow(18) / 21_000);
    let excessive = highest.checked_add(wei(1)).unwrap();
    let with_base = |fee| FeeFacts {
        next_base_fee: Some(fee),
        ..plausible.clone()
    };
    assert!(with_base(highest).are_plausible(eth));
    let mut one_outlier = plausible.clone();
    one_outlier.rewards[0] = [excessive; 3];
    assert!(one_outlier.are_plausible(eth));
    for implausible in [
        with_base(excessive),
        FeeFacts {
            gas_price: excessive,
            ..plausible.clone()
        },
        FeeFacts {
            suggested_tip: Some(excessive),
            ..plausible.clone()
        },
        FeeFacts {
            rewards: vec![[wei(0), wei(0), excessive]; 4],
            ..plausible.clone()
        },
    ] {
        assert!(!implausible.are_plausible(eth), "{implausible:?}");
        assert!(
            implausible.are_plausible(livenet("ftm")),
            "a coin of lower value: {implausible:?}"
        );
    }
}

fn pending(max_fee: Amount, tip: Amount) -> PendingTransaction {
    PendingTransaction {
        hash: Hash([0; 32]),
        max_fee_per_gas: max_fee,
        max_priority_fee_per_gas: tip,
    }
}

#[test]
fn replacement_raises_both_prices_by_ten_percent() {
    let prices = GasPrices::from_facts(livenet("eth"), &facts(Some(20), [1, 2, 3], Some(1), 21));
    let replacing = prices.replacing(&pending(gwei(30), gwei(2)));
    assert_eq!(list(replacing.prices), [33, 33, 43].map(gwei));
    let tips = [2_200_000_000, 2_200_000_000, 3_000_000_000].map(wei);
    assert_eq!(replacing.priority_fees.map(list), Some(tips));
    // Pending transactions with low prices are replaced at current prices.
    assert_eq!(prices.replacing(&pending(gwei(1), wei(5))), prices);
}

#[test]
fn ten_percent_increase_is_rounded_up_and_at_least_one() {
    let free = GasPrices {
        prices: Modes {
            slow: Amount::ZERO,
            normal: Amount::ZERO,
            fast: Amount::ZERO,
        },
        base_fee_per_gas: None,
        priority_fees: None,
    };
    for (old, new) in [(0, 1), (1, 2), (9, 10), (10, 11), (11, 13), (101, 112)] {
        assert_eq!(
            free.replacing(&pending(wei(old), wei(old))).prices.slow,
            wei(new),
            "{old}"
        );
    }
}

#[test]
fn returned_fees_are_within_the_cap() {
    let prices = GasPrices::from_facts(livenet("eth"), &facts(Some(20), [1, 2, 3], Some(1), 21));
    assert_eq!(prices.affordable(livenet("eth"), 21_000), Ok(prices));
    // 26, 32 and 43 gwei for 30 million gas cost 0.78, 0.96 and 1.29 coins.
    let cut = prices.affordable(livenet("eth"), 30_000_000).unwrap();
    assert_eq!(list(cut.prices), [gwei(26), gwei(32), wei(33_333_333_333)]);
    assert_eq!(list(cut.fees(30_000_000))[2], wei(999_999_999_990_000_000));
    // For 40 million gas even the slow price costs 1.04 coins.
    let maximum = livenet("eth").max_fee();
    let rejected = prices.affordable(livenet("eth"), 40_000_000);
    assert_eq!(rejected, Err(BoundsError::FeeTooHigh { maximum }));
}

#[test]
fn maximum_amount_is_the_balance_minus_fees() {
    assert_eq!(max_amount(wei(100), wei(60), wei(30)), Some(wei(10)));
    assert_eq!(max_amount(wei(100), wei(60), wei(40)), Some(Amount::ZERO));
    assert_eq!(max_amount(wei(100), wei(60), wei(41)), None);
    assert_eq!(max_amount(wei(100), Amount::MAX, Amount::MAX), None);
}
