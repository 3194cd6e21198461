//! The decoders of each protocol, for the targets in `fuzz/` alone.

pub use crate::blockbook::fuzz::read_all as blockbook;
pub use crate::electrum::fuzz::read_all as electrum;
pub use crate::esplora::fuzz::read_all as esplora;
