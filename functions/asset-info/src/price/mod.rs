//! GET /api/price

pub mod history;

use crate::Services;
use axum::extract::State;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use wallet_assets::{Currency, Decimal, PricedAsset, Quoted, price_currencies};
use wallet_core::model::Network;
use wallet_core::wire::{CurrencyListText, PricedAssetListText};
use wallet_http::extract::distinct;
use wallet_http::{
    ApiError, Cost, Data, ErrorCode, Field, HandlerResult, Query, RequestDeadline, Required, ResultExt, UpstreamBudget,
};

/// The maximum number of assets of a request.
const MAX_ASSETS: usize = 50;

wallet_core::request! {
    /// The assets and the currencies.
    #[schema(as = PriceRequest)]
    pub struct Request {
        /// The assets, separated by commas: a chain for its coin (`btc`), a chain and a contract for a token (`eth:0x…`), or
        /// `xlm:CODE-ISSUER` for a Stellar asset. At most 50 different ones.
        assets: Required<PricedAssetListText>,
        /// The currencies, separated by commas: ISO 4217 codes in lower case, all different.
        currency: Required<CurrencyListText>,
        /// The network: `livenet` or `testnet`. Coins of a testnet have no price, so only a test environment serves `testnet`.
        network: Field<Network>,
    }
}

/// The prices of an asset.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceData {
    /// The asset as requested.
    #[schema(example = "btc")]
    asset: String,
    /// The price of one whole unit in each requested currency: a decimal number without an exponent, with all digits of
    /// the source. Empty if the source does not know the asset; without the currencies that the source does not have.
    #[schema(example = json!({ "eur": "59140.2", "usd": "64123.5" }))]
    prices: BTreeMap<String, String>,
    /// The change of each price within 24 hours, in percent. Absent if the source does not state it.
    #[serde(rename = "change24h", skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(example = json!({ "eur": "-1.62", "usd": "-1.7" }))]
    change: BTreeMap<String, String>,
    /// The time of the prices at the source in Unix seconds. Absent without prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 1_800_000_000)]
    at: Option<u64>,
    /// `true` if the prices are more than a minute old because the source fails; they are at most ten minutes old. Absent
    /// otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = true)]
    stale: Option<bool>,
}

/// The prices in the order of the assets in the request.
#[derive(Debug, Serialize, ToSchema)]
pub struct PriceList(Vec<PriceData>);

/// Returns the prices of assets.
///
/// The prices are at most a minute old. While the source fails, prices of the last ten minutes are returned with
/// `stale: true`.
#[utoipa::path(
    get, path = "/api/price", operation_id = "listPrices",
    responses(),
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<PriceList> {
    let field = request.assets.name();
    let names = request.assets.get()?;
    let assets = read_assets(&names).at(field)?;
    let field = request.currency.name();
    let currencies = read_currencies(&request.currency.get()?).at(field)?;
    let network = request.network.or_default()?;
    budget.spend(Cost::FACT + Cost::requests(assets.len()))?;
    let quotes = services.prices.quotes(&assets, network, deadline).await?;
    let rows = names.split(',').zip(&quotes);
    let rows = rows.map(|(asset, quoted)| PriceData::new(asset, quoted, &currencies));
    Ok(Data(PriceList(rows.collect())))
}

/// Parses the assets. The path of an error is the index of the asset.
fn read_assets(names: &str) -> Result<Vec<PricedAsset>, ApiError> {
    let names: Vec<_> = names.split(',').collect();
    distinct(&names, MAX_ASSETS, "asset", |name| Ok(name.parse::<PricedAsset>()?))
}

fn read_currencies(codes: &str) -> Result<Vec<Currency>, ApiError> {
    let mut currencies = Vec::new();
    for (index, code) in codes.split(',').enumerate() {
        let known = price_currencies().find(|currency| currency.to_string() == code);
        let currency = known.filter(|currency| !currencies.contains(currency)).ok_or_else(|| {
            let known: Vec<_> = price_currencies().map(|currency| currency.to_string()).collect();
            let message = format!("currency must be different codes of {}.", known.join(", "));
            ApiError::invalid_request(message).at(format!("[{index}]"))
        })?;
        currencies.push(currency);
    }
    Ok(currencies)
}

impl PriceData {
    fn new(asset: &str, quoted: &Quoted, currencies: &[Currency]) -> Self {
        let quote = quoted.quote.as_deref();
        let requested = |numbers: Option<&BTreeMap<Currency, Decimal>>| -> BTreeMap<String, String> {
            let numbers = numbers.into_iter().flatten();
            let numbers = numbers.filter(|(currency, _)| currencies.contains(currency));
            numbers
                .map(|(currency, number)| (currency.to_string(), number.to_string()))
                .collect()
        };
        Self {
            asset: asset.to_owned(),
            prices: requested(quote.map(|quote| &quote.prices)),
            change: requested(quote.map(|quote| &quote.changes)),
            at: quote.and_then(|quote| quote.at),
            stale: quoted.stale.then_some(true),
        }
    }
}
