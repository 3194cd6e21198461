//! The subcommands of `assets`.

use super::{AssetsError, AssetsTarget, CatalogueEditor, ImportOptions};
use clap::Subcommand;
use std::path::{Path, PathBuf};
use wallet_assets::{AssetKind, CoinChain, Filter};

/// Commands on the asset catalogue.
#[derive(Debug, Subcommand)]
pub enum AssetsCommand {
    /// Print a line for each asset
    List {
        /// Only this kind: fiat, coin, erc20, erc721, erc1155 or xlm-asset
        #[arg(long, value_name = "KIND")]
        kind: Option<String>,
        /// Only assets on this chain
        #[arg(long, value_name = "CHAIN")]
        chain: Option<String>,
        /// Only assets with this tag
        #[arg(long, value_name = "TAG")]
        tag: Option<String>,
    },
    /// Import the tokens of a token list (tokenlists.org)
    Import {
        /// The token list file
        file: PathBuf,
        /// Restore deleted assets
        #[arg(long)]
        restore: bool,
        /// Report the changes without storing them
        #[arg(long)]
        dry_run: bool,
    },
    /// Print the tokens as a token list (tokenlists.org)
    Export,
}

impl AssetsCommand {
    /// Runs the command and returns its output.
    pub async fn run(&self, target: &AssetsTarget) -> anyhow::Result<String> {
        Ok(self.work(&target.open().await?).await?)
    }

    async fn work(&self, editor: &CatalogueEditor) -> Result<String, AssetsError> {
        match self {
            Self::List { kind, chain, tag } => {
                let filter = Filter {
                    chain: chain.as_deref().map(read_chain).transpose()?,
                    tag: tag.clone(),
                };
                editor.list(&read_kinds(kind.as_deref())?, &filter).await
            }
            Self::Import { file, restore, dry_run } => {
                let options = ImportOptions {
                    restore: *restore,
                    dry_run: *dry_run,
                };
                let done = editor
                    .import(&file.display().to_string(), &read(file)?, options)
                    .await?;
                Ok(done.to_string())
            }
            Self::Export => editor.export().await,
        }
    }
}

fn read(file: &Path) -> Result<String, AssetsError> {
    std::fs::read_to_string(file).map_err(|source| AssetsError::File {
        file: file.display().to_string(),
        source,
    })
}

fn read_chain(name: &str) -> Result<CoinChain, AssetsError> {
    CoinChain::from_name(name).ok_or_else(|| AssetsError::Chain(name.to_owned()))
}

fn read_kinds(name: Option<&str>) -> Result<Vec<AssetKind>, AssetsError> {
    let Some(name) = name else {
        return Ok(AssetKind::ALL.to_vec());
    };
    let kind = AssetKind::ALL.into_iter().find(|kind| kind.name() == name);
    kind.map(|kind| vec![kind]).ok_or_else(|| AssetsError::Kind {
        name: name.to_owned(),
        kinds: AssetKind::ALL.map(AssetKind::name).join(", "),
    })
}
