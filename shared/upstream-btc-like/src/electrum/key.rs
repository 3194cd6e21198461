//! Extended keys: the protocol knows scripts only, so each round of the scan is a batch of requests, and the histories
//! of the used addresses are merged.

use super::histories::{History, HistoryRow};
use super::{Electrum, head};
use crate::source::{KeySource, MAX_PENDING, SourceKeyFacts, history_deadline};
use async_trait::async_trait;
use std::sync::Arc;
use wallet_btc_like::history::{Entry, HistoryPage, PartialList, Position, merge_lists};
use wallet_btc_like::{Address, ExtendedKey, KeyCoin, KeyQuery, KeyScan, ScannedKey};
use wallet_upstream::{Deadline, Failure};

/// Maximum number of addresses per batch.
const BATCH: usize = 100;

/// Histories of the used addresses of a key, or the reason why the server does not return a history.
type Histories = Result<Vec<Arc<History>>, Failure>;

#[async_trait]
impl KeySource for Electrum {
    async fn key_facts(
        &self,
        key: &ExtendedKey,
        query: KeyQuery,
        deadline: Deadline,
    ) -> Result<SourceKeyFacts, Failure> {
        let deadline = self.client.attempt(deadline);
        let (scanned, histories) = self.scan(key, query.gap, deadline).await?;
        let coins = self.coins_of_key(&scanned, deadline);
        let [tip] = self.client.call([head::tip_request()], deadline).await?;
        let tip = head::read_tip(tip)?;
        let history = async { Ok(self.history_of_key(histories, query, history_deadline(deadline)).await) };
        let (coins, KeyHistory { highest, page, pending }) = futures::try_join!(coins, history)?;
        Ok(SourceKeyFacts {
            tip: tip.not_below(highest)?,
            scanned,
            coins,
            pending,
            history: page,
        })
    }
}

impl Electrum {
    /// Looks up the addresses of a key. An address with a history that the server does not return is used.
    async fn scan(&self, key: &ExtendedKey, gap: u32, deadline: Deadline) -> Result<(ScannedKey, Histories), Failure> {
        let mut scan = KeyScan::new(key, gap);
        let mut histories = Ok(Vec::new());
        loop {
            let mut round = scan.next_round();
            if round.is_empty() {
                return Ok((scan.finish(), histories));
            }
            while !round.is_empty() {
                let rest = round.split_off(round.len().min(BATCH));
                let scripts = round.iter().map(|address| address.address.script_pubkey().as_bytes());
                let scripts: Vec<_> = scripts.collect();
                let found = self.histories.get_all(&self.client, &scripts, deadline).await?;
                for (address, history) in round.into_iter().zip(found) {
                    let used = match history {
                        Ok(history) if history.rows.is_empty() => false,
                        Ok(history) => {
                            if let Ok(histories) = &mut histories {
                                histories.push(history);
                            }
                            true
                        }
                        Err(failure @ Failure::Declined { .. }) => {
                            histories = Err(failure);
                            true
                        }
                        Err(failure) => return Err(failure),
                    };
                    scan.record(address, used);
                }
                round = rest;
            }
        }
    }

    async fn coins_of_key(&self, scanned: &ScannedKey, deadline: Deadline) -> Result<Vec<KeyCoin>, Failure> {
        let used = scanned.addresses.iter().enumerate().filter(|(_, scanned)| scanned.used);
        let (indexes, addresses): (Vec<usize>, Vec<&Address>) = used
            .map(|(index, scanned)| (index, &scanned.key_address.address))
            .unzip();
        let mut coins = Vec::new();
        for (indexes, addresses) in indexes.chunks(BATCH).zip(addresses.chunks(BATCH)) {
            let outputs = self.outputs_of(addresses, deadline).await?;
            for (owner, unspent) in indexes.iter().zip(outputs) {
                coins.extend(unspent.into_iter().map(|unspent| KeyCoin { owner: *owner, unspent }));
            }
        }
        Ok(coins)
    }

    /// Returns a page of the merged history, and the pending transactions.
    async fn history_of_key(&self, histories: Histories, query: KeyQuery, deadline: Deadline) -> KeyHistory {
        let merged = match histories {
            Ok(histories) => merge(&histories),
            Err(failure) => {
                return KeyHistory {
                    highest: 0,
                    page: Err(failure),
                    pending: None,
                };
            }
        };
        let page = if query.limit == 0 {
            Ok(HistoryPage::default())
        } else {
            self.page(&self.client, &merged, query.from, query.limit as usize, deadline)
                .await
        };
        let first = page.as_ref().ok().filter(|_| query.is_first_page());
        let pending = match first.and_then(HistoryPage::all_pending) {
            Some(pending) => Some(pending.to_vec()),
            None => self.pending(&merged, deadline).await,
        };
        KeyHistory {
            highest: merged.rows.iter().find_map(|(_, height)| *height).unwrap_or(0),
            page,
            pending,
        }
    }

    /// Returns all pending transactions of a history, `None` if the server does not return them or if there are too
    /// many.
    async fn pending(&self, history: &History, deadline: Deadline) -> Option<Vec<Entry>> {
        let pending = history.pending();
        if pending.rows.is_empty() && !pending.lacks_rows {
            return Some(Vec::new());
        }
        let page = self
            .page(
                &self.client,
                &pending,
                Position::default(),
                MAX_PENDING as usize,
                deadline,
            )
            .await;
        let page = page.inspect_err(|failure| tracing::info!(%failure, "pending transactions of a key unavailable"));
        page.ok()?.all_pending().map(<[Entry]>::to_vec)
    }
}

/// History of a key, as far as returned.
struct KeyHistory {
    /// Height of the latest transaction, 0 if unknown.
    highest: u32,
    page: Result<HistoryPage, Failure>,
    /// All pending transactions, `None` if the server does not return them.
    pending: Option<Vec<Entry>>,
}

/// Merges the histories of several scripts.
fn merge(histories: &[Arc<History>]) -> History {
    let lists = histories.iter().map(|history| PartialList {
        rows: history.rows.clone(),
        continues: false,
    });
    let place = |(txid, height): &HistoryRow| (*height, *txid);
    let merged = merge_lists(lists.collect(), place, |_| Vec::new());
    History {
        rows: merged.rows,
        lacks_rows: histories.iter().any(|history| history.lacks_rows),
        // The balance is the sum of the outputs, which are not repeated.
        has_repeated_rows: false,
        status: None,
    }
}
