//! Merchants and their keys in the secret store.

use crate::auth::{Merchant, MerchantId};
use crate::ports::store::StoreError;
use async_trait::async_trait;

/// Finds merchants.
#[async_trait]
pub trait Merchants: Send + Sync {
    /// The merchant with an id, `None` when there is none. May be up to five minutes old.
    async fn find(&self, id: &MerchantId) -> Result<Option<Merchant>, StoreError>;
}
