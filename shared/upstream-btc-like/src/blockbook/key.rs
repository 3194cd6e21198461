//! `GET /api/v2/xpub/{key}` and `GET /api/v2/utxo/{key}`: addresses, outputs and history of an extended key.
//!
//! The server derives the addresses. The scan is repeated here with the addresses that the server lists as used, so
//! that the server cannot add an address to a key, and all protocols apply the gap in the same way.
//!
//! The server counts an address with pending transactions only as unused. Here such an address is used, so that all
//! pending transactions are requested, and the server is requested with a larger gap to include the addresses behind.

use super::Blockbook;
use super::history::{Resource, not_below};
use super::payment::NamedOwner;
use super::rows::{KeyAddressRow, Summary};
use super::walk::{MAX_PAGE, Page, Walk};
use crate::blockbook::{payment, rows};
use crate::source::{KeySource, SourceKeyFacts};
use async_trait::async_trait;
use reqwest::Url;
use std::collections::{HashMap, HashSet};
use wallet_btc_like::history::{Entry, HistoryPage};
use wallet_btc_like::{Address, Branch, ExtendedKey, KeyCoin, KeyQuery, KeyScan, Params, ScannedKey, Script, Unspent};
use wallet_upstream::{Deadline, Failure, ListRow, UpstreamResponse};

/// Number of addresses beyond the gap that the server looks up, for addresses that only pending transactions use.
const PENDING_ADDRESSES: u32 = 40;

/// Used address as the server names it, with the position in the key.
pub(super) struct Reported {
    address: Address,
    branch: Branch,
    index: u32,
}

/// Data about a key without outputs.
struct ReadKey {
    summary: Summary,
    history: Result<HistoryPage, Failure>,
    /// The pending transactions, as far as the server lists them.
    pending: Vec<Entry>,
}

/// Unspent outputs of a key with their owners.
type Outputs = Vec<(Option<NamedOwner>, Unspent)>;

#[async_trait]
impl KeySource for Blockbook {
    /// Returns addresses, outputs, history and the server's height, requested concurrently.
    async fn key_facts(
        &self,
        key: &ExtendedKey,
        query: KeyQuery,
        deadline: Deadline,
    ) -> Result<SourceKeyFacts, Failure> {
        let account = key.account();
        let gap = query.gap.saturating_add(PENDING_ADDRESSES).to_string();
        let mut url = self.endpoint.url(&["api", "v2", "xpub", &account]);
        url.query_pairs_mut()
            .append_pair("tokens", "used")
            .append_pair("gap", &gap);
        let resource = Resource {
            url,
            address: None,
            failure: declined,
        };
        let mut utxo_url = self.endpoint.url(&["api", "v2", "utxo", &account]);
        utxo_url.query_pairs_mut().append_pair("gap", &gap);
        let tip = self.status.height(&self.endpoint, deadline);
        let key_and_outputs = async {
            let key = self.read_key(&resource, query, deadline);
            let found = futures::try_join!(key, self.outputs_of_key(utxo_url, deadline));
            found.map_err(without_blame)
        };
        let ((read, outputs), tip) = futures::try_join!(key_and_outputs, tip)?;
        let ReadKey {
            summary,
            history,
            pending,
        } = read;
        let reported = reported(&summary.tokens, &outputs, self.params)?;
        let scanned = scan(key, query.gap, reported, &pending)?;
        let has_all_pending = has_count(&pending, summary.unconfirmed_txs);
        Ok(SourceKeyFacts {
            tip: not_below(tip, &history),
            coins: coins(&scanned, outputs, self.params),
            history: history.map(|page| of_key(page, &scanned)),
            scanned,
            pending: has_all_pending.then_some(pending),
        })
    }
}

impl Blockbook {
    async fn read_key(&self, resource: &Resource, query: KeyQuery, deadline: Deadline) -> Result<ReadKey, Failure> {
        let (summary, history) = if query.limit == 0 {
            (self.summary(resource, deadline).await?, Ok(HistoryPage::default()))
        } else {
            self.read(Walk::new(query.from, query.limit), resource, deadline)
                .await?
        };
        let entries = history.iter().flat_map(|page| &page.entries);
        let listed: Vec<_> = entries.filter(|entry| entry.height.is_none()).cloned().collect();
        let pending = if has_count(&listed, summary.unconfirmed_txs) {
            listed
        } else {
            self.pending(resource, summary.unconfirmed_txs, deadline).await?
        };
        Ok(ReadKey {
            summary,
            history,
            pending,
        })
    }

    /// Returns the pending transactions of a key, of which there are `count`.
    async fn pending(&self, resource: &Resource, count: u32, deadline: Deadline) -> Result<Vec<Entry>, Failure> {
        let page = Page {
            number: 1,
            size: count.min(MAX_PAGE),
            to: None,
        };
        let (_, page) = self.transactions(resource, &page, deadline).await?;
        let rows = rows::decode(page.transactions, None, self.params)?;
        let entries = rows.into_iter().filter_map(|row| row.entry);
        Ok(entries.filter(|entry| entry.height.is_none()).collect())
    }

    async fn outputs_of_key(&self, url: Url, deadline: Deadline) -> Result<Outputs, Failure> {
        let response = self.endpoint.get(url, deadline).await?;
        if response.is_success() {
            payment::decode_outputs(response.json()?, self.params)
        } else {
            Err(declined(&response))
        }
    }
}

/// Returns true if there are at least `count` entries.
fn has_count(entries: &[Entry], count: u32) -> bool {
    usize::try_from(count).is_ok_and(|count| count <= entries.len())
}

/// Converts an error response, without the text, which may quote the key. Old servers do not know descriptors, and a
/// key may have too many addresses for a server.
fn declined(response: &UpstreamResponse) -> Failure {
    Failure::Declined {
        cause: format!("status {} for an extended key", response.status()),
    }
}

/// Converts an internal error about a key, which any caller can cause. The server still serves different requests.
fn without_blame(failure: Failure) -> Failure {
    match failure {
        Failure::ServerError { .. } => Failure::Declined {
            cause: "server error for an extended key".to_owned(),
        },
        failure => failure,
    }
}

/// Returns the addresses that the server lists as used or as owners of outputs.
pub(super) fn reported(
    rows: &[ListRow<KeyAddressRow>],
    outputs: &[(Option<NamedOwner>, Unspent)],
    params: &'static Params,
) -> Result<Vec<Reported>, Failure> {
    let used = rows.iter().filter_map(|row| match row {
        ListRow::Read(row) => (row.transfers > 0).then_some(Ok((row.name.as_str(), row.path.as_str()))),
        ListRow::Unreadable(_) => Some(Err(Failure::unusable("not an address of the key"))),
    });
    let owners = outputs.iter().map(|(owner, _)| {
        let owner = owner
            .as_ref()
            .ok_or_else(|| Failure::unusable("output without its address"))?;
        Ok((owner.address.as_str(), owner.path.as_str()))
    });
    let mut seen = HashSet::new();
    let named = used
        .chain(owners)
        .filter(|named| named.as_ref().map_or(true, |(name, _)| seen.insert(*name)));
    named
        .map(|named| {
            let (name, path) = named?;
            let address = Address::parse(params, name)
                .map_err(|error| Failure::unusable(format_args!("address of the key: {error}")))?;
            let (branch, index) = position(path).ok_or_else(|| Failure::unusable("path of an address of the key"))?;
            Ok(Reported { address, branch, index })
        })
        .collect()
}

/// Returns the branch and the index at the end of a path.
fn position(path: &str) -> Option<(Branch, u32)> {
    let (rest, index) = path.rsplit_once('/')?;
    let branch = match rest.rsplit_once('/')?.1 {
        "0" => Branch::Receive,
        "1" => Branch::Change,
        _ => return None,
    };
    Some((branch, index.parse().ok()?))
}

/// Scans the key with the addresses that the server reports, and the addresses of pending transactions.
fn scan(key: &ExtendedKey, gap: u32, reported: Vec<Reported>, pending: &[Entry]) -> Result<ScannedKey, Failure> {
    let mut scan = KeyScan::new(key, gap);
    let reported = reported.into_iter();
    let expected: HashMap<_, _> = reported.map(|used| ((used.branch, used.index), used.address)).collect();
    let pending: HashSet<_> = pending.iter().flat_map(scripts).collect();
    loop {
        let round = scan.next_round();
        if round.is_empty() {
            return Ok(scan.finish());
        }
        for address in round {
            let known = expected.get(&(address.branch, address.index));
            if known.is_some_and(|known| *known != address.address) {
                return Err(Failure::unusable("listed address is not derived from the key"));
            }
            let used = known.is_some() || pending.contains(address.address.script_pubkey());
            scan.record(address, used);
        }
    }
}

/// Returns the scripts of the addresses that a transaction spends from or pays to.
fn scripts(entry: &Entry) -> impl Iterator<Item = &Script> {
    entry.addresses().map(Address::script_pubkey)
}

/// Assigns the outputs to the addresses of the scan. Outputs of further addresses are omitted: those of the second
/// branch, behind the gap, and beyond the maximum number of addresses.
fn coins(scanned: &ScannedKey, outputs: Outputs, params: &'static Params) -> Vec<KeyCoin> {
    let owners = scanned.owners();
    let coins = outputs.into_iter().filter_map(|(owner, unspent)| {
        let address = Address::parse(params, &owner?.address).ok()?;
        let owner = *owners.get(address.script_pubkey())?;
        Some(KeyCoin { owner, unspent })
    });
    coins.collect()
}

/// Removes the transactions of addresses that are not in the scan.
fn of_key(mut page: HistoryPage, scanned: &ScannedKey) -> HistoryPage {
    let owners = scanned.owners();
    page.entries
        .retain(|entry| scripts(entry).any(|script| owners.contains_key(script)));
    page
}
