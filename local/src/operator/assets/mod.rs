//! The operator's asset commands: `assets list`, `assets import`, `assets export`.

mod command;
mod import;

pub use command::{AssetsCommand, AssetsTarget};
pub use import::ImportOptions;

use std::fmt::Write;
use std::sync::Arc;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use wallet_assets::ports::AssetChanges;
use wallet_assets::{AssetKind, Catalogue, Filter, ListVersion, Listed, Seed, Tag, TokenListError, write_token_list};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;

/// The name of an exported list.
const LIST_NAME: &str = "Wallet Cloud Services";

/// Operations on the catalogue for an operator.
pub struct CatalogueEditor {
    changes: Arc<dyn AssetChanges>,
    clock: Arc<dyn Clock>,
}

impl CatalogueEditor {
    /// Creates an editor of the stored changes.
    pub fn new(changes: Arc<dyn AssetChanges>) -> Self {
        Self {
            changes,
            clock: Arc::new(SystemClock),
        }
    }

    async fn catalogue(&self) -> Result<Catalogue, AssetsError> {
        Ok(Catalogue::new(Seed::BuiltIn, self.changes.all().await?))
    }

    /// Returns a line for each matching asset, and their number.
    pub async fn list(&self, kinds: &[AssetKind], filter: &Filter) -> Result<String, AssetsError> {
        let catalogue = self.catalogue().await?;
        let listed = kinds.iter().flat_map(|kind| catalogue.list(*kind, filter));
        let lines: Vec<_> = listed.map(|asset| line(&asset)).collect();
        Ok(format!("{}{} assets.", lines.concat(), lines.len()))
    }

    /// Returns the tokens as a token list (tokenlists.org). The version increases with each write.
    pub async fn export(&self) -> Result<String, AssetsError> {
        let version = ListVersion {
            major: 1,
            minor: u32::try_from(self.changes.writes().await?).unwrap_or(u32::MAX),
            patch: 0,
        };
        let catalogue = self.catalogue().await?;
        let everything = Filter::default();
        let tokens: Vec<_> = catalogue.list(AssetKind::Erc20, &everything).collect();
        let now = i64::try_from(self.clock.now().as_secs()).unwrap_or_default();
        let now = OffsetDateTime::from_unix_timestamp(now).map_err(AssetsError::Clock)?;
        let timestamp = now.format(&Rfc3339).expect("the years of a clock have four digits");
        Ok(write_token_list(LIST_NAME, &timestamp, version, tokens.iter()))
    }
}

fn line(asset: &Listed) -> String {
    let Listed { id, meta, revision } = asset;
    let id = format!("{}/{id}", id.kind().name());
    let mut line = format!("{id:55} {:12} {:3}  {}", meta.ticker, meta.decimals, meta.name);
    let tags: Vec<_> = meta.tags.iter().map(Tag::as_str).collect();
    // Writing to a string cannot fail.
    if !tags.is_empty() {
        let _ = write!(line, "  [{}]", tags.join(", "));
    }
    if *revision > 0 {
        let _ = write!(line, "  (revision {revision})");
    }
    line.push('\n');
    line
}

/// The error of an asset command that failed or stopped partway. A source is printed after the message.
#[derive(Debug, thiserror::Error)]
pub enum AssetsError {
    /// The file cannot be read.
    #[error("{file} cannot be read")]
    File {
        /// The path of the file.
        file: String,
        /// The I/O error.
        source: std::io::Error,
    },
    /// The file is not a valid token list.
    #[error("{file} cannot be imported")]
    List {
        /// The path of the file.
        file: String,
        /// The parse error.
        source: TokenListError,
    },
    /// The chain is not supported.
    #[error("unknown chain {0}")]
    Chain(String),
    /// The asset kind does not exist.
    #[error("unknown kind {name}, expected one of {kinds}")]
    Kind {
        /// The requested kind.
        name: String,
        /// The names of all kinds.
        kinds: String,
    },
    /// No table name was given.
    #[error("the table name is missing: set --stack to the name of the stack, or --table to its output AssetsTable")]
    NoTable,
    /// The table cannot be accessed.
    #[error("the assets table cannot be accessed")]
    Store(#[from] StoreError),
    /// The table failed while changes were being stored.
    #[error("the assets table failed after {stored} of {all} changes; import again, stored changes are retained")]
    Interrupted {
        /// The number of stored changes.
        stored: usize,
        /// The number of all changes.
        all: usize,
        /// The error of the table.
        source: StoreError,
    },
    /// The time of the clock is not a valid date.
    #[error("the system clock is invalid")]
    Clock(#[source] time::error::ComponentRange),
}

#[cfg(test)]
mod tests;
