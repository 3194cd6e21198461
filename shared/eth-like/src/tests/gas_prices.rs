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

fn prices(chain: &str, facts: &FeeFacts) -> GasPrices {
    let params = livenet(chain);
    GasPrices::from_facts(params, params.min_tip(), facts)
}

#[track_caller]
fn check(chain: &str, facts: &FeeFacts, expected: [u64; 3], market: Option<([u64; 3], [u64; 3])>) {
    let found = prices(chain, facts);
    assert_eq!(list(found.prices), expected.map(gwei));
    let found_market = found.max_fees.zip(found.priority_fees);
    let found_market = found_market.map(|(max_fees, tips)| (list(max_fees), list(tips)));
    assert_eq!(
        found_market,
        market.map(|(fees, tips)| (fees.map(gwei), tips.map(gwei)))
    );
    assert_eq!(found.base_fee_per_gas.is_some(), market.is_some());
}

#[test]
fn price_is_base_fee_with_margin_plus_tip() {
    let facts = facts(Some(80), [1, 2, 3], Some(9), 81);
    check("eth", &facts, [81, 92, 103], Some(([101, 122, 163], [1, 2, 3])));
    assert_eq!(prices("eth", &facts).base_fee_per_gas, Some(gwei(80)));
}

#[test]
fn tip_of_an_idle_chain_is_the_suggested_tip() {
    check(
        "eth",
        &facts(Some(80), [0, 0, 0], Some(2), 82),
        [82, 92, 102],
        Some(([102, 122, 162], [2, 2, 2])),
    );
    // With a zero slow tip only, the faster modes still pay at least the slow tip.
    check(
        "eth",
        &facts(Some(80), [0, 1, 4], Some(2), 82),
        [82, 92, 104],
        Some(([102, 122, 164], [2, 2, 4])),
    );
}

#[test]
fn without_suggested_tip_the_tip_is_the_excess_over_the_base_fee() {
    check(
        "eth",
        &facts(Some(80), [0, 0, 0], None, 83),
        [83, 93, 103],
        Some(([103, 123, 163], [3, 3, 3])),
    );
    let floor = wei(1_000_000);
    let found = prices("eth", &facts(Some(80), [0, 0, 0], None, 5));
    assert_eq!(found.priority_fees.map(list), Some([floor; 3]));
    assert_eq!(found.prices.slow, gwei(80).checked_add(floor).unwrap());
}

#[test]
fn fewer_than_four_blocks_are_ignored() {
    let mut young = facts(Some(80), [5, 5, 5], Some(1), 81);
    young.rewards.truncate(3);
    let expected = Some(([101, 121, 161], [1, 1, 1]));
    check("eth", &young, [81, 91, 101], expected);
    young.rewards.clear();
    check("eth", &young, [81, 91, 101], expected);
}

#[test]
fn tip_is_the_median_of_the_blocks() {
    let with = |tips: &[u64]| FeeFacts {
        rewards: tips.iter().map(|&tip| [tip; 3].map(gwei)).collect(),
        ..facts(Some(20), [0; 3], Some(1), 21)
    };
    let found = |tips| prices("eth", &with(tips)).priority_fees.unwrap().slow;
    assert_eq!(found(&[900, 2, 3, 1, 4]), gwei(3));
    // An even count yields the upper median; a single outlier has no effect.
    assert_eq!(found(&[1, 2, 3, 900]), gwei(3));
    assert_eq!(found(&[0, 0, 0, 900]), gwei(1), "median of zero: the node's suggestion");
}

#[test]
fn matic_minimum_tip_applies_to_every_mode() {
    check(
        "matic",
        &facts(Some(80), [1, 2, 50], Some(1), 81),
        [105, 115, 150],
        Some(([125, 145, 210], [25, 25, 50])),
    );
    let idle = facts(Some(0), [0, 0, 0], Some(0), 0);
    check("matic", &idle, [25, 25, 25], Some(([25, 25, 25], [25, 25, 25])));
    check("matic", &facts(None, [0; 3], None, 20), [25, 25, 25], None);
}

/// Arbitrum charges no tip: `eth_maxPriorityFeePerGas` and the rewards are 0. Different values of a node have no
/// effect.
#[test]
fn chain_without_tips_has_prices_of_the_base_fee_only() {
    for reported in [
        facts(Some(80), [0; 3], Some(0), 80),
        facts(Some(80), [1, 2, 50], Some(7), 80),
    ] {
        check("arb", &reported, [80, 90, 100], Some(([100, 120, 160], [0, 0, 0])));
    }
    let found = GasPrices::from_facts(livenet("arb"), gwei(2), &facts(Some(80), [0; 3], Some(0), 80));
    assert_eq!(found.priority_fees.map(list), Some([gwei(2); 3]), "a configured floor");
}

/// A slow tip of 11 wei was recorded on eth. The sources of the floors are in the table.
#[test]
fn floors_are_those_of_current_clients() {
    let mut low = facts(Some(80), [0, 0, 0], None, 80);
    low.rewards = vec![[wei(11); 3]; 4];
    for (chain, floor) in [
        ("eth", 1_000_000),
        ("ftm", 11),
        ("avax", 11),
        ("matic", 25_000_000_000),
        ("bsc", 50_000_000),
        ("op", 1_000_000),
        ("base", 1_000_000),
        ("arb", 0),
        ("gno", 1_000_000),
    ] {
        let tips = prices(chain, &low).priority_fees.unwrap();
        assert_eq!(list(tips), [wei(floor); 3], "{chain}");
    }
    let found = GasPrices::from_facts(livenet("eth"), gwei(2), &low);
    assert_eq!(found.priority_fees.map(list), Some([gwei(2); 3]), "a configured floor");
}

#[test]
fn normal_and_fast_are_at_least_the_suggested_price() {
    check(
        "bsc",
        &facts(Some(0), [1, 1, 2], Some(3), 3),
        [1, 3, 3],
        Some(([1, 3, 3], [1, 1, 2])),
    );
    check(
        "ftm",
        &facts(Some(8), [1, 1, 1], Some(1), 50),
        [9, 50, 50],
        Some(([11, 50, 50], [1, 1, 1])),
    );
}

#[test]
fn without_base_fee_the_suggested_price_gets_margins() {
    check("etc", &facts(None, [0; 3], None, 20), [20, 22, 25], None);
    // A base fee reported on a chain without fee market has no effect.
    check("etc", &facts(Some(7), [1; 3], Some(1), 20), [20, 22, 25], None);
    // A node that does not report the base fee of a chain with a base fee.
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
    let found = prices("ftm", &odd);
    // 7, 7.875 and 8.75, plus 1 each.
    assert_eq!(list(found.prices), [wei(8), wei(9), wei(10)]);
    // 8.75, 10.5 and 14, plus 1 each.
    assert_eq!(found.max_fees.map(list), Some([wei(10), wei(12), wei(15)]));
    // 3, 3.3 and 3.75.
    assert_eq!(list(prices("etc", &odd).prices), [wei(3), wei(4), wei(4)]);
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
    let found = prices("eth", &excessive);
    assert_eq!(list(found.prices), [highest; 3]);
    assert_eq!(found.max_fees.map(list), Some([highest; 3]));
    assert_eq!(found.priority_fees.map(list), Some([highest; 3]));
    let found = prices("etc", &excessive);
    assert_eq!(list(found.prices), [Amount::from(200 * 10_u128.pow(18) / 21_000); 3]);
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
fn replacement_raises_all_prices_by_ten_percent() {
    let current = prices("eth", &facts(Some(80), [1, 2, 3], Some(1), 81));
    let replacing = current.replacing(&pending(gwei(100), gwei(2)));
    assert_eq!(list(replacing.prices), [110, 110, 110].map(gwei));
    assert_eq!(replacing.max_fees.map(list), Some([110, 122, 163].map(gwei)));
    let tips = [2_200_000_000, 2_200_000_000, 3_000_000_000].map(wei);
    assert_eq!(replacing.priority_fees.map(list), Some(tips));
    // Pending transactions with low prices are replaced at current prices.
    assert_eq!(current.replacing(&pending(gwei(1), wei(5))), current);
}

#[test]
fn ten_percent_increase_is_rounded_up_and_at_least_one() {
    let free = GasPrices {
        prices: Modes {
            slow: Amount::ZERO,
            normal: Amount::ZERO,
            fast: Amount::ZERO,
        },
        max_fees: None,
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
    let current = prices("eth", &facts(Some(24), [1, 2, 3], Some(1), 25));
    assert_eq!(current.affordable(livenet("eth"), 21_000), Ok(current));
    // 25, 29 and 33 gwei for 30 million gas cost 0.75, 0.87 and 0.99 coins; 31, 38 and 51 gwei up to 1.53 coins.
    let cut = current.affordable(livenet("eth"), 30_000_000).unwrap();
    assert_eq!(list(cut.prices), [25, 29, 33].map(gwei));
    assert_eq!(
        cut.max_fees.map(list),
        Some([gwei(31), wei(33_333_333_333), wei(33_333_333_333)])
    );
    assert_eq!(
        cut.maximum_fees(30_000_000).map(list).unwrap()[2],
        wei(999_999_999_990_000_000)
    );
    // For 50 million gas even the slow price costs 1.25 coins.
    let maximum = livenet("eth").max_fee();
    let rejected = current.affordable(livenet("eth"), 50_000_000);
    assert_eq!(rejected, Err(BoundsError::FeeTooHigh { maximum }));
}

#[test]
fn maximum_amount_is_the_balance_minus_fees() {
    assert_eq!(max_amount(wei(100), wei(60), wei(30)), Some(wei(10)));
    assert_eq!(max_amount(wei(100), wei(60), wei(40)), Some(Amount::ZERO));
    assert_eq!(max_amount(wei(100), wei(60), wei(41)), None);
    assert_eq!(max_amount(wei(100), Amount::MAX, Amount::MAX), None);
}

/// A fee history of Sepolia, block 0x4a7788, recorded by kuzkovandrey/ether-dapp
/// (`helpers/gasPriorityFee/__mocks__.ts`): base fees, and the tips of the lowest and the middle percentile.
const RECORDED_BASE_FEES: [u64; 6] = [
    0x0d1c_0860,
    0x0d0a_d2b5,
    0x0c98_cd4a,
    0x0db6_3edc,
    0x0e2c_4ed1,
    0x0d85_007e,
];
const RECORDED_TIPS: [[u64; 3]; 5] = [
    [0xb, 0x7a_d4bf, 0x3b9a_ca00],
    [0xb, 0x0400_0509, 0x3b9a_ca00],
    [0xb, 0x0358_9687, 0x3b9a_ca00],
    [0xb, 0x023b_24f5, 0x3b9a_ca00],
    [0xb, 0x3b9a_ca00, 0x5968_2f00],
];

#[test]
fn recorded_blocks_are_not_overpaid() {
    let [.., next] = RECORDED_BASE_FEES;
    let recorded = FeeFacts {
        next_base_fee: Some(wei(next)),
        rewards: RECORDED_TIPS.map(|tips| tips.map(wei)).to_vec(),
        suggested_tip: None,
        gas_price: wei(next + 1_000_000),
    };
    let found = prices("eth", &recorded);
    assert_eq!(
        found.prices.slow,
        wei(next + 1_000_000),
        "a tip of 11 wei is raised to the floor"
    );
    let mut paid: Vec<_> = RECORDED_BASE_FEES
        .iter()
        .zip(RECORDED_TIPS)
        .map(|(base, tips)| base + tips[1])
        .collect();
    paid.sort_unstable();
    let median = paid[paid.len() / 2];
    // The former price, now of `maxFeePerGas`, was 1.48 times the median.
    let ratio = |price: Amount, percent: u64| (price, wei(median).checked_mul(percent.into()).unwrap());
    let (price, bound) = ratio(found.prices.normal.checked_mul(100_u64.into()).unwrap(), 117);
    assert!(price <= bound, "{price} {bound}");
    let (price, bound) = ratio(found.max_fees.unwrap().normal.checked_mul(100_u64.into()).unwrap(), 148);
    assert!(price >= bound, "{price} {bound}");
}
