//! Extended keys: the protocol knows scripts only, so each round of the scan is one batch of requests, and the histories
//! of the used addresses are merged.

use super::history_rows::{History, HistoryRow};
use super::{Electrum, head};
use crate::source::{SourceKeyFacts, history_deadline};
use std::sync::Arc;
use wallet_btc_like::history::{HistoryPage, PartialList, merge_lists};
use wallet_btc_like::{Address, ExtendedKey, KeyCoin, KeyQuery, KeyScan, ScannedKey};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// Maximum number of addresses per batch.
const BATCH: usize = 100;

/// Histories of the used addresses of a key, or the reason why the server does not return one of them.
type Histories = Result<Vec<Arc<History>>, Failure>;

impl Electrum {
    /// Returns addresses, outputs and history of a key.
    pub(super) async fn facts_of_key(
        &self,
        key: &ExtendedKey,
        query: KeyQuery,
        deadline: Deadline,
    ) -> Result<SourceKeyFacts, Failure> {
        let (scanned, histories) = self.scan(key, query.gap, deadline).await?;
        let coins = self.coins_of_key(&scanned, deadline);
        let [tip] = self.client.call([head::tip_request()], deadline).await?;
        let tip = head::read_tip(tip)?;
        let history = async { Ok(self.history_of_key(histories, query, history_deadline(deadline)).await) };
        let (coins, (highest, history)) = futures::try_join!(coins, history)?;
        let facts = SourceKeyFacts {
            tip: tip.not_below(highest)?,
            scanned,
            coins,
            history,
        };
        facts.checked(self.params)
    }

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

    /// Returns the height of the latest transaction, 0 if it is unknown, and a page of the merged history.
    async fn history_of_key(
        &self,
        histories: Histories,
        query: KeyQuery,
        deadline: Deadline,
    ) -> (u32, Result<HistoryPage, Failure>) {
        let merged = match histories {
            Ok(histories) => merge(&histories),
            Err(failure) => return (0, Err(failure)),
        };
        let highest = merged.rows.iter().find_map(|(_, height)| *height).unwrap_or(0);
        if query.limit == 0 {
            return (highest, Ok(HistoryPage::default()));
        }
        let page = self.page(&merged, query.from, query.limit as usize, deadline).await;
        (highest, page)
    }
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
