//! `GET /fee-estimates`, and mempool.space's `GET /v1/fees/recommended`

use super::{Esplora, success};
use crate::fee_estimate::{TARGETS, read_rate};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use wallet_btc_like::{FeeEstimates, Params};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// Base units per vbyte by number of blocks. Some numbers may be missing, and all of them on a chain with
/// little traffic. The values remain JSON text, since a binary float would be inexact.
pub(super) type Estimates = BTreeMap<String, Box<RawValue>>;

/// Recommendation of mempool.space from its mempool, in base units per vbyte.
#[derive(Deserialize)]
pub(super) struct Recommended {
    /// For the next block.
    #[serde(rename = "fastestFee")]
    fastest: Box<RawValue>,
    /// For the next six blocks.
    #[serde(rename = "hourFee")]
    hour: Box<RawValue>,
    /// For an unspecified time.
    #[serde(rename = "economyFee")]
    economy: Box<RawValue>,
}

/// No estimate for any mode.
const NONE: FeeEstimates = FeeEstimates {
    slow: None,
    normal: None,
    fast: None,
};

impl Esplora {
    /// Returns the node's estimates, or the recommendation of mempool.space if there are none.
    pub(super) async fn estimates(&self, deadline: Deadline) -> Result<FeeEstimates, Failure> {
        let response = self.get(&["fee-estimates"], deadline).await?;
        if response.status() != 404 {
            let estimates = decode(&success(response)?.json()?, self.params)?;
            if estimates != NONE {
                return Ok(estimates);
            }
        }
        let response = self.get(&["v1", "fees", "recommended"], deadline).await?;
        if response.status() == 404 {
            return Ok(NONE);
        }
        decode_recommended(&success(response)?.json()?, self.params)
    }
}

/// Converts the estimates to base units per 1000 vbytes. A missing number of blocks falls back to the next
/// higher one, whose price confirms late rather than never; without a higher one there is no estimate.
pub(super) fn decode(estimates: &Estimates, params: &Params) -> Result<FeeEstimates, Failure> {
    let numbered = estimates
        .iter()
        .filter_map(|(blocks, rate)| Some((blocks.parse::<u16>().ok()?, rate)));
    let by_blocks: BTreeMap<_, _> = numbered.collect();
    let [slow, normal, fast] = TARGETS.map(|target| {
        let nearest = by_blocks.range(u16::from(target)..).next();
        nearest.map_or(Ok(None), |(_, rate)| read_rate(rate.get(), params))
    });
    Ok(FeeEstimates {
        slow: slow?,
        normal: normal?,
        fast: fast?,
    })
}

/// Converts the recommendation to base units per 1000 vbytes.
pub(super) fn decode_recommended(recommended: &Recommended, params: &Params) -> Result<FeeEstimates, Failure> {
    let read = |rate: &RawValue| read_rate(rate.get(), params);
    Ok(FeeEstimates {
        slow: read(&recommended.economy)?,
        normal: read(&recommended.hour)?,
        fast: read(&recommended.fastest)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use wallet_btc_like::Chain;
    use wallet_core::model::Network;

    #[track_caller]
    fn check(estimates: &str, [slow, normal, fast]: [Option<u64>; 3]) {
        let params = Params::of(Chain::Btc, Network::Livenet).unwrap();
        let estimates: Estimates = serde_json::from_str(estimates).unwrap();
        assert_eq!(decode(&estimates, params), Ok(FeeEstimates { slow, normal, fast }));
    }

    #[test]
    fn each_mode_takes_the_nearest_higher_number_of_blocks() {
        check(
            r#"{"1":87.882,"2":80.5,"3":68.285,"6":20.1,"24":1.027,"144":1.0,"1008":1}"#,
            [Some(1027), Some(20_100), Some(80_500)],
        );
        check(
            r#"{"144":1.0,"504":1.1,"1008":1.2}"#,
            [Some(1000), Some(1000), Some(1000)],
        );
        check(r#"{"1":9,"3":5,"25":2}"#, [Some(2000), Some(2000), Some(5000)]);
        check(r#"{"1":9,"2":8}"#, [None, None, Some(8000)]);
        check("{}", [None; 3]);
        check(r#"{"0x2":9,"-1":9,"99999":9,"":9,"two":9}"#, [None; 3]);
    }

    #[test]
    fn rates_are_converted_exactly_and_rounded_up() {
        check(r#"{"24":1.0001}"#, [Some(1001); 3]);
        // 4.35 * 1000 is 4350.0 and 1.005 * 1000 is 1004.9999999999999 in binary.
        check(r#"{"24":4.35,"6":1.005}"#, [Some(4350), Some(1005), Some(1005)]);
        check(r#"{"24":-1}"#, [None; 3]);
        check(r#"{"24":0}"#, [None; 3]);
    }

    #[test]
    fn other_values_are_unusable() {
        let params = Params::of(Chain::Btc, Network::Livenet).unwrap();
        for invalid in ["1e2", "10000.001", "\"5\"", "null", "[]", "99999999999999999999"] {
            let estimates: Estimates = serde_json::from_str(&format!(r#"{{"24":{invalid}}}"#)).unwrap();
            assert!(decode(&estimates, params).is_err(), "{invalid}");
        }
    }
}
