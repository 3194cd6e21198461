//! The ports of the family: the queries that handlers send to nodes and indexes.

mod index;
mod node;

pub use index::BtcLikeIndex;
pub use node::BtcLikeNode;
