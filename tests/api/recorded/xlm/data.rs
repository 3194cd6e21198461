//! The data files.

use crate::recorded::facts;

pub use facts::Fact;

/// The family of the data files.
pub const FAMILY: &str = "xlm";

/// Returns all facts of a kind, at least one.
pub fn of(kind: &str) -> Vec<Fact> {
    facts::of(FAMILY, kind)
}
