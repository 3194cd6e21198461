//! [`SignedAssets`], and the form of stored assets that both adapters read.

use crate::aws::AwsSettings;
use crate::aws::dynamo::SignedDynamo;
use async_trait::async_trait;
use std::collections::BTreeSet;
use wallet_assets::{AssetId, Contract, Seed};
use wallet_core::ports::store::StoreError;
use wallet_eth_like::ports::ListedContracts;
use wallet_eth_like::{Address, Chain};

/// The attribute with the name of an asset. A deleted asset has none.
pub(crate) const NAME: &str = "asset_name";

/// The maximum size of a response in bytes: 100 items with an icon of a few kilobytes.
const MAX_RESPONSE: usize = 1024 * 1024;

/// The listed contracts, which are compiled in or stored, by signed requests: for functions that do not link the SDK of the database.
/// A stored asset with a name is listed, also if the catalogue rejects the asset as malformed.
pub struct SignedAssets {
    dynamodb: SignedDynamo,
    table: String,
}

impl SignedAssets {
    /// Creates the reader of a table.
    pub fn new(settings: AwsSettings, table: String) -> Self {
        let dynamodb = SignedDynamo::new(settings, MAX_RESPONSE);
        Self { dynamodb, table }
    }
}

#[async_trait]
impl ListedContracts for SignedAssets {
    async fn are_listed(&self, chain: Chain, contracts: &[Address]) -> Result<Vec<bool>, StoreError> {
        let ids = |address: &Address| {
            let address = *address;
            AssetId::of_contract(Contract { chain, address })
        };
        let keys: BTreeSet<_> = contracts.iter().flat_map(ids).map(|id| asset_key(&id)).collect();
        let keys: Vec<_> = keys.into_iter().collect();
        let changed = self.dynamodb.items(&self.table, &keys).await?;
        let is_listed = |id: &AssetId| match changed.get(&asset_key(id)) {
            Some(item) => item.get(NAME).is_some(),
            None => Seed::BuiltIn.contains(id),
        };
        let are_listed = contracts.iter().map(|contract| ids(contract).iter().any(is_listed));
        Ok(are_listed.collect())
    }
}

/// Returns the key of an asset, for example `erc20#eth:0x…`.
pub(crate) fn asset_key(id: &AssetId) -> String {
    format!("{}#{id}", id.kind().name())
}
