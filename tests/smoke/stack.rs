//! The tables and secrets of the template, created on moto for this run.

use crate::tool::root;
use std::process::Command;
use uuid::Uuid;
use wallet_store::aws::AwsSettings;
use wallet_store::dynamodb::{Client, DynamoAssets, Tables, create_tables};

/// Tables and secrets with unique names.
pub struct Stack {
    moto: String,
    base_url: String,
    secrets_prefix: String,
    tables: Tables,
    assets_table: String,
}

impl Stack {
    /// Creates the tables and, with the operator's command, the signing keys.
    pub async fn create(moto: &str, base_url: &str) -> Self {
        let name = format!("smoke-{}", Uuid::new_v4().simple());
        let tables = Tables::with_prefix(&name);
        let config = AwsSettings::emulator(moto).load().expect("AWS settings of an emulator");
        let client = Client::new(&config);
        create_tables(&client, &tables).await.expect("tables on moto");
        let assets_table = format!("{name}-assets");
        let assets = DynamoAssets::new(client, assets_table.clone());
        assets.create_table().await.expect("the assets table on moto");
        let stack = Self {
            moto: moto.to_owned(),
            base_url: base_url.to_owned(),
            secrets_prefix: name,
            tables,
            assets_table,
        };
        stack.operator(&["keys", "init"]);
        stack
    }

    /// Creates a merchant with every permission of a back end and returns the key.
    pub fn create_merchant(&self) -> String {
        let output = self.operator(&["merchant", "create", "smoke", "--permissions", "read,register,assets"]);
        let key = output.split_whitespace().find(|word| word.starts_with("wck_"));
        key.unwrap_or_else(|| panic!("no merchant key in: {output}")).to_owned()
    }

    /// Returns the variables of all functions, without an inline key set: verifying functions have to fetch
    /// the key set.
    pub fn variables(&self) -> Vec<(String, String)> {
        let own = [
            ("WALLET_CLOUD_BASE_URL", self.base_url.clone()),
            ("WALLET_CLOUD_SECRETS_PREFIX", self.secrets_prefix.clone()),
            ("WALLET_CLOUD_ACCOUNTS_TABLE", self.tables.accounts.clone()),
            ("WALLET_CLOUD_SESSIONS_TABLE", self.tables.sessions.clone()),
            ("WALLET_CLOUD_THROTTLE_TABLE", self.tables.throttle.clone()),
            ("WALLET_CLOUD_ASSETS_TABLE", self.assets_table.clone()),
            // No step requests past prices.
            ("WALLET_CLOUD_PRICES_TABLE", "none".to_owned()),
            // No step uses the notifications, whose function only has to start.
            ("WALLET_CLOUD_NOTIFICATIONS_TABLE", "none".to_owned()),
            (
                "WALLET_CLOUD_JWKS_URL",
                format!("{}/authorization/v1/.well-known/jwks.json", self.base_url),
            ),
        ];
        let own = own.map(|(name, value)| (name.to_owned(), value));
        own.into_iter().chain(self.aws()).collect()
    }

    /// Returns the variables that direct the AWS SDK to moto.
    fn aws(&self) -> [(String, String); 5] {
        [
            ("AWS_ENDPOINT_URL_DYNAMODB", self.moto.as_str()),
            ("AWS_ENDPOINT_URL_SECRETS_MANAGER", self.moto.as_str()),
            ("AWS_REGION", "us-east-1"),
            ("AWS_ACCESS_KEY_ID", "local"),
            ("AWS_SECRET_ACCESS_KEY", "local"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
    }

    /// Lists the assets of a kind with the operator's command.
    pub fn list_assets(&self, kind: &str) -> String {
        self.operator(&["assets", "list", "--kind", kind])
    }

    /// Runs an operator's command against moto and returns the output.
    fn operator(&self, arguments: &[&str]) -> String {
        let output = Command::new(root().join("target/debug/wallet-cloud"))
            .args(arguments)
            .env("WALLET_CLOUD_SECRETS", "aws")
            .env("WALLET_CLOUD_SECRETS_PREFIX", &self.secrets_prefix)
            .env("WALLET_CLOUD_ASSETS", "aws")
            .env("WALLET_CLOUD_ASSETS_TABLE", &self.assets_table)
            .envs(self.aws())
            .output()
            .expect("the operator's tool was built");
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}
