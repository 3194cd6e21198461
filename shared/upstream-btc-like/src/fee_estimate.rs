//! Fee estimates of UTXO chains for a number of blocks, as reported by nodes and indexes: in whole coins per
//! 1000 virtual bytes, or in base units per virtual byte.

use wallet_btc_like::Params;
use wallet_upstream::{Failure, for_log};

/// Number of blocks for the slow, normal and fast fee mode (docs/decisions/utxo-payments.md#targets-of-fee-modes). All
/// values are in the range that the oldest nodes support, 1 to 25.
pub(crate) const TARGETS: [u8; 3] = [24, 6, 2];

/// Converts an estimate in coins per 1000 vbytes to base units per 1000 vbytes, `None` if the node has none
/// (zero or negative).
pub(crate) fn read_estimate(coins: &str, params: &Params) -> Result<Option<u64>, Failure> {
    read(coins, params.decimals, params)
}

/// Converts an estimate in base units per vbyte to base units per 1000 vbytes, rounded up.
pub(crate) fn read_rate(units: &str, params: &Params) -> Result<Option<u64>, Failure> {
    read(units, 3, params)
}

/// Parses a decimal number with `decimals` digits down to a base unit per 1000 vbytes.
fn read(text: &str, decimals: u8, params: &Params) -> Result<Option<u64>, Failure> {
    let rate = to_base_units(text, decimals)
        // No fee may exceed the cap, so a higher estimate is an error of the upstream.
        .filter(|rate| rate.is_none_or(|rate| rate <= params.fee_cap.saturating_mul(1000)));
    rate.ok_or_else(|| Failure::unusable(format_args!("fee estimate '{}'", for_log(text))))
}

/// Converts a decimal number of coins to base units; digits below the base unit are rounded up.
///
/// Returns `Some(None)` for zero and negative numbers (no estimate), and `None` for a different text and for
/// numbers above the u64 range. Binary floating point is not used, since the result could be off by a unit.
#[expect(clippy::option_option, reason = "an invalid number and 'no estimate' are different")]
fn to_base_units(text: &str, decimals: u8) -> Option<Option<u64>> {
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
    fn coins_are_converted_exactly() {
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
            assert_eq!(to_base_units(text, 8), Some(Some(units)), "{text}");
        }
    }

    #[test]
    fn zero_and_negative_numbers_mean_no_estimate() {
        for text in ["-1", "-1.00000000", "0", "0.00000000", "-0.00001"] {
            assert_eq!(to_base_units(text, 8), Some(None), "{text}");
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
            assert_eq!(to_base_units(text, 8), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_or_rejected(text in ".{0,40}", decimals in 0_u8..30) {
            let _ = to_base_units(&text, decimals);
        }

        #[test]
        fn amounts_round_trip_through_coins(units in 1..=u64::MAX) {
            let text = format!("{}.{:08}", units / 100_000_000, units % 100_000_000);
            prop_assert_eq!(to_base_units(&text, 8), Some(Some(units)));
        }
    }
}
