//! The offers of the ledger: which is the best, what it binds, and what is left when somebody takes of it.

use super::entry::{Body, Entry};
use super::exchange::{self, Bound, Exchange, Limits, Rounding};
use super::holdings::{self, available, issuer, room, trust_line_asset};
use super::stage::Stage;
use super::world::{World, offer_key};
use stellar_xdr::{AccountId, Asset, ClaimAtom, ClaimOfferAtom, Liabilities, OfferEntry, Price};

/// The most offers that an operation takes.
pub const MAX_CROSSED: usize = 1000;

/// What somebody wants from the book.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// Who.
    pub taker: &'a AccountId,
    /// What is paid with.
    pub pays: &'a Asset,
    /// At most so much of it.
    pub most_paid: i64,
    /// What is taken.
    pub takes: &'a Asset,
    /// At most so much of it.
    pub most_taken: i64,
    /// What must come out even.
    pub rounding: Rounding,
    /// The worst price; a payment along a path has none.
    pub worst: Option<Worst>,
    /// How many offers may be taken.
    pub most_crossed: usize,
}

/// The worst price of an offer that is taken.
#[derive(Clone, Debug, PartialEq, Eq, Copy)]
pub struct Worst {
    /// What is paid at most for a unit: numerator and denominator.
    pub price: (i32, i32),
    /// Whether that price itself is too bad: a passive offer takes none of the same price.
    pub is_passive: bool,
}

/// What was taken from the book.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    /// What was paid.
    pub paid: i64,
    /// What was taken.
    pub taken: i64,
    /// Of whom.
    pub claims: Vec<ClaimAtom>,
    /// Whether the taker is done; else the book has nothing more at the price.
    pub is_done: bool,
}

/// Why nothing may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TakeError {
    /// The best offer is the taker's own.
    #[error("the best offer is the taker's own")]
    CrossSelf,
    /// Too many offers would be taken.
    #[error("more offers than an operation may take")]
    TooMany,
}

impl Stage<'_> {
    /// Takes the best offers until the wish is fulfilled. The taker's own balances are left to the caller.
    pub fn take(&mut self, wish: Wish<'_>) -> Result<Taken, TakeError> {
        let mut taken = Taken::default();
        let (mut most_paid, mut most_taken) = (wish.most_paid, wish.most_taken);
        if most_paid <= 0 || most_taken <= 0 {
            taken.is_done = true;
            return Ok(taken);
        }
        if wish.most_crossed == 0 {
            return Err(TakeError::TooMany);
        }
        while let Some(offer) = best(self.world, wish.takes, wish.pays) {
            if wish.worst.is_some_and(|worst| worst.excludes(&offer.price)) {
                break;
            }
            if offer.seller_id == *wish.taker {
                return Err(TakeError::CrossSelf);
            }
            if taken.claims.len() >= wish.most_crossed {
                return Err(TakeError::TooMany);
            }
            let exchange = self.cross(&offer, most_paid, most_taken, wish.rounding);
            taken.claims.push(claim(&offer, &exchange));
            taken.paid += exchange.paid;
            taken.taken += exchange.given;
            most_paid -= exchange.paid;
            most_taken -= exchange.given;
            if exchange.maker_stays || most_paid == 0 || most_taken == 0 {
                taken.is_done = true;
                break;
            }
        }
        Ok(taken)
    }

    /// Exchanges with one offer, which leaves the book unless it has more to give.
    fn cross(&mut self, offer: &OfferEntry, most_paid: i64, most_taken: i64, rounding: Rounding) -> Exchange {
        let (maker, price) = (&offer.seller_id, &offer.price);
        release(self.world, offer);
        let gives = |world: &World, most: i64| available(world, maker, &offer.selling).clamp(0, most);
        let earns = |world: &World| room(world, maker, &offer.buying).max(0);
        let limits = Limits {
            maker_gives: exchange::adjusted(price, gives(self.world, offer.amount), earns(self.world)),
            maker_earns: earns(self.world),
            taker_takes: most_taken,
            taker_pays: most_paid,
        };
        let exchange = exchange::exchange(price, limits, rounding);
        holdings::add(self.world, maker, &offer.buying, exchange.paid);
        holdings::add(self.world, maker, &offer.selling, -exchange.given);
        let left = limits.maker_gives - exchange.given;
        let left = if exchange.maker_stays {
            exchange::adjusted(price, gives(self.world, left), earns(self.world))
        } else {
            0
        };
        let key = offer_key(maker, offer.offer_id);
        if left == 0 {
            self.delete(&key);
        } else if let Some(Entry {
            body: Body::Offer(entry),
            ..
        }) = self.world.entry_mut(&key)
        {
            entry.amount = left;
            let entry = entry.clone();
            bind(self.world, &entry);
        }
        exchange
    }

    /// Takes all offers of an account that sell or buy an asset out of the book: it may not hold that any more.
    pub fn delete_offers(&mut self, account: &AccountId, asset: &Asset) {
        let concerned =
            |offer: &&OfferEntry| offer.seller_id == *account && (offer.selling == *asset || offer.buying == *asset);
        let offers: Vec<_> = self
            .world
            .offers()
            .map(|(offer, _)| offer)
            .filter(concerned)
            .cloned()
            .collect();
        for offer in offers {
            release(self.world, &offer);
            self.delete(&offer_key(account, offer.offer_id));
        }
    }
}

impl Worst {
    fn excludes(&self, price: &Price) -> bool {
        let (n, d) = self.price;
        let offered = i64::from(price.n) * i64::from(d);
        let accepted = i64::from(n) * i64::from(price.d);
        offered > accepted || self.is_passive && offered == accepted
    }
}

/// The offer that asks the least, and among several the oldest. Validators compare prices as floating numbers.
fn best(world: &World, selling: &Asset, buying: &Asset) -> Option<OfferEntry> {
    let price = |offer: &OfferEntry| f64::from(offer.price.n) / f64::from(offer.price.d);
    let offers = world.offers().map(|(offer, _)| offer);
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

/// Binds what an offer in the book may give and earn.
pub fn bind(world: &mut World, offer: &OfferEntry) {
    let bound = Bound::by(offer);
    change(world, offer, bound.selling, bound.buying);
}

/// Lets go what an offer bound.
pub fn release(world: &mut World, offer: &OfferEntry) {
    let bound = Bound::by(offer);
    change(world, offer, -bound.selling, -bound.buying);
}

fn change(world: &mut World, offer: &OfferEntry, selling: i64, buying: i64) {
    if let Some(liabilities) = liabilities_mut(world, &offer.seller_id, &offer.selling) {
        liabilities.selling += selling;
    }
    if let Some(liabilities) = liabilities_mut(world, &offer.seller_id, &offer.buying) {
        liabilities.buying += buying;
    }
}

/// An issuer has none in its own asset.
fn liabilities_mut<'a>(world: &'a mut World, account: &AccountId, asset: &Asset) -> Option<&'a mut Liabilities> {
    if issuer(asset) == Some(account) {
        return None;
    }
    match trust_line_asset(asset) {
        None => world.account_mut(account).map(|account| &mut account.liabilities),
        Some(asset) => world.trust_line_mut(account, &asset).map(|line| &mut line.liabilities),
    }
}
