//! `GET /address/{address}/utxo`

use super::Esplora;
use super::block::{Block, Status, confirmations};
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use wallet_btc_like::{Address, BlockHash, OutPoint, Params, Txid, Unspent, Utxo};
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Lane;
use wallet_upstream::failure::Failure;

/// Unspent output.
#[derive(Deserialize)]
pub(super) struct Row {
    txid: Txid,
    vout: u32,
    /// Value in base units.
    value: u64,
    status: Status,
}

/// Output and its block.
pub(super) struct Found {
    utxo: Utxo,
    block: Option<Block>,
}

impl Esplora {
    /// Returns the unspent outputs of an address, including the mempool. The first round requests the outputs
    /// and the tip, the second the coinbases of blocks that are still immature.
    pub(super) async fn outputs(&self, address: &Address, deadline: Deadline) -> Result<Vec<Unspent>, Failure> {
        let rows = self.listed_outputs(address, deadline);
        let (found, latest) = futures::try_join!(rows, self.latest_block(Lane::Required, deadline))?;
        Ok(self.at_tip(vec![found], latest.height, deadline).await?.concat())
    }

    /// Returns the unspent outputs of an address with their blocks.
    pub(super) async fn listed_outputs(&self, address: &Address, deadline: Deadline) -> Result<Vec<Found>, Failure> {
        let address = address.to_string();
        decode(
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
pub(super) fn decode(rows: Vec<Row>, params: &Params) -> Result<Vec<Found>, Failure> {
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
