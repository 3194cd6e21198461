//! The HTTP layer of the services.
//!
//! Every service is a router. [`mount()`] nests the routers at their base paths and adds the shared parts: the
//! envelope, the request id, 404 and 405, CORS, caching headers, the log line, and the service documents.
//! A handler takes the extractors of this crate in the order in which requests are rejected ([`Bearer`], or
//! [`UpstreamBudget`] with access to upstreams, [`PathChain`], then [`Body`] or [`Query`]) and returns a
//! [`HandlerResult`].

#![warn(missing_docs)]

pub mod env;
pub mod error;
pub mod extract;
pub mod lambda;
pub mod openapi;
pub mod system;
pub mod telemetry;

mod authorize;
mod batch;
mod broadcast_log;
mod cacheable;
mod cors;
mod docs;
mod edge;
mod envelope;
mod health;
mod mount;
mod operator_lists;
mod rate_limits;
mod request_id;
mod routes;
mod upstream_budget;

pub use authorize::{Assets, Authorizer, Bearer, Notify, Read, Register, RequiredPermission, Secret, issuer};
pub use batch::{Batch, BatchList, BatchResponse, BatchResult, EntryName, data_or_error, limit_transactions};
pub use broadcast_log::BroadcastLog;
pub use cacheable::{Cacheable, IfNoneMatch, SvgImage};
pub use cors::AllowedOrigins;
pub use docs::DocsAddress;
pub use edge::{EdgeSecrets, EdgeSecretsError};
pub use envelope::{Data, Envelope, ErrorObject, Flat, FlatEnvelope, HandlerResult};
pub use error::{ApiError, ErrorCode, ResultExt};
pub use extract::{
    Body, EntryDeadline, PathChain, PeerAddress, Query, RequestDeadline, Source, chain_of, network_not_supported,
    one_of,
};
pub use mount::{HttpConfig, Service, mount, overloaded};
pub use openapi::signature::Describe;
pub use operator_lists::OperatorLists;
pub use rate_limits::RateLimits;
pub use request_id::RequestId;
pub use routes::{Described, Endpoint, Purpose, Routes, Served, delete, get, post, put};
pub use upstream_budget::{Cost, Scans, UpstreamBudget, UpstreamRequests};
pub use wallet_core::wire::{Field, List, Object, Repeated, Required};
