//! Limits, and one beyond them.

use super::*;

#[track_caller]
fn check(fields: &TransactionFields, expected: Result<(), BoundsError>) {
    let built = build(fields).map(|_| ());
    assert_eq!(built, expected.map_err(BuildError::from));
}

#[test]
fn the_fee_is_gas_limit_times_price_exactly() {
    let right = wei(420_000_000_000_000);
    for (fee, expected) in [
        (right, Ok(right)),
        (
            wei(420_000_000_000_001),
            Err(BuildError::FeeMismatch { expected: right }),
        ),
        (
            wei(419_999_999_999_999),
            Err(BuildError::FeeMismatch { expected: right }),
        ),
        (Amount::ZERO, Err(BuildError::FeeMismatch { expected: right })),
        (Amount::MAX, Err(BuildError::FeeMismatch { expected: right })),
    ] {
        let built = UnsignedTransaction::build(payment(), fee);
        assert_eq!(built.map(|transaction| transaction.fee()), expected);
    }
}

#[test]
fn the_gas_limit_lies_between_a_payments_and_the_chains() {
    for (chain, maximum) in [("eth", 16_777_216), ("etc", 30_000_000), ("op", 30_000_000)] {
        let with = |gas_limit| TransactionFields {
            params: livenet(chain),
            gas_limit,
            price: GasPrice::Legacy { gas_price: wei(1) },
            ..payment()
        };
        let refused = Err(BoundsError::GasLimit {
            minimum: 21_000,
            maximum,
        });
        for gas in [21_000, maximum] {
            check(&with(gas), Ok(()));
        }
        for gas in [0, 20_999, maximum + 1, u64::MAX] {
            check(&with(gas), refused);
        }
    }
}

#[test]
fn the_nonce_ends_at_what_json_holds() {
    let with = |nonce| TransactionFields { nonce, ..payment() };
    let maximum = 9_007_199_254_740_991;
    check(&with(0), Ok(()));
    check(&with(maximum), Ok(()));
    for nonce in [maximum + 1, u64::MAX] {
        check(&with(nonce), Err(BoundsError::Nonce { maximum }));
    }
}

#[test]
fn the_fee_ends_at_the_cap_of_the_chain() {
    for (chain, coins) in [
        ("eth", 1),
        ("op", 1),
        ("bsc", 5),
        ("avax", 50),
        ("etc", 200),
        ("matic", 1000),
        ("ftm", 5000),
    ] {
        let maximum = Amount::from(coins * 10_u128.pow(18));
        // 25 000 divides every cap, so that the cap itself can be paid.
        let price = Amount(maximum.0 / 25_000);
        let with = |gas_price| TransactionFields {
            params: livenet(chain),
            gas_limit: 25_000,
            price: GasPrice::Legacy { gas_price },
            ..payment()
        };
        check(&with(price), Ok(()));
        check(&with(Amount::ZERO), Ok(()));
        for dear in [price.checked_add(wei(1)).unwrap(), Amount::MAX] {
            check(&with(dear), Err(BoundsError::FeeTooHigh { maximum }));
        }
    }
}

#[test]
fn a_tip_is_a_part_of_the_price() {
    let with = |tip| TransactionFields {
        price: fee_market(gwei(20), tip),
        ..payment()
    };
    check(&with(gwei(20)), Ok(()));
    check(&with(wei(20_000_000_001)), Err(BoundsError::TipAboveMaxFee));
}

#[test]
fn etc_has_no_transactions_of_eip_1559() {
    let params = livenet("etc");
    let price = fee_market(gwei(20), gwei(1));
    check(
        &TransactionFields {
            params,
            price,
            ..payment()
        },
        Err(BoundsError::NoFeeMarket),
    );
    check(&TransactionFields { params, ..payment() }, Ok(()));
}

#[test]
fn data_costs_gas_and_ends_at_100_000_bytes() {
    let with = |data, gas_limit| TransactionFields {
        data,
        gas_limit,
        ..payment()
    };
    let minimum = 21_000 + 2 * 4 + 3 * 16;
    check(&with(vec![0, 1, 0, 255, 7], minimum), Ok(()));
    check(
        &with(vec![0, 1, 0, 255, 7], minimum - 1),
        Err(BoundsError::IntrinsicGas { minimum }),
    );
    check(&with(vec![1; 100_000], 1_621_000), Ok(()));
    let too_long = BoundsError::DataTooLong { maximum: 100_000 };
    check(&with(vec![1; 100_001], 16_000_000), Err(too_long));
}

#[test]
fn a_deployment_needs_code_and_32_000_gas_more() {
    let with = |data, gas_limit| TransactionFields {
        to: None,
        data,
        gas_limit,
        ..payment()
    };
    check(&with(vec![], 100_000), Err(BoundsError::EmptyDeployment));
    check(&with(vec![0x60], 53_016), Ok(()));
    let minimum = 53_016;
    check(&with(vec![0x60], 53_015), Err(BoundsError::IntrinsicGas { minimum }));
}

#[test]
fn any_amount_can_be_sent() {
    for amount in [Amount::ZERO, Amount::MAX] {
        check(&TransactionFields { amount, ..payment() }, Ok(()));
    }
}
