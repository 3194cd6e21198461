//! The ports of the family: the queries that handlers send to nodes and indexes.

mod index;
mod ledgers;
mod node;

pub use index::XlmIndex;
pub use ledgers::XlmLedgers;
pub use node::XlmNode;
