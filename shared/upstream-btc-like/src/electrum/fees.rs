//! `blockchain.estimatefee`

use super::Electrum;
use super::message::{Request, RpcResponse};
use crate::fee_estimate::{TARGETS, read_estimate};
use serde_json::json;
use serde_json::value::RawValue;
use wallet_btc_like::{FeeEstimates, Params};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::{Failure, for_log};

impl Electrum {
    /// Returns the estimates for all fee modes from one batch.
    pub(super) async fn estimates(&self, deadline: Deadline) -> Result<FeeEstimates, Failure> {
        let requests = TARGETS.map(|blocks| Request::new("blockchain.estimatefee", json!([blocks])));
        let [slow, normal, fast] = self.client.call(requests, deadline).await?;
        let read = |response: RpcResponse| decode(&response.read::<Box<RawValue>>()?, self.params);
        Ok(FeeEstimates {
            slow: read(slow)?,
            normal: read(normal)?,
            fast: read(fast)?,
        })
    }
}

/// Converts a JSON number of whole coins per 1000 vbytes to base units per 1000 vbytes, `None` without an
/// estimate.
pub(super) fn decode(number: &RawValue, params: &Params) -> Result<Option<u64>, Failure> {
    let text = number.get();
    let plain = without_exponent(text);
    let plain = plain.ok_or_else(|| Failure::unusable(format_args!("fee estimate '{}'", for_log(text))))?;
    read_estimate(&plain, params)
}

/// Maximum absolute exponent of a plausible estimate.
const MAX_EXPONENT: i32 = 30;

/// Writes a number without its exponent: servers in Python send `1e-05`. The conversion is exact, unlike one
/// through a binary float. Returns `None` for an invalid exponent.
fn without_exponent(number: &str) -> Option<String> {
    let Some((digits, exponent)) = number.split_once(['e', 'E']) else {
        return Some(number.to_owned());
    };
    let exponent: i32 = exponent.parse().ok()?;
    let places = usize::try_from(exponent.unsigned_abs()).ok()?;
    if exponent.abs() > MAX_EXPONENT {
        return None;
    }
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let zeros = "0".repeat(places);
    let (whole, fraction) = if exponent < 0 {
        let whole = format!("{zeros}{whole}");
        let (kept, moved) = whole.split_at(whole.len() - places);
        (kept.to_owned(), format!("{moved}{fraction}"))
    } else {
        let fraction = format!("{fraction}{zeros}");
        let (moved, kept) = fraction.split_at(places);
        (format!("{whole}{moved}"), kept.to_owned())
    };
    let or_zero = |part: String| if part.is_empty() { "0".to_owned() } else { part };
    Some(format!("{sign}{}.{}", or_zero(whole), or_zero(fraction)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use wallet_btc_like::Chain;
    use wallet_core::model::Network;

    fn estimate(number: &str) -> Result<Option<u64>, Failure> {
        let params = Params::of(Chain::Btc, Network::Livenet).unwrap();
        decode(&RawValue::from_string(number.to_owned()).unwrap(), params)
    }

    #[test]
    fn estimates_are_read_exactly() {
        for (number, expected) in [
            ("-1", None),
            ("-1.0", None),
            ("0", None),
            ("0.0", None),
            ("0e0", None),
            ("-1e-05", None),
            ("1e-05", Some(1000)),
            ("1E-05", Some(1000)),
            ("1.024e-05", Some(1024)),
            ("1.02401e-05", Some(1025)),
            ("1e-8", Some(1)),
            ("1e-9", Some(1)),
            ("10.24e-06", Some(1024)),
            ("0.00001024", Some(1024)),
            ("0.00012345", Some(12345)),
            ("2e-2", Some(2_000_000)),
            ("0.00001e1", Some(10_000)),
            ("0.0000123e+2", Some(123_000)),
        ] {
            assert_eq!(estimate(number), Ok(expected), "{number}");
        }
    }

    #[test]
    fn other_values_are_unusable() {
        for number in [
            "null",
            "true",
            "\"0.0001\"",
            "\"1e-05\"",
            "[1]",
            "{}",
            "1e400",
            "1e-400",
            "1e99999999999",
            "1e5",
            "21000000",
        ] {
            assert!(estimate(number).is_err(), "{number}");
        }
    }

    proptest! {
        #[test]
        fn any_number_is_parsed_or_rejected(number in any::<f64>()) {
            if let Some(number) = serde_json::Number::from_f64(number) {
                let _ = estimate(&number.to_string());
            }
        }

        #[test]
        fn an_exponent_moves_the_point(digits in 1..1_000_000_u64, exponent in -20..-1_i32) {
            // Coins have eight decimals; any remainder below them is rounded up.
            let places = 8 + exponent;
            let power = 10_u64.pow(places.unsigned_abs());
            let units = if places < 0 { digits.div_ceil(power) } else { digits * power };
            let fits = units <= 10_000_000;
            prop_assert_eq!(estimate(&format!("{digits}e{exponent}")).ok(), fits.then_some(Some(units)));
        }
    }
}
