//! Offers: creation, change and deletion (`ManageSellOffer`, `ManageBuyOffer`, `CreatePassiveSellOffer`).
//!
//! All three operations are converted to an [`Order`]. It first crosses offers of the book within the price,
//! and only the rest becomes an offer.

use super::{ApplyOutcome, Failure};
use crate::xlm::codec;
use crate::xlm::exchange::{
    Bound, CrossRequest, CrossResult, MAX_CROSSED, PriceLimit, Rounding, TakeError, adjusted, bind, release,
};
use crate::xlm::state::account::{self, Balance as _, TrustLine, available, is_valid, issuer, room, trust_line_asset};
use crate::xlm::state::stage::Stage;
use crate::xlm::state::{Body, Entry, offer_key};
use stellar_xdr::{
    AccountId, Asset, CreatePassiveSellOfferOp, ManageBuyOfferOp, ManageBuyOfferResult, ManageOfferSuccessResult,
    ManageOfferSuccessResultOffer, ManageSellOfferOp, ManageSellOfferResult as Code, OfferEntry, OfferEntryExt,
    OfferEntryFlags, OperationResult, OperationResultTr, Price, TrustLineAsset,
};

const PASSIVE: u32 = OfferEntryFlags::PassiveFlag as u32;

impl Order<'_> {
    /// Applies the order and returns the result of the operation.
    pub fn manage(&self, stage: &mut Stage<'_>, source: &AccountId) -> ApplyOutcome {
        let success = self.execute(stage, source).map_err(|failure| self.relabel(failure))?;
        Ok(self.result(Code::Success(success)))
    }

    fn execute(&self, stage: &mut Stage<'_>, source: &AccountId) -> Result<ManageOfferSuccessResult, Failure> {
        if !self.is_deletion() {
            self.check_lines(stage, source)?;
        }
        let mut entry = self.entry(stage, source)?;
        let (taken, remaining) = if self.is_deletion() {
            (CrossResult::default(), 0)
        } else {
            self.trade(stage, source, is_passive(&entry))?
        };
        let effect = if remaining == 0 {
            stage.release_reserve(&entry);
            ManageOfferSuccessResultOffer::Deleted
        } else {
            self.put(stage, &mut entry, remaining)
        };
        Ok(ManageOfferSuccessResult {
            offers_claimed: codec::list(taken.claims),
            offer: effect,
        })
    }

    /// Checks that the account may hold both assets.
    fn check_lines(&self, stage: &Stage<'_>, source: &AccountId) -> Result<(), Failure> {
        if let Some(required_line) = required_line(source, self.selling) {
            let line = stage
                .state
                .trust_line(source, &required_line)
                .ok_or(Code::SellNoTrust)?;
            if line.balance == 0 {
                return Err(Code::Underfunded.into());
            }
            is_authorized(line, Code::SellNotAuthorized)?;
        }
        if let Some(required_line) = required_line(source, self.buying) {
            let line = stage.state.trust_line(source, &required_line).ok_or(Code::BuyNoTrust)?;
            is_authorized(line, Code::BuyNotAuthorized)?;
        }
        Ok(())
    }

    /// Returns the offer to change, removed from the book and without liabilities, or a new offer. In both
    /// cases the reserve is held.
    fn entry(&self, stage: &mut Stage<'_>, source: &AccountId) -> Result<Entry, Failure> {
        if self.offer_id == 0 {
            let flags = if self.kind == Kind::Passive { PASSIVE } else { 0 };
            let mut entry = Entry::new(Body::Offer(self.offer(source, flags, 0)));
            stage
                .take_reserve(source, &mut entry)
                .map_err(|error| Failure::reserve(error, Code::LowReserve))?;
            return Ok(entry);
        }
        let key = offer_key(source, self.offer_id);
        let old = stage
            .state
            .offer(source, self.offer_id)
            .cloned()
            .ok_or(Code::NotFound)?;
        release(stage.state, &old);
        let entry = stage.state.entry(&key).cloned().ok_or(Code::NotFound)?;
        stage.state.remove(&key);
        Ok(Entry {
            body: Body::Offer(self.offer(source, old.flags, 0)),
            ..entry
        })
    }

    fn offer(&self, source: &AccountId, flags: u32, amount: i64) -> OfferEntry {
        OfferEntry {
            seller_id: source.clone(),
            offer_id: self.offer_id,
            selling: self.selling.clone(),
            buying: self.buying.clone(),
            amount,
            price: self.price.clone(),
            flags,
            ext: OfferEntryExt::V0,
        }
    }

    /// Crosses offers of the book. Returns the result and the remaining amount to offer.
    fn trade(
        &self,
        stage: &mut Stage<'_>,
        source: &AccountId,
        is_passive: bool,
    ) -> Result<(CrossResult, i64), Failure> {
        let bound = match self.amount {
            Amount::Sold(amount) => Bound::by_giving(&self.price, amount, i64::MAX),
            Amount::Bought(amount) => Bound::by_giving(&self.price, i64::MAX, amount),
        };
        if room(stage.state, source, self.buying) < bound.buying {
            return Err(Code::LineFull.into());
        }
        if available(stage.state, source, self.selling) < bound.selling {
            return Err(Code::Underfunded.into());
        }
        let (max_paid, max_taken) = self.limits(stage, source, &CrossResult::default());
        if max_taken == 0 {
            return Err(Code::LineFull.into());
        }
        let request = CrossRequest {
            taker: source,
            pays: self.selling,
            max_paid,
            takes: self.buying,
            max_taken,
            rounding: Rounding::Offer,
            price_limit: Some(PriceLimit {
                price: (self.price.d, self.price.n),
                is_passive,
            }),
            max_crossed: MAX_CROSSED,
        };
        let taken = stage.take(request).map_err(|error| match error {
            TakeError::CrossSelf => Code::CrossSelf.into(),
            TakeError::TooMany => Failure::from(OperationResult::OpExceededWorkLimit),
        })?;
        account::add(stage.state, source, self.buying, taken.taken);
        account::add(stage.state, source, self.selling, -taken.paid);
        let remaining = if taken.is_done {
            0
        } else {
            let (gives, earns) = self.limits(stage, source, &taken);
            adjusted(&self.price, gives, earns)
        };
        Ok((taken, remaining))
    }

    /// Returns the amounts that the account can still give and receive within the bound of the order.
    fn limits(&self, stage: &Stage<'_>, source: &AccountId, taken: &CrossResult) -> (i64, i64) {
        let gives = available(stage.state, source, self.selling).max(0);
        let earns = room(stage.state, source, self.buying).max(0);
        match self.amount {
            Amount::Sold(amount) => (gives.min(amount - taken.paid), earns),
            Amount::Bought(amount) => (gives, earns.min(amount - taken.taken)),
        }
    }

    fn put(&self, stage: &mut Stage<'_>, entry: &mut Entry, amount: i64) -> ManageOfferSuccessResultOffer {
        let Body::Offer(offer) = &mut entry.body else {
            return ManageOfferSuccessResultOffer::Deleted;
        };
        offer.amount = amount;
        if self.offer_id == 0 {
            offer.offer_id = stage.state.next_offer();
        }
        let offer = offer.clone();
        stage.state.insert(entry.clone());
        bind(stage.state, &offer);
        if self.offer_id == 0 {
            ManageOfferSuccessResultOffer::Created(offer)
        } else {
            ManageOfferSuccessResultOffer::Updated(offer)
        }
    }
}

/// Returns the required trustline for an asset; `None` for lumens and for assets issued by the account.
fn required_line(account: &AccountId, asset: &Asset) -> Option<TrustLineAsset> {
    trust_line_asset(asset).filter(|_| issuer(asset) != Some(account))
}

fn is_authorized(line: &TrustLine, code: Code) -> Result<(), Failure> {
    line.is_authorized().then_some(()).ok_or_else(|| code.into())
}

fn is_passive(entry: &Entry) -> bool {
    matches!(&entry.body, Body::Offer(offer) if offer.flags & PASSIVE != 0)
}

/// An order that sells at a price, bounded by the sold or by the bought amount.
pub struct Order<'a> {
    pub kind: Kind,
    pub selling: &'a Asset,
    pub buying: &'a Asset,
    pub amount: Amount,
    /// The price in units of the bought asset per unit of the sold asset.
    pub price: Price,
    /// The id of the offer to change; 0 for a new offer.
    pub offer_id: i64,
}

/// The kind of operation, which determines the result type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `ManageSellOffer`.
    Sell,
    /// `ManageBuyOffer`.
    Buy,
    /// `CreatePassiveSellOffer`.
    Passive,
}

/// The bound of an order.
#[derive(Clone, Copy)]
pub enum Amount {
    /// The maximum sold amount.
    Sold(i64),
    /// The maximum bought amount.
    Bought(i64),
}

impl<'a> From<&'a ManageSellOfferOp> for Order<'a> {
    fn from(operation: &'a ManageSellOfferOp) -> Self {
        Self {
            kind: Kind::Sell,
            selling: &operation.selling,
            buying: &operation.buying,
            amount: Amount::Sold(operation.amount),
            price: operation.price.clone(),
            offer_id: operation.offer_id,
        }
    }
}

impl<'a> From<&'a CreatePassiveSellOfferOp> for Order<'a> {
    fn from(operation: &'a CreatePassiveSellOfferOp) -> Self {
        Self {
            kind: Kind::Passive,
            selling: &operation.selling,
            buying: &operation.buying,
            amount: Amount::Sold(operation.amount),
            price: operation.price.clone(),
            offer_id: 0,
        }
    }
}

impl<'a> From<&'a ManageBuyOfferOp> for Order<'a> {
    fn from(operation: &'a ManageBuyOfferOp) -> Self {
        Self {
            kind: Kind::Buy,
            selling: &operation.selling,
            buying: &operation.buying,
            amount: Amount::Bought(operation.buy_amount),
            // The price is per unit of the bought asset (CAP-6).
            price: Price {
                n: operation.price.d,
                d: operation.price.n,
            },
            offer_id: operation.offer_id,
        }
    }
}

impl Order<'_> {
    /// Checks the order independently of the ledger state.
    pub fn check(&self) -> Result<(), Failure> {
        let is_valid = is_valid(self.selling)
            && is_valid(self.buying)
            && self.selling != self.buying
            && self.amount.number() >= 0
            && self.price.n > 0
            && self.price.d > 0
            && self.offer_id >= 0
            && !(self.offer_id == 0 && self.is_deletion());
        is_valid
            .then_some(())
            .ok_or_else(|| self.relabel(Code::Malformed.into()))
    }

    /// Returns true if the order deletes an offer.
    pub fn is_deletion(&self) -> bool {
        self.amount.number() == 0
    }

    /// Converts a result to the operation's result type.
    pub fn result(&self, code: Code) -> OperationResultTr {
        match self.kind {
            Kind::Sell => OperationResultTr::ManageSellOffer(code),
            Kind::Passive => OperationResultTr::CreatePassiveSellOffer(code),
            Kind::Buy => OperationResultTr::ManageBuyOffer(of_buying(code)),
        }
    }

    /// Converts a failure to the operation's result type.
    pub fn relabel(&self, failure: Failure) -> Failure {
        match *failure.0 {
            OperationResult::OpInner(OperationResultTr::ManageSellOffer(code)) => {
                OperationResult::OpInner(self.result(code)).into()
            }
            other => other.into(),
        }
    }
}

impl Amount {
    fn number(self) -> i64 {
        match self {
            Self::Sold(amount) | Self::Bought(amount) => amount,
        }
    }
}

/// Converts a result code to that of the buy operation.
fn of_buying(code: Code) -> ManageBuyOfferResult {
    match code {
        Code::Success(success) => ManageBuyOfferResult::Success(success),
        Code::Malformed => ManageBuyOfferResult::Malformed,
        Code::SellNoTrust => ManageBuyOfferResult::SellNoTrust,
        Code::BuyNoTrust => ManageBuyOfferResult::BuyNoTrust,
        Code::SellNotAuthorized => ManageBuyOfferResult::SellNotAuthorized,
        Code::BuyNotAuthorized => ManageBuyOfferResult::BuyNotAuthorized,
        Code::LineFull => ManageBuyOfferResult::LineFull,
        Code::Underfunded => ManageBuyOfferResult::Underfunded,
        Code::CrossSelf => ManageBuyOfferResult::CrossSelf,
        Code::SellNoIssuer => ManageBuyOfferResult::SellNoIssuer,
        Code::BuyNoIssuer => ManageBuyOfferResult::BuyNoIssuer,
        Code::NotFound => ManageBuyOfferResult::NotFound,
        Code::LowReserve => ManageBuyOfferResult::LowReserve,
    }
}
