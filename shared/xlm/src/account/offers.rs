//! Open offers of an account, and prices of new offers compared with the market.

use crate::fee::ledger::Ledger;
use crate::operation::{OperationBody, Operations};
use crate::value::amount::Stroops;
use crate::value::asset::Asset;
use crate::value::price::Price;
use std::fmt;
use std::str::FromStr;
use wallet_core::model::{CursorError, decode_cursor, encode_cursor};

/// An open offer of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenOffer {
    /// The id of the offer.
    pub id: OfferId,
    /// The sold asset.
    pub selling: Asset,
    /// The bought asset.
    pub buying: Asset,
    /// The amount of the sold asset that is still for sale.
    pub amount: Stroops,
    /// The number of units of `buying` per unit of `selling`.
    pub price: Price,
}

/// A page of the open offers of an account, or an offer by the id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferFacts {
    /// The protocol of the upstream that responded.
    pub upstream: &'static str,
    /// The latest ledger of the upstream.
    pub ledger: Ledger,
    /// The offers, latest first.
    pub offers: Vec<OpenOffer>,
    /// The offer after which the next page starts, or `None` at the end.
    pub next: Option<OfferId>,
    /// True if unreadable offers are omitted.
    pub lacks_rows: bool,
    /// True if the upstream has no list of offers, and the account may have offers.
    pub lacks_offers: bool,
}

/// The id of an offer: 1 to 2^63 − 1. Later offers have greater ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OfferId(i64);

/// The error for a string that is not an offer id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("offer id must be a whole number from 1 to {}", i64::MAX)]
pub struct OfferIdError;

impl OfferId {
    /// Creates the id. Returns `None` below 1.
    pub const fn new(number: i64) -> Option<Self> {
        if number < 1 { None } else { Some(Self(number)) }
    }

    /// Returns the id as a number.
    pub(crate) const fn number(self) -> i64 {
        self.0
    }
}

impl FromStr for OfferId {
    type Err = OfferIdError;

    fn from_str(text: &str) -> Result<Self, OfferIdError> {
        text.parse().ok().and_then(Self::new).ok_or(OfferIdError)
    }
}

impl fmt::Display for OfferId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The position after an offer as an opaque string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferCursor(pub OfferId);

/// The first byte of a cursor of offers, to distinguish cursors of offers and histories.
const TAG: u8 = b'o';

impl fmt::Display for OfferCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.0.0.to_be_bytes();
        f.write_str(&encode_cursor([&[TAG], &number[..]].concat()))
    }
}

impl FromStr for OfferCursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Self, CursorError> {
        let bytes = decode_cursor(text)?;
        let number = bytes.strip_prefix(&[TAG]).and_then(|number| number.try_into().ok());
        let id = number.map(i64::from_be_bytes).and_then(OfferId::new);
        id.map(Self).ok_or(CursorError)
    }
}

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

/// Returns the market and the price of an offer, `None` for different operations and deleted offers.
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
    use crate::history::{Cursor, Position};
    use proptest::prelude::*;

    #[test]
    fn cursor_of_another_list_is_rejected() {
        let of_history = Cursor(Position::After(1 << 32)).to_string();
        let zero = encode_cursor([b'o', 0, 0, 0, 0, 0, 0, 0, 0]);
        let negative = encode_cursor([b'o', 0x80, 0, 0, 0, 0, 0, 0, 1]);
        let long = encode_cursor([b'o', 0, 0, 0, 0, 0, 0, 0, 0, 1]);
        for invalid in ["", "7", "!", &of_history, &zero, &negative, &long] {
            assert_eq!(invalid.parse::<OfferCursor>(), Err(CursorError), "{invalid}");
        }
        let own = OfferCursor(OfferId(7)).to_string();
        assert!(own.parse::<Cursor>().is_err());
    }

    #[test]
    fn offer_ids_start_at_1() {
        assert_eq!("1".parse(), Ok(OfferId(1)));
        for invalid in ["0", "-1", "", "x", "9223372036854775808"] {
            assert_eq!(invalid.parse::<OfferId>(), Err(OfferIdError), "{invalid}");
        }
    }

    proptest! {
        #[test]
        fn cursor_round_trips(number in 1..i64::MAX) {
            let cursor = OfferCursor(OfferId(number));
            prop_assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
    }

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
            // An offer at an absurd price excuses no second offer.
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
