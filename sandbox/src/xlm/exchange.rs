//! How much two sides exchange at a price, and in whose favour it is rounded (CAP-4, version 10 of the protocol).
//!
//! The maker is the offer in the book; the taker comes along and takes of what it gives. The price is what the taker
//! pays for one unit of that. Whoever has less to exchange is done with it, and rounding favours the other side, which
//! stays; but by no more than a hundredth.

use stellar_xdr::{OfferEntry, Price};

/// The most that each side may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// What the maker can give.
    pub maker_gives: i64,
    /// What the maker can be paid.
    pub maker_earns: i64,
    /// What the taker can take.
    pub taker_takes: i64,
    /// What the taker can pay.
    pub taker_pays: i64,
}

/// What must come out even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Nothing: two offers.
    Offer,
    /// What the taker takes: a payment along a path that delivers an exact amount.
    StrictReceive,
    /// What the taker pays: a payment along a path that sends an exact amount.
    StrictSend,
}

/// What is exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// What the maker gives and the taker takes.
    pub given: i64,
    /// What the taker pays and the maker earns.
    pub paid: i64,
    /// Whether the maker has more to exchange than the taker.
    pub maker_stays: bool,
}

/// What is exchanged at a price. Two offers whose rounding would favour one of them by more than a hundredth exchange
/// nothing; a payment may favour the maker without a bound, since it has one of its own.
pub fn exchange(price: &Price, limits: Limits, rounding: Rounding) -> Exchange {
    let exchange = rounded(price, limits, rounding);
    let is_nothing = match rounding {
        Rounding::Offer => exchange.given == 0 || exchange.paid == 0 || !is_fair(price, &exchange),
        Rounding::StrictReceive => exchange.given == 0 || exchange.paid == 0,
        // To send an exact amount the last stroops may buy nothing.
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

/// What is left of an offer that can give and earn no more than this: as much as somebody without limits would take.
pub fn adjusted(price: &Price, gives: i64, earns: i64) -> i64 {
    exchange(price, of_maker(gives, earns), Rounding::Offer).given
}

/// What an offer binds of the balances of its owner (CAP-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Of what it sells.
    pub selling: i64,
    /// Of what it buys, for which there must be room.
    pub buying: i64,
}

impl Bound {
    /// By an offer in the book.
    pub fn by(offer: &OfferEntry) -> Self {
        Self::by_giving(&offer.price, offer.amount, i64::MAX)
    }

    /// By an offer that gives and earns at most this.
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
    // Both sides in the same measure: the payment times the denominator.
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

/// Whether the rounded price is off by at most a hundredth.
fn is_fair(price: &Price, exchange: &Exchange) -> bool {
    let value = wide(price.n.into()) * wide(exchange.given);
    let payment = wide(price.d.into()) * wide(exchange.paid);
    100 * value.abs_diff(payment) <= value
}

fn wide(amount: i64) -> u128 {
    // Neither amounts nor prices are ever below zero.
    u128::try_from(amount).unwrap_or(0)
}

fn narrow(amount: u128) -> i64 {
    // No side moves more than its limit, which is such a number.
    i64::try_from(amount).unwrap_or(i64::MAX)
}
