//! The history of an address: what a transaction did, as seen from one of its addresses.
//!
//! A UTXO transaction has many inputs and outputs; the specification asks for one sender, one recipient and one
//! value. How they are chosen is settled here (docs/decisions/0420).

mod cursor;
mod facts;
#[cfg(test)]
mod tests;
mod view;

pub use cursor::{Cursor, CursorError, Position};
pub use facts::{AddressFacts, Entry, Input, Output, Payee};
pub use view::View;
