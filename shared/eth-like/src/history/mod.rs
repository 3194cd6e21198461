//! Address history: the effect of a transaction from the perspective of one or several addresses
//! (docs/decisions/evm-history.md#evm-transaction-records).

mod cursor;
mod effect;
mod facts;
mod own;
#[cfg(test)]
mod tests;
mod view;

pub use cursor::{Cursor, HistoryPosition, Position};
pub use facts::{Entry, HistoryFacts, OmittedChange, TokenLabel, TopLevelCall, Transfer, TransferAsset};
pub use view::View;
