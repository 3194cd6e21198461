//! The decoders of each protocol, for the targets in `fuzz/` alone.

pub use crate::horizon::fuzz::read_all as horizon;
