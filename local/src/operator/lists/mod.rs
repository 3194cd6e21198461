//! The operator's lists of addresses: `lists import`, `lists list`, `lists remove`
//! (docs/decisions/storage.md#lists-of-addresses).

mod address;
mod command;
mod file;
mod sdn;
#[cfg(test)]
mod tests;

pub use command::{LISTS_TABLE, ListsCommand, ListsTarget};
pub use file::FileError;

use super::Report;
use address::Reading;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::sync::Arc;
use uuid::Uuid;
use wallet_core::lists::{Digests, ListAction, ListIndex, ListLimitError, ListName, RecipientDigest, StoredList};
use wallet_core::ports::lists::ListStore;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;

/// The maximum number of invalid addresses that an error names.
const NAMED: usize = 20;

/// The maximum length of an address in a message.
const EXCERPT: usize = 80;

/// An address in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    /// The number of the line, from 1.
    line: usize,
    /// The address as written.
    address: String,
    /// The chain or currency as written, `None` if the file states none.
    chain: Option<String>,
}

/// The changes of the stored lists by an operator.
pub struct ListEditor {
    store: Arc<dyn ListStore>,
    clock: Arc<dyn Clock>,
}

/// A list to import.
#[derive(Clone, Debug)]
pub struct ListFile<'a> {
    /// The name of the list.
    pub name: &'a ListName,
    /// The consequence of a payment to a recipient.
    pub action: ListAction,
    /// The path of the file, for errors.
    pub path: &'a str,
    /// The content of the file.
    pub content: &'a [u8],
    /// True to leave out invalid addresses instead of an error.
    pub skips_invalid: bool,
}

/// The error of a command on lists. A source is printed after the message.
#[derive(Debug, thiserror::Error)]
pub enum ListsError {
    /// The file cannot be imported.
    #[error("{path} cannot be imported; nothing was changed")]
    File {
        /// The path of the file.
        path: String,
        /// The reason, with the line.
        source: FileError,
    },
    /// The file has invalid addresses.
    #[error(
        "{path} cannot be imported; nothing was changed. Correct the file, or import it with --skip-invalid:\n{lines}"
    )]
    Invalid {
        /// The path of the file.
        path: String,
        /// A line for each of the first invalid addresses.
        lines: String,
    },
    /// The lists would exceed the limits.
    #[error("{path} cannot be imported; nothing was changed")]
    Limit {
        /// The path of the file.
        path: String,
        /// The limits of all lists.
        source: ListLimitError,
    },
    /// No list has this name.
    #[error("there is no list {0}. To list the names: wallet-cloud lists list")]
    Unknown(ListName),
    /// A second client has changed the lists.
    #[error("the lists were changed concurrently by another client; repeat the command")]
    Changed,
    /// The table cannot be accessed.
    #[error("the table of lists cannot be accessed")]
    Store(#[from] StoreError),
}

/// The content of a file.
#[derive(Debug, Default)]
struct Content {
    digests: HashSet<RecipientDigest>,
    /// The number of different addresses.
    addresses: usize,
    duplicates: usize,
    /// The numbers of addresses of chains that are not supported.
    foreign: BTreeMap<String, usize>,
    /// A line for each invalid address.
    invalid: Vec<String>,
}

impl Content {
    fn of(entries: &[Entry]) -> Self {
        let mut content = Self::default();
        for entry in entries {
            match address::read(entry) {
                Reading::Recipients(digests) => {
                    let before = content.digests.len();
                    content.digests.extend(digests);
                    let is_new = content.digests.len() > before;
                    content.addresses += usize::from(is_new);
                    content.duplicates += usize::from(!is_new);
                }
                Reading::Foreign(chain) => *content.foreign.entry(chain).or_default() += 1,
                Reading::Invalid(reason) => content.invalid.push(format!("line {}: {reason}", entry.line)),
            }
        }
        content
    }

    /// Returns the invalid addresses for an error or a report.
    fn invalid_lines(&self) -> String {
        let mut lines = self.invalid[..self.invalid.len().min(NAMED)].join("\n");
        if let Some(further) = self.invalid.len().checked_sub(NAMED).filter(|further| *further > 0) {
            // Writing to a string cannot fail.
            let _ = write!(lines, "\nand {further} further lines");
        }
        lines
    }
}

impl ListEditor {
    /// Creates an editor of the stored lists.
    pub fn new(store: Arc<dyn ListStore>) -> Self {
        Self {
            store,
            clock: Arc::new(SystemClock),
        }
    }

    /// Imports a file, in place of an earlier list of the same name. The recipients are stored before the index, so that a reader
    /// has the earlier list or the new one.
    pub async fn import(&self, file: ListFile<'_>) -> Result<Report, ListsError> {
        let content = content(&file)?;
        let digests: Digests = content.digests.iter().copied().collect();
        let chunks: Vec<_> = digests
            .chunks()
            .map(|chunk| (Uuid::new_v4().to_string(), chunk))
            .collect();
        let list = StoredList {
            name: file.name.clone(),
            action: file.action,
            imported_at: self.clock.now().as_secs(),
            addresses: content.addresses,
            recipients: digests.len(),
            chunks: chunks.iter().map(|(id, _)| id.clone()).collect(),
        };
        let index = self.store.index().await?;
        let next = index.with(list.clone()).map_err(|source| ListsError::Limit {
            path: file.path.to_owned(),
            source,
        })?;
        for (id, chunk) in &chunks {
            if let Err(error) = self.store.store_chunk(id, chunk).await {
                self.discard(&list.chunks).await;
                return Err(error.into());
            }
        }
        self.replace(&index, &next, file.name, &list.chunks).await?;
        Ok(imported(&list, &content))
    }

    /// Returns the names, actions and sizes of all lists.
    pub async fn list(&self) -> Result<Report, ListsError> {
        let index = self.store.index().await?;
        let mut text = String::new();
        for list in &index.lists {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", line(list));
        }
        let _ = write!(text, "{} lists.", index.lists.len());
        Ok(Report::new(text, index.lists.iter().map(record).collect()))
    }

    /// Removes a list, and then its chunks.
    pub async fn remove(&self, name: &ListName) -> Result<Report, ListsError> {
        let index = self.store.index().await?;
        if index.list(name).is_none() {
            return Err(ListsError::Unknown(name.clone()));
        }
        self.replace(&index, &index.without(name), name, &[]).await?;
        let text = format!("The list {name} is removed. The services use it for up to 5 more minutes.");
        Ok(Report::new(text, json!({ "removed": name })))
    }

    /// Replaces the index, and deletes the chunks that no index has any longer: those of the earlier list, or the new ones if
    /// a second client was faster.
    async fn replace(
        &self,
        index: &ListIndex,
        next: &ListIndex,
        name: &ListName,
        added: &[String],
    ) -> Result<(), ListsError> {
        if !self.store.replace_index(next).await? {
            self.discard(added).await;
            return Err(ListsError::Changed);
        }
        self.discard(index.list(name).map_or(&[][..], |list| &list.chunks))
            .await;
        Ok(())
    }

    /// Deletes chunks without an index. A failure leaves garbage only.
    async fn discard(&self, chunks: &[String]) {
        for id in chunks {
            if let Err(error) = self.store.delete_chunk(id).await {
                tracing::warn!(%error, id, "chunk of a list not deleted");
            }
        }
    }
}

/// Reads the addresses of a file.
fn content(file: &ListFile<'_>) -> Result<Content, ListsError> {
    let failed = |source| ListsError::File {
        path: file.path.to_owned(),
        source,
    };
    let content = Content::of(&file::read(file.content).map_err(failed)?);
    if !content.invalid.is_empty() && !file.skips_invalid {
        return Err(ListsError::Invalid {
            path: file.path.to_owned(),
            lines: content.invalid_lines(),
        });
    }
    if content.digests.is_empty() {
        return Err(failed(FileError::NoAddress));
    }
    Ok(content)
}

fn imported(list: &StoredList, content: &Content) -> Report {
    let foreign: usize = content.foreign.values().sum();
    let mut text = format!(
        "{}\nSkipped: {} duplicates, {foreign} of other chains, {} invalid.\n",
        line(list),
        content.duplicates,
        content.invalid.len()
    );
    for (chain, count) in &content.foreign {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {chain}: {count}");
    }
    if !content.invalid.is_empty() {
        let _ = writeln!(text, "{}", content.invalid_lines());
    }
    text.push_str("The services use the list within 5 minutes.");
    let mut json = record(list);
    json["duplicates"] = content.duplicates.into();
    json["otherChains"] = json!(content.foreign);
    json["invalid"] = json!(content.invalid);
    Report::new(text, json)
}

fn line(list: &StoredList) -> String {
    let StoredList {
        name,
        action,
        addresses,
        recipients,
        ..
    } = list;
    format!("{name} ({action}): {addresses} addresses, {recipients} recipients")
}

fn record(list: &StoredList) -> Value {
    json!({
        "name": list.name,
        "action": list.action,
        "addresses": list.addresses,
        "recipients": list.recipients,
        "importedAt": list.imported_at,
    })
}

/// Returns the start of a text for a message, without control characters.
fn excerpt(text: &str) -> String {
    let start: String = text.chars().take(EXCERPT).collect();
    let more = if start.len() < text.len() { "…" } else { "" };
    format!("{}{more}", start.escape_debug())
}
