//! The decoders of each protocol, for the targets in `fuzz/` alone.

pub use crate::blockbook::fuzz::read_all as blockbook;
pub use crate::electrum::fuzz::read_all as electrum;
pub use crate::esplora::fuzz::read_all as esplora;
pub use crate::etherscan::fuzz::read_all as etherscan;
pub use crate::horizon::fuzz::read_all as horizon;
pub use crate::json_rpc::fuzz::read_all as json_rpc;
