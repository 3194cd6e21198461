//! What an account wants in the order book, whichever of the three operations says it.

use crate::xlm::failure::Failure;
use crate::xlm::holdings::is_valid;
use stellar_xdr::{
    Asset, CreatePassiveSellOfferOp, ManageBuyOfferOp, ManageBuyOfferResult, ManageSellOfferOp,
    ManageSellOfferResult as Code, OperationResult, OperationResultTr, Price,
};

/// An order that sells for a price, bounded by what it sells or by what it buys.
pub struct Order<'a> {
    /// Which operation it is.
    pub kind: Kind,
    /// What is sold.
    pub selling: &'a Asset,
    /// What is bought.
    pub buying: &'a Asset,
    /// How much.
    pub amount: Amount,
    /// What is asked for a unit of what is sold.
    pub price: Price,
    /// The offer that it changes; 0 for a new one.
    pub offer_id: i64,
}

/// Which operation it is, and what it calls its results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `ManageSellOffer`.
    Sell,
    /// `ManageBuyOffer`.
    Buy,
    /// `CreatePassiveSellOffer`.
    Passive,
}

/// What bounds an order.
#[derive(Clone, Copy)]
pub enum Amount {
    /// As much is sold.
    Sold(i64),
    /// As much is bought.
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
            // It is given for a unit of what is bought (CAP-6).
            price: Price {
                n: operation.price.d,
                d: operation.price.n,
            },
            offer_id: operation.offer_id,
        }
    }
}

impl Order<'_> {
    /// Whether it can be meant.
    pub fn check(&self) -> Result<(), Failure> {
        let is_sound = is_valid(self.selling)
            && is_valid(self.buying)
            && self.selling != self.buying
            && self.amount.number() >= 0
            && self.price.n > 0
            && self.price.d > 0
            && self.offer_id >= 0
            && !(self.offer_id == 0 && self.is_deletion());
        is_sound
            .then_some(())
            .ok_or_else(|| self.relabel(Code::Malformed.into()))
    }

    /// Whether it takes the offer out of the book.
    pub fn is_deletion(&self) -> bool {
        self.amount.number() == 0
    }

    /// A result in the words of the operation.
    pub fn result(&self, code: Code) -> OperationResultTr {
        match self.kind {
            Kind::Sell => OperationResultTr::ManageSellOffer(code),
            Kind::Passive => OperationResultTr::CreatePassiveSellOffer(code),
            Kind::Buy => OperationResultTr::ManageBuyOffer(of_buying(code)),
        }
    }

    /// A failure in the words of the operation.
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

/// The same result under the name that it has when one buys.
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
