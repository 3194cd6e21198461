//! The location of the asset changes.

use super::{AssetsError, CatalogueEditor};
use crate::operator::command::own_aws;
use crate::serve::{self, OfflineDatabase};
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use wallet_store::dynamodb::{Client, DynamoAssets};

/// The location of the asset changes.
#[derive(Args, Debug)]
pub struct AssetsTarget {
    /// `aws` for DynamoDB with the environment's credentials, otherwise the data folder of the local server
    #[arg(
        long,
        value_name = "aws|DIR",
        env = "WALLET_CLOUD_ASSETS",
        default_value = serve::DEFAULT_DATA,
        global = true
    )]
    assets: PathBuf,
    /// The table on AWS, the output `AssetsTable` of the stack
    #[arg(long, value_name = "NAME", env = "WALLET_CLOUD_ASSETS_TABLE", global = true)]
    table: Option<String>,
}

pub(super) struct OpenCatalogue {
    /// The editor of the catalogue.
    pub editor: CatalogueEditor,
    folder: Option<OfflineDatabase>,
}

impl AssetsTarget {
    /// Opens the table, or a data folder that no server uses.
    pub(super) async fn open(&self) -> anyhow::Result<OpenCatalogue> {
        if self.assets.as_os_str() == "aws" {
            let table = self.table.clone().ok_or(AssetsError::NoTable)?;
            let assets = DynamoAssets::new(Client::new(&own_aws().load_profile().await?), table);
            return Ok(OpenCatalogue {
                editor: CatalogueEditor::new(Arc::new(assets)),
                folder: None,
            });
        }
        let folder = OfflineDatabase::open(&self.assets).await?;
        Ok(OpenCatalogue {
            editor: CatalogueEditor::new(Arc::new(folder.assets())),
            folder: Some(folder),
        })
    }
}

impl OpenCatalogue {
    /// Closes the files.
    pub async fn close(self) {
        if let Some(folder) = self.folder {
            folder.close().await;
        }
    }
}
