//! The embedded DynamoDB: the requests of the SDK, executed on a `SQLite` file or in memory.

use super::in_process::InProcess;
use anyhow::Context;
use aws_smithy_runtime_api::client::http::SharedHttpClient;
use dynoxide::Database;
use std::path::Path;
use wallet_store::aws::AwsSettings;
use wallet_store::dynamodb::{
    Client, DynamoAssets, DynamoLists, DynamoNotifications, DynamoPrices, Tables, create_tables,
};

/// The prefix of the table names.
const TABLE_PREFIX: &str = "wallet-cloud";

/// Returns the names of the authorization tables.
pub fn table_names() -> Tables {
    Tables::with_prefix(TABLE_PREFIX)
}

/// An open database, closed when the value and all clients are dropped.
///
/// Several processes may have a file open: `SQLite` locks the file during each write.
pub struct EmbeddedDatabase {
    /// The SDK client connected to the database.
    pub client: Client,
    /// The names of the tables.
    pub tables: Tables,
    /// The assets table.
    pub assets: DynamoAssets,
    /// The table of past prices.
    pub prices: DynamoPrices,
    /// The table of the operator's lists.
    pub lists: DynamoLists,
    /// The notifications table.
    pub notifications: DynamoNotifications,
}

impl EmbeddedDatabase {
    /// The file name in a data folder.
    pub const FILE: &str = "dynamodb.sqlite";

    /// Opens the file, or an empty database in memory, and creates missing tables.
    pub async fn open(file: Option<&Path>) -> anyhow::Result<Self> {
        let open = Self::connect(file)?;
        create_tables(&open.client, &open.tables)
            .await
            .context("the tables cannot be created")?;
        open.assets
            .create_table()
            .await
            .context("the assets table cannot be created")?;
        open.prices
            .create_table()
            .await
            .context("the table of prices cannot be created")?;
        open.lists
            .create_table()
            .await
            .context("the table of lists cannot be created")?;
        open.notifications
            .create_table()
            .await
            .context("the notifications table cannot be created")?;
        Ok(open)
    }

    fn connect(file: Option<&Path>) -> anyhow::Result<Self> {
        let database = match file {
            None => Database::memory().context("the embedded database cannot be started")?,
            Some(path) => {
                let text = path
                    .to_str()
                    .with_context(|| format!("the path {} is not UTF-8", path.display()))?;
                Database::new(text).with_context(|| format!("the database file {text} cannot be opened"))?
            }
        };
        let settings = AwsSettings {
            http_client: Some(SharedHttpClient::new(InProcess(database))),
            ..AwsSettings::emulator("http://localhost")
        };
        let client = Client::new(&settings.load()?);
        let tables = table_names();
        let assets = DynamoAssets::new(client.clone(), format!("{TABLE_PREFIX}-assets"));
        let prices = DynamoPrices::new(client.clone(), format!("{TABLE_PREFIX}-prices"));
        let lists = DynamoLists::new(client.clone(), format!("{TABLE_PREFIX}-lists"));
        let notifications = DynamoNotifications::new(client.clone(), format!("{TABLE_PREFIX}-notifications"));
        Ok(Self {
            client,
            tables,
            assets,
            prices,
            lists,
            notifications,
        })
    }

    /// Opens the database of a data folder without creating missing tables. Returns `None` if the folder has none.
    pub fn inspect(folder: &Path) -> anyhow::Result<Option<Self>> {
        let file = folder.join(Self::FILE);
        file.exists().then(|| Self::connect(Some(&file))).transpose()
    }

    /// Opens the database of a data folder, which a server may be using.
    pub async fn open_existing(folder: &Path) -> anyhow::Result<Self> {
        let file = folder.join(Self::FILE);
        anyhow::ensure!(
            file.exists(),
            "{} is not the data folder of a server that was started before",
            folder.display()
        );
        Self::open(Some(&file)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;
    use wallet_core::auth::{MerchantId, SecondFactor, Username};
    use wallet_core::ports::accounts::{Account, Accounts};
    use wallet_core::ports::system::Timestamp;
    use wallet_store::dynamodb::DynamoAccounts;

    #[tokio::test]
    async fn only_existing_databases_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let error = EmbeddedDatabase::open_existing(folder.path()).await.err().unwrap();
        assert!(error.to_string().contains("is not the data folder"), "{error}");
        assert!(folder.path().read_dir().unwrap().next().is_none());
    }

    #[tokio::test]
    async fn processes_with_one_file_exclude_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(EmbeddedDatabase::FILE);
        let first = EmbeddedDatabase::open(Some(&file)).await.unwrap();
        let second = EmbeddedDatabase::open_existing(folder.path()).await.unwrap();
        let [first, second] = [first, second].map(|open| DynamoAccounts::new(open.client, open.tables));
        for round in 0..50 {
            let name = format!("user-{round}");
            let (one, other) = (account(&name), account(&name));
            let created = tokio::join!(first.create(&one), second.create(&other));
            assert!(created.0.is_ok() != created.1.is_ok(), "{created:?}");
            let winner = if created.0.is_ok() { one } else { other };
            for accounts in [&first, &second] {
                let found = accounts.find_by_username(&winner.username).await.unwrap();
                assert_eq!(found.as_ref(), Some(&winner));
            }
        }
    }

    fn account(name: &str) -> Account {
        Account {
            id: Uuid::new_v4(),
            username: Username::parse(name).unwrap(),
            password_hash: "hash".to_owned(),
            epoch: 0,
            disabled: false,
            second_factor: SecondFactor::Absent,
            factor_revision: 0,
            merchant: MerchantId::parse("shop").unwrap(),
            created_at: Timestamp::from_secs(1_800_000_000),
        }
    }
}
