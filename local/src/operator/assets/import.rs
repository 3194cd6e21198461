//! `assets import`.

use super::{AssetsError, Curator};
use std::fmt;
use wallet_assets::ports::{CHANGES_AT_ONCE, ChangeAssetError};
use wallet_assets::{Change, ImportPlan, Planned, TokenListError, read_token_list};

/// How a list is imported.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImportOptions {
    /// Brings back what somebody deleted.
    pub restore: bool,
    /// Stores nothing.
    pub dry_run: bool,
}

/// What an import did; its text is for the operator.
#[derive(Debug)]
pub struct Import {
    /// What became of each token of the list.
    pub plan: ImportPlan,
    /// What the list calls those that somebody else changed while they were to be stored. They were not.
    pub overtaken: Vec<String>,
    /// Whether nothing was to be stored.
    pub dry_run: bool,
}

impl Curator {
    /// Takes over the tokens of a document of tokenlists.org; `file` is its name, for errors.
    pub async fn import(&self, file: &str, json: &str, options: ImportOptions) -> Result<Import, AssetsError> {
        let list = |source: TokenListError| AssetsError::List {
            file: file.to_owned(),
            source,
        };
        let tokens = read_token_list(json).map_err(list)?;
        let mut plan = self.catalogue().await?.importing(tokens, options.restore);
        let overtaken = if options.dry_run {
            Vec::new()
        } else {
            self.carry_out(&plan).await?
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

    /// Stores what is planned and gives the labels of what somebody else changed meanwhile.
    async fn carry_out(&self, plan: &ImportPlan) -> Result<Vec<String>, AssetsError> {
        let planned: Vec<&Planned> = plan.new.iter().chain(&plan.changed).collect();
        let mut overtaken = Vec::new();
        for (number, batch) in planned.chunks(CHANGES_AT_ONCE).enumerate() {
            let lost = self.store(batch).await.map_err(|source| AssetsError::Interrupted {
                stored: (number * CHANGES_AT_ONCE).saturating_sub(overtaken.len()),
                all: planned.len(),
                source,
            })?;
            overtaken.extend(lost);
        }
        Ok(overtaken)
    }

    /// Stores a batch together; where one of it was overtaken, each by itself.
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
        let refused = plan.refused.iter().map(|(label, error)| format!("{label}: {error}"));
        section(f, "New", &labels(&plan.new))?;
        section(f, "Changed", &labels(&plan.changed))?;
        section(f, "Left deleted (--restore brings them back)", &plan.left_deleted)?;
        section(f, "Refused", &refused.collect::<Vec<_>>())?;
        section(f, "Changed by somebody else meanwhile; import again", &self.overtaken)?;
        write!(
            f,
            "{} new, {} changed, {} unchanged, {} left deleted, {} refused, {} changed by somebody else.",
            plan.new.len(),
            plan.changed.len(),
            plan.unchanged,
            plan.left_deleted.len(),
            plan.refused.len(),
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
