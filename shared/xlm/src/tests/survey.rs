//! Facts from several Horizon servers.

use super::transfers::account;
use crate::{Account, FeeStats, Ledger, OfferedFees, Stroops};
use wallet_core::model::{Responses, Surveyed};

fn stroops(number: i64) -> Stroops {
    Stroops::new(number).unwrap()
}

fn stats([base, min, max]: [i64; 3]) -> FeeStats {
    FeeStats {
        last_ledger_base_fee: stroops(base),
        charged_min: stroops(min),
        charged_max: stroops(max),
        offered: OfferedFees {
            p10: stroops(min),
            p50: stroops(min),
            p95: stroops(max),
        },
        capacity_usage: "0.50".parse().ok(),
    }
}

#[track_caller]
fn check_fees(reported: &[[i64; 3]], expected: [i64; 3], has_outlier: bool) {
    let responses = Responses::of(reported.iter().copied().map(stats)).unwrap();
    let expected = Surveyed {
        value: stats(expected),
        has_outlier,
    };
    assert_eq!(FeeStats::survey(&responses), expected);
}

#[test]
fn fees_are_the_lower_median_of_each_field() {
    let (honest, other, extreme) = ([100, 100, 500], [100, 200, 600], [100, 100, i64::MAX]);
    check_fees(&[extreme], extreme, false);
    check_fees(&[extreme, honest], honest, true);
    check_fees(&[honest, other], honest, false);
    check_fees(&[extreme, honest, other], [100, 100, 600], true);
    check_fees(&[[100; 3], [100, 100, 400]], [100; 3], false);
    check_fees(&[[100; 3], [100, 100, 401]], [100; 3], true);
}

#[test]
fn offered_fees_and_capacity_are_lower_medians() {
    let with = |p95, usage: &str| {
        let mut reported = stats([100, 100, 500]);
        reported.offered.p95 = stroops(p95);
        reported.capacity_usage = usage.parse().ok();
        reported
    };
    let responses = Responses::of([with(500, "0.10"), with(i64::MAX, "0.97"), with(700, "0.30")]).unwrap();
    let expected = Surveyed {
        value: with(700, "0.30"),
        has_outlier: true,
    };
    assert_eq!(FeeStats::survey(&responses), expected);
}

#[test]
fn base_reserve_is_the_lower_median() {
    let ledger = |sequence, base_reserve| Ledger {
        upstream: "horizon",
        sequence,
        closed_at: 1,
        base_reserve: stroops(base_reserve),
    };
    let responses = Responses::of([ledger(9, 100), ledger(8, 5), ledger(7, 6)]).unwrap();
    assert_eq!(Ledger::survey(&responses), ledger(9, 6));
}

/// Returns an account with this sequence number, `None` for -1.
fn at(sequence: i64) -> Option<Account> {
    let account = Account {
        sequence,
        ..account(1, 50)
    };
    Some(account).filter(|account| account.sequence >= 0)
}

#[track_caller]
fn check_sequence(reported: &[i64], expected: i64) {
    let responses = Responses::of(reported.iter().copied().map(at)).unwrap();
    assert_eq!(Account::survey(&responses), at(expected), "{reported:?}");
}

#[test]
fn sequence_number_is_confirmed_by_two_or_the_lowest() {
    check_sequence(&[9], 9);
    check_sequence(&[9, 7], 7);
    check_sequence(&[7, 9], 7);
    check_sequence(&[9, 7, 9], 9);
    check_sequence(&[3, 9, 9], 9);
    check_sequence(&[9, 8, 7], 7);
}

#[test]
fn account_is_missing_only_for_a_majority() {
    check_sequence(&[-1], -1);
    check_sequence(&[-1, 7], 7);
    check_sequence(&[7, -1, -1], -1);
    check_sequence(&[7, -1, 7], 7);
}

#[test]
fn memo_is_required_if_half_of_the_servers_say_so() {
    for (reported, expected) in [
        (&[false][..], false),
        (&[true, false], true),
        (&[false, true], true),
        (&[true, false, false], false),
        (&[false, true, true], true),
    ] {
        let of = |requires_memo: &bool| {
            Some(Account {
                requires_memo: *requires_memo,
                ..account(1, 50)
            })
        };
        let responses = Responses::of(reported.iter().map(of)).unwrap();
        assert_eq!(Account::survey(&responses).unwrap().requires_memo, expected);
    }
}
