//! Best offers of a market: `/order_book`.
//!
//! They only complete a response, and are requested within limits of load and time, as an optional request
//! (docs/decisions/upstreams.md#optional-requests).

use super::offers::WirePrice;
use super::paths::append_asset;
use super::{Horizon, Lookup, look_up};
use serde::Deserialize;
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Topic;
use wallet_upstream::failure::Failure;
use wallet_xlm::{BestOffers, Market, Price};

/// Order book record. Both prices are in units of the bought asset per unit of the sold asset.
#[derive(Debug, Deserialize)]
pub(super) struct WireBook {
    /// Offers to buy the sold asset, the highest price first.
    #[serde(rename = "bids")]
    to_buy: Vec<WireLevel>,
    /// Offers to sell the sold asset, the lowest price first.
    #[serde(rename = "asks")]
    to_sell: Vec<WireLevel>,
}

#[derive(Debug, Deserialize)]
struct WireLevel {
    price_r: WirePrice,
}

impl Horizon {
    /// Returns the best offers of a market, none of an unknown market.
    pub(crate) async fn best_offers(&self, market: Market, deadline: Deadline) -> Result<BestOffers, Failure> {
        let mut url = self.endpoint.url(&["order_book"]);
        append_asset(&mut url, "selling", &market.base);
        append_asset(&mut url, "buying", &market.counter);
        url.query_pairs_mut().append_pair("limit", "1");
        let response = self.endpoint.get_optional(Topic::Market, url, deadline).await?;
        match look_up::<WireBook>(&response)? {
            Lookup::Found(book) => book.decode(),
            Lookup::Missing | Lookup::BeforeHistory => Ok(BestOffers::default()),
        }
    }
}

impl WireBook {
    pub(super) fn decode(&self) -> Result<BestOffers, Failure> {
        let best = |levels: &[WireLevel]| -> Result<Option<Price>, Failure> {
            levels.first().map(|level| level.price_r.decode()).transpose()
        };
        Ok(BestOffers {
            bid: best(&self.to_buy)?,
            ask: best(&self.to_sell)?,
        })
    }
}
