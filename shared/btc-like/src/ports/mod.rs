//! The ports of the family: the queries that handlers and the watching of chains send to nodes and indexes.

mod blocks;
mod index;
mod node;

pub use blocks::{BtcLikeBlocks, ScriptBlock, ScriptQuery};
pub use index::BtcLikeIndex;
pub use node::BtcLikeNode;
