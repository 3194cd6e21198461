//! Facts for payments, and their submission: `GET /address/{address}/utxo`, `GET /fee-estimates`, mempool.space's
//! `GET /v1/fees/recommended`, and `POST /tx`.
//!
//! The rows of unspent outputs do not mark coinbase outputs, which `GET /block/{hash}/txid/0` shows: the first
//! transaction of a block is its coinbase, so one call per block covers all of its outputs.
//!
//! The response to a submission is the txid. A rejection has status 400 with the node's message in either form:
//! `sendrawtransaction RPC error: {"code":-26,"message":"…"}`, and since 2021 `sendrawtransaction RPC error -26: …`.

use super::{Esplora, success, trimmed_text, unexpected_error};
use crate::esplora::{Block, Status, confirmations};
use crate::fee_estimate::{TARGETS, read_rate};
use crate::node_rejection::classify;
use crate::source::PaymentSource;
use async_trait::async_trait;
use futures::{StreamExt, TryStreamExt, stream};
use lru::LruCache;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use wallet_btc_like::{Address, BlockHash, FeeEstimates, OutPoint, Params, SignedTransaction, Txid, Unspent, Utxo};
use wallet_upstream::{Deadline, Failure, Lane, SubmitOutcome, for_log};

#[derive(Deserialize)]
pub(super) struct Row {
    txid: Txid,
    vout: u32,
    /// Value in base units.
    value: u64,
    status: Status,
}

/// Output and the block of the output.
pub(super) struct Found {
    utxo: Utxo,
    block: Option<Block>,
}

#[async_trait]
impl PaymentSource for Esplora {
    /// Returns the unspent outputs of an address, including the mempool. The first round requests the outputs
    /// and the tip, the second the coinbases of blocks that are still immature.
    async fn unspent(&self, address: &Address, deadline: Deadline) -> Result<Vec<Unspent>, Failure> {
        let rows = self.listed_outputs(address, deadline);
        let (found, latest) = futures::try_join!(rows, self.latest_block(Lane::Required, deadline))?;
        Ok(self.at_tip(vec![found], latest.height, deadline).await?.concat())
    }

    /// Returns the node's estimates, or the recommendation of mempool.space if there are none.
    async fn fee_estimates(&self, deadline: Deadline) -> Result<FeeEstimates, Failure> {
        let response = self.get(&["fee-estimates"], deadline).await?;
        if response.status() != 404 {
            let estimates = decode_estimates(&success(response)?.json()?, self.params)?;
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

    async fn submit(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<SubmitOutcome, Failure> {
        let url = self.endpoint.url(&["tx"]);
        let response = self.endpoint.post_text(url, transaction.to_hex(), deadline).await?;
        if response.status() != 400 {
            let response = success(response)?;
            let txid: Result<Txid, _> = trimmed_text(&response)?.parse();
            let id = txid.map_err(|_| Failure::unusable("expected the txid of the accepted transaction"))?;
            return Ok(SubmitOutcome::Accepted { id: id.to_string() });
        }
        let error = node_error(trimmed_text(&response)?);
        tracing::info!(reason = for_log(&error), "node rejected the transaction");
        classify(&error).ok_or_else(|| unexpected_error(&response))
    }
}

impl Esplora {
    /// Returns the unspent outputs of an address with their blocks.
    pub(super) async fn listed_outputs(&self, address: &Address, deadline: Deadline) -> Result<Vec<Found>, Failure> {
        let address = address.to_string();
        decode_outputs(
            self.get_json(&["address", &address, "utxo"], deadline).await?,
            self.params,
        )
    }

    /// Completes lists of outputs by their confirmations, and requests the coinbases of blocks that are still immature.
    pub(super) async fn at_tip(
        &self,
        lists: Vec<Vec<Found>>,
        tip: u32,
        deadline: Deadline,
    ) -> Result<Vec<Vec<Unspent>>, Failure> {
        let young = young_blocks(lists.iter().flatten(), tip, self.params)?;
        let coinbases = self.coinbases_of(young, deadline).await?;
        let unspent = |found: Vec<Found>| {
            found
                .into_iter()
                .map(|output| output.unspent(tip, &coinbases))
                .collect()
        };
        Ok(lists.into_iter().map(unspent).collect())
    }
}

impl Found {
    #[cfg(any(test, feature = "fuzzing"))]
    pub(super) const fn value(&self) -> u64 {
        self.utxo.value
    }

    fn unspent(self, tip: u32, coinbases: &HashMap<BlockHash, Txid>) -> Unspent {
        let coinbase = self.block.and_then(|block| coinbases.get(&block.hash));
        Unspent {
            utxo: self.utxo,
            confirmations: self.block.map_or(0, |block| confirmations(tip, block.height)),
            coinbase: coinbase == Some(&self.utxo.outpoint.txid),
            carries_token: false,
        }
    }
}

/// Checks the rows and deduplicates the outputs, since the value of an output listed twice exists once.
pub(super) fn decode_outputs(rows: Vec<Row>, params: &Params) -> Result<Vec<Found>, Failure> {
    let mut seen = HashSet::with_capacity(rows.len());
    let mut outputs = Vec::with_capacity(rows.len());
    for Row {
        txid,
        vout,
        value,
        status,
    } in rows
    {
        let outpoint = OutPoint::new(txid, vout);
        if value > params.max_money {
            return Err(Failure::unusable(format_args!("value of output {outpoint}: {value}")));
        }
        let block = status.block()?;
        if seen.insert(outpoint) {
            outputs.push(Found {
                utxo: Utxo { outpoint, value },
                block,
            });
        }
    }
    Ok(outputs)
}

/// Returns the blocks with an immature coinbase. There are fewer than the maturity, plus a few after a
/// reorganisation.
pub(super) fn young_blocks<'a>(
    found: impl Iterator<Item = &'a Found>,
    tip: u32,
    params: &Params,
) -> Result<HashSet<BlockHash>, Failure> {
    let maturity = params.coinbase_maturity;
    let young = found
        .filter_map(|output| output.block)
        .filter(|block| confirmations(tip, block.height) < maturity);
    let blocks: HashSet<_> = young.map(|block| block.hash).collect();
    if blocks.len() > maturity as usize {
        return Err(Failure::unusable("outputs in too many immature blocks"));
    }
    Ok(blocks)
}

/// Maximum number of cached blocks: the blocks of 36 hours on Litecoin.
const CACHE_SIZE: NonZeroUsize = NonZeroUsize::new(1000).expect("not zero");

/// Maximum number of concurrent calls.
const PARALLEL: usize = 8;

/// Cache of coinbases by block. The contents of a block hash never change.
pub(super) struct Coinbases(Mutex<LruCache<BlockHash, Txid>>);

impl Default for Coinbases {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(CACHE_SIZE)))
    }
}

impl Coinbases {
    fn get(&self, block: &BlockHash) -> Option<Txid> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(block).copied()
    }

    fn put(&self, block: BlockHash, coinbase: Txid) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.put(block, coinbase);
    }
}

impl Esplora {
    /// Returns the coinbase of each block.
    pub(super) async fn coinbases_of(
        &self,
        blocks: HashSet<BlockHash>,
        deadline: Deadline,
    ) -> Result<HashMap<BlockHash, Txid>, Failure> {
        let requests = blocks
            .into_iter()
            .map(|block| async move { Ok((block, self.coinbase_of(block, deadline).await?)) });
        stream::iter(requests).buffer_unordered(PARALLEL).try_collect().await
    }

    async fn coinbase_of(&self, block: BlockHash, deadline: Deadline) -> Result<Txid, Failure> {
        if let Some(coinbase) = self.coinbases.get(&block) {
            return Ok(coinbase);
        }
        let segments = ["block", &block.to_string(), "txid", "0"];
        let response = success(self.get(&segments, deadline).await?)?;
        let coinbase = trimmed_text(&response)?
            .parse()
            .map_err(|_| Failure::unusable(format_args!("coinbase of block {block} is not a valid txid")))?;
        self.coinbases.put(block, coinbase);
        Ok(coinbase)
    }
}

/// Base units per vbyte by number of blocks. Some numbers may be missing, and all of them on a chain with
/// little traffic. The values remain JSON text, since a binary float would be inexact.
pub(super) type Estimates = BTreeMap<String, Box<RawValue>>;

/// Recommendation of mempool.space from the mempool, in base units per vbyte.
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

/// Converts the estimates to base units per 1000 vbytes. A missing number of blocks falls back to the next
/// higher target, with a price that confirms late rather than never; without a higher target there is no estimate.
pub(super) fn decode_estimates(estimates: &Estimates, params: &Params) -> Result<FeeEstimates, Failure> {
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

/// Node error in the older form.
#[derive(Deserialize)]
struct NodeError {
    code: i32,
    message: String,
}

/// Returns the node's error as `code: message`, or the whole text in a different form.
pub(crate) fn node_error(error: &str) -> Cow<'_, str> {
    let Some((_, rest)) = error.split_once("RPC error") else {
        return Cow::Borrowed(error);
    };
    let rest = rest.trim_start_matches(':').trim_start();
    match serde_json::from_str(rest) {
        Ok(NodeError { code, message }) => Cow::Owned(format!("{code}: {message}")),
        Err(_) => Cow::Borrowed(rest),
    }
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
        assert_eq!(
            decode_estimates(&estimates, params),
            Ok(FeeEstimates { slow, normal, fast })
        );
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
            assert!(decode_estimates(&estimates, params).is_err(), "{invalid}");
        }
    }

    #[test]
    fn both_forms_yield_code_and_message() {
        for (error, expected) in [
            (
                r#"sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met, 100 < 141"}"#,
                "-26: min relay fee not met, 100 < 141",
            ),
            (
                "sendrawtransaction RPC error -25: bad-txns-inputs-missingorspent",
                "-25: bad-txns-inputs-missingorspent",
            ),
            ("sendrawtransaction RPC error: {\"code\":", "{\"code\":"),
            ("Invalid hex string", "Invalid hex string"),
        ] {
            assert_eq!(node_error(error), expected);
        }
    }
}
