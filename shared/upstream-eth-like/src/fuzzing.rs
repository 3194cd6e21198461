//! The decoders of each protocol, for the targets in `fuzz/` alone.

pub use crate::blockbook::fuzz::histories as blockbook;
pub use crate::etherscan::fuzz::read_all as etherscan;
pub use crate::json_rpc::fuzz::read_all as json_rpc;
