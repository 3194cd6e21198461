//! Prices of offers, compared with the best offers of others (docs/decisions/1242).

use super::asset::Asset;
use super::operation::{OperationBody, Operations};
use super::price::Price;

/// Assets of a price: a price is the number of `counter` units per `base` unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Market {
    /// The priced asset.
    pub base: Asset,
    /// The asset in which the price is.
    pub counter: Asset,
}

/// Best offers of a market, each `None` if there are no such offers or they are unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestOffers {
    /// The highest price of offers to buy the base asset.
    pub bid: Option<Price>,
    /// The lowest price of offers to sell the base asset.
    pub ask: Option<Price>,
}

/// The factor beyond which the price of an offer is an outlier.
const OUTLIER: i128 = 10;

impl BestOffers {
    /// Returns true if there are offers, and this price is more than ten times as high or as low as that of each best
    /// offer.
    pub fn exclude(&self, price: Price) -> bool {
        let best: Vec<_> = [self.bid, self.ask].into_iter().flatten().collect();
        !best.is_empty() && best.iter().all(|best| is_far(price, *best))
    }
}

fn is_far(one: Price, other: Price) -> bool {
    // The products of three numbers have at most 66 bits.
    let product = |n: i32, d: i32| i128::from(n) * i128::from(d);
    let (left, right) = (product(one.n(), other.d()), product(other.n(), one.d()));
    left > OUTLIER * right || right > OUTLIER * left
}

impl Operations {
    /// Returns the market and the price of each new or changed offer, in order.
    pub fn offered_prices(&self) -> Vec<(Market, Price)> {
        let bodies = self.as_slice().iter().map(|operation| &operation.body);
        bodies.filter_map(offered_price).collect()
    }
}

/// Returns the market and the price of an offer, `None` for other operations and deleted offers.
fn offered_price(body: &OperationBody) -> Option<(Market, Price)> {
    let market = |base, counter| Market { base, counter };
    match body {
        OperationBody::ManageSellOffer(offer) => {
            (offer.amount.get() > 0).then(|| (market(offer.selling, offer.buying), offer.price))
        }
        OperationBody::ManageBuyOffer(offer) => {
            (offer.buy_amount.get() > 0).then(|| (market(offer.buying, offer.selling), offer.price))
        }
        OperationBody::CreatePassiveSellOffer(offer) => Some((market(offer.selling, offer.buying), offer.price)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(text: &str) -> Option<Price> {
        (!text.is_empty()).then(|| text.parse().expect("a price"))
    }

    #[test]
    fn outlier_is_more_than_ten_times_off_each_best_offer() {
        for (bid, ask, checked, expected) in [
            ("", "", "1000", false),
            ("2", "", "20", false),
            ("2", "", "20.0000001", true),
            ("2", "", "0.2", false),
            ("2", "", "0.1999999", true),
            ("", "2", "21", true),
            ("2", "3", "30", false),
            ("2", "3", "31", true),
            ("2", "3", "0.2", false),
            ("2", "3", "0.19", true),
            // An inverted price.
            ("0.1", "0.101", "10", true),
            // An offer at an absurd price excuses no other.
            ("1/2147483647", "10", "0.1", true),
            ("2147483647", "2147483647", "1/2147483647", true),
        ] {
            let best = BestOffers {
                bid: price(bid),
                ask: price(ask),
            };
            assert_eq!(
                best.exclude(price(checked).expect("a price")),
                expected,
                "{bid} {ask} {checked}"
            );
        }
    }
}
