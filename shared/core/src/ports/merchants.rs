//! Merchants and their keys in the secret store.

use crate::auth::{Merchant, MerchantId};
use crate::ports::store::StoreError;
use async_trait::async_trait;

/// The storage of merchants.
#[async_trait]
pub trait Merchants: Send + Sync {
    /// Returns the merchant with an id, or `None`. The data may be up to five minutes old.
    async fn find(&self, id: &MerchantId) -> Result<Option<Merchant>, StoreError>;
}
