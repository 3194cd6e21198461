//! The embedded DynamoDB: the real protocol on the loopback interface, with a `SQLite` file or memory as
//! storage.

use anyhow::Context;
use dynoxide::Database;
use std::net::Ipv4Addr;
use std::path::Path;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use wallet_store::aws::AwsSettings;
use wallet_store::dynamodb::{Client, DynamoAssets, Tables, create_tables};

/// The prefix of the table names.
const TABLE_PREFIX: &str = "wallet-cloud";

/// Returns the names of the authorization tables.
pub fn table_names() -> Tables {
    Tables::with_prefix(TABLE_PREFIX)
}

/// A running database.
pub struct EmbeddedDatabase {
    /// The SDK client connected to the database.
    pub client: Client,
    /// The names of the tables, which exist.
    pub tables: Tables,
    /// The assets table, which exists too.
    pub assets: DynamoAssets,
    stop: oneshot::Sender<()>,
    server: JoinHandle<Result<(), String>>,
}

impl EmbeddedDatabase {
    /// The file name in a data folder.
    pub const FILE: &str = "dynamodb.sqlite";

    /// Opens the file, or an empty database in memory, and creates missing tables.
    pub async fn start(file: Option<&Path>) -> anyhow::Result<Self> {
        let database = match file {
            None => Database::memory().context("the embedded database cannot be started")?,
            Some(path) => {
                let text = path
                    .to_str()
                    .with_context(|| format!("the path {} is not UTF-8", path.display()))?;
                Database::new(text).with_context(|| format!("the database file {text} cannot be opened"))?
            }
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        let listener = listener.context("the embedded database cannot bind a loopback port")?;
        let endpoint = format!("http://{}", listener.local_addr()?);
        let (stop, stopped) = oneshot::channel();
        let server = tokio::spawn(dynoxide::server::serve_with_shutdown(listener, database, async {
            // A dropped sender also stops the server.
            let _ = stopped.await;
        }));
        let client = Client::new(&AwsSettings::emulator(endpoint).load()?);
        let tables = table_names();
        let assets = DynamoAssets::new(client.clone(), format!("{TABLE_PREFIX}-assets"));
        create_tables(&client, &tables)
            .await
            .context("the tables cannot be created")?;
        assets
            .create_table()
            .await
            .context("the assets table cannot be created")?;
        Ok(Self {
            client,
            tables,
            assets,
            stop,
            server,
        })
    }

    /// Completes running requests and closes the file.
    pub async fn stop(self) {
        drop(self.stop);
        match self.server.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the embedded database failed"),
            Err(error) => tracing::error!(%error, "the embedded database failed"),
        }
    }
}
