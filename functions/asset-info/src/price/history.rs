//! POST /api/price/history

use crate::Services;
use axum::extract::State;
use serde::Serialize;
use std::collections::HashSet;
use utoipa::ToSchema;
use wallet_assets::PricedAsset;
use wallet_core::model::{Asset, Month, Network, PriceCurrency, PriceInterval};
use wallet_core::ports::past_prices::{MAX_REQUESTED_MONTHS, PastPrice, PastPriceQuery};
use wallet_core::wire::{AsReceived, TimeNumber};
use wallet_http::{
    ApiError, Body, Cost, Data, ErrorCode, Field, HandlerResult, List, Object, RequestDeadline, Required, ResultExt,
    UpstreamBudget,
};

/// The maximum number of items of a request.
const MAX_ITEMS: usize = 500;

/// The maximum number of days of a range: a leap year.
const MAX_DAYS: u64 = 366;

/// The maximum number of hours of a range: 31 days and the hour of the end.
const MAX_HOURS: u64 = 745;

wallet_core::request! {
    /// Assets with times, or one asset with a range of time.
    #[schema(as = PastPriceRequest)]
    pub struct Request {
        /// The assets and times, 1 to 500. Required without `asset`.
        items: Field<Items>,
        /// The asset of a range, as in `items`.
        asset: Field<PricedAsset>,
        /// The currency: an ISO 4217 code in lower case.
        currency: Required<PriceCurrency>,
        /// The start of the range as Unix time in seconds. Required with `asset`.
        from: Field<TimeNumber>,
        /// The end of the range as Unix time in seconds, not in the future. Required with `asset`.
        to: Field<TimeNumber>,
        /// The interval of the range: `hour` for at most 745 hours, or `day` for at most 366 days, in UTC. Required with
        /// `asset`.
        interval: Field<PriceInterval>,
        /// The network: `livenet` or `testnet`. Coins of a testnet have no price, so only a test environment serves `testnet`.
        network: Field<Network>,
    }
}

/// The assets and times of a request.
type Items = List<Object<Item>, 1, MAX_ITEMS>;

wallet_core::request! {
    /// An asset at a time.
    #[schema(as = PastPriceItem)]
    pub struct Item {
        /// The asset: a chain for its coin (`btc`), a chain and a contract for a token (`eth:0x…`), or `xlm:CODE-ISSUER` for a
        /// Stellar asset.
        asset: Required<PricedAsset>,
        /// The Unix time in seconds, not in the future. The price is that of the day in UTC.
        at: Required<TimeNumber>,
    }
}

/// The price of an asset at a time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PastPrice)]
pub struct PriceRow {
    /// The asset: a contract has the checksum.
    #[schema(example = "btc")]
    asset: String,
    /// The time as in the request; in a range the start of the hour or day. Unix time in seconds.
    #[schema(example = 1_782_864_000)]
    at: u64,
    /// The price of one whole unit, the first of the day or hour: a decimal number without an exponent, with all digits of the
    /// source. Absent if the source has no price.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "59140.2")]
    price: Option<String>,
    /// The time of the price at the source in Unix seconds. Absent without a price.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, required = false, example = 1_782_864_041)]
    priced_at: Option<u64>,
    /// The source of the price. Absent without a price.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "coingecko")]
    source: Option<&'static str>,
    /// The reason why there is no price: `unknown` if the source has none, `unavailable` if the source was not reached, or if the
    /// request needs more than 60 months that are not stored; a later request may have the price. Absent with a price.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, pattern = "^(unknown|unavailable)$", example = "unknown")]
    missing: Option<&'static str>,
}

/// The prices in the order of the items, or of the range.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PastPriceList)]
pub struct Rows(Vec<PriceRow>);

/// Returns past prices of assets: of each item the price of the day in UTC, of a range the price of each hour or day.
///
/// Prices of past days never change; they are stored, and requested from the source once per asset, currency and month.
/// An item without a price has the reason in `missing`.
#[utoipa::path(
    post, path = "/api/price/history", operation_id = "listPastPrices",
    responses(),
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress]))),
)]
pub async fn post(
    State(services): State<Services>,
    budget: UpstreamBudget,
    RequestDeadline(deadline): RequestDeadline,
    Body(request): Body<Request>,
) -> HandlerResult<Rows> {
    let query = read(request, services.clock.now().as_secs())?;
    let months: HashSet<_> = query.items.iter().map(|(asset, at)| (asset, Month::of(*at))).collect();
    budget.spend(Cost::FACT + Cost::requests(months.len().min(MAX_REQUESTED_MONTHS)))?;
    let prices = services.past_prices.past_prices(&query, deadline).await?;
    let rows = query.items.into_iter().zip(prices);
    Ok(Data(Rows(
        rows.map(|((asset, at), price)| row(&asset, at, price)).collect(),
    )))
}

/// Validates the fields of the request.
fn read(request: Request, now: u64) -> Result<PastPriceQuery, ApiError> {
    let is_range = request.items.is_absent() && !request.asset.is_absent();
    if !is_range && !request.asset.is_absent() {
        return Err(ApiError::invalid_request("Send either items or asset.").at("asset"));
    }
    let (items, interval) = if is_range {
        let asset: Asset = request.asset.required().get()?.into();
        let currency = request.currency.clone();
        let _ = currency.get()?;
        let (from, to) = (request.from.required().get()?, request.to.required().get()?);
        let interval = request.interval.required().get()?;
        let starts = starts(from, to, interval, now)?;
        (starts.into_iter().map(|at| (asset.clone(), at)).collect(), interval)
    } else {
        (read_items(request.items.required(), now)?, PriceInterval::Day)
    };
    Ok(PastPriceQuery {
        items,
        currency: request.currency.get()?,
        network: request.network.or_default()?,
        interval,
    })
}

fn read_items(items: Required<Items>, now: u64) -> Result<Vec<(Asset, u64)>, ApiError> {
    let name = items.name();
    let items = items.get_in(AsReceived)?;
    if items.is_empty() || items.len() > MAX_ITEMS {
        let message = format!("items must have 1 to {MAX_ITEMS} entries.");
        return Err(ApiError::invalid_request(message).at(name));
    }
    let mut read = Vec::with_capacity(items.len());
    for (index, item) in items.into_iter().enumerate() {
        let at = || format!("{name}[{index}]");
        let asset: PricedAsset = item.asset.get().at(at())?;
        let time = item.at.get().at(at())?;
        not_in_future(time, now, "at").at(at())?;
        read.push((asset.into(), time));
    }
    Ok(read)
}

/// Returns the starts of the hours or days of a range.
fn starts(from: u64, to: u64, interval: PriceInterval, now: u64) -> Result<Vec<u64>, ApiError> {
    not_in_future(to, now, "to")?;
    if from > to {
        return Err(ApiError::invalid_request("from must not be later than to.").at("from"));
    }
    let (first, last) = (interval.start_of(from), interval.start_of(to));
    let (maximum, unit) = match interval {
        PriceInterval::Hour => (MAX_HOURS, "hours"),
        PriceInterval::Day => (MAX_DAYS, "days"),
    };
    if (last - first) / interval.seconds() >= maximum {
        let message = format!("The range must have at most {maximum} {unit}.");
        return Err(ApiError::invalid_request(message).at("from"));
    }
    let step = usize::try_from(interval.seconds()).unwrap_or(usize::MAX);
    Ok((first..=last).step_by(step).collect())
}

fn not_in_future(time: u64, now: u64, field: &str) -> Result<(), ApiError> {
    if time > now {
        return Err(ApiError::invalid_request(format!("{field} must not be in the future.")).at(field));
    }
    Ok(())
}

fn row(asset: &Asset, at: u64, price: PastPrice) -> PriceRow {
    let (point, missing) = match price {
        PastPrice::Price(point) => (Some(point), None),
        PastPrice::Unknown => (None, Some("unknown")),
        PastPrice::Unavailable => (None, Some("unavailable")),
    };
    PriceRow {
        asset: asset.price_name(),
        at,
        source: point.is_some().then_some("coingecko"),
        priced_at: point.as_ref().map(|point| point.at),
        price: point.map(|point| point.price.to_string()),
        missing,
    }
}
