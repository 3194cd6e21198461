//! CoinGecko's `coins/{id}/market_chart/range` and `coins/{platform}/contract/{contract}/market_chart/range`.
//!
//! Without the parameter `interval` the server decides how close the prices are: an hour for a month, five minutes for the last
//! day.

use crate::coingecko::{CoinGecko, check_status, reported};
use crate::names::names_of;
use reqwest::Url;
use serde::Deserialize;
use serde_json::value::RawValue;
use wallet_core::model::{Asset, Decimal, PriceMonth, PricePoint};
use wallet_upstream::{Deadline, Failure, Lane, UpstreamResponse};

/// The status of an unknown coin or contract.
const NOT_FOUND: u16 = 404;

/// The maximum number of prices: a month at five minutes.
const MAX_POINTS: usize = 31 * 24 * 12;

/// The response: pairs of a time in milliseconds and a price.
#[derive(Deserialize)]
struct Chart {
    prices: Option<Vec<Box<RawValue>>>,
    status: Option<Box<RawValue>>,
    error: Option<Box<RawValue>>,
}

impl CoinGecko {
    /// Returns the prices of an asset in a month up to now. Unreadable prices, and prices that are not in the month, are absent.
    pub(crate) async fn month(
        &self,
        month: &PriceMonth,
        now: u64,
        deadline: Deadline,
    ) -> Result<Vec<PricePoint>, Failure> {
        let Some(url) = self.range_url(month, now) else {
            return Ok(Vec::new());
        };
        let mut points = self
            .endpoint
            .get_read(Lane::Required, url, deadline, |response| read(&response))
            .await?;
        points.retain(|point| (month.month.start()..month.month.end()).contains(&point.at));
        Ok(points)
    }

    /// Returns the URL of a month, `None` where the server does not have the chain or the asset.
    fn range_url(&self, month: &PriceMonth, now: u64) -> Option<Url> {
        let chart = ["market_chart", "range"];
        let mut url = match &month.asset {
            Asset::Coin { chain } => self
                .endpoint
                .url(&["coins", &names_of(chain)?.coin, chart[0], chart[1]]),
            Asset::Erc20 { chain, contract } => {
                let platform = names_of(chain)?.platform.as_deref()?;
                self.endpoint.url(&[
                    "coins",
                    platform,
                    "contract",
                    &contract.to_lowercase(),
                    chart[0],
                    chart[1],
                ])
            }
            Asset::Erc721 { .. } | Asset::Erc1155 { .. } | Asset::XlmToken { .. } => return None,
            Asset::XlmAsset { chain, code, issuer } => {
                let platform = names_of(chain)?.platform.as_deref()?;
                let asset = format!("{code}-{issuer}");
                self.endpoint
                    .url(&["coins", platform, "contract", &asset, chart[0], chart[1]])
            }
        };
        let end = (month.month.end() - 1).min(now);
        url.query_pairs_mut().extend_pairs([
            ("vs_currency", month.currency.to_string().as_str()),
            ("from", &month.month.start().to_string()),
            ("to", &end.to_string()),
            ("precision", "full"),
        ]);
        Some(url)
    }
}

fn read(response: &UpstreamResponse) -> Result<Vec<PricePoint>, Failure> {
    if response.status() == NOT_FOUND {
        // Only a JSON document is the response of the server for an unknown asset; a gateway has other documents.
        return response.json::<serde::de::IgnoredAny>().map(|_| Vec::new());
    }
    check_status(response)?;
    decode(response.json()?)
}

fn decode(chart: Chart) -> Result<Vec<PricePoint>, Failure> {
    if let Some(status) = chart.status.or(chart.error) {
        return Err(reported(&status));
    }
    let rows = chart
        .prices
        .ok_or_else(|| Failure::unusable("a response without prices"))?;
    if rows.len() > MAX_POINTS {
        return Err(Failure::unusable("more prices than a month has"));
    }
    Ok(rows.iter().filter_map(|row| point(row)).collect())
}

/// Decodes a pair, `None` if unreadable or not a price.
fn point(row: &RawValue) -> Option<PricePoint> {
    let (time, price): (Box<RawValue>, Box<RawValue>) = serde_json::from_str(row.get()).ok()?;
    let millis: u64 = time.get().parse().ok()?;
    let price = Decimal::from_json(price.get()).filter(Decimal::is_positive)?;
    Some(PricePoint {
        at: millis / 1000,
        price,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::proptest;
    use serde_json::json;
    use wallet_test_support::hostile_json::hostile_json;
    use wallet_test_support::mutated_json::Document;

    fn decoded(text: &str) -> Option<Vec<PricePoint>> {
        serde_json::from_str(text).ok().and_then(|chart| decode(chart).ok())
    }

    /// Returns true if the decoder accepts a document; panics if it accepts an impossible price.
    fn accepts(text: &str) -> bool {
        let points = decoded(text).unwrap_or_default();
        assert!(points.iter().all(|point| point.price.is_positive()), "{text}");
        !points.is_empty()
    }

    #[test]
    fn prices_keep_their_digits_and_unreadable_ones_are_left_out() {
        let text = r#"{"prices":[[1704067241331,42261.0406175669],[1704070847420,1e-7],[1704074443652,null],[1],"x",
            [1704078044127,0],[1704081644127,-1],["1704081644127",1],[1704085244127,2.50,3],[1704088844127,2.50]],
            "market_caps":[],"total_volumes":[[1704067241331,1]]}"#;
        let points = decoded(text).expect("prices");
        let found: Vec<_> = points.iter().map(|point| (point.at, point.price.as_str())).collect();
        let expected = [
            (1_704_067_241, "42261.0406175669"),
            (1_704_070_847, "0.0000001"),
            (1_704_088_844, "2.5"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn other_documents_are_rejected() {
        for text in [
            "{}",
            "[]",
            "null",
            r#"{"prices":{}}"#,
            r#"{"status":{"error_code":429}}"#,
            r#"{"error":"x","prices":[[1704067241331,1]]}"#,
        ] {
            assert_eq!(decoded(text), None, "{text}");
        }
        let many = vec!["[1704067241331,1]"; MAX_POINTS + 1].join(",");
        assert_eq!(decoded(&format!(r#"{{"prices":[{many}]}}"#)), None);
    }

    #[test]
    fn mutated_documents_have_no_impossible_prices() {
        let document = json!({ "prices": [[1_704_067_241_331_u64, 42_261.04], [1_704_070_847_420_u64, 42_493]] });
        Document::new(&document).fuzz_mutations(accepts);
    }

    proptest! {
        #[test]
        fn hostile_json_never_panics_the_decoder(body in hostile_json()) {
            accepts(&json!({ "prices": body }).to_string());
            accepts(&json!({ "prices": [body, [1, body]] }).to_string());
            accepts(&body.to_string());
        }
    }
}
