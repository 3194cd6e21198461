//! [`DynamoPrices`].

use super::item::{Item, item, malformed, read_all, text, text_of};
use super::tables::{KEY_ATTRIBUTE, TableKey, create_table_if_missing};
use crate::aws::{AwsSettings, AwsSetupError};
use crate::failure::store_error;
use crate::signed_prices::{DAYS, day, price_key, prices_of};
use async_trait::async_trait;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;
use std::collections::HashMap;
use wallet_core::model::{DailyPrices, PriceMonth};
use wallet_core::ports::past_prices::DailyPriceStore;
use wallet_core::ports::store::StoreError;

/// The daily prices in DynamoDB: an item per asset, currency and month. They never change, so a write needs no condition: a
/// concurrent write has the same prices.
#[derive(Clone, Debug)]
pub struct DynamoPrices {
    client: Client,
    table: String,
}

impl DynamoPrices {
    /// Creates an adapter for this table.
    pub const fn new(client: Client, table: String) -> Self {
        Self { client, table }
    }

    /// Creates the adapter of a table on AWS; `setting` returns the value of a variable.
    ///
    /// | Variable | Value |
    /// |---|---|
    /// | `AWS_CA_BUNDLE` | see [`AwsSettings`] |
    pub fn on_aws(table: String, setting: impl Fn(&str) -> Option<String>) -> Result<Self, AwsSetupError> {
        let aws = AwsSettings::from_settings(setting).load()?;
        Ok(Self::new(Client::new(&aws), table))
    }

    /// Creates the table if missing; for the local server and tests.
    pub async fn create_table(&self) -> Result<(), StoreError> {
        create_table_if_missing(&self.client, &self.table, TableKey::Partition).await
    }
}

#[async_trait]
impl DailyPriceStore for DynamoPrices {
    async fn read(&self, months: &[PriceMonth]) -> Result<Vec<Option<DailyPrices>>, StoreError> {
        let keys: Vec<_> = months.iter().map(price_key).collect();
        let mut found = HashMap::with_capacity(keys.len());
        for stored in read_all(&self.client, &self.table, &keys).await? {
            found.insert(text_of(&stored, KEY_ATTRIBUTE)?.to_owned(), stored);
        }
        let months = keys.iter().zip(months).map(|(key, month)| {
            let stored = found.get(key)?;
            let prices = from_item(stored, month);
            let prices = prices.inspect_err(|error| tracing::error!(%error, key, "malformed prices skipped"));
            prices.ok().filter(|prices| !prices.is_empty())
        });
        Ok(months.collect())
    }

    async fn write(&self, month: &PriceMonth, prices: &DailyPrices) -> Result<(), StoreError> {
        let days = prices.points().map(|point| text(day(point)));
        let stored = item([
            (KEY_ATTRIBUTE, text(price_key(month))),
            (DAYS, AttributeValue::L(days.collect())),
        ]);
        let put = self.client.put_item().table_name(&self.table).set_item(Some(stored));
        put.send().await.map_err(|error| store_error("PutItem", &error))?;
        Ok(())
    }
}

/// Parses the prices of a month.
fn from_item(stored: &Item, month: &PriceMonth) -> Result<DailyPrices, StoreError> {
    let Some(AttributeValue::L(days)) = stored.get(DAYS) else {
        return Err(malformed(DAYS));
    };
    let texts = days.iter().map(|day| match day {
        AttributeValue::S(text) => Some(text.as_str()),
        _ => None,
    });
    prices_of(month, texts).ok_or_else(|| malformed(DAYS))
}
