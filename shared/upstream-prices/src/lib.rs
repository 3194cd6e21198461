//! The adapter of CoinGecko, and the pool that implements the port of prices (docs/decisions/assets.md#prices-on-request).
//!
//! - `lookup`: what one call requests: all coins, or some tokens of one chain.
//! - `coingecko`: CoinGecko's API.
//! - `upstreams`: the port over the configured upstreams, with a cache.

#![warn(missing_docs)]

mod coingecko;
mod lookup;
mod upstreams;

pub use upstreams::{PriceUpstreams, setting_name};
