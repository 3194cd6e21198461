//! The operator's asset commands: `assets list`, `assets import`, `assets export`.

mod command;
mod error;
mod import;
mod target;

pub use command::AssetsCommand;
pub use error::AssetsError;
pub use import::ImportOptions;
pub use target::AssetsTarget;

use std::fmt::Write;
use std::sync::Arc;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use wallet_assets::ports::AssetChanges;
use wallet_assets::{AssetKind, Catalogue, Filter, ListVersion, Listed, Seed, Tag, write_token_list};
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

    /// Returns the tokens as a token list (tokenlists.org). Its version increases with each write.
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

#[cfg(test)]
mod tests;
