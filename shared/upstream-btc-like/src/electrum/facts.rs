//! Address history assembled from raw transactions in three rounds (docs/decisions/0441).

use super::history_rows::HistoryRow;
use super::transactions::Found;
use super::{Electrum, balance, head, history_rows};
use std::collections::{BTreeSet, HashMap, HashSet};
use wallet_btc_like::history::{AddressFacts, Entry, Input, Output, Payee, Position};
use wallet_btc_like::{Address, Params, ParentOutput, ParentTransaction, Txid};
use wallet_upstream::client::Deadline;
use wallet_upstream::config::Kind;
use wallet_upstream::failure::Failure;

/// Maximum number of transactions whose outputs a page spends, beyond its first entry. A page that needs more
/// ends earlier.
pub(super) const MAX_PREVIOUS: usize = 2000;

/// `OP_RETURN`, the first byte of a script that carries data.
const OP_RETURN: u8 = 0x6a;

/// Block times in Unix seconds, by height.
type Times = HashMap<u32, u64>;

impl Electrum {
    /// Returns the balance and a page of the history of an address.
    pub(super) async fn facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<AddressFacts, Failure> {
        let script = address.script_pubkey().as_bytes();
        let requests = [
            history_rows::request(script),
            balance::request(script),
            head::tip_request(),
        ];
        let [history, balance, tip] = self.client.call(requests, deadline).await?;
        let history = history_rows::read(history)?;
        let highest = history.iter().filter_map(|(_, height)| *height).max();
        let tip = head::read_tip(tip)?.not_below(highest.unwrap_or(0))?;
        let balance = balance::read(balance, self.params)?;

        let listed = listed(&history, from);
        let page = &listed[..listed.len().min(limit as usize)];
        let found = self.transactions.get(&self.client, ids(page), deadline);
        let (found, times) = futures::try_join!(found, self.times(page, deadline))?;

        let page = affordable(page, &found)?;
        let previous = previous(page, &found)?;
        let previous = self.transactions.get(&self.client, previous, deadline).await?;

        let entries = page.iter().map(|row| self.entry(*row, &found, &previous, &times));
        let entries = entries.collect::<Result<Vec<_>, _>>()?;
        let next = (page.len() < listed.len()).then(|| from.after(&entries));
        Ok(AddressFacts {
            upstream: Kind::Electrum.name(),
            tip,
            balance,
            entries,
            next,
        })
    }

    /// Returns the times of the blocks of a page.
    async fn times(&self, page: &[HistoryRow], deadline: Deadline) -> Result<Times, Failure> {
        let heights: BTreeSet<_> = page.iter().filter_map(|(_, height)| *height).collect();
        let requests: Vec<_> = heights.iter().map(|height| head::header_request(*height)).collect();
        let responses = self.client.call_all(&requests, deadline).await?;
        let times = heights.into_iter().zip(responses);
        times
            .map(|(height, response)| Ok((height, head::read_time(response)?)))
            .collect()
    }

    fn entry(&self, row: HistoryRow, found: &Found, previous: &Found, times: &Times) -> Result<Entry, Failure> {
        let (txid, height) = row;
        let transaction = transaction(found, txid)?;
        let time = match height {
            Some(height) => times.get(&height).copied().unwrap_or_default(),
            None => self.first_seen.time(txid),
        };
        let spent = spent(transaction, found, previous)?;
        Ok(Entry {
            txid,
            height,
            time,
            fee: fee(txid, transaction, &spent, self.params)?,
            inputs: inputs(transaction, &spent, self.params),
            outputs: transaction.outputs().iter().map(|output| self.output(output)).collect(),
        })
    }

    fn output(&self, output: &ParentOutput) -> Output {
        let payee = match owner(output, self.params) {
            Some(address) => Payee::Address(address),
            None if output.script.first() == Some(&OP_RETURN) => Payee::Data,
            None => Payee::Script,
        };
        Output {
            payee,
            value: output.value,
        }
    }
}

/// Returns the part of a history that starts at a position.
fn listed(history: &[HistoryRow], from: Position) -> Vec<HistoryRow> {
    let in_list = |row: &&HistoryRow| from.height.is_none_or(|to| row.1.is_some_and(|height| height <= to));
    let listed = history.iter().filter(in_list);
    listed.skip(from.skip as usize).copied().collect()
}

fn ids(page: &[HistoryRow]) -> impl Iterator<Item = Txid> {
    page.iter().map(|(txid, _)| *txid)
}

/// Returns the longest prefix of a page, at least one entry, with a bounded number of previous transactions.
fn affordable<'a>(page: &'a [HistoryRow], found: &Found) -> Result<&'a [HistoryRow], Failure> {
    let mut previous = HashSet::new();
    for (index, (txid, _)) in page.iter().enumerate() {
        previous.extend(transaction(found, *txid)?.inputs().iter().map(|spent| spent.txid));
        if previous.len() > MAX_PREVIOUS && index > 0 {
            return Ok(&page[..index]);
        }
    }
    Ok(page)
}

/// Returns the transactions whose outputs a page spends, except those on the page.
fn previous(page: &[HistoryRow], found: &Found) -> Result<HashSet<Txid>, Failure> {
    let mut previous = HashSet::new();
    for txid in ids(page) {
        let transaction = transaction(found, txid)?;
        if !transaction.is_coinbase() {
            previous.extend(transaction.inputs().iter().map(|spent| spent.txid));
        }
    }
    previous.retain(|txid| !found.contains_key(txid));
    Ok(previous)
}

fn transaction(found: &Found, txid: Txid) -> Result<&ParentTransaction, Failure> {
    let transaction = found.get(&txid).map(AsRef::as_ref);
    transaction.ok_or_else(|| Failure::unusable(format_args!("no transaction {txid}")))
}

/// Returns the outputs that a transaction spends; none for a coinbase.
fn spent<'a>(
    transaction: &ParentTransaction,
    found: &'a Found,
    previous: &'a Found,
) -> Result<Vec<&'a ParentOutput>, Failure> {
    if transaction.is_coinbase() {
        return Ok(Vec::new());
    }
    let outputs = transaction.inputs().iter().map(|outpoint| {
        let parent = found.get(&outpoint.txid).or_else(|| previous.get(&outpoint.txid));
        let output = parent.and_then(|parent| parent.output(outpoint.vout));
        output.ok_or_else(|| Failure::unusable(format_args!("spent output {outpoint} does not exist")))
    });
    outputs.collect()
}

/// Returns the excess of the inputs over the outputs. Each value is bound to a txid, so the server cannot forge
/// it.
fn fee(txid: Txid, transaction: &ParentTransaction, spent: &[&ParentOutput], params: &Params) -> Result<u64, Failure> {
    let paid = sum(transaction.outputs(), params);
    let fee = if transaction.is_coinbase() {
        paid.map(|_| 0)
    } else {
        let received = sum(spent.iter().copied(), params);
        received
            .zip(paid)
            .and_then(|(received, paid)| received.checked_sub(paid))
    };
    fee.ok_or_else(|| Failure::unusable(format_args!("amounts of transaction {txid}")))
}

fn sum<'a>(outputs: impl IntoIterator<Item = &'a ParentOutput>, params: &Params) -> Option<u64> {
    let mut values = outputs.into_iter().map(|output| output.value);
    let sum = values.try_fold(0, u64::checked_add);
    sum.filter(|sum| *sum <= params.max_money)
}

fn inputs(transaction: &ParentTransaction, spent: &[&ParentOutput], params: &'static Params) -> Vec<Input> {
    if transaction.is_coinbase() {
        return vec![Input { owner: None }];
    }
    let owners = spent.iter().map(|output| owner(output, params));
    owners.map(|owner| Input { owner }).collect()
}

fn owner(output: &ParentOutput, params: &'static Params) -> Option<Address> {
    Address::from_script(params, output.locking_script())
}
