//! A price source with the shape of CoinGecko's API: fixed prices with repeated digits, clearly not market prices.
//!
//! Paths: `ping`, `simple/price` and `simple/token_price/{platform}`, whose responses leave out unknown coins, contracts and
//! currencies as at CoinGecko, and `coins/{id}/market_chart/range` and `coins/{platform}/contract/{contract}/market_chart/range`
//! with a price each hour. The prices of a past hour depend on the hour only; those of today are the current price.

use crate::chain::Token;
use crate::clock::Clock;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::sync::Arc;

/// The path of the price source below the address of the sandbox.
pub(crate) const PATH: &str = "/prices";

/// The price of each coin in millionths of a dollar.
const COINS: [(&str, u64); 12] = [
    ("bitcoin", 11_111_110_000),
    ("ethereum", 2_222_220_000),
    ("bitcoin-cash", 444_440_000),
    ("litecoin", 33_330_000),
    ("dogecoin", 111_111),
    ("ethereum-classic", 22_220_000),
    ("fantom", 333_333),
    ("avalanche-2", 44_440_000),
    ("polygon-ecosystem-token", 555_555),
    ("binancecoin", 666_660_000),
    ("xdai", 999_999),
    ("stellar", 777_777),
];

/// The price of every token in millionths of a dollar.
const TOKEN: u64 = 1_110_000;

/// The units of each currency that half a dollar is worth.
const CURRENCIES: [(&str, u64); 6] = [("usd", 2), ("eur", 1), ("gbp", 1), ("chf", 2), ("pln", 8), ("jpy", 222)];

/// The change of every price within 24 hours, in percent.
const CHANGE: &str = "1.11";

/// The state of the price source.
#[derive(Clone)]
struct Source {
    /// The contracts of the sandbox tokens in lower case.
    contracts: Arc<HashSet<String>>,
    clock: Arc<dyn Clock>,
}

#[derive(Deserialize)]
struct CoinQuery {
    ids: String,
    vs_currencies: String,
}

#[derive(Deserialize)]
struct TokenQuery {
    contract_addresses: String,
    vs_currencies: String,
}

/// Returns the routes of the price source.
pub(crate) fn router(tokens: &[Token], clock: Arc<dyn Clock>) -> Router {
    let contracts = tokens.iter().map(|token| token.contract.to_lowercase()).collect();
    Router::new()
        .route("/ping", get(async || json(r#"{"gecko_says":"sandbox"}"#.to_owned())))
        .route("/simple/price", get(coins))
        .route("/simple/token_price/{platform}", get(tokens_of))
        .route("/coins/{id}/market_chart/range", get(coin_range))
        .route(
            "/coins/{platform}/contract/{contract}/market_chart/range",
            get(token_range),
        )
        .with_state(Source {
            contracts: Arc::new(contracts),
            clock,
        })
}

#[derive(Deserialize)]
struct RangeQuery {
    vs_currency: String,
    from: u64,
    to: u64,
}

/// The seconds of an hour, and the hours of a day.
const HOUR: u64 = 3600;
const HOURS: u64 = 24;

/// The maximum number of prices of a range.
const MAX_RANGE: usize = 100 * 24;

async fn coin_range(State(source): State<Source>, Path(id): Path<String>, Query(query): Query<RangeQuery>) -> Response {
    let price = COINS.iter().find(|(coin, _)| *coin == id).map(|(_, price)| *price);
    source.respond_range(price, &query)
}

async fn token_range(
    State(source): State<Source>,
    Path((platform, contract)): Path<(String, String)>,
    Query(query): Query<RangeQuery>,
) -> Response {
    let price = source.token_price(&platform, &contract);
    source.respond_range(price, &query)
}

async fn coins(State(source): State<Source>, Query(query): Query<CoinQuery>) -> Response {
    let price = |id: &str| COINS.iter().find(|(coin, _)| *coin == id).map(|(_, price)| *price);
    source.respond(&query.ids, price, &query.vs_currencies)
}

async fn tokens_of(
    State(source): State<Source>,
    Path(platform): Path<String>,
    Query(query): Query<TokenQuery>,
) -> Response {
    let price = |contract: &str| source.token_price(&platform, contract);
    source.respond(&query.contract_addresses, price, &query.vs_currencies)
}

impl Source {
    /// Returns the current price of a token in millionths of a dollar, `None` for an unknown token.
    fn token_price(&self, platform: &str, contract: &str) -> Option<u64> {
        let is_known = match platform {
            "stellar" => is_stellar_asset(contract),
            _ => self.contracts.contains(&contract.to_lowercase()),
        };
        is_known.then_some(TOKEN)
    }

    /// Returns the prices of an asset at the start of each hour of a range, not later than now.
    fn respond_range(&self, price: Option<u64>, query: &RangeQuery) -> Response {
        let rate = CURRENCIES.iter().find(|(currency, _)| *currency == query.vs_currency);
        let (Some(price), Some((_, rate))) = (price, rate) else {
            let error = r#"{"error":"coin not found"}"#.to_owned();
            return (StatusCode::NOT_FOUND, json(error)).into_response();
        };
        let now = self.clock.now().as_secs();
        let today = now - now % (HOURS * HOUR);
        let hours = query.from.div_ceil(HOUR)..=query.to.min(now) / HOUR;
        let points = hours.take(MAX_RANGE).map(|hour| {
            let micros = price * rate / 2;
            let micros = if hour * HOUR >= today {
                micros
            } else {
                // From 90 % to 109 % of the current price by the day, and up to 0.23 % more by the hour.
                micros * (9000 + hour / HOURS % 20 * 100 + hour % HOURS) / 10_000
            };
            let (whole, fraction) = (micros / 1_000_000, micros % 1_000_000);
            format!("[{}000,{whole}.{fraction:06}]", hour * HOUR)
        });
        json(format!(r#"{{"prices":[{}]}}"#, points.collect::<Vec<_>>().join(",")))
    }

    /// Returns the prices of the known assets of a list.
    fn respond(&self, assets: &str, price: impl Fn(&str) -> Option<u64>, currencies: &str) -> Response {
        let requested: HashSet<_> = currencies.split(',').collect();
        let now = self.clock.now().as_secs();
        let rows = assets.split(',').filter_map(|asset| {
            let price = price(asset)?;
            let mut row = String::new();
            for (currency, rate) in CURRENCIES.iter().filter(|(currency, _)| requested.contains(currency)) {
                let micros = price * rate / 2;
                let (whole, fraction) = (micros / 1_000_000, micros % 1_000_000);
                let _ = write!(
                    row,
                    r#""{currency}":{whole}.{fraction:06},"{currency}_24h_change":{CHANGE},"#
                );
            }
            Some(format!(r#""{asset}":{{{row}"last_updated_at":{now}}}"#))
        });
        json(format!("{{{}}}", rows.collect::<Vec<_>>().join(",")))
    }
}

fn is_stellar_asset(text: &str) -> bool {
    let is_word = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    text.split_once('-')
        .is_some_and(|(code, issuer)| is_word(code) && is_word(issuer) && issuer.starts_with('G'))
}

fn json(text: String) -> Response {
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}
