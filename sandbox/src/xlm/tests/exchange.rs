//! The test vectors of stellar-core for exchanges at a price (`ExchangeTests.cpp`).

use crate::xlm::exchange::{Limits, Rounding, adjusted, exchange};
use stellar_xdr::Price;

const MAX: i64 = i64::MAX;
const ABOVE: (i32, i32) = (3, 2);
const BELOW: (i32, i32) = (2, 3);

#[track_caller]
fn check((n, d): (i32, i32), limits: [i64; 4], rounding: Rounding, expected: (i64, i64)) {
    let [maker_gives, taker_takes, taker_pays, maker_earns] = limits;
    let limits = Limits {
        maker_gives,
        maker_earns,
        taker_takes,
        taker_pays,
    };
    let exchange = exchange(&Price { n, d }, limits, rounding);
    assert_eq!((exchange.given, exchange.paid), expected, "{n}/{d} {limits:?}");
}

#[test]
fn rounding_favours_the_remaining_side() {
    for (price, gives, pays, expected) in [
        (ABOVE, 3000, 4501, (3000, 4500)),
        (ABOVE, 3000, 4500, (3000, 4500)),
        (ABOVE, 3000, 4499, (2999, 4499)),
        (ABOVE, 2999, 4499, (2999, 4498)),
        (ABOVE, 2999, 4498, (2998, 4497)),
        (BELOW, 3000, 2001, (3000, 2000)),
        (BELOW, 3000, 2000, (3000, 2000)),
        (BELOW, 3000, 1999, (2998, 1999)),
        (BELOW, 2999, 2000, (2999, 1999)),
        (BELOW, 2999, 1999, (2998, 1999)),
    ] {
        check(price, [gives, MAX, pays, MAX], Rounding::Offer, expected);
    }
    for (price, takes, earns, expected) in [
        (ABOVE, 3000, 4501, (3000, 4500)),
        (ABOVE, 3000, 4499, (2999, 4498)),
        (ABOVE, 2999, 4499, (2999, 4499)),
        (ABOVE, 2999, 4498, (2998, 4497)),
        (BELOW, 3000, 2001, (3000, 2000)),
        (BELOW, 3000, 1999, (2999, 1999)),
        (BELOW, 2999, 2000, (2998, 1999)),
        (BELOW, 2999, 1999, (2999, 1999)),
    ] {
        check(price, [MAX, takes, MAX, earns], Rounding::Offer, expected);
    }
    for (price, gives, takes, expected) in [
        (ABOVE, 3000, 3001, (3000, 4500)),
        (ABOVE, 3000, 2999, (2999, 4499)),
        (BELOW, 3000, 3001, (3000, 2000)),
        (BELOW, 3000, 2999, (2998, 1999)),
    ] {
        check(price, [gives, takes, MAX, MAX], Rounding::Offer, expected);
    }
    for (price, pays, earns, expected) in [
        (ABOVE, 4500, 4501, (3000, 4500)),
        (ABOVE, 4500, 4499, (2999, 4498)),
        (BELOW, 2000, 2001, (3000, 2000)),
        (BELOW, 2000, 1999, (2999, 1999)),
    ] {
        check(price, [MAX, MAX, pays, earns], Rounding::Offer, expected);
    }
}

#[test]
fn offers_exchange_nothing_if_rounding_exceeds_one_percent() {
    for (gives, takes, expected) in [
        (28, 27, (0, 0)),
        (28, 26, (26, 39)),
        (52, 51, (51, 77)),
        (52, 50, (50, 75)),
    ] {
        check(ABOVE, [gives, takes, MAX, MAX], Rounding::Offer, expected);
    }
}

#[test]
fn path_payments_are_exact_at_any_cost() {
    for (price, gives, takes, expected) in [
        (ABOVE, 28, 27, (27, 41)),
        (ABOVE, 150, 101, (101, 152)),
        (BELOW, 150, 101, (101, 68)),
    ] {
        check(price, [gives, takes, MAX, MAX], Rounding::StrictReceive, expected);
    }
    check(BELOW, [150, 101, MAX, MAX], Rounding::Offer, (100, 67));
    for (price, gives, takes, pays, expected) in [
        (ABOVE, 28, MAX, 41, (27, 41)),
        (ABOVE, 97, MAX, 145, (96, 145)),
        (BELOW, 97, 95, MAX, (95, MAX)),
        ((2, 1), 1, MAX, 1, (0, 1)),
    ] {
        check(price, [gives, takes, pays, MAX], Rounding::StrictSend, expected);
    }
}

#[test]
fn offers_are_reduced_to_the_exchangeable_amount() {
    for ((n, d), gives, earns, expected) in [
        ((1, 1000), 2001, MAX, 2000),
        ((1, 1000), 2000, MAX, 2000),
        ((1, 1000), 1999, MAX, 1000),
        ((1, 1000), 2000, 3, 2000),
        ((1, 1000), 2000, 1, 1000),
        ((1000, 1), 399, MAX, 399),
        ((1000, 1), 400, 400_001, 400),
        ((1000, 1), 400, 399_999, 399),
        ((7, 3), 428, 999, 428),
        ((7, 3), 428, 998, 427),
        ((7, 3), 428, 997, 427),
        ((3, 7), 1001, MAX, 1001),
        ((3, 7), 1000, MAX, 999),
        ((3, 7), 1000, 429, 999),
        ((3, 7), 1000, 427, 997),
        (ABOVE, 29, MAX, 0),
        (ABOVE, 28, MAX, 28),
        (ABOVE, 27, MAX, 0),
        (ABOVE, 51, MAX, 51),
    ] {
        let price = Price { n, d };
        let once = adjusted(&price, gives, earns);
        assert_eq!(once, expected, "{n}/{d} {gives} {earns}");
        assert_eq!(adjusted(&price, once, earns), once, "twice: {n}/{d} {gives} {earns}");
    }
}
