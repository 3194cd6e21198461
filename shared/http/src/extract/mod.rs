//! Extractors that reject with the error envelope.

mod body;
mod chain;
mod field;
mod limit;
mod network;
mod query;
pub(crate) mod request_deadline;
mod schema;
mod source;

pub use body::{Body, MAX_BODY_BYTES};
pub use chain::{PathChain, chain};
pub use field::{Field, Object, Required};
pub use limit::{limit, limit_number};
pub use network::{network, network_not_supported};
pub use query::Query;
pub use request_deadline::{EntryDeadline, RequestDeadline};
pub use schema::List;
pub(crate) use source::ViewerAddress;
pub use source::{PeerAddress, Source};
