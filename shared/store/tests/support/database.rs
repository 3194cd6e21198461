//! DynamoDB emulators.

use dynoxide::Database as Dynoxide;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;
use uuid::Uuid;
use wallet_store::aws::{AwsSettings, Deadlines};
use wallet_store::dynamodb::{
    Client, DynamoAccounts, DynamoAssets, DynamoSessions, DynamoThrottle, Tables, create_tables,
};

/// A database with the tables.
pub struct Database {
    pub endpoint: String,
    pub client: Client,
    pub tables: Tables,
}

impl Database {
    /// Opens the embedded in-memory engine, reached through the SDK.
    pub async fn dynoxide() -> Self {
        Self::at(&format!("http://{}", serve_dynoxide().await)).await
    }

    /// Opens moto's DynamoDB, if there is a server; each test gets separate tables.
    pub async fn moto() -> Option<Self> {
        let endpoint = super::moto("the DynamoDB contract on moto")?;
        Some(Self::at(&endpoint).await)
    }

    /// Opens the database at an address, with separate tables.
    pub async fn at(endpoint: &str) -> Self {
        let tables = Tables::with_prefix(&format!("t{}", Uuid::new_v4().simple()));
        let client = Client::new(&patient(endpoint).load().unwrap());
        create_tables(&client, &tables).await.unwrap();
        let endpoint = endpoint.to_owned();
        Self {
            endpoint,
            client,
            tables,
        }
    }

    pub fn accounts(&self) -> DynamoAccounts {
        DynamoAccounts::new(self.client.clone(), self.tables.clone())
    }

    pub fn sessions(&self) -> DynamoSessions {
        DynamoSessions::new(self.client.clone(), self.tables.clone())
    }

    pub fn throttle(&self) -> DynamoThrottle {
        DynamoThrottle::new(self.client.clone(), self.tables.clone())
    }

    /// Creates the table of assets.
    pub async fn assets(&self) -> DynamoAssets {
        let assets = DynamoAssets::new(self.client.clone(), self.assets_table());
        assets.create_table().await.unwrap();
        assets
    }

    /// Writes a value into an asset that no version of this program would write.
    pub async fn corrupt_asset(&self, key: &str) {
        let number = aws_sdk_dynamodb::types::AttributeValue::N("300".to_owned());
        let update = self.client.update_item().table_name(self.assets_table());
        update
            .key("pk", aws_sdk_dynamodb::types::AttributeValue::S(key.to_owned()))
            .update_expression("SET decimals = :n")
            .expression_attribute_values(":n", number)
            .send()
            .await
            .unwrap();
    }

    fn assets_table(&self) -> String {
        self.tables.accounts.replace("-accounts", "-assets")
    }

    /// Returns all items of a table, sorted.
    pub async fn dump(&self, table: &str) -> String {
        let output = self
            .client
            .scan()
            .table_name(table)
            .consistent_read(true)
            .send()
            .await
            .unwrap();
        let sorted = |item: &HashMap<String, _>| format!("{:?}", item.iter().collect::<BTreeMap<_, _>>());
        let items: BTreeSet<_> = output.items().iter().map(sorted).collect();
        Vec::from_iter(items).join("\n")
    }

    /// Returns the number of items in a table.
    pub async fn count(&self, table: &str) -> usize {
        let output = self
            .client
            .scan()
            .table_name(table)
            .consistent_read(true)
            .send()
            .await
            .unwrap();
        output.items().len()
    }
}

/// Creates a client with a short timeout, for tests in which calls time out.
pub fn impatient_client(endpoint: &str) -> Client {
    let deadlines = Deadlines {
        attempt: Duration::from_millis(750),
        ..Deadlines::default()
    };
    let settings = AwsSettings {
        deadlines,
        ..AwsSettings::emulator(endpoint)
    };
    Client::new(&settings.load().unwrap())
}

/// Returns settings with long timeouts, so that no test depends on the load of the machine: moto, a Python process that
/// shares the processors with all tests, needs seconds for hundreds of concurrent requests.
pub fn patient(endpoint: &str) -> AwsSettings {
    AwsSettings {
        deadlines: Deadlines {
            connect: Duration::from_mins(1),
            attempt: Duration::from_mins(3),
            total: Duration::from_mins(5),
        },
        ..AwsSettings::emulator(endpoint)
    }
}

/// Serves an empty database on loopback until the test ends.
pub async fn serve_dynoxide() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let database = Dynoxide::memory().unwrap();
    tokio::spawn(dynoxide::server::serve_with_shutdown(
        listener,
        database,
        std::future::pending(),
    ));
    address
}
