//! Raising the fee of a pending transaction: its replacement (BIP 125), or a child that pays for its parent.

mod child;
mod replacement;

pub use child::{ChildQuote, Parent, pay_for_parent};
pub use replacement::{Bump, Replacement, bump};

/// The endpoint that plans both.
const ENDPOINT: &str = "bump";
