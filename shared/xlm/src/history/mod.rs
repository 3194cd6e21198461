//! The history of accounts: transactions and their effects from the view of an account or of a set of accounts
//! (docs/decisions/stellar-history.md#stellar-transaction-records).

mod actions;
mod balance_changes;
mod close_meta;
mod cursor;
mod effect;
mod effects;
mod facts;
mod holdings;
pub(crate) mod ledger_contents;
mod lumens;
mod operation;
mod own;
mod party;
#[cfg(test)]
mod tests;
mod token_call;
mod view;

pub use balance_changes::BalanceChanges;
pub use close_meta::{CloseMetaError, ClosedLedger, StoredTransaction};
pub use cursor::{Cursor, Position};
pub use effects::{OperationEffect, TransactionEffects};
pub use facts::{AccountFacts, ClaimableBalance, ClaimableFacts, Entry, HistoryFacts};
pub use operation::{Body, Offer, Operation, PathPayment, Payment, Revoked, Strict, Transfer, TransferAmount};
pub use party::{Party, PartyError};
pub use view::View;
