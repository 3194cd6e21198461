//! The subcommands of `assets`, and the location of the asset changes.

use super::{AssetsError, CatalogueEditor, ImportOptions};
use crate::operator::aws::AwsAccess;
use crate::serve;
use crate::serve::EmbeddedDatabase;
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wallet_assets::{AssetKind, CoinChain, Filter};
use wallet_store::dynamodb::{Client, DynamoAssets};

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
    /// Runs the command and returns the output.
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

/// The location of the asset changes.
#[derive(Args, Debug)]
pub struct AssetsTarget {
    /// `aws` for DynamoDB, otherwise the data folder of the local server; `aws` by default if a stack is given
    #[arg(long, value_name = "aws|DIR", env = "WALLET_CLOUD_ASSETS", global = true)]
    assets: Option<PathBuf>,
    /// The table on AWS, the output `AssetsTable` of the stack
    #[arg(long, value_name = "NAME", env = "WALLET_CLOUD_ASSETS_TABLE", global = true)]
    table: Option<String>,
    #[command(flatten)]
    aws: AwsAccess,
}

impl AssetsTarget {
    /// Opens the table, or that of a data folder.
    async fn open(&self) -> anyhow::Result<CatalogueEditor> {
        let folder = match &self.assets {
            Some(place) if place.as_os_str() != "aws" => Some(place.as_path()),
            None if !self.aws.has_stack() => Some(Path::new(serve::DEFAULT_DATA)),
            _ => None,
        };
        let assets = match folder {
            Some(folder) => EmbeddedDatabase::open_existing(folder).await?.assets,
            None => DynamoAssets::new(Client::new(&self.aws.load().await?), self.table().await?),
        };
        Ok(CatalogueEditor::new(Arc::new(assets)))
    }

    /// Returns the name of the table on AWS.
    async fn table(&self) -> anyhow::Result<String> {
        if let Some(table) = &self.table {
            return Ok(table.clone());
        }
        let stack = self.aws.stack().await?.ok_or(AssetsError::NoTable)?;
        Ok(stack.assets_table)
    }
}
