//! The location of the asset changes.

use super::{AssetsError, CatalogueEditor};
use crate::operator::aws::AwsAccess;
use crate::serve::{self, EmbeddedDatabase};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wallet_store::dynamodb::{Client, DynamoAssets};

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
    pub(super) async fn open(&self) -> anyhow::Result<CatalogueEditor> {
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
