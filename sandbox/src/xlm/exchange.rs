//! The amounts exchanged by two sides at a price, and the direction of rounding (CAP-4, protocol version 10).
//!
//! The maker is the offer in the book, the taker crosses it. The price is the amount that the taker pays per
//! unit given by the maker. The side that can exchange less is filled completely. Rounding favours the other
//! side, which stays, by at most one percent.

use stellar_xdr::{OfferEntry, Price};

/// The maximum amounts that each side can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The amount that the maker can give.
    pub maker_gives: i64,
    /// The amount that the maker can receive.
    pub maker_earns: i64,
    /// The amount that the taker can receive.
    pub taker_takes: i64,
    /// The amount that the taker can pay.
    pub taker_pays: i64,
}

/// The amount that must be exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// None: an exchange of two offers.
    Offer,
    /// The amount that the taker receives: a path payment with an exact delivered amount.
    StrictReceive,
    /// The amount that the taker pays: a path payment with an exact sent amount.
    StrictSend,
}

/// The exchanged amounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The amount from the maker to the taker.
    pub given: i64,
    /// The amount from the taker to the maker.
    pub paid: i64,
    /// True if the maker can exchange more than the taker.
    pub maker_stays: bool,
}

/// Returns the amounts exchanged at a price. Two offers exchange nothing if rounding would favour one of them
/// by more than one percent. A payment may favour the maker without bound, because it has its own limit.
pub fn exchange(price: &Price, limits: Limits, rounding: Rounding) -> Exchange {
    let exchange = rounded(price, limits, rounding);
    let is_nothing = match rounding {
        Rounding::Offer => exchange.given == 0 || exchange.paid == 0 || !is_fair(price, &exchange),
        Rounding::StrictReceive => exchange.given == 0 || exchange.paid == 0,
        // With an exact sent amount, the last stroops may buy nothing.
        Rounding::StrictSend => false,
    };
    if is_nothing {
        return Exchange {
            given: 0,
            paid: 0,
            ..exchange
        };
    }
    exchange
}

/// Returns the amount of an offer that can give and earn at most this: the amount that a taker without limits
/// could take.
pub fn adjusted(price: &Price, gives: i64, earns: i64) -> i64 {
    exchange(price, of_maker(gives, earns), Rounding::Offer).given
}

/// The liabilities of an offer on the balances of its owner (CAP-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The liability on the sold asset.
    pub selling: i64,
    /// The liability on the bought asset, which must fit the limit.
    pub buying: i64,
}

impl Bound {
    /// Returns the liabilities of an offer in the book.
    pub fn by(offer: &OfferEntry) -> Self {
        Self::by_giving(&offer.price, offer.amount, i64::MAX)
    }

    /// Returns the liabilities of an offer that gives and earns at most these amounts.
    pub fn by_giving(price: &Price, gives: i64, earns: i64) -> Self {
        let exchange = rounded(price, of_maker(gives, earns), Rounding::Offer);
        Self {
            selling: exchange.given,
            buying: exchange.paid,
        }
    }
}

fn of_maker(gives: i64, earns: i64) -> Limits {
    Limits {
        maker_gives: gives,
        maker_earns: earns,
        taker_takes: i64::MAX,
        taker_pays: i64::MAX,
    }
}

fn rounded(price: &Price, limits: Limits, rounding: Rounding) -> Exchange {
    let (n, d) = (wide(price.n.into()), wide(price.d.into()));
    // Both sides in the same unit: the payment multiplied by the denominator.
    let maker = (wide(limits.maker_gives) * n).min(wide(limits.maker_earns) * d);
    let taker = (wide(limits.taker_takes) * n).min(wide(limits.taker_pays) * d);
    let maker_stays = maker > taker;
    let (given, paid) = if maker_stays {
        match rounding {
            Rounding::StrictSend => (taker / n, wide(limits.taker_pays.min(limits.maker_earns))),
            Rounding::Offer if n <= d => {
                let paid = taker / d;
                (paid * d / n, paid)
            }
            Rounding::Offer | Rounding::StrictReceive => {
                let given = taker / n;
                (given, (given * n).div_ceil(d))
            }
        }
    } else if n > d {
        let given = maker / n;
        (given, given * n / d)
    } else {
        let paid = maker / d;
        ((paid * d).div_ceil(n), paid)
    };
    Exchange {
        given: narrow(given),
        paid: narrow(paid),
        maker_stays,
    }
}

/// Returns true if the rounded price is off by at most one percent.
fn is_fair(price: &Price, exchange: &Exchange) -> bool {
    let value = wide(price.n.into()) * wide(exchange.given);
    let payment = wide(price.d.into()) * wide(exchange.paid);
    100 * value.abs_diff(payment) <= value
}

fn wide(amount: i64) -> u128 {
    // Amounts and prices are never negative.
    u128::try_from(amount).unwrap_or(0)
}

fn narrow(amount: u128) -> i64 {
    // No side moves more than its limit, which is an `i64`.
    i64::try_from(amount).unwrap_or(i64::MAX)
}
