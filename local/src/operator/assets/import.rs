//! `assets import`.

use super::{AssetsError, CatalogueEditor};
use std::fmt;
use wallet_assets::ports::{ChangeAssetError, MAX_CHANGES_PER_BATCH};
use wallet_assets::{Change, ImportPlan, Planned, TokenListError, read_token_list};

/// Options of an import.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImportOptions {
    /// Restores deleted assets.
    pub restore: bool,
    /// Stores no changes.
    pub dry_run: bool,
}

/// The result of an import, displayed as a report for the operator.
#[derive(Debug)]
pub struct Import {
    /// The planned changes per token of the list.
    pub plan: ImportPlan,
    /// Labels of the tokens that a second client changed concurrently. They were not stored.
    pub overtaken: Vec<String>,
    /// True if nothing was stored because of a dry run.
    pub dry_run: bool,
}

impl CatalogueEditor {
    /// Imports the tokens of a token list. `file` is the name for errors.
    pub async fn import(&self, file: &str, json: &str, options: ImportOptions) -> Result<Import, AssetsError> {
        let list = |source: TokenListError| AssetsError::List {
            file: file.to_owned(),
            source,
        };
        let tokens = read_token_list(json).map_err(list)?;
        let mut plan = self.catalogue().await?.plan_import(tokens, options.restore);
        let overtaken = if options.dry_run {
            Vec::new()
        } else {
            self.store_plan(&plan).await?
        };
        for planned in [&mut plan.new, &mut plan.changed] {
            planned.retain(|planned| !overtaken.contains(&planned.label));
        }
        Ok(Import {
            plan,
            overtaken,
            dry_run: options.dry_run,
        })
    }

    /// Stores the planned changes and returns the labels of the concurrently changed tokens.
    async fn store_plan(&self, plan: &ImportPlan) -> Result<Vec<String>, AssetsError> {
        let planned: Vec<&Planned> = plan.new.iter().chain(&plan.changed).collect();
        let mut overtaken = Vec::new();
        for (number, batch) in planned.chunks(MAX_CHANGES_PER_BATCH).enumerate() {
            let lost = self.store(batch).await.map_err(|source| AssetsError::Interrupted {
                stored: (number * MAX_CHANGES_PER_BATCH).saturating_sub(overtaken.len()),
                all: planned.len(),
                source,
            })?;
            overtaken.extend(lost);
        }
        Ok(overtaken)
    }

    /// Stores a batch in one transaction, or the changes separately if another client made a change in between.
    async fn store(&self, batch: &[&Planned]) -> Result<Vec<String>, wallet_core::ports::store::StoreError> {
        let changes: Vec<Change> = batch.iter().map(|planned| planned.change.clone()).collect();
        match self.changes.store(&changes).await {
            Ok(()) => return Ok(Vec::new()),
            Err(ChangeAssetError::Store(error)) => return Err(error),
            Err(ChangeAssetError::Changed) => {}
        }
        let mut overtaken = Vec::new();
        for (planned, change) in batch.iter().zip(changes) {
            match self.changes.store(&[change]).await {
                Ok(()) => {}
                Err(ChangeAssetError::Changed) => overtaken.push(planned.label.clone()),
                Err(ChangeAssetError::Store(error)) => return Err(error),
            }
        }
        Ok(overtaken)
    }
}

impl fmt::Display for Import {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plan = &self.plan;
        let labels = |planned: &[Planned]| planned.iter().map(|planned| planned.label.clone()).collect::<Vec<_>>();
        let rejected = plan.rejected.iter().map(|(label, error)| format!("{label}: {error}"));
        section(f, "New", &labels(&plan.new))?;
        section(f, "Changed", &labels(&plan.changed))?;
        section(f, "Still deleted (use --restore to restore them)", &plan.left_deleted)?;
        section(f, "Rejected", &rejected.collect::<Vec<_>>())?;
        section(
            f,
            "Changed concurrently by another client; import again",
            &self.overtaken,
        )?;
        write!(
            f,
            "{} new, {} changed, {} unchanged, {} still deleted, {} rejected, {} changed concurrently.",
            plan.new.len(),
            plan.changed.len(),
            plan.unchanged,
            plan.left_deleted.len(),
            plan.rejected.len(),
            self.overtaken.len()
        )?;
        if self.dry_run {
            f.write_str(" Nothing was stored.")?;
        }
        Ok(())
    }
}

fn section(f: &mut fmt::Formatter<'_>, title: &str, lines: &[String]) -> fmt::Result {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(f, "{title}:")?;
    lines.iter().try_for_each(|line| writeln!(f, "  {line}"))?;
    writeln!(f)
}
