//! Past prices without a source, and a store in memory.

use async_trait::async_trait;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use wallet_core::model::{Asset, DailyPrices, Decimal, PriceMonth, PricePoint};
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

/// The same price for every asset and time.
pub struct FixedPrices(pub &'static str);

#[async_trait]
impl PastPrices for FixedPrices {
    async fn past_prices(&self, query: &PastPriceQuery, _: Deadline) -> Result<Vec<PastPrice>, UpstreamError> {
        let price = Decimal::from_json(self.0).expect("a number");
        let point = |(_, at): &(Asset, u64)| {
            let price = price.clone();
            PastPrice::Price(PricePoint { at: *at, price })
        };
        Ok(query.items.iter().map(point).collect())
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
