//! GET /api/prepare-transaction/price-per-byte/{chain}: recorded estimates of Esplora and mempool.space servers.

use super::data::read;
use super::differences::Differences;
use super::esplora::{Esplora, get_over};
use crate::support::esplora::{Dialect, EsploraState};
use crate::support::stub::Reply;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::LazyLock;

#[derive(Deserialize)]
struct File {
    responses: Vec<Response>,
}

#[derive(Deserialize)]
struct Response {
    repository: String,
    commit: String,
    licence: String,
    path: String,
    /// `fee-estimates` or `v1/fees/recommended`
    endpoint: String,
    body: Value,
}

static RESPONSES: LazyLock<Vec<Response>> =
    LazyLock::new(|| read::<File>(include_str!("data/fee_estimates.json")).responses);

/// Returns the number of responses.
pub fn count() -> usize {
    RESPONSES.len()
}

impl Response {
    /// Returns the recorded rates for slow, normal and fast in base units per vbyte: for 24, 6 and 2 blocks. The source
    /// repeats the rate of the lower number of blocks up to the next one.
    fn rates(&self) -> [f64; 3] {
        let names = match self.endpoint.as_str() {
            "fee-estimates" => ["24", "6", "2"],
            _ => ["economyFee", "hourFee", "fastestFee"],
        };
        names.map(|name| self.body[name].as_f64().expect("a rate"))
    }
}

#[tokio::test]
async fn prices_and_rates_are_the_recorded_ones() {
    let mut differences = Differences::default();
    for response in RESPONSES.iter() {
        let source = [
            &response.repository,
            &response.commit,
            &response.licence,
            &response.path,
        ];
        assert!(source.iter().all(|text| !text.is_empty()));
        let mut state = EsploraState::new(Dialect::MempoolSpace, "");
        let reply = Reply::ok(response.body.to_string());
        state.overrides.insert(response.endpoint.clone(), reply);
        let server = Esplora::serve(state).await;
        let found = get_over(&server.upstream(), "prepare-transaction/price-per-byte/btc").await;
        let [slow, normal, fast] = response.rates().map(|rate| format!("{}", rate.ceil()));
        let expected = json!({ "slow": slow, "normal": normal, "fast": fast });
        differences.compare(&response.path, &found.data()["bytePrices"], expected);
        let [slow, normal, fast] = response.rates().map(|rate| rate.to_string());
        let expected = json!({ "slow": slow, "normal": normal, "fast": fast });
        differences.compare(&response.path, &found.data()["feeRates"], expected);
    }
    differences.assert_none();
}
