//! The adapter of CoinGecko, and the pool that implements the ports of prices
//! (docs/decisions/assets.md#prices-on-request).
//!
//! - `coingecko`: a server with CoinGecko's API; `names`: its names for the chains.
//! - `range`, `history`: past prices, with the store of daily prices.
//! - `upstreams`: the configured upstreams.
//! - With the feature `quotes`, which needs the catalogue of assets: `lookup`, `simple_price` and `quotes`, current prices with a
//!   cache.

#![warn(missing_docs)]

mod coingecko;
mod history;
#[cfg(feature = "quotes")]
mod lookup;
mod names;
#[cfg(feature = "quotes")]
mod quotes;
mod range;
#[cfg(feature = "quotes")]
mod simple_price;
mod upstreams;

pub use history::PriceHistory;
pub use upstreams::{PriceUpstreams, setting_name};
