//! Gas prices of several nodes.

use crate::{Amount, Chain, FeeFacts, GasPrices, Hash, Modes, Params, PendingTransaction};
use proptest::prelude::*;
use wallet_core::model::{ChainName, Network, Responses, Surveyed};

fn eth() -> Params {
    Params::of(Chain::from_name("eth").unwrap(), Network::Livenet)
}

/// Returns the facts of a node with this base fee, tips and price, in gwei.
fn facts(base_fee: u64, tips: [u64; 3], gas_price: u64) -> FeeFacts {
    let gwei = |number: u64| Amount::from(number * 1_000_000_000);
    FeeFacts {
        next_base_fee: Some(gwei(base_fee)),
        rewards: vec![tips.map(gwei); 10],
        suggested_tip: Some(gwei(1)),
        gas_price: gwei(gas_price),
    }
}

fn honest() -> FeeFacts {
    facts(20, [1, 2, 3], 21)
}

fn other() -> FeeFacts {
    facts(24, [1, 1, 4], 25)
}

/// Returns a node with barely plausible prices.
fn extreme() -> FeeFacts {
    facts(20_000, [20_000; 3], 40_000)
}

fn without_base_fee(gas_price: u64) -> FeeFacts {
    FeeFacts {
        next_base_fee: None,
        rewards: Vec::new(),
        ..facts(0, [0; 3], gas_price)
    }
}

fn survey(reported: &[FeeFacts]) -> Surveyed<GasPrices> {
    GasPrices::survey(
        eth(),
        eth().min_tip(),
        &Responses::of(reported.iter().cloned()).unwrap(),
    )
}

fn alone(reported: &FeeFacts) -> GasPrices {
    GasPrices::from_facts(eth(), eth().min_tip(), reported)
}

#[test]
fn single_node_decides_alone() {
    for reported in [honest(), extreme(), without_base_fee(30)] {
        assert_eq!(
            survey(std::slice::from_ref(&reported)),
            Surveyed {
                value: alone(&reported),
                has_outlier: false
            }
        );
    }
}

#[test]
fn of_two_nodes_the_lower_prices_count() {
    for reported in [[honest(), extreme()], [extreme(), honest()]] {
        assert_eq!(
            survey(&reported),
            Surveyed {
                value: alone(&honest()),
                has_outlier: true
            }
        );
    }
    let both = survey(&[honest(), other()]);
    assert!(!both.has_outlier);
    assert_eq!(both.value.prices, alone(&honest()).prices);
    assert_eq!(both.value.base_fee_per_gas, alone(&honest()).base_fee_per_gas);
}

#[test]
fn of_three_nodes_the_middle_price_of_each_mode_counts() {
    let expected = alone(&other()).prices;
    for reported in [
        [extreme(), honest(), other()],
        [honest(), other(), extreme()],
        [other(), extreme(), honest()],
    ] {
        let found = survey(&reported);
        assert!(found.has_outlier);
        assert_eq!(found.value.prices, expected);
        assert_eq!(found.value.base_fee_per_gas, other().next_base_fee);
    }
    // A mode does not shift a second mode.
    let only_fast = facts(22, [1, 2, 9000], 23);
    let found = survey(&[only_fast, honest(), other()]);
    assert!(found.has_outlier);
    assert_eq!(found.value.prices.fast, alone(&other()).prices.fast);
}

#[test]
fn missing_base_fee_counts_only_for_a_majority() {
    let expected = alone(&honest());
    assert_eq!(survey(&[without_base_fee(1), honest()]).value, expected);
    assert_eq!(survey(&[honest(), without_base_fee(1), honest()]).value, expected);
    let old = without_base_fee(25);
    assert_eq!(survey(&[old.clone(), honest(), old.clone()]).value, alone(&old));
}

#[test]
fn pending_transaction_of_extreme_price_is_recognised() {
    let pending = |price: u64| PendingTransaction {
        hash: "0x4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b"
            .parse::<Hash>()
            .unwrap(),
        max_fee_per_gas: Amount::from(price * 1_000_000_000),
        max_priority_fee_per_gas: Amount::from(1_u64),
    };
    let prices = GasPrices {
        prices: Modes {
            slow: 26_u64,
            normal: 32,
            fast: 43,
        }
        .map(|gwei| Amount::from(gwei * 1_000_000_000)),
        ..alone(&honest())
    };
    assert!(!prices.are_exceeded_by(&pending(43)));
    assert!(!prices.are_exceeded_by(&pending(156)));
    assert!(prices.are_exceeded_by(&pending(157)));
}

proptest! {
    #[test]
    fn prices_stay_consistent(reported in prop::collection::vec((0..30_000_u64, prop::array::uniform3(0..9000_u64), 0..30_000_u64), 1..5)) {
        let reported: Vec<_> = reported.into_iter().map(|(base, tips, price)| facts(base, tips, price)).collect();
        let GasPrices { prices, max_fees, base_fee_per_gas, priority_fees } = survey(&reported).value;
        prop_assert!(prices.slow <= prices.normal && prices.normal <= prices.fast);
        let max_fees = max_fees.expect("every node has a base fee");
        prop_assert!(prices.slow <= max_fees.slow && prices.normal <= max_fees.normal && prices.fast <= max_fees.fast);
        let tips = priority_fees.expect("every node has a base fee");
        prop_assert!(tips.slow <= prices.slow && tips.normal <= prices.normal && tips.fast <= prices.fast);
        prop_assert!(base_fee_per_gas.expect("every node has one") <= prices.slow || prices.slow == eth().max_gas_price());
    }
}
