//! Address history assembled from raw transactions in three rounds (docs/decisions/utxo-history.md#electrum-histories).

use super::client::Client;
use super::head::Tip;
use super::histories::{History, HistoryRow};
use super::message::{Request, RpcResponse};
use super::transaction::Found;
use super::{Electrum, head};
use crate::source::{AddressBalance, AddressSource, SourceFacts, at_least_one, funds, history_deadline};
use async_trait::async_trait;
use serde::Deserialize;
use std::collections::{BTreeSet, HashMap, HashSet};
use wallet_btc_like::history::{Entry, Funds, HistoryPage, Input, Output, Payee, Position, children_first};
use wallet_btc_like::{Address, Params, ParentOutput, ParentTransaction, Txid};
use wallet_upstream::{Deadline, Failure};

/// Maximum number of transactions whose outputs a page spends, beyond the first entry. A page that needs more
/// ends earlier.
pub(super) const MAX_PREVIOUS: usize = 2000;

/// Maximum number of pending transactions of an address that are ordered by their inputs, which requires all of them.
const MAX_ORDERED: usize = 200;

/// `OP_RETURN`, the first byte of a script that carries data.
const OP_RETURN: u8 = 0x6a;

/// Block times in Unix seconds, by height.
type Times = HashMap<u32, u64>;

/// Properties of the list of an address's transactions that the balance depends on.
#[derive(Default)]
struct Listed {
    /// Height of the latest confirmed transaction, 0 if unknown.
    highest: u32,
    /// True if the server counts transactions twice, see [`History::has_repeated_rows`].
    has_repeated_rows: bool,
}

#[async_trait]
impl AddressSource for Electrum {
    async fn balance(&self, address: &Address, deadline: Deadline) -> Result<AddressBalance, Failure> {
        let deadline = self.client.attempt(deadline);
        self.balance_at_tip(address, deadline).await.map(|(balance, _)| balance)
    }

    /// Returns the balances of addresses at the tip of the server, in a single batch of requests.
    async fn balances(
        &self,
        addresses: &[Address],
        deadline: Deadline,
    ) -> Result<Vec<Result<AddressBalance, Failure>>, Failure> {
        let deadline = self.client.attempt(deadline);
        let balances = addresses
            .iter()
            .map(|address| request(address.script_pubkey().as_bytes()));
        let requests: Vec<_> = balances.chain([head::tip_request()]).collect();
        let mut responses = self.client.call_all(&requests, deadline).await?;
        let tip = responses.pop().ok_or_else(|| Failure::unusable("no response"))?;
        let tip = head::read_tip(tip)?.height;
        let balances = responses.into_iter().map(|response| {
            let funds = read(response, self.params)?;
            Ok(AddressBalance { tip, funds })
        });
        at_least_one(balances.collect())
    }

    async fn address_facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<SourceFacts, Failure> {
        let deadline = self.client.attempt(deadline);
        let history = async {
            Ok(self
                .history(address, from, limit as usize, history_deadline(deadline))
                .await)
        };
        let ((balance, tip), (listed, page)) = futures::try_join!(self.balance_at_tip(address, deadline), history)?;
        let balance = AddressBalance {
            tip: tip.not_below(listed.highest)?,
            funds: if listed.has_repeated_rows {
                self.sums_of_outputs(address, deadline).await?
            } else {
                balance.funds
            },
        };
        SourceFacts::of(balance, page)
    }
}

impl Electrum {
    /// Returns the properties of the list of an address's transactions, and a page of the history.
    async fn history(
        &self,
        address: &Address,
        from: Position,
        limit: usize,
        deadline: Deadline,
    ) -> (Listed, Result<HistoryPage, Failure>) {
        let script = address.script_pubkey().as_bytes();
        match self.histories.get(&self.client, script, deadline).await {
            Ok(history) => {
                let highest = history.rows.iter().find_map(|(_, height)| *height);
                let listed = Listed {
                    highest: highest.unwrap_or(0),
                    has_repeated_rows: history.has_repeated_rows,
                };
                (listed, self.page(&self.client, &history, from, limit, deadline).await)
            }
            Err(failure) => (Listed::default(), Err(failure)),
        }
    }

    /// Returns the page of a history at a position.
    pub(super) async fn page(
        &self,
        client: &Client,
        history: &History,
        from: Position,
        limit: usize,
        deadline: Deadline,
    ) -> Result<HistoryPage, Failure> {
        let unordered = ordered_by_inputs(&history.rows, from);
        let listed = listed(&history.rows, from);
        let page = &listed[..listed.len().min(limit)];
        let found = ids(page).chain(ids(unordered));
        let found = self.transactions.get_readable(client, found, deadline);
        let (found, times) = futures::try_join!(found, times(client, page, deadline))?;

        let listed = ordered(listed, unordered, from, &found);
        let page = affordable(&listed[..listed.len().min(limit)], &found);
        let previous = previous(page, &found);
        let previous = self.transactions.get_readable(client, previous, deadline).await?;

        let entries = page.iter().map(|row| self.entry(*row, &found, &previous, &times));
        let entries = entries.filter_map(Result::transpose).collect::<Result<Vec<_>, _>>()?;
        let places = page.iter().map(|(txid, height)| (*height, Some(*txid)));
        Ok(HistoryPage {
            lacks_rows: history.lacks_rows || entries.len() < page.len(),
            next: (page.len() < listed.len()).then(|| from.after_rows(places)),
            entries,
        })
    }

    /// Returns the entry of a row, `None` if the transaction or a parent is unreadable.
    fn entry(&self, row: HistoryRow, found: &Found, previous: &Found, times: &Times) -> Result<Option<Entry>, Failure> {
        let (txid, height) = row;
        let Some(transaction) = found.get(&txid) else {
            return Ok(None);
        };
        let time = match height {
            Some(height) => times.get(&height).copied().unwrap_or_default(),
            None => self.first_seen.time(txid),
        };
        let Some(spent) = spent(transaction, found, previous)? else {
            return Ok(None);
        };
        Ok(Some(Entry {
            txid,
            height,
            time,
            fee: fee(txid, transaction, &spent, self.params)?,
            inputs: inputs(transaction, &spent, self.params),
            outputs: transaction.outputs().iter().map(|output| self.output(output)).collect(),
        }))
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

/// Returns the times of the blocks of a page.
async fn times(client: &Client, page: &[HistoryRow], deadline: Deadline) -> Result<Times, Failure> {
    let heights: BTreeSet<_> = page.iter().filter_map(|(_, height)| *height).collect();
    let requests: Vec<_> = heights.iter().map(|height| head::header_request(*height)).collect();
    let responses = client.call_all(&requests, deadline).await?;
    let times = heights.into_iter().zip(responses);
    times
        .map(|(height, response)| Ok((height, head::read_time(response)?)))
        .collect()
}

/// Returns the part of a history that starts at a position.
fn listed(history: &[HistoryRow], from: Position) -> Vec<HistoryRow> {
    let in_list = |row: &&HistoryRow| from.height.is_none_or(|to| row.1.is_some_and(|height| height <= to));
    let listed = history.iter().filter(in_list);
    listed.skip(from.skip as usize).copied().collect()
}

/// Returns the pending transactions in an order that depends on inputs: none for a position in a block, and none if
/// there are too many.
fn ordered_by_inputs(history: &[HistoryRow], from: Position) -> &[HistoryRow] {
    let pending = history.iter().take_while(|(_, height)| height.is_none()).count();
    match pending {
        2..=MAX_ORDERED if from.height.is_none() => &history[..pending],
        _ => &[],
    }
}

/// Replaces the pending transactions of a list that starts at a position by transactions in the order of the inputs.
fn ordered(mut listed: Vec<HistoryRow>, pending: &[HistoryRow], from: Position, found: &Found) -> Vec<HistoryRow> {
    let parents = |(txid, _): &HistoryRow| {
        let inputs = found.get(txid).map(|transaction| transaction.inputs());
        inputs.unwrap_or_default().iter().map(|spent| spent.txid).collect()
    };
    let pending = children_first(pending.to_vec(), |(txid, _)| Some(*txid), parents);
    let rest = pending.into_iter().skip(from.skip as usize);
    for (row, in_order) in listed.iter_mut().zip(rest) {
        *row = in_order;
    }
    listed
}

fn ids(page: &[HistoryRow]) -> impl Iterator<Item = Txid> {
    page.iter().map(|(txid, _)| *txid)
}

/// Returns the longest prefix of a page, at least one entry, with a bounded number of previous transactions.
fn affordable<'a>(page: &'a [HistoryRow], found: &Found) -> &'a [HistoryRow] {
    let mut previous = HashSet::new();
    for (index, (txid, _)) in page.iter().enumerate() {
        let inputs = found.get(txid).map(|transaction| transaction.inputs());
        previous.extend(inputs.unwrap_or_default().iter().map(|spent| spent.txid));
        if previous.len() > MAX_PREVIOUS && index > 0 {
            return &page[..index];
        }
    }
    page
}

/// Returns the transactions whose outputs a page spends, except those on the page.
fn previous(page: &[HistoryRow], found: &Found) -> HashSet<Txid> {
    let transactions = ids(page).filter_map(|txid| found.get(&txid));
    let spending = transactions.filter(|transaction| !transaction.is_coinbase());
    let spent = spending.flat_map(|transaction| transaction.inputs());
    let previous = spent.map(|outpoint| outpoint.txid);
    previous.filter(|txid| !found.contains_key(txid)).collect()
}

/// Returns the outputs that a transaction spends, `None` if a parent is unreadable. A
/// coinbase spends none.
fn spent<'a>(
    transaction: &ParentTransaction,
    found: &'a Found,
    previous: &'a Found,
) -> Result<Option<Vec<&'a ParentOutput>>, Failure> {
    if transaction.is_coinbase() {
        return Ok(Some(Vec::new()));
    }
    let outputs = transaction.inputs().iter().map(|outpoint| {
        let parent = found.get(&outpoint.txid).or_else(|| previous.get(&outpoint.txid))?;
        let output = parent.output(outpoint.vout);
        Some(output.ok_or_else(|| Failure::unusable(format_args!("spent output {outpoint} does not exist"))))
    });
    let outputs: Option<Vec<_>> = outputs.collect();
    outputs.map(|outputs| outputs.into_iter().collect()).transpose()
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
        return vec![Input {
            owner: None,
            value: 0,
            spent: None,
        }];
    }
    let inputs = spent.iter().zip(transaction.inputs()).map(|(output, outpoint)| Input {
        owner: owner(output, params),
        value: output.value,
        spent: Some(*outpoint),
    });
    inputs.collect()
}

fn owner(output: &ParentOutput, params: &'static Params) -> Option<Address> {
    Address::from_script(params, output.locking_script())
}

impl Electrum {
    /// Returns the balance of an address at the tip of the server, and the tip.
    pub(super) async fn balance_at_tip(
        &self,
        address: &Address,
        deadline: Deadline,
    ) -> Result<(AddressBalance, Tip), Failure> {
        let script = address.script_pubkey().as_bytes();
        let requests = [request(script), head::tip_request()];
        let [balance, tip] = self.client.call(requests, deadline).await?;
        let tip = head::read_tip(tip)?;
        let balance = AddressBalance {
            tip: tip.height,
            funds: read(balance, self.params)?,
        };
        Ok((balance, tip))
    }
}

/// Balance of a script in base units.
#[derive(Deserialize)]
pub(super) struct Balance {
    confirmed: u64,
    /// Net change in the mempool.
    unconfirmed: i64,
}

/// Creates the request for the balance of a script.
pub(super) fn request(script: &[u8]) -> Request {
    Request::of_script("blockchain.scripthash.get_balance", script)
}

/// Returns the confirmed and unconfirmed balance.
pub(super) fn read(response: RpcResponse, params: &Params) -> Result<Funds, Failure> {
    response.read::<Balance>()?.funds(params)
}

impl Balance {
    pub(super) fn funds(&self, params: &Params) -> Result<Funds, Failure> {
        funds(self.confirmed, self.unconfirmed.into(), params)
    }
}
