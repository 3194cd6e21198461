//! `GET /address/{address}/utxo`

use super::Esplora;
use super::block::{Block, Status, confirmations};
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use wallet_btc_like::{Address, BlockHash, OutPoint, Params, Txid, Unspent, Utxo};
use wallet_upstream::client::Deadline;
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
        let address_text = address.to_string();
        let segments = ["address", address_text.as_str(), "utxo"];
        let rows = self.get_json(&segments, deadline);
        let (rows, latest) = futures::try_join!(rows, self.latest_block(deadline))?;
        let found = decode(rows, self.params)?;
        let young = young_blocks(&found, latest.height, self.params)?;
        let coinbases = self.coinbases_of(young, deadline).await?;
        Ok(found
            .into_iter()
            .map(|output| output.unspent(latest.height, &coinbases))
            .collect())
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
pub(super) fn young_blocks(found: &[Found], tip: u32, params: &Params) -> Result<HashSet<BlockHash>, Failure> {
    let maturity = params.coinbase_maturity;
    let young = found
        .iter()
        .filter_map(|output| output.block)
        .filter(|block| confirmations(tip, block.height) < maturity);
    let blocks: HashSet<_> = young.map(|block| block.hash).collect();
    if blocks.len() > maturity as usize {
        return Err(Failure::unusable("outputs in too many immature blocks"));
    }
    Ok(blocks)
}
