//! Past prices without a source, and a store in memory.

use async_trait::async_trait;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use wallet_core::model::{DailyPrices, PriceMonth};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::past_prices::{DailyPriceStore, PastPrice, PastPriceQuery, PastPrices};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::upstream::UpstreamError;

/// A service without a price source.
pub struct NoPastPrices;

#[async_trait]
impl PastPrices for NoPastPrices {
    async fn past_prices(&self, _: &PastPriceQuery, _: Deadline) -> Result<Vec<PastPrice>, UpstreamError> {
        Err(UpstreamError::NotConfigured {
            setting: "WALLET_CLOUD_UPSTREAM_PRICES".to_owned(),
        })
    }
}

/// Daily prices in memory.
#[derive(Default)]
pub struct MemoryPrices(Mutex<HashMap<PriceMonth, DailyPrices>>);

#[async_trait]
impl DailyPriceStore for MemoryPrices {
    async fn read(&self, months: &[PriceMonth]) -> Result<Vec<Option<DailyPrices>>, StoreError> {
        let stored = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(months.iter().map(|month| stored.get(month).cloned()).collect())
    }

    async fn write(&self, month: &PriceMonth, prices: &DailyPrices) -> Result<(), StoreError> {
        let mut stored = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        stored.insert(month.clone(), prices.clone());
        Ok(())
    }
}
