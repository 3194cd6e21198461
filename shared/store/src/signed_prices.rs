//! [`SignedPrices`], and the form of stored prices.

use crate::aws::AwsSettings;
use crate::aws::dynamo::SignedDynamo;
use async_trait::async_trait;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::fmt::{self, Display};
use wallet_core::model::{DailyPrices, Decimal, PriceMonth, PricePoint};
use wallet_core::ports::past_prices::DailyPriceStore;
use wallet_core::ports::store::StoreError;

/// The attribute with the prices of a month.
pub(crate) const DAYS: &str = "days";

/// The attribute of the key.
const KEY: &str = "pk";

/// The maximum number of items of a request.
const MAX_ITEMS: usize = 100;

/// The maximum number of requests for the items of a request: DynamoDB may leave out items.
const MAX_ROUNDS: usize = 3;

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

    /// Makes a request and returns the response.
    async fn call(&self, operation: &'static str, body: &Value) -> Result<Value, StoreError> {
        let response = self.dynamodb.call(operation, body).await?;
        let unreadable = |_| StoreError::new(format_args!("{operation}: unreadable response"));
        serde_json::from_slice(&response).map_err(unreadable)
    }

    /// Adds the items with these keys.
    async fn read_items(&self, keys: &[String], found: &mut HashMap<String, Value>) -> Result<(), StoreError> {
        let keys: Vec<_> = keys.iter().map(|key| json!({ KEY: { "S": key } })).collect();
        let mut requested = json!({ self.table.as_str(): { "Keys": keys } });
        for _ in 0..MAX_ROUNDS {
            let mut response = self.call("BatchGetItem", &json!({ "RequestItems": requested })).await?;
            let items = response["Responses"][&self.table].take();
            for item in items.as_array().into_iter().flatten() {
                if let Some(key) = item[KEY]["S"].as_str() {
                    found.insert(key.to_owned(), item[DAYS]["L"].clone());
                }
            }
            requested = response["UnprocessedKeys"].take();
            if requested.as_object().is_none_or(Map::is_empty) {
                return Ok(());
            }
        }
        Err(StoreError::new("BatchGetItem: items left out"))
    }
}

#[async_trait]
impl DailyPriceStore for SignedPrices {
    async fn read(&self, months: &[PriceMonth]) -> Result<Vec<Option<DailyPrices>>, StoreError> {
        let keys: Vec<_> = months.iter().map(price_key).collect();
        let mut found = HashMap::with_capacity(keys.len());
        for keys in keys.chunks(MAX_ITEMS) {
            self.read_items(keys, &mut found).await?;
        }
        let months = keys.iter().zip(months).map(|(key, month)| {
            let days = found.get(key)?.as_array();
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
        self.call("PutItem", &json!({ "TableName": self.table, "Item": item }))
            .await?;
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
