//! The embedded DynamoDB: the real protocol on loopback, over a `SQLite` file or memory.

use anyhow::Context;
use dynoxide::Database;
use std::net::Ipv4Addr;
use std::path::Path;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use wallet_store::aws::AwsSettings;
use wallet_store::dynamodb::{Client, DynamoAssets, Tables, create_tables};

/// What the tables' names begin with.
const TABLE_PREFIX: &str = "wallet-cloud";

/// A running database.
pub struct EmbeddedDatabase {
    /// The SDK client that reaches it.
    pub client: Client,
    /// Its tables, which exist.
    pub tables: Tables,
    /// The table of assets, which exists too.
    pub assets: DynamoAssets,
    stop: oneshot::Sender<()>,
    server: JoinHandle<Result<(), String>>,
}

impl EmbeddedDatabase {
    /// The name of its file in a data folder.
    pub const FILE: &str = "dynamodb.sqlite";

    /// Opens the file, or an empty database in memory, and makes the tables that are missing.
    pub async fn start(file: Option<&Path>) -> anyhow::Result<Self> {
        let database = match file {
            None => Database::memory().context("the embedded database does not start")?,
            Some(path) => {
                let text = path
                    .to_str()
                    .with_context(|| format!("the path {} is not UTF-8", path.display()))?;
                Database::new(text).with_context(|| format!("the database file {text} cannot be opened"))?
            }
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        let listener = listener.context("the embedded database finds no port on loopback")?;
        let endpoint = format!("http://{}", listener.local_addr()?);
        let (stop, stopped) = oneshot::channel();
        let server = tokio::spawn(dynoxide::server::serve_with_shutdown(listener, database, async {
            // A dropped sender means stop as well.
            let _ = stopped.await;
        }));
        let client = Client::new(&AwsSettings::stand_in(endpoint).load().await?);
        let tables = Tables::with_prefix(TABLE_PREFIX);
        let assets = DynamoAssets::new(client.clone(), format!("{TABLE_PREFIX}-assets"));
        create_tables(&client, &tables)
            .await
            .context("the tables cannot be made")?;
        assets
            .create_table()
            .await
            .context("the table of assets cannot be made")?;
        Ok(Self {
            client,
            tables,
            assets,
            stop,
            server,
        })
    }

    /// Lets running requests end and closes the file.
    pub async fn stop(self) {
        drop(self.stop);
        match self.server.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the embedded database failed"),
            Err(error) => tracing::error!(%error, "the embedded database failed"),
        }
    }
}
