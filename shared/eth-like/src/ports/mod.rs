//! The ports of the family: the queries that handlers send to nodes and indexes.

mod blocks;
mod index;
mod node;
mod tokens;

pub use blocks::EthLikeBlocks;
pub use index::EthLikeIndex;
pub use node::EthLikeNode;
pub use tokens::Erc20List;
