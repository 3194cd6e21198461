//! Extended keys: the protocol knows addresses only, so each address is requested, with bounded concurrency, and the
//! histories of the used addresses are merged.

use super::Esplora;
use super::history::Stats;
use crate::source::{KeySource, SourceKeyFacts, history_deadline};
use async_trait::async_trait;
use futures::{StreamExt, TryStreamExt, stream};
use std::collections::HashMap;
use wallet_btc_like::history::{Entry, HistoryPage, PartialList, Position, merge_lists};
use wallet_btc_like::{Address, ExtendedKey, KeyCoin, KeyQuery, KeyScan, ScannedKey};
use wallet_upstream::{Deadline, Failure, Lane};

/// Maximum number of addresses that are requested concurrently.
const PARALLEL: usize = 8;

/// Used address of a key.
struct Used {
    /// Index in the scan.
    owner: usize,
    stats: Stats,
}

#[async_trait]
impl KeySource for Esplora {
    async fn key_facts(
        &self,
        key: &ExtendedKey,
        query: KeyQuery,
        deadline: Deadline,
    ) -> Result<SourceKeyFacts, Failure> {
        let scan = self.scan(key, query.gap, deadline);
        let ((scanned, used), latest) = futures::try_join!(scan, self.latest_block(Lane::Required, deadline))?;
        let coins = self.coins_of_key(&scanned, &used, latest.height, deadline);
        let history = async {
            let end = history_deadline(deadline);
            let history = self.history_of_key(&scanned, &used, query, end).await;
            let pending = self.pending_of_key(&scanned, &used, query, &history, end).await;
            Ok((history, pending))
        };
        let (coins, (history, pending)) = futures::try_join!(coins, history)?;
        Ok(SourceKeyFacts {
            tip: latest.height,
            scanned,
            coins,
            pending,
            history,
        })
    }
}

impl Esplora {
    async fn scan(&self, key: &ExtendedKey, gap: u32, deadline: Deadline) -> Result<(ScannedKey, Vec<Used>), Failure> {
        let mut scan = KeyScan::new(key, gap);
        let mut used = Vec::new();
        loop {
            let round = scan.next_round();
            if round.is_empty() {
                break;
            }
            let requests = round.iter().map(|address| self.stats(&address.address, deadline));
            let found = in_parallel(requests.collect()).await?;
            for (address, stats) in round.into_iter().zip(found) {
                let is_used = stats.is_used();
                if is_used {
                    used.push(((address.branch, address.index), stats));
                }
                scan.record(address, is_used);
            }
        }
        let scanned = scan.finish();
        used.sort_by_key(|(position, _)| *position);
        let owners = (0..).zip(&scanned.addresses).filter(|(_, scanned)| scanned.used);
        let used = owners
            .zip(used)
            .map(|((owner, _), (_, stats))| Used { owner, stats })
            .collect();
        Ok((scanned, used))
    }

    async fn stats(&self, address: &Address, deadline: Deadline) -> Result<Stats, Failure> {
        self.get_json(&["address", &address.to_string()], deadline).await
    }

    async fn coins_of_key(
        &self,
        scanned: &ScannedKey,
        used: &[Used],
        tip: u32,
        deadline: Deadline,
    ) -> Result<Vec<KeyCoin>, Failure> {
        let mut owners = Vec::new();
        for Used { owner, stats } in used {
            if stats.balance(self.params)?.total() > 0 {
                owners.push(*owner);
            }
        }
        let requests = owners
            .iter()
            .map(|owner| self.listed_outputs(address(scanned, *owner), deadline));
        let lists = in_parallel(requests.collect()).await?;
        let lists = self.at_tip(lists, tip, deadline).await?;
        let of_owner = |(owner, list): (usize, Vec<_>)| list.into_iter().map(move |unspent| KeyCoin { owner, unspent });
        Ok(owners.into_iter().zip(lists).flat_map(of_owner).collect())
    }

    async fn history_of_key(
        &self,
        scanned: &ScannedKey,
        used: &[Used],
        query: KeyQuery,
        deadline: Deadline,
    ) -> Result<HistoryPage, Failure> {
        if query.limit == 0 {
            return Ok(HistoryPage::default());
        }
        // The transactions to skip are those of all addresses, so that each list starts with the block.
        let from = Position {
            skip: 0,
            last: None,
            ..query.from
        };
        let limit = query.from.skip.saturating_add(query.limit).saturating_add(1);
        let requests = used
            .iter()
            .map(|used| self.history_of_address(scanned, used, from, limit, deadline));
        let pages = in_parallel(requests.collect()).await?;
        let lists: Vec<usize> = used.iter().map(|used| used.owner).collect();
        page(scanned, &lists, pages, query)
    }

    /// Returns all pending transactions of a key, `None` if the server does not return them or if there are too many.
    /// `history` is the result of the requests for the queried page.
    async fn pending_of_key(
        &self,
        scanned: &ScannedKey,
        used: &[Used],
        query: KeyQuery,
        history: &Result<HistoryPage, Failure>,
        deadline: Deadline,
    ) -> Option<Vec<Entry>> {
        let first = history.as_ref().ok().filter(|_| query.is_first_page());
        if let Some(pending) = first.and_then(HistoryPage::all_pending) {
            return has_all(pending, scanned, used).then(|| pending.to_vec());
        }
        let requests = used.iter().filter(|used| used.stats.pending_transactions() > 0);
        let requests =
            requests.map(|used| self.pending_transactions(address(scanned, used.owner), Lane::Required, deadline));
        let lists = in_parallel(requests.collect()).await;
        let lists = lists.inspect_err(|failure| tracing::info!(%failure, "pending transactions of a key unavailable"));
        let mut pending = HashMap::new();
        for row in lists.ok()?.into_iter().flatten() {
            let entry = row.entry?;
            pending.insert(entry.txid, entry);
        }
        let pending: Vec<_> = pending.into_values().collect();
        has_all(&pending, scanned, used).then_some(pending)
    }

    async fn history_of_address(
        &self,
        scanned: &ScannedKey,
        used: &Used,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryPage, Failure> {
        let address = address(scanned, used.owner);
        let lists = self.first_lists(address, from, limit, deadline).await?;
        self.history(address, from, limit, &used.stats, lists, deadline).await
    }
}

/// Returns the results of the requests in their order.
async fn in_parallel<T>(requests: Vec<impl Future<Output = Result<T, Failure>>>) -> Result<Vec<T>, Failure> {
    stream::iter(requests).buffered(PARALLEL).try_collect().await
}

/// Returns true if there are as many pending transactions of each address as the server counts. It lists the latest
/// transactions of each address only.
fn has_all(pending: &[Entry], scanned: &ScannedKey, used: &[Used]) -> bool {
    used.iter().all(|used| {
        let address = address(scanned, used.owner);
        let listed = pending
            .iter()
            .filter(|entry| entry.addresses().any(|other| other == address));
        listed.count() as u64 >= used.stats.pending_transactions()
    })
}

fn address(scanned: &ScannedKey, owner: usize) -> &Address {
    &scanned.addresses[owner].key_address.address
}

/// Merges pages of addresses, all from the block of the position on, to the page of the key. `used` are the indexes of
/// the addresses in the scan.
fn page(
    scanned: &ScannedKey,
    used: &[usize],
    pages: Vec<HistoryPage>,
    query: KeyQuery,
) -> Result<HistoryPage, Failure> {
    let lacks_rows = pages.iter().any(|page| page.lacks_rows);
    let lists = pages.into_iter().map(|page| PartialList {
        rows: page.entries,
        continues: page.next.is_some(),
    });
    let owners = scanned.owners();
    let list_of = |address: &Address| used.binary_search(owners.get(address.script_pubkey())?).ok();
    let merged = merge_lists(
        lists.collect(),
        |entry: &Entry| (entry.height, entry.txid),
        |entry| entry.addresses().filter_map(list_of).collect(),
    );
    // Transactions returned earlier may have left the height since; lower transactions are never skipped.
    let at_start = merged
        .rows
        .iter()
        .take_while(|entry| entry.height == query.from.height)
        .count();
    let skipped = at_start.min(query.from.skip as usize);
    let rest = merged.rows.len() - skipped;
    let entries: Vec<_> = merged
        .rows
        .into_iter()
        .skip(skipped)
        .take(query.limit as usize)
        .collect();
    if entries.is_empty() && merged.continues {
        return Err(Failure::Declined {
            cause: "the pages of the addresses do not reach the position".to_owned(),
        });
    }
    Ok(HistoryPage {
        next: (merged.continues || entries.len() < rest).then(|| query.from.after(&entries)),
        lacks_rows,
        entries,
    })
}
