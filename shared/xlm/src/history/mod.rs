//! The history of an account: transactions and their effects from the view of an account
//! (docs/decisions/stellar-history.md#stellar-transaction-records).

mod actions;
mod cursor;
mod effect;
mod effects;
mod facts;
mod holdings;
mod lumens;
mod operation;
mod party;
#[cfg(test)]
mod tests;
mod view;

pub use cursor::{Cursor, Position};
pub use effects::{OperationEffect, TransactionEffects};
pub use facts::{AccountFacts, ClaimableBalance, ClaimableFacts, Entry, HistoryFacts};
pub use operation::{Body, Offer, Operation, PathPayment, Payment, Revoked, Strict, Transfer};
pub use party::{Party, PartyError};
pub use view::View;
