//! The changes of the watched items of a chain, and the summary of the changes before.
//!
//! Each change of the items is a row. A reader that starts without a version reads all of them, and replaces many by a summary:
//! first the parts of the summary are written under a new id, then the row of the chain names the id, and then the summarised
//! rows and the parts of earlier summaries are deleted. A crash in between leaves rows that the next compaction deletes. Readers
//! at the same time find that rows are missing, and read again. Writers need no row of an earlier change.

use super::row::{
    ADDED, REMOVED, chain_key, changes_key, digits, hashes_of, json, json_of, number_key, pack_hashes, sort_key,
    summary_key,
};
use super::{DynamoNotifications, END, START};
use crate::dynamodb::RACES;
use crate::dynamodb::item::{Item as Stored, Key, item, key, new_nonce, number_of};
use crate::dynamodb::transaction::{Condition, Outcome, Transaction, backoff};
use serde::{Deserialize, Serialize};
use wallet_core::ports::store::StoreError;
use wallet_notifications::ports::WatchChange;
use wallet_notifications::{ChainKey, Filter};

/// The number of changes above which a reader of all changes may write a summary.
const MANY: usize = 100;

/// The size of a change without hashes, as a number of hashes of 8 bytes.
const EMPTY: usize = 16;

/// The maximum number of hashes in a part of a summary, 8 bytes each. A row has at most 400 KB; DynamoDB accepts 1,000 KB a second
/// for a partition key, and a request has 25 rows, which are thus accepted within the repetitions of a request.
const PART: usize = 2000;

/// The maximum number of hashes in a summary: 4 MB, which are written in 4 s. A tick lasts at most 30 s.
const MAX_HASHES: usize = 500_000;

/// The maximum number of summarised changes that a compaction deletes, the earliest first: in about 5 s.
const DELETED: i32 = 5000;

/// The attribute of a chain that names the summary.
const SUMMARY: &str = "watch_summary";

/// The summary of the changes up to a version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Summary {
    version: u64,
    /// The start of the sort keys of the parts.
    id: String,
    parts: usize,
}

impl Summary {
    fn of(chain: &Stored) -> Result<Option<Self>, StoreError> {
        let has_summary = chain.contains_key(SUMMARY);
        has_summary.then(|| json_of(chain, SUMMARY)).transpose()
    }

    /// Returns the condition that the row of the chain names the summary; `None` is the chain without one.
    fn is_named(summary: Option<&Self>) -> Result<Condition, StoreError> {
        Ok(match summary {
            None => Condition::new(
                "attribute_exists(pk) AND attribute_not_exists(watch_summary)",
                Stored::new(),
            ),
            Some(summary) => Condition::new("watch_summary = :before", item([(":before", json(summary)?)])),
        })
    }
}

/// Returns true if there are many changes after the summary, with at least as many hashes as the summary. All summaries
/// together thus have at most about as many hashes as the changes.
fn are_many(changes: &[WatchChange]) -> bool {
    let (complete, later): (Vec<_>, Vec<_>) = changes.iter().partition(|change| change.is_complete);
    let summarised: usize = complete.iter().map(|change| change.added.len()).sum();
    let size = |change: &&WatchChange| EMPTY + change.added.len() + change.removed.len();
    later.len() > MANY && later.iter().map(size).sum::<usize>() >= summarised
}

impl DynamoNotifications {
    /// Returns the changes of the watched items after a version.
    pub(super) async fn changes_after(&self, chain: &ChainKey, after: u64) -> Result<Vec<WatchChange>, StoreError> {
        for race in 0..RACES {
            if let Some(changes) = self.try_changes_after(chain, after).await? {
                return Ok(changes);
            }
            backoff(race).await;
        }
        Err(StoreError::new("read changes: too many concurrent compactions"))
    }

    /// Returns `None` if a compaction at the same time has removed rows.
    async fn try_changes_after(&self, chain: &ChainKey, after: u64) -> Result<Option<Vec<WatchChange>>, StoreError> {
        let Some(row) = self.read(chain_key(chain)).await? else {
            return Ok(Some(Vec::new()));
        };
        let summary = Summary::of(&row)?;
        let mut changes = Vec::new();
        let mut reached = after;
        if let Some(summary) = summary.as_ref().filter(|summary| summary.version > after) {
            let Some(added) = self.summarised(chain, summary).await? else {
                return Ok(None);
            };
            reached = summary.version;
            changes.push(WatchChange {
                version: reached,
                added,
                removed: Vec::new(),
                is_complete: true,
            });
        }
        for stored in self.range(&changes_key(chain), &digits(reached + 1), END).await? {
            // A query that runs during two writes can miss the first and return the second, which the next call returns.
            if number_key(&stored)? != reached + 1 {
                break;
            }
            reached += 1;
            changes.push(WatchChange {
                version: reached,
                added: hashes_of(&stored, ADDED)?,
                removed: hashes_of(&stored, REMOVED)?,
                is_complete: false,
            });
        }
        if reached < number_of(&row, "watch_version")? {
            return Ok(None);
        }
        if after == 0
            && are_many(&changes)
            && let Err(error) = self.compact(chain, summary.as_ref(), &changes).await
        {
            tracing::warn!(%chain, %error, "the changes of the watched items are not compacted");
        }
        Ok(Some(changes))
    }

    /// Returns the hashes of a summary, `None` if parts are missing.
    async fn summarised(&self, chain: &ChainKey, summary: &Summary) -> Result<Option<Vec<u64>>, StoreError> {
        let parts = self.with_prefix(&summary_key(chain), &summary.id).await?;
        if parts.len() != summary.parts {
            return Ok(None);
        }
        let parts = parts.iter().map(|part| hashes_of(part, ADDED));
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        Ok(Some(parts.concat()))
    }

    /// Replaces all changes by a summary, unless a different process has named one since. Later compactions delete the changes
    /// above the limit of a compaction.
    async fn compact(
        &self,
        chain: &ChainKey,
        before: Option<&Summary>,
        changes: &[WatchChange],
    ) -> Result<(), StoreError> {
        let mut filter = Filter::default();
        for change in changes {
            filter.change(&change.added, &change.removed);
        }
        if filter.len() > MAX_HASHES {
            return Ok(());
        }
        let parts: Vec<_> = filter.hashes().chunks(PART).collect();
        let summary = Summary {
            version: changes.last().map_or(0, |change| change.version),
            id: new_nonce(),
            parts: parts.len(),
        };
        // A process that writes parts now cannot name them after this process has named its own.
        let replaced = self.with_prefix(&summary_key(chain), "").await?;
        let mut own = Vec::with_capacity(summary.parts);
        let mut rows = Vec::with_capacity(summary.parts);
        for (hashes, part) in parts.iter().zip(0..) {
            let part: Key = (summary_key(chain), format!("{}#{}", summary.id, digits(part))).into();
            let mut row = key(&part);
            row.insert(ADDED.to_owned(), pack_hashes(hashes));
            own.push(part);
            rows.push(row);
        }
        if let Err(error) = self.put_rows(rows).await {
            self.delete_ineffective(own).await;
            return Err(error);
        }
        if !self.name_summary(chain, before, &summary).await? {
            return self.delete_rows(own).await;
        }
        let parts = replaced
            .iter()
            .map(|stored| Ok((summary_key(chain), sort_key(stored, "")?).into()));
        self.delete_rows(parts.collect::<Result<Vec<_>, StoreError>>()?).await?;
        let (changes, last) = (changes_key(chain), digits(summary.version));
        let (summarised, _) = self.page(&changes, (START, &last), Some(DELETED), None).await?;
        let keys = summarised
            .iter()
            .map(|stored| Ok((changes_key(chain), sort_key(stored, "")?).into()));
        self.delete_rows(keys.collect::<Result<Vec<_>, StoreError>>()?).await
    }

    /// Names a summary in the row of the chain. Returns false if a different process has named one since.
    async fn name_summary(
        &self,
        chain: &ChainKey,
        before: Option<&Summary>,
        summary: &Summary,
    ) -> Result<bool, StoreError> {
        let outcome = Transaction::new("compact changes")
            .update(
                &self.table,
                chain_key(chain),
                "SET watch_summary = :summary",
                item([(":summary", json(summary)?)]),
                Summary::is_named(before)?,
            )?
            .send_alone(&self.client)
            .await?;
        let Outcome::ConditionsFailed(failed) = outcome else {
            return Ok(true);
        };
        // An attempt whose response was lost has named the summary.
        let named = failed.stored(0).map(Summary::of).transpose()?.flatten();
        Ok(named.as_ref() == Some(summary))
    }
}
