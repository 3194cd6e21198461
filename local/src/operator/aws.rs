//! Access of the operator's commands to AWS.

use anyhow::Context;
use clap::Args;
use wallet_store::aws::{AwsSettings, SdkConfig, Stack, TrustRoots, read_stack};
use wallet_store::dynamodb::Tables;

/// The account, region and stack on AWS.
#[derive(Args, Debug, Default)]
pub struct AwsAccess {
    /// The profile of the AWS configuration files
    #[arg(long, value_name = "NAME", global = true)]
    profile: Option<String>,
    /// The region, instead of that of the environment or the profile
    #[arg(long, value_name = "REGION", global = true)]
    region: Option<String>,
    /// The stack on AWS to work on: its outputs name the tables and the secrets
    #[arg(long, value_name = "NAME", env = "WALLET_CLOUD_STACK", global = true)]
    stack: Option<String>,
}

/// The resources of a stack that the commands use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackResources {
    /// The tables of the authorization service.
    pub tables: Tables,
    /// The table of asset changes.
    pub assets_table: String,
    /// The prefix of the names of the secrets.
    pub secrets_prefix: String,
    /// The URL of the services.
    pub base_url: String,
}

impl AwsAccess {
    /// Returns true if a stack is selected.
    pub fn has_stack(&self) -> bool {
        self.stack.is_some()
    }

    /// Returns the name of the selected stack, empty if there is none.
    pub fn stack_name(&self) -> &str {
        self.stack.as_deref().unwrap_or_default()
    }

    /// Returns the configuration of the SDK clients.
    pub async fn load(&self) -> anyhow::Result<SdkConfig> {
        Ok(self.settings().load_profile(self.profile.as_deref()).await?)
    }

    /// Reads the selected stack, if a stack is selected.
    pub async fn stack(&self) -> anyhow::Result<Option<StackResources>> {
        let stack = self.read_stack().await?;
        stack.as_ref().map(StackResources::of).transpose()
    }

    /// Reads the selected stack with the state, if a stack is selected.
    pub async fn read_stack(&self) -> anyhow::Result<Option<Stack>> {
        let Some(name) = &self.stack else {
            return Ok(None);
        };
        let stack = read_stack(&self.settings(), &self.load().await?, name).await;
        stack
            .map(Some)
            .with_context(|| format!("the stack {name} cannot be read"))
    }

    /// Returns the settings for a developer machine, which may be behind a proxy with custom root certificates.
    fn settings(&self) -> AwsSettings {
        AwsSettings {
            trust: TrustRoots::System,
            region: self.region.clone(),
            ..AwsSettings::default()
        }
    }
}

impl StackResources {
    /// Returns the resources that the outputs name.
    pub fn of(stack: &Stack) -> anyhow::Result<Self> {
        let output = |name: &str| {
            let value = stack.outputs.get(name).cloned();
            value.with_context(|| {
                format!("the stack has no output {name}: it is not one of this version of the template")
            })
        };
        Ok(Self {
            tables: Tables {
                accounts: output("AccountsTable")?,
                sessions: output("SessionsTable")?,
                throttle: output("ThrottleTable")?,
            },
            assets_table: output("AssetsTable")?,
            secrets_prefix: output("SecretsPrefix")?,
            base_url: output("BaseUrl")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_are_named_by_the_outputs() {
        let names = [
            "AccountsTable",
            "SessionsTable",
            "ThrottleTable",
            "AssetsTable",
            "SecretsPrefix",
            "BaseUrl",
        ];
        let outputs = names.map(|name| (name.to_owned(), format!("the {name}")));
        let stack = Stack {
            outputs: outputs.into(),
            ..Stack::default()
        };
        let resources = StackResources::of(&stack).unwrap();
        assert_eq!(resources.tables.accounts, "the AccountsTable");
        assert_eq!(resources.secrets_prefix, "the SecretsPrefix");
        for name in names {
            let mut other = stack.clone();
            other.outputs.remove(name);
            let error = StackResources::of(&other).unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("the stack has no output {name}:")),
                "{error}"
            );
        }
    }
}
