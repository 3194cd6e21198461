//! Fee estimates of UTXO chains as nodes and indexes tell them for a number of blocks: in whole coins per 1000 virtual
//! bytes, or in smallest units per virtual byte.

use wallet_btc_like::Params;
use wallet_upstream::failure::{Failure, for_log};

/// Within how many blocks a transaction at the slow, normal and fast price should confirm (docs/decisions/0401).
/// All of them lie in the range that the oldest nodes estimate, 1 to 25.
pub(crate) const TARGETS: [u8; 3] = [24, 6, 2];

/// Reads an estimate in coins per 1000 vbytes: smallest units per 1000 vbytes, `None` when the node has none (zero or
/// less).
pub(crate) fn read_estimate(coins: &str, params: &Params) -> Result<Option<u64>, Failure> {
    read(coins, params.decimals, params)
}

/// Reads an estimate in smallest units per vbyte: the same, rounded up.
pub(crate) fn read_rate(units: &str, params: &Params) -> Result<Option<u64>, Failure> {
    read(units, 3, params)
}

/// Reads a number whose last digit that counts is the smallest unit per 1000 vbytes.
fn read(text: &str, decimals: u8, params: &Params) -> Result<Option<u64>, Failure> {
    let rate = smallest_units(text, decimals)
        // Nobody can pay more than the cap, so a higher estimate is a fault of the upstream.
        .filter(|rate| rate.is_none_or(|rate| rate <= params.fee_cap.saturating_mul(1000)));
    rate.ok_or_else(|| Failure::unusable(format_args!("fee estimate '{}'", for_log(text))))
}

/// A decimal number of coins in smallest units, digits beyond the smallest unit rounded up.
///
/// `Some(None)` for zero and negative numbers (no estimate), `None` for anything that is no such number
/// or too large for an u64. Binary floating point would be off by a unit, so none is used.
#[expect(
    clippy::option_option,
    reason = "unreadable, and readable as 'no estimate', are different"
)]
fn smallest_units(text: &str, decimals: u8) -> Option<Option<u64>> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let all_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !all_digits(whole) || !all_digits(fraction) {
        return None;
    }
    if negative {
        return Some(None);
    }
    let places = usize::from(decimals);
    let (kept, rest) = fraction.split_at(places.min(fraction.len()));
    let units: u64 = format!("{whole}{kept:0<places$}").parse().ok()?;
    let rounded = units.checked_add(u64::from(rest.bytes().any(|digit| digit != b'0')))?;
    Some((rounded > 0).then_some(rounded))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn coins_become_smallest_units_exactly() {
        for (text, units) in [
            ("0.00002460", 2460),
            ("0.00001", 1000),
            ("0.29", 29_000_000),
            ("1", 100_000_000),
            ("12.5", 1_250_000_000),
            ("0.000012345678", 1235),
            ("0.00001000000", 1000),
            ("184467440737.09551615", u64::MAX),
        ] {
            assert_eq!(smallest_units(text, 8), Some(Some(units)), "{text}");
        }
    }

    #[test]
    fn zero_and_less_is_no_estimate() {
        for text in ["-1", "-1.00000000", "0", "0.00000000", "-0.00001"] {
            assert_eq!(smallest_units(text, 8), Some(None), "{text}");
        }
    }

    #[test]
    fn anything_else_is_unusable() {
        for text in [
            "",
            "-",
            ".",
            "1.",
            ".1",
            "1.2.3",
            "1e-5",
            "+1",
            "NaN",
            "0x1",
            " 1",
            "١",
            "--1",
            "184467440737.09551616",
            "99999999999999999999",
        ] {
            assert_eq!(smallest_units(text, 8), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in ".{0,40}", decimals in 0_u8..30) {
            let _ = smallest_units(&text, decimals);
        }

        #[test]
        fn every_amount_survives_the_way_through_coins(units in 1..=u64::MAX) {
            let text = format!("{}.{:08}", units / 100_000_000, units % 100_000_000);
            prop_assert_eq!(smallest_units(&text, 8), Some(Some(units)));
        }
    }
}
