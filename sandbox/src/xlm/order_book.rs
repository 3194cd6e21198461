//! The order book: selection of the best offer, liabilities, and the remainder of crossed offers.

use super::entry::{Body, Entry};
use super::exchange::{self, Bound, Exchange, Limits, Rounding};
use super::holdings::{self, available, issuer, room, trust_line_asset};
use super::ledger_state::{LedgerState, offer_key};
use super::stage::Stage;
use stellar_xdr::{AccountId, Asset, ClaimAtom, ClaimOfferAtom, Liabilities, OfferEntry, Price};

/// The maximum number of offers that one operation crosses.
pub const MAX_CROSSED: usize = 1000;

/// A request to cross offers of the book.
#[derive(Clone, Copy, Debug)]
pub struct CrossRequest<'a> {
    /// The taker.
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
    /// The amount paid.
    pub paid: i64,
    /// The amount received.
    pub taken: i64,
    /// The crossed offers.
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

    /// Exchanges with one offer, which is deleted from the book unless it has a remainder.
    fn cross(&mut self, offer: &OfferEntry, max_paid: i64, max_taken: i64, rounding: Rounding) -> Exchange {
        let (maker, price) = (&offer.seller_id, &offer.price);
        release(self.state, offer);
        let gives = |state: &LedgerState, maximum: i64| available(state, maker, &offer.selling).clamp(0, maximum);
        let earns = |state: &LedgerState| room(state, maker, &offer.buying).max(0);
        let limits = Limits {
            maker_gives: exchange::adjusted(price, gives(self.state, offer.amount), earns(self.state)),
            maker_earns: earns(self.state),
            taker_takes: max_taken,
            taker_pays: max_paid,
        };
        let exchange = exchange::exchange(price, limits, rounding);
        holdings::add(self.state, maker, &offer.buying, exchange.paid);
        holdings::add(self.state, maker, &offer.selling, -exchange.given);
        let left = limits.maker_gives - exchange.given;
        let left = if exchange.maker_stays {
            exchange::adjusted(price, gives(self.state, left), earns(self.state))
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

/// Adds the liabilities of an offer to the balances of its owner.
pub fn bind(state: &mut LedgerState, offer: &OfferEntry) {
    let bound = Bound::by(offer);
    change(state, offer, bound.selling, bound.buying);
}

/// Removes the liabilities of an offer from the balances of its owner.
pub fn release(state: &mut LedgerState, offer: &OfferEntry) {
    let bound = Bound::by(offer);
    change(state, offer, -bound.selling, -bound.buying);
}

fn change(state: &mut LedgerState, offer: &OfferEntry, selling: i64, buying: i64) {
    if let Some(liabilities) = liabilities_mut(state, &offer.seller_id, &offer.selling) {
        liabilities.selling += selling;
    }
    if let Some(liabilities) = liabilities_mut(state, &offer.seller_id, &offer.buying) {
        liabilities.buying += buying;
    }
}

/// Returns the liabilities of an account in an asset; an issuer has none in its own asset.
fn liabilities_mut<'a>(state: &'a mut LedgerState, account: &AccountId, asset: &Asset) -> Option<&'a mut Liabilities> {
    if issuer(asset) == Some(account) {
        return None;
    }
    match trust_line_asset(asset) {
        None => state.account_mut(account).map(|account| &mut account.liabilities),
        Some(asset) => state.trust_line_mut(account, &asset).map(|line| &mut line.liabilities),
    }
}
