//! The selection of inputs: for a payment, for all funds, and for a replacement or a child.
pub(crate) mod bump;
pub(crate) mod select;
