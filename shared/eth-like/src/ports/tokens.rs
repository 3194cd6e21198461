//! The port for the tokens of the asset list.

use crate::{Chain, Erc20Token};
use async_trait::async_trait;
use std::sync::Arc;
use wallet_core::ports::store::StoreError;

/// What the services of the EVM chains need of assets.
#[async_trait]
pub trait Erc20List: Send + Sync {
    /// The tokens of a chain whose balances are told. They may be some minutes old; asking costs nothing.
    async fn erc20(&self, chain: Chain) -> Result<Arc<[Erc20Token]>, StoreError>;
}
