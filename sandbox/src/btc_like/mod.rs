//! Small chains that stand in for the testnets of btc, ltc, bch and doge.
//!
//! Read in this order: [`rules`] (what differs between the chains), [`ledger`] (what a node
//! remembers), [`judge`] (what it lets in, by [`form`], [`finality`] and [`script`]), [`mining`],
//! [`node`] (all of it together, kept in a journal of [lines](mod@line)), [`blockbook`] (how the outside sees it).
//!
//! Nothing here comes from the connector: it is an independent judge of what the connector builds.

pub mod blockbook;
pub mod finality;
pub mod fork_id;
pub mod form;
pub mod funds;
pub mod judge;
pub mod kind;
pub mod ledger;
pub mod line;
pub mod mining;
pub mod node;
pub mod rejection;
pub mod rules;
pub mod script;
pub mod served;
pub mod signature;

#[cfg(test)]
mod tests;
