//! The port for the tokens of the asset list.

use crate::{Chain, Erc20Token};
use async_trait::async_trait;
use std::sync::Arc;
use wallet_core::ports::store::StoreError;

/// The tokens of the catalogue, for the services of the EVM chains.
#[async_trait]
pub trait Erc20List: Send + Sync {
    /// Returns the tokens of a chain with listed balances. The list may be some minutes old, so that a call is cheap.
    async fn erc20(&self, chain: Chain) -> Result<Arc<[Erc20Token]>, StoreError>;
}
