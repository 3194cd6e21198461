//! The orders of accounts in the order book, common to the three offer operations.

use crate::xlm::failure::Failure;
use crate::xlm::holdings::is_valid;
use stellar_xdr::{
    Asset, CreatePassiveSellOfferOp, ManageBuyOfferOp, ManageBuyOfferResult, ManageSellOfferOp,
    ManageSellOfferResult as Code, OperationResult, OperationResultTr, Price,
};

/// An order that sells at a price, bounded by the sold or by the bought amount.
pub struct Order<'a> {
    /// The operation.
    pub kind: Kind,
    /// The sold asset.
    pub selling: &'a Asset,
    /// The bought asset.
    pub buying: &'a Asset,
    /// The bound.
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
