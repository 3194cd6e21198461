//! The order book: the amounts exchanged by two sides at a price, and the direction of rounding (CAP-4, protocol
//! version 10), the selection of the best offer, liabilities, and the remainder of crossed offers.
//!
//! The maker is the offer in the book, the taker crosses the offer. The price is the amount that the taker pays per
//! unit given by the maker. The side that can exchange less is filled completely. Rounding favours the remaining
//! side that stays, by at most 1 %.

use super::state::account::{self, available, balance_mut, room};
use super::state::stage::Stage;
use super::state::{Body, Entry, LedgerState, offer_key};
use stellar_xdr::{AccountId, Asset, ClaimAtom, ClaimOfferAtom, OfferEntry, Price};

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

/// Returns the amounts exchanged at a price. Two offers exchange nothing if rounding would favour an offer
/// by more than 1 %. A payment may favour the maker without bound, because payments have a separate limit.
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

/// The liabilities of an offer on the balances of the owner (CAP-3).
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

    /// Returns the liabilities of an offer that gives and earns at most the amounts.
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

/// Returns true if the rounded price is off by at most 1 %.
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
    // No side moves more than the limit, which is an `i64`.
    i64::try_from(amount).unwrap_or(i64::MAX)
}

/// The maximum number of offers that an operation crosses.
pub const MAX_CROSSED: usize = 1000;

/// A request to cross offers of the book.
#[derive(Clone, Copy, Debug)]
pub struct CrossRequest<'a> {
    pub taker: &'a AccountId,
    /// The asset that the taker pays.
    pub pays: &'a Asset,
    /// The maximum amount paid.
    pub max_paid: i64,
    /// The asset that the taker receives.
    pub takes: &'a Asset,
    /// The maximum amount received.
    pub max_taken: i64,
    /// The amount that must be exact.
    pub rounding: Rounding,
    /// The price limit; `None` for a path payment.
    pub price_limit: Option<PriceLimit>,
    /// The maximum number of crossed offers.
    pub max_crossed: usize,
}

/// The worst price of an offer that may be crossed.
#[derive(Clone, Debug, PartialEq, Eq, Copy)]
pub struct PriceLimit {
    /// The maximum price per unit: numerator and denominator.
    pub price: (i32, i32),
    /// True if offers at exactly this price are excluded: a passive offer crosses no offer of the same price.
    pub is_passive: bool,
}

/// The result of crossing offers.
#[derive(Clone, Debug, Default)]
pub struct CrossResult {
    pub paid: i64,
    pub taken: i64,
    pub claims: Vec<ClaimAtom>,
    /// True if the taker is filled; otherwise the book has no further offer within the price limit.
    pub is_done: bool,
}

/// An error of crossing offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TakeError {
    /// The best offer belongs to the taker.
    #[error("the best offer belongs to the taker")]
    CrossSelf,
    /// The maximum number of offers is exceeded.
    #[error("too many offers to cross")]
    TooMany,
}

impl Stage<'_> {
    /// Crosses the best offers until the request is filled. The caller updates the taker's balances.
    pub fn take(&mut self, request: CrossRequest<'_>) -> Result<CrossResult, TakeError> {
        let mut taken = CrossResult::default();
        let (mut max_paid, mut max_taken) = (request.max_paid, request.max_taken);
        if max_paid <= 0 || max_taken <= 0 {
            taken.is_done = true;
            return Ok(taken);
        }
        if request.max_crossed == 0 {
            return Err(TakeError::TooMany);
        }
        while let Some(offer) = best(self.state, request.takes, request.pays) {
            if request
                .price_limit
                .is_some_and(|price_limit| price_limit.excludes(&offer.price))
            {
                break;
            }
            if offer.seller_id == *request.taker {
                return Err(TakeError::CrossSelf);
            }
            if taken.claims.len() >= request.max_crossed {
                return Err(TakeError::TooMany);
            }
            let exchange = self.cross(&offer, max_paid, max_taken, request.rounding);
            taken.claims.push(claim(&offer, &exchange));
            taken.paid += exchange.paid;
            taken.taken += exchange.given;
            max_paid -= exchange.paid;
            max_taken -= exchange.given;
            if exchange.maker_stays || max_paid == 0 || max_taken == 0 {
                taken.is_done = true;
                break;
            }
        }
        Ok(taken)
    }

    /// Exchanges with an offer, which is deleted from the book unless it has a remainder.
    fn cross(&mut self, offer: &OfferEntry, max_paid: i64, max_taken: i64, rounding: Rounding) -> Exchange {
        let (maker, price) = (&offer.seller_id, &offer.price);
        release(self.state, offer);
        let gives = |state: &LedgerState, maximum: i64| available(state, maker, &offer.selling).clamp(0, maximum);
        let earns = |state: &LedgerState| room(state, maker, &offer.buying).max(0);
        let limits = Limits {
            maker_gives: adjusted(price, gives(self.state, offer.amount), earns(self.state)),
            maker_earns: earns(self.state),
            taker_takes: max_taken,
            taker_pays: max_paid,
        };
        let exchange = exchange(price, limits, rounding);
        account::add(self.state, maker, &offer.buying, exchange.paid);
        account::add(self.state, maker, &offer.selling, -exchange.given);
        let left = limits.maker_gives - exchange.given;
        let left = if exchange.maker_stays {
            adjusted(price, gives(self.state, left), earns(self.state))
        } else {
            0
        };
        let key = offer_key(maker, offer.offer_id);
        if left == 0 {
            self.delete(&key);
        } else if let Some(Entry {
            body: Body::Offer(entry),
            ..
        }) = self.state.entry_mut(&key)
        {
            entry.amount = left;
            let entry = entry.clone();
            bind(self.state, &entry);
        }
        exchange
    }

    /// Deletes all offers of an account that sell or buy an asset that the account may no longer hold.
    pub fn delete_offers(&mut self, account: &AccountId, asset: &Asset) {
        let is_affected =
            |offer: &&OfferEntry| offer.seller_id == *account && (offer.selling == *asset || offer.buying == *asset);
        let offers: Vec<_> = self
            .state
            .offers()
            .map(|(offer, _)| offer)
            .filter(is_affected)
            .cloned()
            .collect();
        for offer in offers {
            release(self.state, &offer);
            self.delete(&offer_key(account, offer.offer_id));
        }
    }
}

impl PriceLimit {
    fn excludes(&self, price: &Price) -> bool {
        let (n, d) = self.price;
        let offered = i64::from(price.n) * i64::from(d);
        let accepted = i64::from(n) * i64::from(price.d);
        offered > accepted || self.is_passive && offered == accepted
    }
}

/// Returns the offer with the lowest price, the oldest of several. Validators compare prices as floating point
/// numbers.
fn best(state: &LedgerState, selling: &Asset, buying: &Asset) -> Option<OfferEntry> {
    let price = |offer: &OfferEntry| f64::from(offer.price.n) / f64::from(offer.price.d);
    let offers = state.offers().map(|(offer, _)| offer);
    let matching = offers.filter(|offer| offer.selling == *selling && offer.buying == *buying);
    let best = matching.min_by(|one, other| {
        let by_price = price(one).total_cmp(&price(other));
        by_price.then(one.offer_id.cmp(&other.offer_id))
    });
    best.cloned()
}

fn claim(offer: &OfferEntry, exchange: &Exchange) -> ClaimAtom {
    ClaimAtom::OrderBook(ClaimOfferAtom {
        seller_id: offer.seller_id.clone(),
        offer_id: offer.offer_id,
        asset_sold: offer.selling.clone(),
        amount_sold: exchange.given,
        asset_bought: offer.buying.clone(),
        amount_bought: exchange.paid,
    })
}

/// Adds the liabilities of an offer to the balances of the owner.
pub fn bind(state: &mut LedgerState, offer: &OfferEntry) {
    let bound = Bound::by(offer);
    change(state, offer, bound.selling, bound.buying);
}

/// Removes the liabilities of an offer from the balances of the owner.
pub fn release(state: &mut LedgerState, offer: &OfferEntry) {
    let bound = Bound::by(offer);
    change(state, offer, -bound.selling, -bound.buying);
}

fn change(state: &mut LedgerState, offer: &OfferEntry, selling: i64, buying: i64) {
    if let Some(balance) = balance_mut(state, &offer.seller_id, &offer.selling) {
        balance.liabilities_mut().selling += selling;
    }
    if let Some(balance) = balance_mut(state, &offer.seller_id, &offer.buying) {
        balance.liabilities_mut().buying += buying;
    }
}
