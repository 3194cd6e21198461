//! [`SignedPrices`], and the form of stored prices.

use crate::aws::AwsSettings;
use crate::aws::dynamo::{KEY, SignedDynamo};
use async_trait::async_trait;
use serde_json::json;
use std::fmt::{self, Display};
use wallet_core::model::{DailyPrices, Decimal, PriceMonth, PricePoint};
use wallet_core::ports::past_prices::DailyPriceStore;
use wallet_core::ports::store::StoreError;

/// The attribute with the prices of a month.
pub(crate) const DAYS: &str = "days";

/// The maximum size of a response in bytes: each of the 100 items has at most 31 numbers of at most 81 characters.
const MAX_RESPONSE: usize = 1024 * 1024;

/// Daily prices in DynamoDB by signed requests, for functions that do not link the SDK of the database.
pub struct SignedPrices {
    dynamodb: SignedDynamo,
    table: String,
}

impl SignedPrices {
    /// Creates the client of a table.
    pub fn new(settings: AwsSettings, table: String) -> Self {
        let dynamodb = SignedDynamo::new(settings, MAX_RESPONSE);
        Self { dynamodb, table }
    }
}

#[async_trait]
impl DailyPriceStore for SignedPrices {
    async fn read(&self, months: &[PriceMonth]) -> Result<Vec<Option<DailyPrices>>, StoreError> {
        let keys: Vec<_> = months.iter().map(price_key).collect();
        let found = self.dynamodb.items(&self.table, &keys).await?;
        let months = keys.iter().zip(months).map(|(key, month)| {
            let days = found.get(key)?[DAYS]["L"].as_array();
            let prices = days.and_then(|days| prices_of(month, days.iter().map(|day| day["S"].as_str())));
            if prices.is_none() {
                tracing::error!(key, "malformed prices skipped");
            }
            prices.filter(|prices| !prices.is_empty())
        });
        Ok(months.collect())
    }

    async fn write(&self, month: &PriceMonth, prices: &DailyPrices) -> Result<(), StoreError> {
        let days: Vec<_> = prices
            .points()
            .map(|point| json!({ "S": day(point).to_string() }))
            .collect();
        let item = json!({ KEY: { "S": price_key(month) }, DAYS: { "L": days } });
        let request = json!({ "TableName": self.table, "Item": item });
        self.dynamodb.call("PutItem", &request).await?;
        Ok(())
    }
}

/// Returns the key of a month, for example `livenet#eth:0x…#usd#2026-07`.
pub(crate) fn price_key(month: &PriceMonth) -> String {
    let (asset, currency, network) = (month.asset.price_name(), month.currency, month.network);
    format!("{network}#{asset}#{currency}#{}", month.month)
}

/// Returns the text of the price of a day.
pub(crate) fn day(point: &PricePoint) -> impl Display {
    fmt::from_fn(|f| write!(f, "{} {}", point.at, point.price))
}

/// Parses the prices of a month; `None` if a text is absent or malformed.
pub(crate) fn prices_of<'a>(month: &PriceMonth, days: impl Iterator<Item = Option<&'a str>>) -> Option<DailyPrices> {
    let points = days.map(|text| {
        let (at, price) = text?.split_once(' ')?;
        let price = Decimal::from_json(price).filter(Decimal::is_positive)?;
        Some(PricePoint {
            at: at.parse().ok()?,
            price,
        })
    });
    let points: Vec<_> = points.collect::<Option<_>>()?;
    // Every stored day was over when the prices were stored.
    Some(DailyPrices::of(month.month, &points, u64::MAX))
}
