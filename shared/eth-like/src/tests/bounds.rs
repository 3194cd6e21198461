//! Values at and just beyond each bound.

use super::*;
use crate::transaction::fields::Bounds;

#[track_caller]
fn check(fields: &TransactionFields, expected: Result<(), BoundsError>) {
    let built = build(fields).map(|_| ());
    assert_eq!(built, expected.map_err(BuildError::from));
}

#[test]
fn fee_must_equal_gas_limit_times_price() {
    let exact = wei(420_000_000_000_000);
    for (fee, expected) in [
        (exact, Ok(exact)),
        (
            wei(420_000_000_000_001),
            Err(BuildError::FeeMismatch { expected: exact }),
        ),
        (
            wei(419_999_999_999_999),
            Err(BuildError::FeeMismatch { expected: exact }),
        ),
        (Amount::ZERO, Err(BuildError::FeeMismatch { expected: exact })),
        (Amount::MAX, Err(BuildError::FeeMismatch { expected: exact })),
    ] {
        let built = UnsignedTransaction::build(payment(), fee);
        assert_eq!(built.map(|transaction| transaction.fee()), expected);
    }
}

#[test]
fn gas_limit_is_between_payment_gas_and_chain_maximum() {
    for (chain, maximum) in [
        ("eth", 16_777_216),
        ("etc", 30_000_000),
        ("op", 30_000_000),
        ("base", 16_777_216),
        ("arb", 2_000_000_000),
        ("gno", 16_777_216),
    ] {
        let with = |gas_limit| TransactionFields {
            params: livenet(chain),
            gas_limit,
            price: GasPrice::Legacy { gas_price: wei(1) },
            ..payment()
        };
        let rejected = Err(BoundsError::GasLimit {
            minimum: 21_000,
            maximum,
        });
        for gas in [21_000, maximum] {
            check(&with(gas), Ok(()));
        }
        for gas in [0, 20_999, maximum + 1, u64::MAX] {
            check(&with(gas), rejected);
        }
    }
}

#[test]
fn nonce_is_limited_to_safe_json_integers() {
    let with = |nonce| TransactionFields { nonce, ..payment() };
    let maximum = 9_007_199_254_740_991;
    check(&with(0), Ok(()));
    check(&with(maximum), Ok(()));
    for nonce in [maximum + 1, u64::MAX] {
        check(&with(nonce), Err(BoundsError::Nonce { maximum }));
    }
}

#[test]
fn fee_is_limited_to_the_cap_of_the_chain() {
    for (chain, coins) in [
        ("eth", 1),
        ("op", 1),
        ("base", 1),
        ("arb", 1),
        ("gno", 1000),
        ("bsc", 5),
        ("avax", 50),
        ("etc", 200),
        ("matic", 1000),
        ("ftm", 5000),
    ] {
        let maximum = Amount::from(coins * 10_u128.pow(18));
        // 25 000 divides every cap, so the cap itself is a possible fee.
        let price = Amount(maximum.0 / 25_000);
        let with = |gas_price| TransactionFields {
            params: livenet(chain),
            gas_limit: 25_000,
            price: GasPrice::Legacy { gas_price },
            ..payment()
        };
        check(&with(price), Ok(()));
        let unpaid = if chain == "bsc" {
            Ok(())
        } else {
            Err(BoundsError::ZeroPrice { field: "gasPrice" })
        };
        check(&with(Amount::ZERO), unpaid);
        for excessive in [price.checked_add(wei(1)).unwrap(), Amount::MAX] {
            check(&with(excessive), Err(BoundsError::FeeTooHigh { maximum }));
        }
    }
}

/// Arbitrum ignores tips and has transactions with a tip above the price in blocks, such as 0x7519d91c….
#[test]
fn mined_tip_above_the_price_is_decoded_on_arbitrum_and_not_built() {
    let on = |name| TransactionFields {
        params: livenet(name),
        price: fee_market(gwei(1), gwei(2)),
        ..payment()
    };
    let decoded = |name| {
        let text = hex::encode(on(name).encode());
        DecodedTransaction::parse(livenet(name), &text).map(|transaction| transaction.fields().price)
    };
    assert_eq!(decoded("arb"), Ok(fee_market(gwei(1), gwei(2))));
    assert_eq!(decoded("eth"), Err(BoundsError::TipAboveMaxFee.into()));
    let fee = Amount::from(21_000 * 1_000_000_000_u64);
    assert_eq!(
        UnsignedTransaction::build(on("arb"), fee),
        Err(BoundsError::TipAboveMaxFee.into())
    );
}

/// Returns the transaction with a signature, without the bounds of transactions that are built here.
fn mined(fields: TransactionFields) -> SignedTransaction {
    let unsigned = UnsignedTransaction::new(fields, Vec::new(), Bounds::Chain).unwrap();
    let (signature, _) = sign(&secret(5), unsigned.sighash());
    unsigned.attach(&public(&secret(5)), &signature, None).unwrap()
}

/// Limits of this service are not rules of the chains: blocks contain transactions beyond them.
#[test]
fn signed_transaction_beyond_the_limits_is_decoded_and_not_sent() {
    let eth = payment();
    let maximum = Amount::from(10_u128.pow(18));
    let gas_price = gwei(1_000_000);
    let price = GasPrice::Legacy { gas_price };
    for (fields, error) in [
        (
            TransactionFields {
                gas_limit: 30_000_000,
                price: GasPrice::Legacy { gas_price: gwei(1) },
                ..eth.clone()
            },
            BoundsError::GasLimit {
                minimum: 21_000,
                maximum: 16_777_216,
            },
        ),
        (
            TransactionFields { price, ..eth.clone() },
            BoundsError::FeeTooHigh { maximum },
        ),
        (
            TransactionFields {
                data: vec![1; 100_001],
                gas_limit: 16_000_000,
                ..eth.clone()
            },
            BoundsError::DataTooLong { maximum: 100_000 },
        ),
        (
            TransactionFields {
                to: None,
                gas_limit: 60_000,
                ..eth.clone()
            },
            BoundsError::EmptyDeployment,
        ),
        (
            TransactionFields {
                params: livenet("arb"),
                price: fee_market(gwei(1), gwei(2)),
                ..eth
            },
            BoundsError::TipAboveMaxFee,
        ),
    ] {
        let signed = mined(fields.clone());
        let read = DecodedTransaction::parse(fields.params, &signed.to_hex());
        assert_eq!(read.map(|read| read.fields().clone()), Ok(fields.clone()), "{error}");
        let at_send = SignedTransaction::parse(fields.params, &signed.to_hex());
        assert_eq!(at_send, Err(error.into()));
        let unsigned = DecodedTransaction::parse(fields.params, &hex::encode(signed.unsigned().bytes()));
        let is_tip = error == BoundsError::TipAboveMaxFee;
        let expected = if is_tip { Ok(fields) } else { Err(error.into()) };
        assert_eq!(unsigned.map(|read| read.fields().clone()), expected, "{error}");
    }
}

#[test]
fn tip_is_at_most_the_price() {
    let with = |tip| TransactionFields {
        price: fee_market(gwei(20), tip),
        ..payment()
    };
    check(&with(gwei(20)), Ok(()));
    check(&with(wei(20_000_000_001)), Err(BoundsError::TipAboveMaxFee));
}

#[test]
fn etc_rejects_eip1559_transactions() {
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
fn data_costs_gas_and_is_limited_to_100_000_bytes() {
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
fn deployment_requires_code_and_32_000_more_gas() {
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
fn every_amount_is_accepted() {
    for amount in [Amount::ZERO, Amount::MAX] {
        check(&TransactionFields { amount, ..payment() }, Ok(()));
    }
}
