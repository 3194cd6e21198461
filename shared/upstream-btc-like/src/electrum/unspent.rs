//! `blockchain.scripthash.listunspent`

use super::facts::MAX_PREVIOUS;
use super::head::Tip;
use super::message::Request;
use super::transactions::Found;
use super::{Electrum, head, script_hash};
use crate::source::funds;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::HashSet;
use wallet_btc_like::history::Funds;
use wallet_btc_like::{Address, OutPoint, Params, Txid, Unspent, Utxo};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// Unspent output.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Row {
    #[serde(rename = "tx_hash")]
    txid: Txid,
    #[serde(rename = "tx_pos")]
    vout: u32,
    /// 0 or -1 in the mempool.
    height: i64,
    /// Value in base units.
    value: u64,
    /// `CashToken` of the output, from servers that list token outputs by default.
    #[serde(default)]
    token_data: Option<IgnoredAny>,
}

impl Electrum {
    /// Returns the sums of the unspent outputs of an address. An output that the server lists twice counts once. Pending
    /// transactions that spend outputs do not count as unconfirmed, since the server does not list what they spend.
    pub(super) async fn sums_of_outputs(&self, address: &Address, deadline: Deadline) -> Result<Funds, Failure> {
        let outputs = self.listed_outputs(&[address], deadline).await?;
        let (mut confirmed, mut unconfirmed) = (0_u64, 0_i128);
        for output in outputs.iter().flatten() {
            if output.confirmations > 0 {
                confirmed = confirmed.saturating_add(output.utxo.value);
            } else {
                unconfirmed += i128::from(output.utxo.value);
            }
        }
        funds(confirmed, unconfirmed, self.params)
    }

    /// Returns the outputs as listed, in which coinbase outputs are not marked.
    async fn listed_outputs(&self, addresses: &[&Address], deadline: Deadline) -> Result<Vec<Vec<Unspent>>, Failure> {
        let list = |address: &&Address| {
            let script = address.script_pubkey().as_bytes();
            Request::new("blockchain.scripthash.listunspent", script_hash::of(script))
        };
        let mut requests: Vec<_> = addresses.iter().map(list).collect();
        requests.push(head::tip_request());
        let mut lists = self.client.call_all(&requests, deadline).await?;
        let tip = lists.pop().ok_or_else(|| Failure::unusable("no response"))?;
        let tip = head::read_tip(tip)?;
        let lists = lists.into_iter();
        lists
            .map(|rows| decode(&rows.read::<Vec<Row>>()?, tip, self.params))
            .collect()
    }

    /// Returns the unspent outputs of an address, including the mempool.
    pub(super) async fn outputs(&self, address: &Address, deadline: Deadline) -> Result<Vec<Unspent>, Failure> {
        Ok(self.outputs_of(&[address], deadline).await?.concat())
    }

    /// Returns the unspent outputs of each address, including the mempool.
    pub(super) async fn outputs_of(
        &self,
        addresses: &[&Address],
        deadline: Deadline,
    ) -> Result<Vec<Vec<Unspent>>, Failure> {
        let mut lists = self.listed_outputs(addresses, deadline).await?;

        // The list does not mark coinbase outputs, which matters until they are mature.
        let young = |output: &&Unspent| (1..self.params.coinbase_maturity).contains(&output.confirmations);
        let young = lists.iter().flatten().filter(young);
        let txids: HashSet<_> = young.map(|output| output.utxo.outpoint.txid).collect();
        if txids.len() > MAX_PREVIOUS {
            return Err(Failure::Declined {
                cause: format!("{} transactions would have to be requested", txids.len()),
            });
        }
        let found = self.transactions.get(&self.client, txids, deadline).await?;
        for (address, outputs) in addresses.iter().zip(&mut lists) {
            for output in outputs {
                look(output, address, &found)?;
            }
        }
        Ok(lists)
    }
}

/// Checks the rows and deduplicates the outputs, since the value of an output listed twice exists once.
pub(super) fn decode(rows: &[Row], tip: Tip, params: &Params) -> Result<Vec<Unspent>, Failure> {
    let highest = rows.iter().map(|row| row.height).max().unwrap_or(0).max(0);
    let highest = u32::try_from(highest).map_err(|_| Failure::unusable(format_args!("height {highest}")))?;
    let tip = tip.not_below(highest)?;
    let mut seen = HashSet::with_capacity(rows.len());
    let mut outputs = Vec::with_capacity(rows.len());
    for row in rows {
        let outpoint = OutPoint::new(row.txid, row.vout);
        if row.value > params.max_money {
            return Err(Failure::unusable(format_args!("value of output {outpoint}")));
        }
        // No output is above the tip.
        let height = u32::try_from(row.height).unwrap_or(0);
        if seen.insert(outpoint) {
            outputs.push(Unspent {
                utxo: Utxo {
                    outpoint,
                    value: row.value,
                },
                confirmations: if height == 0 { 0 } else { tip - height + 1 },
                coinbase: false,
                carries_token: row.token_data.is_some(),
            });
        }
    }
    Ok(outputs)
}

/// Completes an output from its transaction, if requested, and checks the listed value and script.
fn look(output: &mut Unspent, address: &Address, found: &Found) -> Result<(), Failure> {
    let Utxo { outpoint, value } = output.utxo;
    let Some(transaction) = found.get(&outpoint.txid) else {
        return Ok(());
    };
    let paid = transaction.output(outpoint.vout);
    let paid = paid.filter(|paid| paid.value == value && paid.locking_script() == address.script_pubkey());
    let paid = paid.ok_or_else(|| Failure::unusable(format_args!("output {outpoint} is not as listed")))?;
    output.coinbase = transaction.is_coinbase();
    output.carries_token |= paid.carries_token;
    Ok(())
}
