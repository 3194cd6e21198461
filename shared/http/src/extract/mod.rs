//! Extractors that reject with the error envelope.

mod body;
mod chain;
mod query;
pub(crate) mod request_deadline;
mod source;

pub use body::{Body, MAX_BODY_BYTES};
pub use chain::{PathChain, chain_of, network_not_supported, one_of};
pub use query::Query;
pub use request_deadline::{EntryDeadline, RequestDeadline};
pub(crate) use source::ViewerAddress;
pub use source::{PeerAddress, Source};
