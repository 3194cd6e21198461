//! Address history: the effect of a transaction from the perspective of an address.
//!
//! A UTXO transaction has many inputs and outputs, but the specification requires a single sender, recipient and
//! value. This module selects them (docs/decisions/utxo-history.md#senders-and-recipients).

mod cursor;
mod facts;
mod merge;
mod order;
mod own;
#[cfg(test)]
mod tests;
mod unavailable;
mod view;

pub use cursor::Cursor;
pub use facts::{AddressFacts, Entry, HistoryPage, Input, Output, Payee, Position};
pub use facts::{Funds, Unavailable};
pub use merge::{PartialList, merge_lists};
pub use order::children_first;
pub use view::Effect;
pub use view::View;
